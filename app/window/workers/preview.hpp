// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/spectrum_plot.hpp"
#include "app/window/values/shown_filter.hpp"
#include "app/window/values/stage_picture.hpp"
#include "app/window/values/surface_scene.hpp"
#include "app/window/values/volume_bricks.hpp"
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/survey.hpp"
#include "core/measure/sectors.hpp"
#include "core/measure/volume_measurer.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace coarsen::window {

/// Request to the preview: everything by value, so that nothing is shared with the window's thread.
struct PreviewRequest {
    quint64 ticket = 0;
    FrameSource source;
    int frame = 0;
    Recipe recipe;
    Calibration calibration;
    EngineRequest engines;
    std::shared_ptr<const Survey> survey;  ///< of the series, once done; else steps that need it do nothing
    std::string surveyKey;                 ///< another one for every survey
    int edition = 0;                       ///< another one when a file was written anew: what was read before is old
    std::optional<double> manualRMaxPx;
    std::optional<int> bitsInUse = {};                      ///< as the series' first header has it
    bool measure = true;                                    ///< false while scrubbing fast: pictures only
    std::vector<FrameSource> next;                          ///< frames likely to be shown next: decoded when idle
    std::shared_ptr<const ImageSeries> series = {};         ///< where its frames are volumes; else nullptr
    std::shared_ptr<VolumeBricks> bricks = {};              ///< likewise; shared, for it is made for all threads
    bool wantsMoved = false;                                ///< likewise: how far the surface has moved since the frame before
    std::shared_ptr<std::atomic<double>> surfacePart = {};  ///< likewise: is told what part of the surface is done

    /// True where the answer to the other has all that is asked for here: neither the fit nor what is marked elsewhere has a part
    /// in it.
    bool asksTheSameAs(const PreviewRequest& other) const {
        return source == other.source && frame == other.frame && recipe.steps == other.recipe.steps &&
               recipe.measure == other.recipe.measure && recipe.surface == other.recipe.surface &&
               calibration == other.calibration && engines.name == other.engines.name &&
               engines.convolution == other.engines.convolution && survey == other.survey && surveyKey == other.surveyKey &&
               edition == other.edition && bitsInUse == other.bitsInUse && manualRMaxPx == other.manualRMaxPx &&
               measure == other.measure && series == other.series && (!wantsMoved || other.wantsMoved || !recipe.surface.isOn);
    }
};

/// Results on the shown frame. It comes in parts: pictures, then the measurement, then S(q), C1D by sectors and terms,
/// then errors, then the effects of the steps.
struct Preview {
    enum class Part { pictures, measured, spectra, errors, effects };

    quint64 ticket = 0;
    int frame = 0;
    Part part = Part::pictures;
    std::string problem;  ///< why there is nothing (the file cannot be read) or no measurement; empty when all is well
    StagePictures stages;
    GreyHistogram histogram;
    std::shared_ptr<const ShownFilter> filter;      ///< nullptr: none is on
    std::optional<Convolvers::Use> filterUse = {};  ///< of this frame
    std::shared_ptr<const CorrelationMap> map;
    RadialProfile profile;
    ProfileLengths lengths;
    Spectrum spectrum;
    std::vector<Sector> sectors;                          ///< as many as the recipe says, or four
    std::shared_ptr<const std::vector<Term>> terms = {};  ///< of every two channels; nullptr: one channel, or a constant one
    FrameResult row;
    std::string engine, engineReason;
    double measureMs = 0;
    // Of a volume; what is above of pictures is then empty.
    std::shared_ptr<const VolumeBrick> brick = {};      ///< after the steps but for crop; nullptr: it could not be read
    std::shared_ptr<const VolumeBrick> rawBrick = {};   ///< as the file has it; may come later
    GreyLevels levels = {}, rawLevels = {};             ///< of the contrast
    VoxelBox kept = {};                                 ///< that is measured
    Spacing fileSpacing = {};                           ///< of the voxels to each other, where their size is not known
    Volume voxels = {};                                 ///< all its values; empty until they are read
    std::shared_ptr<const CorrelationVolume> c3d = {};  ///< in the place of the map
    std::shared_ptr<const ShownSurface> surface = {};   ///< where the recipe asks for it: with the last part
    std::string noSurface = {};                         ///< why there is none though it does

    std::map<std::string, double> effects;  ///< per cent that each step adds to R_max; NaN where R_max vanishes without it
    double allEffects = std::numeric_limits<double>::quiet_NaN();

    /// Sides of the voxels as they are stated now.
    Spacing spacing(const Calibration& calibration) const {
        if (calibration.isOfVolumes())
            return {calibration.pixelWidthUm, calibration.pixelHeightUm, calibration.pixelDepthUm, true};
        return fileSpacing;
    }
    bool isRead() const { return stages || brick; }
    bool isMeasured() const { return map || c3d; }
    int width() const { return stages && !stages->empty() ? stages->back().frame.image.width() : 0; }
    bool hasChannels() const { return stages && !stages->empty() && stages->back().frame.image.channels() > 1; }
    int height() const { return stages && !stages->empty() ? stages->back().frame.image.height() : 0; }
};

}  // namespace coarsen::window
