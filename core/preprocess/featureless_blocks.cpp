// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/featureless_blocks.hpp"

#include "core/preprocess/disc_loops.hpp"
#include "core/preprocess/ranked_sample.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

namespace coarsen {

namespace {

constexpr float flatShare = 0.1F, validShare = 0.45F;
constexpr int fewestBlocks = 5;

/// Squares of the differences of neighbours, which light that was taken off leaves flat; NaN where one has no value.
std::vector<float> changesOf(std::span<const float> values, std::size_t width, std::size_t height) {
    std::vector<float> changes(values.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t y = 0; y + 1 < height; ++y) {
        const float *const here = values.data() + y * width, *const below = here + width;
        float* const to = changes.data() + y * width;
        for (std::size_t x = 0; x + 1 < width; ++x) {
            const float right = here[x + 1] - here[x], down = below[x] - here[x];
            to[x] = right * right + down * down;
        }
    }
    return changes;
}

/// A disc of an odd number of blocks across, as OpenCV draws it: one run a row.
class Disc {
public:
    explicit Disc(int across) : reach_(static_cast<std::size_t>(across / 2)) {
        const cv::Mat disc = cv::getStructuringElement(cv::MORPH_ELLIPSE, {across, across});
        for (int row = 0; row < across; ++row) {
            halfWidths_.push_back(static_cast<std::size_t>(cv::countNonZero(disc.row(row)) / 2));
            size_ += static_cast<int>(2 * halfWidths_.back() + 1);
        }
    }

    /// Means of the known values in the disc about each place; -1 where fewer than `share` of its places have one. A row of the
    /// disc costs the difference of two sums from the row's beginning on, whatever its length.
    std::vector<float> means(const std::vector<float>& values, std::size_t width, std::size_t height, float share) const {
        const RowSums before(values, width, height, reach_);
        const auto fewest = static_cast<int>(std::ceil(share * static_cast<float>(size_)));
        std::vector<float> means(values.size() + discPlacesAtOnce);  // each row begins where the one before has written too far
        std::vector<DiscRow> rows;
        for (std::size_t y = 0; y < height; ++y) {
            rows.clear();
            forEachRow(y, height, [&](std::size_t of, std::size_t half) {
                const std::size_t first = of * before.pitch + reach_ - half;
                rows.push_back({before.sums.data() + first, before.counts.data() + first, 2 * half + 1});
            });
            discMeans(rows, width, fewest, means.data() + y * width);
        }
        means.resize(values.size());
        return means;
    }

    /// Marks all places in whose disc one is flat.
    void cover(const std::vector<bool>& isFlat, std::size_t width, std::size_t height, std::vector<std::uint8_t>& covered) const {
        std::vector<std::uint16_t> toFlat(width);  // along the row
        for (std::size_t y = 0; y < height; ++y) {
            const auto row = isFlat.begin() + static_cast<std::ptrdiff_t>(y * width),
                       end = row + static_cast<std::ptrdiff_t>(width);
            if (std::find(row, end, true) == end) continue;
            measure(row, toFlat);
            forEachRow(y, height, [&](std::size_t of, std::size_t half) {
                std::uint8_t* const to = covered.data() + of * width;
                const auto reach = static_cast<std::uint16_t>(half);
                for (std::size_t x = 0; x < width; ++x)
                    to[x] = toFlat[x] <= reach ? std::uint8_t{255} : to[x];
            });
        }
    }

private:
    /// Sums of the known values of each row, and their numbers, from its beginning to before each place, from `reach` places left
    /// of it on to as many right of it.
    struct RowSums {
        std::size_t pitch;
        std::vector<double> sums;
        std::vector<int> counts;

        RowSums(const std::vector<float>& values, std::size_t width, std::size_t height, std::size_t reach)
            : pitch(width + 2 * reach + 1), sums(height * pitch + discPlacesAtOnce), counts(sums.size()) {
            constexpr std::size_t together = 4;  // rows: the sums of one would wait for each other
            std::size_t y = 0;
            for (; y + together <= height; y += together)
                addUp<together>(values.data() + y * width, width, reach, y * pitch);
            for (; y < height; ++y)
                addUp<1>(values.data() + y * width, width, reach, y * pitch);
        }

        template <std::size_t rows>
        void addUp(const float* values, std::size_t width, std::size_t reach, std::size_t place) {
            double sum[rows] = {};
            int count[rows] = {};
            double* const toSums = sums.data() + place + reach + 1;
            int* const toCounts = counts.data() + place + reach + 1;
            for (std::size_t x = 0; x < width; ++x)
                for (std::size_t row = 0; row < rows; ++row) {
                    const float value = values[row * width + x];
                    const bool isKnown = !std::isnan(value);
                    toSums[row * pitch + x] = sum[row] += isKnown ? static_cast<double>(value) : 0.0;
                    toCounts[row * pitch + x] = count[row] += isKnown ? 1 : 0;
                }
            for (std::size_t row = 0; row < rows; ++row) {
                std::fill_n(toSums + row * pitch + width, reach, sum[row]);
                std::fill_n(toCounts + row * pitch + width, reach, count[row]);
            }
        }
    };

    /// Calls `take(row, half width)` for the rows of the disc about a place of row y. It is the same turned upside down.
    template <typename Take>
    void forEachRow(std::size_t y, std::size_t height, Take take) const {
        for (std::size_t of = y - std::min(reach_, y); of <= std::min(y + reach_, height - 1); ++of)
            take(of, halfWidths_[of + reach_ - y]);
    }

    /// Distance of each place from the next flat one along the row, which has one.
    static void measure(std::vector<bool>::const_iterator isFlat, std::vector<std::uint16_t>& distances) {
        constexpr int far = std::numeric_limits<std::uint16_t>::max();
        int distance = far;
        for (std::size_t x = 0; x < distances.size(); ++x) {
            distance = isFlat[static_cast<std::ptrdiff_t>(x)] ? 0 : std::min(distance + 1, far);
            distances[x] = static_cast<std::uint16_t>(distance);
        }
        for (std::size_t x = distances.size(); x-- > 0;) {
            distance = std::min(distance + 1, static_cast<int>(distances[x]));
            distances[x] = static_cast<std::uint16_t>(distance);
        }
    }

    std::size_t reach_;
    std::vector<std::size_t> halfWidths_;
    int size_ = 0;
};

/// Tells which means (-1: not known) lie below `flatShare` of their upper quartile; empty where none does.
std::vector<bool> flatOf(const std::vector<float>& means, std::size_t known) {
    const std::size_t quartile = 3 * known / 4;
    // Where so many are not above ten times the lowest that the quartile is one of them, none is flat: most pictures end here.
    constexpr std::uint32_t unknown = std::bit_cast<std::uint32_t>(-1.0F);
    std::uint32_t lowest = unknown;  // whole numbers in the order of the means, with those that are not known behind them
    for (const float mean : means)
        lowest = std::min(lowest, std::bit_cast<std::uint32_t>(mean));
    std::uint32_t near = 0;
    for (const float mean : means)
        near += flatShare * mean <= std::bit_cast<float>(lowest) ? 1 : 0;
    if (near - (means.size() - known) > quartile) return {};
    std::vector<float> sample;
    sample.reserve(known);
    std::ranges::copy_if(means, std::back_inserter(sample), [](float mean) { return mean >= 0; });
    const float limit = flatShare * RankedSample(sample).at(quartile);
    std::vector<bool> isFlat(means.size());
    std::transform(means.begin(), means.end(), isFlat.begin(), [limit](float mean) { return mean >= 0 && mean < limit; });
    return isFlat;
}

}  // namespace

FeaturelessBlocks featurelessBlocks(std::span<const float> values, int width, int height, int circle) {
    if (values.empty() || circle < fewestBlocks || 2 * circle > std::min(width, height)) return {};
    const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    const Disc disc(circle);
    const std::vector<float> changes = changesOf(values, columns, rows);
    const std::vector<float> means = disc.means(changes, columns, rows, validShare);
    std::uint32_t known = 0;
    for (const float mean : means)
        known += mean >= 0 ? 1 : 0;
    if (known == 0) return {};
    FeaturelessBlocks found;
    found.isFeatureless.resize(values.size());
    const std::vector<bool> isFlat = flatOf(means, known);
    if (isFlat.empty()) return found;
    disc.cover(isFlat, columns, rows, found.isFeatureless);
    int ofValid = 0, all = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const bool isValid = !std::isnan(changes[i]);
        ofValid += isValid && found.isFeatureless[i] ? 1 : 0;
        all += isValid ? 1 : 0;
    }
    found.part = ofValid / std::max(1.0, static_cast<double>(all));
    return found;
}

}  // namespace coarsen
