// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/small_radii.hpp"

#include "core/measure/circle_samples.hpp"
#include "core/measure/folded_circles.hpp"
#include "core/measure/sinc_weights.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>

namespace coarsen {

namespace {

constexpr int taps = sincTaps;
constexpr double lastRadius = 24;

void addSample(CircleInMaking& circle, double x, double y, double share) {
    const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
    const SincWeights across = sincWeights(x - left), down = sincWeights(y - top);
    for (int j = 0; j < 2 * taps; ++j)
        for (int i = 0; i < 2 * taps; ++i)
            circle.add(left + i - taps + 1, top + j - taps + 1,
                       share * across[static_cast<std::size_t>(i)] * down[static_cast<std::size_t>(j)]);
}

int farthestTap(double place) {
    const int before = static_cast<int>(std::floor(place));
    return std::max(std::abs(before - taps + 1), std::abs(before + taps));
}

}  // namespace

/// The circles as many maps share them.
struct SharedFineCircles {
    std::vector<double> r;
    std::vector<int> reach;
    FoldedCircles circles;

    explicit SharedFineCircles(double aspect) {
        std::vector<CircleWeights> weights;
        for (FineCircle& circle : fineCircles(aspect)) {
            r.push_back(circle.r);
            reach.push_back(circle.reach);
            weights.push_back(std::move(circle.weights));
        }
        circles = FoldedCircles(centreReach, weights);
    }

    /// Number of them that a map of that R holds.
    std::size_t within(int maxLag) const {
        const auto end = std::ranges::find_if(reach, [&](int needed) { return needed > maxLag; });
        return static_cast<std::size_t>(end - reach.begin());
    }

    static std::shared_ptr<const SharedFineCircles> shared(double aspect) {
        static std::mutex mutex;
        static std::map<double, std::weak_ptr<const SharedFineCircles>> known;
        static std::shared_ptr<const SharedFineCircles> last;  // kept: frames follow one another
        const std::lock_guard lock(mutex);
        auto circles = known[aspect].lock();
        if (!circles) known[aspect] = circles = std::make_shared<const SharedFineCircles>(aspect);
        return last = circles;
    }
};

std::vector<FineCircle> fineCircles(double aspect) {
    const double stretch = std::sqrt(aspect);
    std::vector<FineCircle> circles;
    CircleInMaking making(centreReach);
    for (int step = 0;; ++step) {
        FineCircle circle;
        circle.r = static_cast<double>(step) / fineStepsAPixel;
        if (circle.r > lastRadius || circle.r * std::max(stretch, 1 / stretch) + taps > centreReach) return circles;
        const int count = std::max(8, static_cast<int>(std::ceil(25 * circle.r)));
        forEachUnlike(count, [&](int k, double times) {
            const double angle = 2 * std::numbers::pi * k / count;
            const double x = circle.r * stretch * std::cos(angle), y = circle.r / stretch * std::sin(angle);
            addSample(making, x, y, times / count);
            circle.reach = std::max({circle.reach, farthestTap(x), farthestTap(y)});
        });
        circle.weights = making.taken();
        circles.push_back(std::move(circle));
    }
}

struct FineCurves::Parts {
    std::shared_ptr<const SharedFineCircles> circles;
    SumsOverCircles sums;

    Parts(std::shared_ptr<const SharedFineCircles> with, std::size_t maps, int maxLag)
        : circles(std::move(with)), sums(circles->circles, circles->within(maxLag), maps, std::min(maxLag, centreReach)) {}
};

FineCurves::FineCurves(double aspect, std::size_t maps, int maxLag)
    : parts_(std::make_unique<Parts>(SharedFineCircles::shared(aspect), maps, maxLag)) {}
FineCurves::FineCurves(FineCurves&&) noexcept = default;
FineCurves::~FineCurves() = default;

void FineCurves::add(int Y0, std::span<const double* const> rows) {
    if (Y0 <= centreReach) parts_->sums.add(Y0, rows);
}

FineCurve FineCurves::of(std::size_t map) const {
    FineCurve curve;
    for (std::size_t i = 0; i < parts_->sums.size(); ++i) {
        const double value = parts_->sums.sum(i, map);
        if (std::isnan(value)) return {};
        curve.r.push_back(parts_->circles->r[i]);
        curve.value.push_back(value);
    }
    return curve;
}

FineCurve fineCurve(std::span<const double> halfPlane, int maxLag, double aspect) {
    FineCurves curves(aspect, 1, maxLag);
    for (int Y0 = 0; Y0 <= std::min(maxLag, centreReach); ++Y0) {
        const double* const row = &halfPlane[static_cast<std::size_t>(Y0) * static_cast<std::size_t>(2 * maxLag + 1) +
                                             static_cast<std::size_t>(maxLag)];
        curves.add(Y0, std::span(&row, 1));
    }
    return curves.of(0);
}

FineCurve fineCurve(const CorrelationMap& map, double aspect) {
    assert(map.isEven());
    return map.isEmpty() ? FineCurve{} : fineCurve(map.values(), map.maxLag(), aspect);
}

}  // namespace coarsen
