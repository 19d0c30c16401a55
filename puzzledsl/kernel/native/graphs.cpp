#include "graphs.hpp"

#include <algorithm>

namespace puzzledsl {

Near neighbors(int count, const std::vector<std::pair<int, int>>& edges) {
    Near near(static_cast<std::size_t>(count));
    for (const auto& [a, b] : edges) {
        near[a].push_back(b);
        near[b].push_back(a);
    }
    return near;
}

void gather(const Near& near, const std::vector<char>& inside, std::vector<int>& number,
            std::vector<std::vector<int>>& parts, int start) {
    number[start] = static_cast<int>(parts.size());
    std::vector<int> part{start};
    for (std::size_t i = 0; i < part.size(); ++i)
        for (const int q : near[part[i]])
            if (inside[q] != 0 && number[q] < 0) {
                number[q] = number[start];
                part.push_back(q);
            }
    parts.push_back(std::move(part));
}

Required required(const Near& near, const std::vector<int>& part, const std::vector<char>& inside, int reached,
                  int least, const std::vector<char>& joined) {
    const std::size_t count = near.size();
    Required found;
    found.order.assign(count, 0);
    auto& order = found.order;
    std::vector<int> low(count), size(count, 1), cut(count, 1), above(count, -1), ahead(count);
    std::vector<char> holds(joined), parts_some(count);
    holds.resize(count);
    for (const int p : part)
        order[p] = 1;
    int clock = 1;
    for (const int p : part) {
        for (const int child : near[p]) {
            if (inside[child] == 0 || order[child] != 0)
                continue;
            order[child] = low[child] = ++clock;
            int here = child;
            while (here >= 0) {
                if (ahead[here] < static_cast<int>(near[here].size())) {
                    const int there = near[here][ahead[here]++];
                    if (inside[there] == 0)
                        continue;
                    if (order[there] == 0) {
                        order[there] = low[there] = ++clock;
                        above[there] = here;
                        here = there;
                    } else {
                        low[here] = std::min(low[here], order[there]);
                    }
                    continue;
                }
                if (reached - cut[here] < least || parts_some[here] != 0)
                    found.positions.push_back(here);
                const int parent = above[here];
                if (parent >= 0) {
                    size[parent] += size[here];
                    low[parent] = std::min(low[parent], low[here]);
                    if (low[here] >= order[parent]) {
                        cut[parent] += size[here];
                        parts_some[parent] = static_cast<char>(parts_some[parent] | holds[here]);
                    }
                    holds[parent] = static_cast<char>(holds[parent] | holds[here]);
                }
                here = parent;
            }
        }
    }
    return found;
}

}  // namespace puzzledsl
