// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/dust.hpp"
#include "core/preprocess/dust_limits.hpp"
#include "core/preprocess/speck_limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

namespace coarsen {

/// Dust found as it is defined, pixel by pixel and without a thought of time: what Dust is held to, by outliers, thresholds and
/// specks.
class PlainDust {
public:
    PlainDust(const Frame& frame, const Foreseen& foreseen, const Dust& settings)
        : width_(frame.image.width()),
          height_(frame.image.height()),
          settings_(settings),
          judged_(validAndKept(frame, foreseen)) {
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x)
                pixels_.push_back(static_cast<float>(frame.image.at(x, y)));
        step_ = dustSampleStep(foreseen.kept.isEmpty() ? pixels_.size()
                                                       : static_cast<std::size_t>(foreseen.kept.width * foreseen.kept.height));
        const GreyTails tails = this->tails();
        const double white = (std::pow(2.0, frame.bitsPerSample) - 1) / frame.greyUnit,
                     all = std::numeric_limits<double>::infinity();
        const bool isByThresholds = settings.find == DustFinding::thresholds;
        const GreyLimits limits = isByThresholds
                                      ? GreyLimits{settings.lowPercent / 100 * white, settings.highPercent / 100 * white}
                                      : tails.limits(settings.strength);
        std::vector<bool> beyond;
        for (const float pixel : pixels_)
            beyond.push_back(limits.exclude(static_cast<double>(pixel)));
        found_ = grown(beyond, isByThresholds ? GreyLimits{all, -all} : tails.edge(settings.strength));
        if (settings.find != DustFinding::specks) return;
        limits_ = speckLimits(tails.p10, tails.p90, {usualStep(1), usualStep(2)}, settings.strength);
        const std::vector<bool> sharp = grown(seeds(), {limits_.low, limits_.high});
        for (std::size_t i = 0; i < found_.size(); ++i)
            found_[i] = found_[i] || sharp[i];
    }

    bool isDust(int x, int y) const { return found_[at(x, y)]; }

private:
    std::size_t at(int x, int y) const { return static_cast<std::size_t>(y * width_ + x); }
    bool isIn(int x, int y) const { return x >= 0 && x < width_ && y >= 0 && y < height_; }

    static double percentile(std::vector<float> sample, double percent) {
        if (sample.empty()) return 0;
        std::ranges::sort(sample);
        return static_cast<double>(sample[percentilePlace(percent, sample.size())]);
    }

    GreyTails tails() const {
        std::vector<float> sample;
        for (std::size_t i = 0; i < pixels_.size(); i += step_)
            if (judged_.isAllValid() || judged_.pixels()[i]) sample.push_back(pixels_[i]);
        return {percentile(sample, 2), percentile(sample, 10), percentile(sample, 90), percentile(sample, 98)};
    }

    double usualStep(int spacing) const {
        std::vector<float> sizes;
        for (std::size_t i = 0; i < pixels_.size(); i += step_) {
            const int x = static_cast<int>(i) % width_, y = static_cast<int>(i) / width_;
            for (const auto& [u, v] : {std::pair{spacing, 0}, {0, spacing}})
                if (isIn(x + 2 * u, y + 2 * v) && judged_.isValid(x, y) && judged_.isValid(x + u, y + v) &&
                    judged_.isValid(x + 2 * u, y + 2 * v))
                    sizes.push_back(
                        std::abs(secondDifference(pixels_[i], pixels_[at(x + u, y + v)], pixels_[at(x + 2 * u, y + 2 * v)])));
        }
        return percentile(sizes, speckStepPercentile);
    }

    SpeckSide side(int x, int y) const { return speckSide(static_cast<double>(pixels_[at(x, y)]), limits_); }

    bool isEdge(int x, int y, int dx, int dy) const {
        for (int k = 0; k < 2; ++k) {
            const int s = speckSpacings[k];
            if (!isIn(x + 2 * s * dx, y + 2 * s * dy)) continue;
            const double step = static_cast<double>(secondDifference(pixels_[at(x, y)], pixels_[at(x + s * dx, y + s * dy)],
                                                                     pixels_[at(x + 2 * s * dx, y + 2 * s * dy)]));
            if ((side(x, y) == SpeckSide::bright ? step : -step) >= limits_.steps[k]) return true;
        }
        return false;
    }

    SpeckSide speck(int x, int y) const {
        const SpeckSide own = side(x, y);
        if (own == SpeckSide::none) return own;
        int edges = 0, borders = 0;
        for (const auto& [dx, dy] : speckDirections)
            for (int u = x, v = y; side(u, v) == own; u += dx, v += dy) {
                const bool isLast = !isIn(u + dx, v + dy), isOverEdge = !isLast && isEdge(u, v, dx, dy);
                borders += isLast;
                edges += isOverEdge;
                if (isLast || isOverEdge) break;
            }
        return isSpeck(edges, borders) ? own : SpeckSide::none;
    }

    std::vector<bool> seeds() const {
        if (!limits_.areKnown) return std::vector<bool>(pixels_.size());
        std::vector<SpeckSide> specks, seeds;
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x)
                specks.push_back(speck(x, y));
        std::size_t area = 0, counts[3] = {};
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x) {
                const SpeckSide own = specks[at(x, y)];
                int alike = 0;
                for (int v = y - 1; v <= y + 1; ++v)
                    for (int u = x - 1; u <= x + 1; ++u)
                        alike += isIn(u, v) && specks[at(u, v)] == own;
                seeds.push_back(alike >= speckNeighbours ? own : SpeckSide::none);
                area += judged_.isValid(x, y);
                counts[static_cast<int>(seeds.back())] += judged_.isValid(x, y);
            }
        std::vector<bool> kept;
        for (const SpeckSide seed : seeds)
            kept.push_back(seed != SpeckSide::none && areSpecks(counts[static_cast<int>(seed)], area));
        return kept;
    }

    std::vector<bool> grown(const std::vector<bool>& seeds, const GreyLimits& edge) const {
        const int grow = settings_.growPx;
        if (grow == 0) return seeds;
        const std::vector<int> half = growthHalfWidths(grow);
        std::vector<bool> all(seeds.size());
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x)
                for (int v = std::max(0, y - grow); seeds[at(x, y)] && v <= std::min(height_ - 1, y + grow); ++v)
                    for (int reach = half[static_cast<std::size_t>(v - y + grow)], u = std::max(0, x - reach);
                         u <= std::min(width_ - 1, x + reach); ++u)
                        all[at(u, v)] = edge.exclude(static_cast<double>(pixels_[at(u, v)]));
        return all;
    }

    int width_, height_;
    Dust settings_;
    Mask judged_;
    std::size_t step_ = 1;
    std::vector<float> pixels_;
    SpeckLimits limits_;
    std::vector<bool> found_;
};

}  // namespace coarsen
