// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/differences.hpp"

#include <algorithm>

namespace coarsen {

Differences differencesAt(const LevelSet& set, const std::vector<float>& phi, const std::array<int, 3>& place) {
    const std::array<double, 3> steps = set.steps();
    const std::array<int, 3> counts = set.counts();
    const std::array<std::ptrdiff_t, 3> strides{1, static_cast<std::ptrdiff_t>(set.size.width),
                                                static_cast<std::ptrdiff_t>(set.size.slice())};
    const float* const middle = phi.data() + set.size.index(place[0], place[1], place[2]);
    std::array<std::ptrdiff_t, 3> back, on;
    for (std::size_t a = 0; a < 3; ++a) {
        back[a] = place[a] > 0 ? -strides[a] : 0;
        on[a] = place[a] + 1 < counts[a] ? strides[a] : 0;
    }
    const auto at = [&](std::ptrdiff_t offset) { return static_cast<double>(middle[offset]); };
    std::array<double, 3> g;
    std::array<std::array<double, 3>, 3> h;
    for (std::size_t a = 0; a < 3; ++a) {
        g[a] = (at(on[a]) - at(back[a])) / (2 * steps[a]);
        h[a][a] = (at(on[a]) - 2 * at(0) + at(back[a])) / (steps[a] * steps[a]);
        for (std::size_t b = a + 1; b < 3; ++b)
            h[a][b] = h[b][a] = (at(on[a] + on[b]) - at(on[a] + back[b]) - at(back[a] + on[b]) + at(back[a] + back[b])) /
                                (4 * steps[a] * steps[b]);
    }
    Differences answer;
    for (std::size_t a = 0; a < 3; ++a) {
        answer.square += g[a] * g[a];
        answer.trace += h[a][a];
        for (std::size_t b = 0; b < 3; ++b) {
            const std::size_t a1 = (a + 1) % 3, a2 = (a + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
            answer.bent += g[a] * h[a][b] * g[b];
            answer.turned += g[a] * (h[a1][b1] * h[a2][b2] - h[a1][b2] * h[a2][b1]) * g[b];
        }
    }
    return answer;
}

}  // namespace coarsen
