// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/tracker.hpp"

#include "core/base/parallel.hpp"
#include "core/displace/map_peak.hpp"
#include "core/displace/refinement.hpp"

#include <utility>

namespace coarsen {

namespace {

/// At 640 x 480, with noise up to the contrast, rounds that see every fourth row end as those that see all, to 0.0001 px.
constexpr int everyRow = 4;

PlanShape ofPairs(PlanShape shape) {
    shape.isAutocorrelation = false;
    return shape;
}

}  // namespace

struct Tracker::Parts {
    struct Compared {
        MaskedImage picture;
        PreparedPicture prepared;
    };
    PlanShape shape;
    TrackReference reference;
    Correlator correlator;
    Compared before = {};  // what the next picture is compared with
    bool hasBegun = false, isReadable = false;

    /// The peak of the correlation between lags, while the picture is prepared.
    LagBetween startFor(const MaskedImage& picture, PreparedPicture& prepared) {
        LagBetween start;
        parallelFor(2, threadCount(shape.threads), [&](std::size_t part) {
            if (part == 1) {
                prepared = preparedPicture(picture);
                return;
            }
            const CorrelationMap map = correlator.crossCorrelation(picture, before.picture);
            start = parabolaAt(map, highestOf(map));
        });
        return start;
    }
};

Tracker::Tracker(std::shared_ptr<const CorrelationEngine> engine, PlanShape shape, TrackReference reference) {
    PlanShape plan = ofPairs(shape);
    plan.threads = 1;  // a second one is slower on pictures that are tracked, and prepares the next
    parts_ =
        std::make_unique<Parts>(Parts{shape, reference, Correlator(std::move(engine), plan, MeanMode::global, NormMode::count)});
}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;

bool Tracker::fits(const Image& picture) const {
    const PlanShape& shape = parts_->shape;
    return picture.width() == shape.width && picture.height() == shape.height && picture.type() == shape.type;
}

bool Tracker::isReadable() const {
    return parts_->isReadable;
}

FoundShift Tracker::next(const MaskedImage& picture) {
    Parts::Compared now{picture, {}};
    FoundShift found = FoundShift::none();
    if (!parts_->hasBegun) {
        now.prepared = preparedPicture(picture);
        if (now.prepared.isReadable()) found = FoundShift::origin();
    } else {
        const LagBetween start = parts_->startFor(picture, now.prepared);
        RefinementLimits limits;
        limits.everyRow = everyRow;
        if (now.prepared.isReadable() && parts_->before.prepared.isReadable())
            found = Refinement(parts_->before.prepared, now.prepared, limits).from({start.X0, start.Y0});
    }
    parts_->isReadable = now.prepared.isReadable();
    // Against a first picture that shows nothing, nothing could ever be told: the next one is the first, then.
    if (!parts_->hasBegun || parts_->reference == TrackReference::previous) parts_->before = std::move(now);
    parts_->hasBegun = parts_->before.prepared.isReadable();
    return found;
}

}  // namespace coarsen
