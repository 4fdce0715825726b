// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/ensemble.hpp"

#include "core/analysis/analyse_frame.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>

namespace coarsen {

namespace {

constexpr int bootstraps = 1000;
constexpr unsigned seed = 20100419;  // fixed: the same images give the same interval
constexpr double leastFound = 0.5;   // of the bootstraps, for an interval

struct NamedLength {
    std::string key;
    LengthScale length;
};

/// R_max first, then the others that are read off C1D.
template <typename Measured>
std::vector<NamedLength> lengthsOf(const Measured& measured) {
    std::vector<NamedLength> lengths{{"r_max", measured.rMax}};
    for (const LengthEstimator& estimator : lengthEstimators())
        if (estimator.fromProfile && estimator.key != "r_max")
            lengths.push_back({estimator.key, measured.lengths[estimator.key]});
    return lengths;
}

std::vector<NamedLength> lengthsOf(const RadialProfile& profile, const MeasureSettings& settings) {
    ProfileLengths found;
    found.profile = profile;
    findLengths(found, settings);
    return lengthsOf(found);
}

/// An image as its row keeps it.
struct OneImage {
    RadialProfile profile;
    std::vector<NamedLength> lengths;
};

std::vector<OneImage> imagesOf(const std::vector<SharedResult>& rows) {
    std::vector<OneImage> images;
    for (const SharedResult& row : rows)
        if (!row->profile.value.empty()) images.push_back({unpacked(row->profile), lengthsOf(*row)});
    const bool areKnown = std::ranges::all_of(images, [](const OneImage& image) { return image.profile.variance > 0; });
    for (OneImage& image : images)  // rows of earlier versions do not say: then images count by their pairs alone
        if (!areKnown) image.profile.variance = 1;
    return images;
}

struct Weight {
    double product, pairs;
};

/// Sum of product * C1D over sum of pairs, over its value at no offset, as far as all images reach. `weightOf(image, radius)`.
template <typename WeightOf>
RadialProfile average(const std::vector<OneImage>& images, WeightOf weightOf) {
    const auto shortest = std::ranges::min_element(images, {}, [](const OneImage& image) { return image.profile.size(); });
    RadialProfile mean = shortest->profile;
    mean.error.clear();
    for (const OneImage& image : images)
        if (image.profile.fine.r.size() < mean.fine.r.size()) mean.fine = image.profile.fine;
    const auto fill = [&](std::vector<double>& averages, const std::vector<double>& radii, auto valuesOf) {
        for (std::size_t i = 0; i < averages.size(); ++i) {
            double products = 0, pairs = 0;
            for (std::size_t k = 0; k < images.size(); ++k) {
                const double value = valuesOf(images[k].profile)[i];
                if (std::isnan(value)) continue;
                const Weight weight = weightOf(k, static_cast<std::size_t>(std::lround(radii[i])));
                products += weight.product * value;
                pairs += weight.pairs;
            }
            averages[i] = products / pairs;
        }
    };
    for (std::size_t i = 0; i < mean.pairs.size(); ++i) {  // of one image in the mean, for its own mean was taken off each
        mean.pairs[i] = 0;
        for (std::size_t k = 0; k < images.size(); ++k)
            mean.pairs[i] += weightOf(k, i).pairs / static_cast<double>(images.size());
    }
    fill(
        mean.value, mean.r, [](const RadialProfile& profile) -> const auto& { return profile.value; });
    fill(
        mean.fine.value, mean.fine.r, [](const RadialProfile& profile) -> const auto& { return profile.fine.value; });
    const double atZero = mean.value.front();
    for (auto* values : {&mean.value, &mean.fine.value})
        for (double& value : *values)
            value /= atZero;
    return mean;
}

/// C1D of the pooled map, with image k taken counts[k] times.
RadialProfile pooledCurve(const std::vector<OneImage>& images, const std::vector<int>& counts) {
    return average(images, [&](std::size_t k, std::size_t r) -> Weight {
        const RadialProfile& profile = images[k].profile;
        const double pairs = counts[k] * profile.pairs[std::min(r, profile.pairs.size() - 1)];
        return {pairs * profile.variance, pairs};
    });
}

RadialProfile meanCurve(const std::vector<OneImage>& images) {
    RadialProfile mean = average(images, [](std::size_t, std::size_t) { return Weight{1, 1}; });
    mean.pairs = pooledCurve(images, std::vector<int>(images.size(), 1)).pairs;
    return mean;
}

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

/// Sample standard deviation; NaN of fewer than two.
double deviationOf(const std::vector<double>& values) {
    if (values.size() < 2) return EnsembleLength::nan;
    const double mean = meanOf(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double quantileOf(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Standard error of single images' C1D about their mean.
std::vector<double> errorsOf(const std::vector<OneImage>& images, std::size_t radii) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < radii; ++i) {
        std::vector<double> values;
        for (const OneImage& image : images)
            values.push_back(image.profile.value[i]);
        errors.push_back(deviationOf(values) / std::sqrt(static_cast<double>(images.size())));
    }
    return errors;
}

/// How much each image counts in the pooled C1D: by its pairs and its contrast.
std::vector<double> weightsOf(const std::vector<OneImage>& images) {
    std::vector<double> weights;
    for (const OneImage& image : images)
        weights.push_back((image.profile.pairs.empty() ? 1 : image.profile.pairs.front()) * image.profile.variance);
    return weights;
}

/// The scatter of the bootstrap made an error: corrected for the number of images that count, (sum w)^2 / sum w^2, and pooled
/// with what each image knows of its own error, unless images differ by far more than that. tests/studies/results/trust.txt
double pooledErrorOf(double scatterPx, const std::vector<OneImage>& images, std::size_t which) {
    constexpr double within = 10, differs = 4;  // worth so many degrees of freedom; of variances
    const std::vector<double> weights = weightsOf(images);
    double sum = 0, squares = 0, known = 0, errors = 0;
    for (std::size_t k = 0; k < images.size(); ++k) {
        sum += weights[k];
        squares += weights[k] * weights[k];
        const double own = images[k].lengths[which].length.errorPx;
        if (std::isnan(own)) continue;
        known += weights[k];
        errors += weights[k] * weights[k] * own * own;
    }
    const double count = sum * sum / squares;
    if (!(count > 1)) return EnsembleLength::nan;
    const double between = scatterPx * scatterPx * count / (count - 1), ofImages = errors / (known * known);
    if (!(ofImages > 0) || between > differs * ofImages) return std::sqrt(between);
    return std::sqrt(((count - 1) * between + within * ofImages) / (count - 1 + within));
}

/// By length, what the bootstrap's ensembles have; nothing of one image.
std::vector<std::vector<double>> drawnLengths(const std::vector<OneImage>& images, const MeasureSettings& settings,
                                              std::stop_token stop) {
    std::vector<std::vector<double>> drawn(images.front().lengths.size());
    std::mt19937 random(seed);
    std::vector<int> counts(images.size());
    for (int i = 0; i < bootstraps && images.size() > 1 && !stop.stop_requested(); ++i) {
        std::ranges::fill(counts, 0);
        for (std::size_t k = 0; k < counts.size(); ++k)
            ++counts[random() % counts.size()];  // by hand: distributions differ from library to library
        const std::vector<NamedLength> lengths = lengthsOf(pooledCurve(images, counts), settings);
        for (std::size_t k = 0; k < lengths.size(); ++k)
            if (lengths[k].length.isFound()) drawn[k].push_back(lengths[k].length.px);
    }
    for (std::vector<double>& values : drawn)
        std::ranges::sort(values);
    return drawn;
}

/// Adds the single images' values of their length number `which`.
void addSingle(EnsembleLength& length, const std::vector<OneImage>& images, std::size_t which) {
    std::vector<double> single, squaredErrors;
    for (const OneImage& image : images) {
        const LengthScale& own = image.lengths[which].length;
        if (!own.isFound()) continue;
        single.push_back(own.px);
        if (!std::isnan(own.errorPx)) squaredErrors.push_back(own.errorPx * own.errorPx);
    }
    length.images = static_cast<int>(single.size());
    length.betweenPx = deviationOf(single);
    if (!squaredErrors.empty()) length.withinPx = std::sqrt(meanOf(squaredErrors));
}

Ensemble ensembleFrom(const std::vector<OneImage>& images, const MeasureSettings& settings, MapProfiles profiles,
                      std::stop_token stop) {
    Ensemble ensemble;
    ensemble.images = static_cast<int>(images.size());
    ensemble.profile = std::move(profiles.pooled);
    ensemble.profile.error = errorsOf(images, ensemble.profile.size());
    const std::vector<NamedLength> pooled = lengthsOf(ensemble.profile, settings), ofMean = lengthsOf(profiles.ofMean, settings);
    const std::vector<std::vector<double>> drawn = drawnLengths(images, settings, stop);
    if (stop.stop_requested()) return {};
    for (std::size_t k = 0; k < pooled.size(); ++k) {
        EnsembleLength length{.key = pooled[k].key, .valuePx = pooled[k].length.px, .meanOfMapsPx = ofMean[k].length.px};
        addSingle(length, images, k);
        if (pooled[k].length.isFound() && static_cast<double>(drawn[k].size()) >= leastFound * bootstraps) {
            const double scatter = deviationOf(drawn[k]);
            length.errorPx = settings.ensembleErrors == EnsembleErrors::pooled ? pooledErrorOf(scatter, images, k) : scatter;
            length.errorPx = std::hypot(length.errorPx, pooled[k].length.formErrorPx);  // the same in every image
            const double wider = scatter > 0 ? length.errorPx / scatter : 1;
            length.low68Px = length.valuePx + wider * (quantileOf(drawn[k], 0.16) - length.valuePx);
            length.high68Px = length.valuePx + wider * (quantileOf(drawn[k], 0.84) - length.valuePx);
        }
        ensemble.lengths.push_back(std::move(length));
    }
    return ensemble;
}

}  // namespace

const EnsembleLength* Ensemble::length(std::string_view key) const {
    const auto found = std::ranges::find(lengths, key, &EnsembleLength::key);
    return found == lengths.end() ? nullptr : &*found;
}

bool isPoolable(const MeasureSettings& settings) {
    return settings.norm == NormMode::count && !settings.takesMeanFreeBracket();
}

void requirePoolable(const MeasureSettings& settings) {
    if (isPoolable(settings)) return;
    if (settings.norm != NormMode::count)
        throw SettingError("measure.norm", "an ensemble pools products and pairs, which only 'count' keeps apart",
                           "choose measure.norm=count");
    throw SettingError("measure.bracket", "an ensemble pools one map an image, and 'mean-free' needs a second",
                       "choose measure.bracket=own, with measure.mean=global");
}

Ensemble ensembleOf(const std::vector<SharedResult>& rows, const MeasureSettings& settings, std::stop_token stop) {
    requirePoolable(settings);
    const std::vector<OneImage> images = imagesOf(rows);
    if (images.empty()) return {};
    const std::vector<int> once(images.size(), 1);
    return ensembleFrom(images, settings, {pooledCurve(images, once), meanCurve(images)}, stop);
}

Ensemble ensembleOf(const std::vector<SharedResult>& rows, const MeasureSettings& settings, const MapProfiles& maps,
                    std::stop_token stop) {
    requirePoolable(settings);
    const std::vector<OneImage> images = imagesOf(rows);
    if (images.empty()) return {};
    MapProfiles asOfOne = maps;  // whose own mean was taken away: the pairs of one image say how much that is
    for (RadialProfile* const profile : {&asOfOne.pooled, &asOfOne.ofMean})
        for (double& pairs : profile->pairs)
            pairs /= static_cast<double>(images.size());
    Ensemble ensemble = ensembleFrom(images, settings, asOfOne, stop);
    if (ensemble.images > 0) ensemble.profile.pairs = maps.pooled.pairs;
    return ensemble;
}

std::string scatterSentence(const Ensemble& ensemble, std::string_view key) {
    const EnsembleLength* const length = ensemble.length(key);
    if (!length || std::isnan(length->valuePx)) return {};
    if (ensemble.images == 1) return "one image: no scatter";
    if (std::isnan(length->betweenPx)) return {};
    const auto percent = [&](double px) {
        char text[32];
        std::snprintf(text, sizeof text, "%.2g %%", 100 * px / length->valuePx);
        return std::string(text);
    };
    std::string sentence = std::to_string(ensemble.images) + " images: image-to-image scatter " + percent(length->betweenPx);
    if (std::isnan(length->withinPx)) return sentence;
    sentence += ", error of one " + percent(length->withinPx);
    // What lies between images beyond the noise of each can only be averaged away over more of them.
    return sentence + (length->betweenPx > 1.5 * length->withinPx ? ": add images" : ": add images, or take larger ones");
}

}  // namespace coarsen
