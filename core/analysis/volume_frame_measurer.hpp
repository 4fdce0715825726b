// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/pattern_sketch.hpp"
#include "core/levelset/surface.hpp"
#include "core/measure/volume_measurer.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// A frame that is a volume on its whole way, from its file to its lengths. One thread at a time uses it, itself it takes those
/// of `engines`. The run and the window measure by it alike.
///
/// Use, given `const ImageSeries& series, const Recipe& recipe, const EngineRequest& engines`:
///
///     VolumeFrameMeasurer measure(series, recipe, series.calibration, engines);
///     const Volume raw = measure.read(series.frames.front());
///     const std::optional<VolumeFrameMeasurer::Answer> answer = measure(raw, 0, FrameDrift{});
class VolumeFrameMeasurer {
public:
    /// `series` outlives it and is one of volumes.
    VolumeFrameMeasurer(const ImageSeries& series, Recipe recipe, const Calibration& calibration, const EngineRequest& engines);

    struct Answer {
        ImageFacts image;
        PatternSketch sketch;
        Measurer::Answer measured;  ///< without a map
        CorrelationVolume map;
        Volume volume;                         ///< after all steps
        std::optional<SurfaceAnswer> surface;  ///< where the recipe asks for it
        std::string noSurface;                 ///< why there is none though it does
    };

    /// The volume as its file has it, with voxels of the calibration's size. Throws InputError: it cannot be read, its voxels are
    /// of another size than the series'. Empty after a stop.
    Volume read(const FrameSource& frame, const std::stop_token& stop = {}) const;

    /// The volume of that frame after all steps; `drift`: as the survey has it. Throws InputError (this volume cannot be
    /// measured), SettingError (none can).
    Volume final(const Volume& raw, int frame, const FrameDrift& drift, std::stop_token stop = {}) const;
    /// Throws the same. Nothing after a stop.
    std::optional<Answer> operator()(const Volume& raw, int frame, const FrameDrift& drift, std::stop_token stop = {});
    /// The same without the surface, with errors only where they are asked for; after a stop its map is empty.
    Answer shown(const Volume& raw, int frame, const FrameDrift& drift, bool withErrors, std::stop_token stop);

    /// R_max, without errors, by these steps instead of the recipe's, or the maximum nearest to a marker; px, NaN where there is
    /// none and after a stop. Throws as the call does.
    double rMaxBy(const std::vector<Step>& steps, const Volume& raw, int frame, const FrameDrift& drift,
                  std::optional<double> markerPx, std::stop_token stop);

    /// Sentence on what has changed and why, after a failure: "another engine takes over, because ..."; else empty.
    std::string trouble() const;

private:
    const ImageSeries& series_;
    Recipe recipe_;
    Spacing spacing_;
    bool isSpacingOfFile_;  ///< every file must have the first one's
    int threads_;
    NlmRequest nlm_;
    std::string nlmTrouble_;
    VolumeMeasurer measurer_;
};

/// Memory that reading and measuring a volume takes at most, bytes.
std::size_t volumeMemory(const VolumeHeader& header, const Recipe& recipe, const Spacing& spacing);

/// Throws SettingError where a step of the recipe, or the engine, is for pictures alone.
void requireForVolumes(const Recipe& recipe, const EngineRequest& engines);

}  // namespace coarsen
