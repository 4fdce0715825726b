// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/spectrum_plot.hpp"
#include "app/window/values/shown_filter.hpp"
#include "app/window/values/stage_picture.hpp"
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/survey.hpp"
#include "core/measure/sectors.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace coarsen::window {

/// What the preview is asked: everything by value, so that nothing is shared with the window's thread.
struct PreviewRequest {
    quint64 ticket = 0;
    FrameSource source;
    bool isVolume = false;  ///< of which no picture is made
    int frame = 0;
    Recipe recipe;
    Calibration calibration;
    EngineRequest engines;
    std::shared_ptr<const Survey> survey;  ///< of the series, once done; else steps that need it do nothing
    std::string surveyKey;                 ///< another one for every survey
    int edition = 0;                       ///< another one when a file was written anew: what was read before is old
    std::optional<double> manualRMaxPx;
    bool measure = true;            ///< false while scrubbing fast: pictures only
    std::vector<FrameSource> next;  ///< frames likely to be looked at next: decoded when idle

    /// Whether the answer would be the same and shown alike: neither the fit nor what is marked elsewhere has a part in it.
    bool asksTheSameAs(const PreviewRequest& other) const {
        return source == other.source && frame == other.frame && recipe.steps == other.recipe.steps &&
               recipe.measure == other.recipe.measure && calibration == other.calibration && engines.name == other.engines.name &&
               engines.convolution == other.engines.convolution && survey == other.survey && surveyKey == other.surveyKey &&
               edition == other.edition && manualRMaxPx == other.manualRMaxPx && measure == other.measure;
    }
};

/// What is known of the frame looked at. It comes in parts: pictures, then the measurement, then S(q), C1D by sectors and terms,
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
    std::map<std::string, double> effects;  ///< per cent that each step adds to R_max; NaN where R_max vanishes without it
    double allEffects = std::numeric_limits<double>::quiet_NaN();

    int width() const { return stages && !stages->empty() ? stages->back().frame.image.width() : 0; }
    bool hasChannels() const { return stages && !stages->empty() && stages->back().frame.image.channels() > 1; }
    int height() const { return stages && !stages->empty() ? stages->back().frame.image.height() : 0; }
};

}  // namespace coarsen::window
