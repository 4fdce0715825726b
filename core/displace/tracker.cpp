// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/tracker.hpp"

#include "core/base/parallel.hpp"
#include "core/displace/map_peak.hpp"
#include "core/displace/match_rules.hpp"
#include "core/displace/refinement.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <utility>

namespace coarsen {

namespace {

PlanShape coarse(PlanShape shape) {
    shape.width = MatchRules::coarse(shape.width);
    shape.height = MatchRules::coarse(shape.height);
    shape.maxLag = MatchRules::coarse(shape.maxLag);
    shape.isAutocorrelation = false;
    shape.type = PixelType::f32;
    shape.threads = 1;  // a second one is slower on pictures that are tracked
    return shape;
}

cv::Mat viewOfAnyType(const Image& image) {
    constexpr int types[] = {CV_8U, CV_16U, CV_32F};
    return image.visit([&](auto pixels) {
        return cv::Mat(image.height(), image.width(), types[static_cast<std::size_t>(image.type())],
                       const_cast<void*>(static_cast<const void*>(pixels.data())));  // OpenCV knows no views that only read
    });
}

MaskedImage thinnedOut(const Image& smooth) {
    const cv::Mat all = viewOf(smooth);
    const int width = MatchRules::coarse(all.cols), height = MatchRules::coarse(all.rows), every = MatchRules::coarseEvery;
    std::vector<float> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    float* to = pixels.data();
    for (int y = 0; y < all.rows; y += every)
        for (int x = 0; x < all.cols; x += every)
            *to++ = all.ptr<float>(y)[x];
    return {Image(width, height, std::move(pixels)), {}};
}

}  // namespace

struct Tracker::Parts {
    struct Compared {
        PreparedPicture prepared;
        MaskedImage coarse;
    };

    PlanShape shape;
    TrackReference reference;
    Correlator correlator;
    Compared before = {};  // what the next picture is compared with
    Mask inner = {};       // of pictures without a mask
    bool isReadable = false;

    /// As preparedPicture(), but not scaled, which no comparison needs, and not quite centred.
    PreparedPicture preparedQuickly(const MaskedImage& picture) {
        constexpr int rowsOfMean = MatchRules::rowsOfMean;
        const cv::Mat pixels = viewOfAnyType(picture.image);
        double mean = 0;
        for (int y = 0; y < rowsOfMean; ++y)
            mean += cv::mean(pixels.row(y * pixels.rows / rowsOfMean))[0] / rowsOfMean;
        cv::Mat centred, smooth;
        pixels.convertTo(centred, CV_32F, 1, -mean);  // single precision keeps more of what is small
        cv::GaussianBlur(centred, smooth, {}, MatchRules::smoothingPx);
        if (inner.isAllValid()) inner = preparedPicture(picture).inner;
        if (inner.isAllValid()) return {};  // no contrast, or too small
        return {picture, imageFrom(smooth), inner};
    }

    Compared comparable(const MaskedImage& picture) {
        Compared made;
        made.prepared = picture.mask.isAllValid() ? preparedQuickly(picture) : preparedPicture(picture);
        if (!made.prepared.isReadable()) return made;
        made.coarse = thinnedOut(made.prepared.smooth);
        const auto values = made.coarse.image.plane<float>();
        const auto [least, most] = std::ranges::minmax_element(values);
        return *least < *most ? made : Compared{};
    }
};

Tracker::Tracker(std::shared_ptr<const CorrelationEngine> engine, PlanShape shape, TrackReference reference) {
    keepOpenCvOnThisThread();
    parts_ = std::make_unique<Parts>(
        Parts{shape, reference, Correlator(std::move(engine), coarse(shape), MeanMode::global, NormMode::count)});
}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;

bool Tracker::isReadable() const {
    return parts_->isReadable;
}

FoundShift Tracker::next(const MaskedImage& picture) {
    Parts::Compared& before = parts_->before;
    Parts::Compared now = parts_->comparable(picture);
    parts_->isReadable = now.prepared.isReadable();
    // Against a first picture that shows nothing, nothing could ever be told: the next one is the first, then.
    const bool isFirst = !before.prepared.isReadable();
    FoundShift found = FoundShift::none();
    if (now.prepared.isReadable() && isFirst) {
        found = FoundShift::origin();
    } else if (now.prepared.isReadable()) {
        const CorrelationMap map = parts_->correlator.crossCorrelation(now.coarse, before.coarse);
        const LagBetween start = parabolaAt(map, highestOf(map));
        RefinementLimits limits;
        limits.everyRow = MatchRules::everyRow(parts_->shape.height);
        limits.threads = threadCount(parts_->shape.threads);
        found = Refinement(before.prepared, now.prepared, limits)
                    .from({MatchRules::coarseEvery * start.X0, MatchRules::coarseEvery * start.Y0});
    }
    if (isFirst || parts_->reference == TrackReference::previous) before = std::move(now);
    return found;
}

}  // namespace coarsen
