// Walks through graphs: what is joined, what is within reach, and what holds it together.
#pragma once

#include <utility>
#include <vector>

namespace puzzledsl {

// By position its neighbors.
using Near = std::vector<std::vector<int>>;

Near neighbors(int count, const std::vector<std::pair<int, int>>& edges);

// Add to `parts` all positions that are joined to one through those inside, and note their number.
void gather(const Near& near, const std::vector<char>& inside, std::vector<int>& number,
            std::vector<std::vector<int>>& parts, int start);

// Finds positions without which fewer than `least` of those inside are joined to a part, or not all of some.
//
// Depth-first low points (Hopcroft and Tarjan, Efficient algorithms for graph manipulation, CACM 1973), with the part
// as one position, the root.
class Required {
public:
    std::vector<int> positions;  // what was found
    std::vector<int> order;      // by position when it was reached, 0: never

    // `reached`: how many are joined to the part. `joined`: by position, whether it must be; empty: none must.
    void find(const Near& near, const std::vector<int>& part, const std::vector<char>& inside, int reached, int least,
              const std::vector<char>& joined);

private:
    // Of a position that was reached; `cut`: how many are joined to the part only through it.
    struct Place {
        int low, size, cut, above;
        std::size_t ahead;
        bool holds, parts_some;
    };

    std::vector<Place> places_;
    std::vector<int> reached_;
};

}  // namespace puzzledsl
