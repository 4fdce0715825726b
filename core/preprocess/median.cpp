// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/median.hpp"

#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/image/opencv.hpp"
#include "core/preprocess/slices.hpp"
#include "core/settings/fields.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// Median of the valid pixels of the square about a valid pixel, the picture's edge repeated beyond it; of an even number the
/// lower of the two in the middle.
class ValidMedian {
public:
    ValidMedian(const Frame& frame, const cv::Mat& image, int radius) : frame_(frame), image_(image), radius_(radius) {}

    bool hasMasked(int x, int y) {
        collect(x, y);
        return values_.size() < static_cast<std::size_t>((2 * radius_ + 1) * (2 * radius_ + 1));
    }
    float operator()() {
        const auto middle = values_.begin() + static_cast<std::ptrdiff_t>((values_.size() - 1) / 2);
        std::nth_element(values_.begin(), middle, values_.end());
        return *middle;
    }

private:
    void collect(int x, int y) {
        values_.clear();
        const auto valid = frame_.mask.pixels();
        for (int v = y - radius_; v <= y + radius_; ++v)
            for (int u = x - radius_; u <= x + radius_; ++u) {
                const int row = std::clamp(v, 0, image_.rows - 1), column = std::clamp(u, 0, image_.cols - 1);
                const auto i =
                    static_cast<std::size_t>(row) * static_cast<std::size_t>(image_.cols) + static_cast<std::size_t>(column);
                if (valid[i]) values_.push_back(image_.at<float>(row, column));
            }
    }

    const Frame& frame_;
    const cv::Mat& image_;
    int radius_;
    std::vector<float> values_;
};

}  // namespace

const Fields<Median>& Median::fields() {
    static const Fields<Median> list = {
        integerField("radius", &Median::radiusPx, 1, 2,
                     {"Radius", "1: of 3 x 3 pixels, 2: of 5 x 5; R_max is to be six of its sides or more.", "px"}),
    };
    return list;
}

std::string Median::summary() const {
    const std::string side = std::to_string(2 * radiusPx + 1);
    return "of " + side + " × " + side + " px";
}

std::vector<Warning> Median::warnings(const MeasuredFacts& facts) const {
    const int side = 2 * radiusPx + 1;
    if (!(facts.rMaxPx < 6 * side)) return {};  // there it moves R_max by 0.4 % (decision P15)
    return {{"median.radius",
             "R_max is " + fixed(facts.rMaxPx / side, 1) + " sides of the median's square. Below 6 it makes R_max longer.",
             side > 3 ? "median.radius" : "median.on", side > 3 ? "1" : "false", side > 3 ? "Use 3 × 3 px" : "Switch it off"}};
}

std::size_t Median::memory(PictureMemory& picture) const {
    picture.sampleBytes = sizeof(float);
    return 2 * picture.pixels() * sizeof(float);  // before and after
}

Frame Median::operator()(const Frame& frame) const {
    keepOpenCvOnThisThread();
    const Image grey = frame.image.asFloat();
    const cv::Mat before = viewOf(grey);
    cv::Mat after;
    cv::medianBlur(before, after, 2 * radiusPx + 1);
    if (const auto valid = frame.mask.pixels(); !valid.empty()) {
        ValidMedian median(frame, before, radiusPx);
        for (int y = 0; y < before.rows; ++y)
            for (int x = 0; x < before.cols; ++x)
                if (!valid[static_cast<std::size_t>(y) * static_cast<std::size_t>(before.cols) + static_cast<std::size_t>(x)])
                    after.at<float>(y, x) = before.at<float>(y, x);
                else if (median.hasMasked(x, y))
                    after.at<float>(y, x) = median();
    }
    Frame smooth = frame;
    smooth.image = imageFrom(after);
    return smooth;
}

Volume Median::operator()(const Volume& volume, const VolumeContext& context) const {
    const VolumeSize& size = volume.size();
    const auto voxels = volume.values();
    std::vector<float> values(voxels.begin(), voxels.end());
    parallelFor(
        static_cast<std::size_t>(size.depth), context.threads,
        [&](std::size_t slice) {
            const int z = static_cast<int>(slice);
            std::vector<float> around;  // of the valid voxels, those at a face repeated beyond it
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x) {
                    const std::size_t at = size.index(x, y, z);
                    if (!isVoxelValid(volume, at)) continue;
                    around.clear();
                    for (int w = z - radiusPx; w <= z + radiusPx; ++w)
                        for (int v = y - radiusPx; v <= y + radiusPx; ++v)
                            for (int u = x - radiusPx; u <= x + radiusPx; ++u) {
                                const std::size_t i =
                                    size.index(std::clamp(u, 0, size.width - 1), std::clamp(v, 0, size.height - 1),
                                               std::clamp(w, 0, size.depth - 1));
                                if (isVoxelValid(volume, i)) around.push_back(voxels[i]);
                            }
                    const auto middle = around.begin() + static_cast<std::ptrdiff_t>((around.size() - 1) / 2);
                    std::nth_element(around.begin(), middle, around.end());
                    values[at] = *middle;
                }
        },
        context.stop);
    if (context.stop.stop_requested()) return volume;
    return {size, volume.spacing(), std::move(values), copiedMask(volume)};
}

}  // namespace coarsen
