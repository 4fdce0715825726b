// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/featureless_blocks.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace coarsen {

namespace {

constexpr float flatShare = 0.1F, validShare = 0.45F;
constexpr int fewestBlocks = 5;

/// A disc of an odd number of blocks across, as OpenCV draws it: one run a row.
class Disc {
public:
    explicit Disc(int across) : reach_(across / 2) {
        const cv::Mat disc = cv::getStructuringElement(cv::MORPH_ELLIPSE, {across, across});
        for (int row = 0; row < across; ++row)
            halfWidths_.push_back(cv::countNonZero(disc.row(row)) / 2);
    }

    int size() const {
        int size = 0;
        for (const int half : halfWidths_)
            size += 2 * half + 1;
        return size;
    }

    /// Sums over the disc about each value; beyond the edge there are none. A row of the disc costs the difference of two sums
    /// from the row's beginning on, whatever its length.
    template <typename T>
    std::vector<T> sums(const std::vector<T>& values, int width, int height) const {
        const int pitch = width + 2 * reach_ + 1;
        std::vector<T> before(static_cast<std::size_t>(pitch) * static_cast<std::size_t>(height)), sums(values.size());
        for (int y = 0; y < height; ++y) {
            const T* const row = values.data() + placeOf(y, width);
            T* const to = before.data() + placeOf(y, pitch);
            std::inclusive_scan(row, row + width, to + reach_ + 1);
            std::fill_n(to + reach_ + 1 + width, reach_, to[reach_ + width]);
        }
        for (int y = 0; y < height; ++y)
            for (int dy = std::max(-reach_, -y); dy <= std::min(reach_, height - 1 - y); ++dy) {
                const int half = halfWidths_[static_cast<std::size_t>(dy + reach_)];
                const T* const left = before.data() + placeOf(y + dy, pitch) + reach_ - half;
                const T* const right = left + 2 * half + 1;
                T* const to = sums.data() + placeOf(y, width);
                for (int x = 0; x < width; ++x)
                    to[x] += right[x] - left[x];
            }
        return sums;
    }

private:
    static std::size_t placeOf(int y, int pitch) { return static_cast<std::size_t>(y) * static_cast<std::size_t>(pitch); }

    int reach_;
    std::vector<int> halfWidths_;
};

}  // namespace

FeaturelessBlocks featurelessBlocks(std::span<const float> values, int width, int height, int circle) {
    if (values.empty() || circle < fewestBlocks || 2 * circle > std::min(width, height)) return {};
    // Differences of neighbours, which light that was taken off leaves flat.
    std::vector<double> changes(values.size());
    std::vector<int> valid(values.size());
    const auto placeOf = [&](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    };
    for (int y = 0; y + 1 < height; ++y)
        for (int x = 0; x + 1 < width; ++x) {
            const float here = values[placeOf(x, y)], right = values[placeOf(x + 1, y)] - here,
                        down = values[placeOf(x, y + 1)] - here, change = right * right + down * down;
            if (std::isnan(change)) continue;
            changes[placeOf(x, y)] = static_cast<double>(change);
            valid[placeOf(x, y)] = 1;
        }

    const Disc disc(circle);
    const std::vector<int> counts = disc.sums(valid, width, height);
    const std::vector<double> sums = disc.sums(changes, width, height);
    std::vector<float> means(values.size(), -1.0F), known;
    known.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (static_cast<float>(counts[i]) < validShare * static_cast<float>(disc.size())) continue;
        means[i] = static_cast<float>(std::max(0.0, sums[i]) / counts[i]);
        known.push_back(means[i]);
    }
    if (known.empty()) return {};
    const auto upper = known.begin() + static_cast<std::ptrdiff_t>(3 * known.size() / 4);
    std::ranges::nth_element(known, upper);
    std::vector<int> flat(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        flat[i] = means[i] >= 0 && means[i] < flatShare * *upper ? 1 : 0;
    const std::vector<int> covered = disc.sums(flat, width, height);
    FeaturelessBlocks found;
    found.isFeatureless.resize(values.size());
    int ofValid = 0, all = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        found.isFeatureless[i] = covered[i] > 0 ? 255 : 0;
        ofValid += covered[i] > 0 ? valid[i] : 0;
        all += valid[i];
    }
    found.part = ofValid / std::max(1.0, static_cast<double>(all));
    return found;
}

}  // namespace coarsen
