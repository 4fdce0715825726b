// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/terms.hpp"

#include "core/correlate/plane_statistics.hpp"
#include "core/measure/small_radii.hpp"
#include "core/measure/uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace coarsen {

namespace {

MaskedImage channelOf(const MaskedImage& image, int channel) {
    Image plane = image.image.visit(
        [&](auto pixels) { return Image(image.image.width(), image.image.height(), std::vector(pixels.begin(), pixels.end())); },
        channel);
    return {std::move(plane), image.mask};
}

/// (C(X0, Y0) + C(-X0, -Y0)) / 2: the same average over every circle, whichever channel comes first.
CorrelationMap evenPart(const CorrelationMap& map) {
    if (map.isEven()) return map;
    const int R = map.maxLag();
    LagSums values(R, 0), pairs(R, 0);
    for (int Y0 = 0; Y0 <= R; ++Y0)
        for (int X0 = -R; X0 <= R; ++X0) {
            values.at(X0, Y0) = (map.at(X0, Y0) + map.at(-X0, -Y0)) / 2;
            pairs.at(X0, Y0) = map.pairCount(X0, Y0);
        }
    return {R, true, std::move(values.values), std::move(pairs.values)};
}

RadialProfile negative(RadialProfile profile) {
    for (std::vector<double>* const values : {&profile.value, &profile.fine.value})
        for (double& value : *values)
            value = -value;
    return profile;
}

/// A plane less its mean, in its standard deviations.
using StandardPlane = std::vector<float>;

StandardPlane sumOf(const StandardPlane& a, const StandardPlane& b) {
    StandardPlane sum(a.size());
    std::ranges::transform(a, b, sum.begin(), std::plus<>());
    return sum;
}

/// C1D without one sub-image each, and the variance that it is divided by.
struct Replicates {
    std::vector<RadialProfile> profiles;
    std::vector<double> variances;
};

}  // namespace

std::string ChannelPair::name() const {
    return std::to_string(first + 1) + "x" + std::to_string(second + 1);
}

std::vector<ChannelPair> channelPairs(Terms terms, int channels) {
    std::vector<ChannelPair> pairs;
    for (int i = 0; i < channels; ++i)
        for (int j = i; j < channels; ++j)
            if (terms == Terms::all || (terms == Terms::diagonal && i == j)) pairs.push_back({i, j});
    return pairs;
}

std::string atOriginInWords(const ChannelPair& channels, double atOrigin) {
    constexpr double slight = 0.1;
    if (channels.isOneChannel() || std::isnan(atOrigin)) return {};
    const std::string first = "channel " + std::to_string(channels.first + 1),
                      second = "channel " + std::to_string(channels.second + 1);
    if (std::abs(atOrigin) < slight) return second + " hardly depends on " + first + " in the same place";
    return second + " is where " + first + (atOrigin > 0 ? " is" : " is not");
}

struct TermMeasurer::Parts {
    std::shared_ptr<const CorrelationEngine> engine;
    PlanShape shape;  // of one channel
    MeasureSettings settings;
    double aspect;
    std::shared_ptr<const AzimuthalAverager> average;
    std::optional<Correlator> alike = {}, unlike = {};  // made when first needed
    std::optional<LeaveOneOut> leaveOneOut = {};

    Correlator& correlator(bool isAutocorrelation) {
        std::optional<Correlator>& kept = isAutocorrelation ? alike : unlike;
        if (!kept) {
            PlanShape ofPair = shape;
            ofPair.isAutocorrelation = isAutocorrelation;
            kept.emplace(engine, ofPair, settings.mean, settings.norm);
        }
        return *kept;
    }

    CorrelationMap mapOf(const MaskedImage& first, const MaskedImage& second, bool isOneChannel, std::stop_token stop) {
        if (!isOneChannel) return correlator(false).crossCorrelation(first, second, stop);
        auto maps = correlator(true).autocorrelation(std::span(&first, 1), stop);
        return maps.empty() ? CorrelationMap() : std::move(maps.front());
    }

    Term termOf(ChannelPair channels, CorrelationMap map) const {
        Term term{channels, std::move(map), {}, {}};
        const CorrelationMap even = evenPart(term.map);
        term.profile = (*average)(even);
        if (settings.smallRadii == SmallRadii::quarter) term.profile.fine = fineCurve(even, aspect);
        // Channels that avoid each other: where one is not, the other is, one period on again not.
        term.rMax = rMax(term.atOrigin() < 0 ? negative(term.profile) : term.profile, settings);
        if (std::isnan(term.atOrigin())) term.rMax = noLength("a channel is constant: it correlates with nothing");
        return term;
    }

    StandardPlane standardPlane(const MaskedImage& image, int channel) const {
        const PlaneStatistics statistics = planeStatistics(channelOf(image, channel).image, image.mask);
        const bool isRaw = settings.mean == MeanMode::none;
        const double energy = isRaw ? statistics.energy : statistics.energyAboutMeans;
        const double deviation = std::sqrt(energy / statistics.validPixels);
        const std::vector<double> field = centredField(image.image, image.mask, channel, isRaw ? 0 : statistics.means.front());
        StandardPlane plane(field.size());
        std::ranges::transform(field, plane.begin(), [&](double value) { return static_cast<float>(value / deviation); });
        return plane;
    }

    /// Mean square over the valid pixels of all sub-images but one, for each that is left out.
    std::vector<double> variancesWithout(const StandardPlane& plane, const Mask& mask) const {
        std::vector<double> squares, counts;
        double allSquares = 0, allCounts = 0;
        for (const PixelRect& block : subImages(shape.width, shape.height)) {
            double sum = 0, count = 0;
            for (int y = block.y; y < block.y + block.height; ++y)
                for (int x = block.x; x < block.x + block.width; ++x) {
                    if (!mask.isValid(x, y)) continue;
                    const double value =
                        plane[static_cast<std::size_t>(y) * static_cast<std::size_t>(shape.width) + static_cast<std::size_t>(x)];
                    sum += value * value;
                    ++count;
                }
            squares.push_back(sum);
            counts.push_back(count);
            allSquares += sum;
            allCounts += count;
        }
        for (std::size_t i = 0; i < squares.size(); ++i)
            squares[i] = (allSquares - squares[i]) / (allCounts - counts[i]);
        return squares;
    }

    Replicates replicatesOf(const StandardPlane& plane, const Mask& mask, std::stop_token stop) {
        return {(*leaveOneOut)({Image(shape.width, shape.height, plane), mask}, stop), variancesWithout(plane, mask)};
    }
};

TermMeasurer::TermMeasurer(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& shape,
                           const MeasureSettings& settings, double aspect)
    : parts_(std::make_unique<Parts>(
          Parts{std::move(engine), shape, settings, aspect, AzimuthalAverager::shared(shape.maxLag, settings.azimuth, aspect)})) {
    parts_->shape.channels = 1;
    parts_->shape.batch = 1;
}
TermMeasurer::~TermMeasurer() = default;
TermMeasurer::TermMeasurer(TermMeasurer&&) noexcept = default;

std::vector<Term> TermMeasurer::operator()(const MaskedImage& image, const std::vector<ChannelPair>& pairs,
                                           std::stop_token stop) {
    std::map<int, MaskedImage> channels;
    for (const ChannelPair& pair : pairs)
        for (const int channel : {pair.first, pair.second})
            if (!channels.contains(channel)) channels[channel] = channelOf(image, channel);
    std::vector<Term> terms;
    for (const ChannelPair& pair : pairs) {
        CorrelationMap map = parts_->mapOf(channels[pair.first], channels[pair.second], pair.isOneChannel(), stop);
        if (map.isEmpty()) break;  // stopped
        terms.push_back(parts_->termOf(pair, std::move(map)));
    }
    return terms;
}

void TermMeasurer::addErrors(std::vector<Term>& terms, const MaskedImage& image, std::stop_token stop) {
    Parts& parts = *parts_;
    if (!parts.leaveOneOut) {
        PlanShape ofFloats = parts.shape;
        ofFloats.type = PixelType::f32;
        parts.leaveOneOut.emplace(parts.engine, ofFloats, parts.settings, parts.aspect);
    }
    std::map<int, StandardPlane> planes;
    std::map<int, Replicates> ofOne;
    for (const Term& term : terms)
        for (const int channel : {term.channels.first, term.channels.second}) {
            if (planes.contains(channel)) continue;
            planes[channel] = parts.standardPlane(image, channel);
            ofOne[channel] = parts.replicatesOf(planes[channel], image.mask, stop);
            if (stop.stop_requested()) return;
        }
    for (Term& term : terms) {
        if (std::isnan(term.atOrigin())) continue;
        const Replicates &a = ofOne[term.channels.first], &b = ofOne[term.channels.second];
        std::vector<RadialProfile> replicates = a.profiles;
        if (!term.channels.isOneChannel()) {
            // N of the two planes' sum is N_aa + N_bb + N_ab + N_ba, and averages over circles are linear.
            const StandardPlane sum = sumOf(planes[term.channels.first], planes[term.channels.second]);
            const Replicates both = parts.replicatesOf(sum, image.mask, stop);
            if (stop.stop_requested()) return;
            for (std::size_t i = 0; i < replicates.size(); ++i) {
                const double va = a.variances[i], vb = b.variances[i], vBoth = both.variances[i];
                std::vector<double>& values = replicates[i].value;
                for (std::size_t r = 0; r < values.size(); ++r) {
                    // Of complementary channels nothing is left of the sum, and nothing of its C1D.
                    const double ofBoth = vBoth > 1e-9 ? vBoth * both.profiles[i].value[r] : 0;
                    values[r] = (ofBoth - va * a.profiles[i].value[r] - vb * b.profiles[i].value[r]) / (2 * std::sqrt(va * vb));
                }
            }
        }
        term.profile.error = jackknifeProfileError(replicates, term.profile.size());
    }
}

}  // namespace coarsen
