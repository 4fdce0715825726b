// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"
#include "core/levelset/nlm_engines.hpp"
#include "core/levelset/non_local_means.hpp"
#include "core/settings/field.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace coarsen {

enum class DenoiseMethod {
    automatic,  ///< by the noise found: none where the surface is clean or large, else non-local means
    none,
    nlm,        ///< non-local means of the distance: Lee et al. 2012, equations 14 to 16
    curvature,  ///< motion by mean curvature
    gaussian    ///< the distance blurred
};

struct DenoiseSettings {
    DenoiseMethod method = DenoiseMethod::nlm;
    NlmSettings nlm;
    double flowTimePx2 = 0.75;  ///< how long the surface moves at the speed k1 + k2
    double gaussianPx = 1.25;   ///< standard deviation

    static const Fields<DenoiseSettings>& fields();  ///< one, `denoise`, which spells them all as denoiseNamed reads them
};

/// Elements beside a surface up to which `automatic` takes non-local means, which compare all of them.
constexpr std::size_t mostElementsByThemselves = 20'000;

/// Method that `automatic` stands for on a distance whose surfaceNoise is this.
DenoiseMethod methodFor(const LevelSet& distance, double noisePx, const DenoiseSettings& settings);

/// Report of what was done, for the record.
struct DenoiseReport {
    DenoiseMethod method = DenoiseMethod::none;
    std::vector<NlmRound> rounds;  ///< of non-local means
    std::string engine;            ///< of non-local means
    std::string trouble;           ///< why the CPU took over from a GPU; empty: it did not
};

/// `auto`, `none`, `nlm`, `curvature`, `gaussian`, the last three with settings behind a colon, as `nlm:m=96,rounds=1`,
/// `curvature:time=0.75`, `gaussian:sigma=1.25`. Throws SettingError.
DenoiseSettings denoiseNamed(std::string_view text);
std::string_view nameOf(DenoiseMethod method);
/// The method with those of its settings that are not the usual ones: what denoiseNamed reads.
std::string textOf(const DenoiseSettings& settings);

/// Denoises a signed distance and makes it one again, by a method other than `automatic`; where a GPU fails the CPU takes over.
/// Nothing after a stop. `onProgress`: what part is done.
std::optional<DenoiseReport> denoise(LevelSet& distance, const DenoiseSettings& settings, const NlmRequest& request, int threads,
                                     std::stop_token stop = {}, const PartDone& onProgress = {});

/// The rivals: motion by mean curvature |grad phi| div(grad phi / |grad phi|) in explicit steps, re-distanced every few of them,
/// and a Gaussian. False after a stop.
bool flowByCurvature(LevelSet& distance, double timePx2, int threads, std::stop_token stop = {}, const PartDone& onProgress = {});
bool blurDistance(LevelSet& distance, double sigmaPx, int threads, std::stop_token stop = {});

}  // namespace coarsen
