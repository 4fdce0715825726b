// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/gaussian_loops.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace coarsen {

namespace {

/// A pair of conjugate poles: (a cos(w t) + b sin(w t)) exp(-l t), t = |x| / sigma (Deriche 1993, INRIA RR-1893).
struct Pair {
    double a, b, l, w;
};
constexpr std::array<Pair, 2> deriche{{{1.680, 3.735, 1.783, 0.6318}, {-0.6803, -0.2598, 1.723, 1.997}}};

/// Lines in one register: of 16, GCC keeps what is carried along on the stack, which takes ten times as long. Read and written
/// where they lie: no function takes or returns one, whose registers differ from clone to clone.
constexpr std::size_t lanes = 8;
using Lanes __attribute__((vector_size(lanes * sizeof(float)), aligned(4), may_alias)) = float;
static_assert(alignof(Lanes) == alignof(float));  // Clang drops the alignment behind the `=`.

[[gnu::always_inline]] inline Lanes& at(float* to) {
    return *reinterpret_cast<Lanes*>(to);
}

}  // namespace

RecursiveGaussian::RecursiveGaussian(double sigma) : sections{} {
    double total = 0;
    for (const Pair& pair : deriche) {
        const double r = std::exp(-pair.l / sigma), c = r * std::cos(pair.w / sigma), s = r * std::sin(pair.w / sigma);
        total += (2 * (pair.a * (1 - c) + pair.b * s) - pair.a * (1 - 2 * c + r * r)) / (1 - 2 * c + r * r);
    }
    for (std::size_t k = 0; k < sections.size(); ++k) {
        const double r = std::exp(-deriche[k].l / sigma), c = r * std::cos(deriche[k].w / sigma),
                     s = r * std::sin(deriche[k].w / sigma);
        const double a = deriche[k].a / total, b = deriche[k].b / total;
        const double last1 = 2 * c, last2 = -r * r, onward1 = b * s - a * c, backward1 = onward1 + a * last1,
                     backward2 = a * last2, open = 1 - last1 - last2;
        sections[k] = {static_cast<float>(a),
                       static_cast<float>(onward1),
                       static_cast<float>(backward1),
                       static_cast<float>(backward2),
                       static_cast<float>(last1),
                       static_cast<float>(last2),
                       static_cast<float>((a + onward1) / open),
                       static_cast<float>((backward1 + backward2) / open)};
    }
}

std::vector<float> gaussianWeights(double sigma) {
    std::vector<double> weights;
    double sum = 0;
    for (int i = 0; i <= static_cast<int>(std::ceil(4 * sigma)); ++i) {
        weights.push_back(std::exp(-0.5 * i * i / (sigma * sigma)));
        sum += i == 0 ? weights[0] : 2 * weights.back();
    }
    std::vector<float> normalised;
    for (const double weight : weights)
        normalised.push_back(static_cast<float>(weight / sum));
    return normalised;
}

// One source is compiled for two kinds of processor, and the loader takes the one that fits. Neither fuses multiply and add,
// so that both give the same bytes.
[[gnu::target_clones("avx2", "default")]] void filterRecursively(const RecursiveGaussian& filter, std::size_t length,
                                                                 float* lines, float* room) {
    const RecursiveGaussian::Section p = filter.sections[0], q = filter.sections[1];
    for (const float* const end = lines + linesAtOnce; lines < end; lines += lanes, room += lanes) {
        Lanes before = at(lines), p1 = before * p.onwardSum, p2 = p1, q1 = before * q.onwardSum, q2 = q1;
        for (std::size_t i = 0; i < length; ++i) {
            const Lanes x = at(lines + i * linesAtOnce);
            // What waits for the last answer comes last.
            const Lanes pNow = x * p.onward0 + before * p.onward1 + p2 * p.last2 + p1 * p.last1;
            const Lanes qNow = x * q.onward0 + before * q.onward1 + q2 * q.last2 + q1 * q.last1;
            at(room + i * linesAtOnce) = pNow + qNow;
            p2 = p1, p1 = pNow, q2 = q1, q1 = qNow, before = x;
        }
        Lanes behind1 = at(lines + (length - 1) * linesAtOnce), behind2 = behind1;
        p1 = p2 = behind1 * p.backwardSum;
        q1 = q2 = behind1 * q.backwardSum;
        for (std::size_t i = length; i-- > 0;) {
            const Lanes pNow = behind1 * p.backward1 + behind2 * p.backward2 + p2 * p.last2 + p1 * p.last1;
            const Lanes qNow = behind1 * q.backward1 + behind2 * q.backward2 + q2 * q.last2 + q1 * q.last1;
            behind2 = behind1, behind1 = at(lines + i * linesAtOnce);
            at(lines + i * linesAtOnce) = at(room + i * linesAtOnce) + pNow + qNow;
            p2 = p1, p1 = pNow, q2 = q1, q1 = qNow;
        }
    }
}

[[gnu::target_clones("avx2", "default")]] void filterBySums(const std::vector<float>& weights, std::size_t length, float* lines,
                                                            float* room) {
    std::memcpy(room, lines, length * linesAtOnce * sizeof(float));
    const std::size_t sides = weights.size() - 1;
    for (const float* const end = lines + linesAtOnce; lines < end; lines += lanes, room += lanes)
        for (std::size_t i = 0; i < length; ++i) {
            Lanes sum = at(room + i * linesAtOnce) * weights[0];
            for (std::size_t k = 1; k <= sides; ++k) {
                const std::size_t before = i > k ? i - k : 0, behind = std::min(i + k, length - 1);
                sum += (at(room + before * linesAtOnce) + at(room + behind * linesAtOnce)) * weights[k];
            }
            at(lines + i * linesAtOnce) = sum;
        }
}

}  // namespace coarsen
