// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"

#include <limits>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// One length of many independent images of one condition; px.
struct EnsembleLength {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    std::string key;       ///< of lengthEstimators(), or "r_max"
    double valuePx = nan;  ///< read off the pooled C1D
    /// Standard deviation of the bootstrap over images; with settings.ensembleErrors `pooled` times the root of M / (M - 1) and
    /// pooled with the images' own errors. NaN with one image.
    double errorPx = nan;
    double low68Px = nan, high68Px = nan;  ///< the bootstrap's 16th and 84th percentile, as much wider
    double betweenPx = nan;                ///< standard deviation of single images' lengths
    double withinPx = nan;                 ///< root mean square of single images' own standard errors
    double meanOfMapsPx = nan;             ///< read off the mean of single C2D (of single C1D, where there were no maps)
    int images = 0;                        ///< that have this length, of those pooled
};

/// Pooled results of an ensemble of images.
struct Ensemble {
    int images = 0;
    RadialProfile profile;                ///< pooled; `error`: standard error of single images' C1D about their mean
    std::vector<EnsembleLength> lengths;  ///< R_max first

    /// Null where there is none of that key.
    const EnsembleLength* length(std::string_view key) const;
};

/// Throws SettingError naming measure.norm: only norm `count` keeps products and pairs apart, which are what is pooled.
void requirePoolable(const MeasureSettings& settings);
bool isPoolable(const MeasureSettings& settings);

/// Ensemble of the rows of independent images, from the C1D that each keeps: sums of products over sums of pairs at each radius.
/// Where images are of one size without masks that is the pooled map's own C1D, elsewhere it is close to it. Errors come from
/// 1,000 bootstraps over images from a fixed seed: the image is the unit. Rows without C1D do not count; nothing after a stop.
/// The profile's pairs are those of the smallest image; with maps, of all together.
Ensemble ensembleOf(const std::vector<SharedResult>& rows, const MeasureSettings& settings, std::stop_token stop = {});

/// The same with C1D of the pooled map and of the mean of maps in place of those made from the rows.
struct MapProfiles {
    RadialProfile pooled, ofMean;
};
Ensemble ensembleOf(const std::vector<SharedResult>& rows, const MeasureSettings& settings, const MapProfiles& maps,
                    std::stop_token stop = {});

/// "9 images: image-to-image scatter 4.1 %, error of one 2.3 %: add images". Empty where
/// the length was not found.
std::string scatterSentence(const Ensemble& ensemble, std::string_view key);

}  // namespace coarsen
