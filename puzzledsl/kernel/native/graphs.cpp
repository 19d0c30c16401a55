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

void Required::find(const Near& near, const std::vector<int>& part, const std::vector<char>& inside, int reached,
                    int least, const std::vector<char>& joined) {
    positions.clear();
    order.resize(near.size());
    places_.resize(near.size());
    for (const int p : reached_)
        order[p] = 0;
    reached_ = part;
    for (const int p : part)
        order[p] = 1;
    int clock = 1;
    const auto reach = [&](int p, int above) {
        order[p] = ++clock;
        reached_.push_back(p);
        places_[p] = {clock, 1, 1, above, 0, !joined.empty() && joined[p] != 0, false};
    };
    for (const int p : part) {
        for (const int child : near[p]) {
            if (inside[child] == 0 || order[child] != 0)
                continue;
            reach(child, -1);
            int here = child;
            while (here >= 0) {
                Place& place = places_[here];
                if (place.ahead < near[here].size()) {
                    const int there = near[here][place.ahead++];
                    if (inside[there] == 0)
                        continue;
                    if (order[there] == 0) {
                        reach(there, here);
                        here = there;
                    } else {
                        place.low = std::min(place.low, order[there]);
                    }
                    continue;
                }
                if (reached - place.cut < least || place.parts_some)
                    positions.push_back(here);
                if (place.above >= 0) {
                    Place& parent = places_[place.above];
                    parent.size += place.size;
                    parent.low = std::min(parent.low, place.low);
                    if (place.low >= order[place.above]) {
                        parent.cut += place.size;
                        parent.parts_some = parent.parts_some || place.holds;
                    }
                    parent.holds = parent.holds || place.holds;
                }
                here = place.above;
            }
        }
    }
}

}  // namespace puzzledsl
