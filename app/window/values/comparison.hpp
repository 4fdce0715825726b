// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/survey.hpp"
#include "core/displace/displacement.hpp"
#include "core/displace/displacement_field.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <QImage>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen::window {

/// A frame and what it is compared with: values, so that a worker can do it.
struct ComparisonQuestion {
    FrameSource here, other;
    int frame = 0;
    std::optional<int> otherFrame = {};  ///< nothing: a file that is no frame of the series
    Recipe recipe = {};                  ///< its steps make both pictures
    std::shared_ptr<const Survey> survey = {};
    std::string surveyKey = {};
    int edition = 0;  ///< counts the files written anew
    EngineRequest engines = {};
    Calibration calibration = {};
    bool isGrey = false;  ///< the pictures in grey, without any further step
    int maxLag = 0;       ///< largest shift looked for, px; 0: half of the shorter side, 512 px at most
    int patchPx = 0;      ///< of the arrows; 0: by the picture's size

    bool asksTheSameAs(const ComparisonQuestion& other) const;
};

/// How a frame's content sits against another picture's. It comes in parts: the picture, then the shift, then the arrows.
struct Comparison {
    enum class Part { picture, shift, flow };

    Part part = Part::picture;
    QString here, other;                                    ///< "frame 5", or a file's name
    QString problem;                                        ///< why there is nothing; empty when all is well
    QImage picture;                                         ///< of this frame
    bool areSame = false;                                   ///< pixel for pixel
    std::shared_ptr<const Displacement> displacement = {};  ///< of this frame's content against the other's
    /// Its middle, as far as there is something to be seen; all of a range asked for. What has more lags than a screen shows is
    /// drawn in squares of `lagsPerCell` lags a side, each by its largest value.
    std::shared_ptr<const CorrelationMap> map = {};
    int lagsPerCell = 1;
    std::vector<PatchMove> flow = {};  ///< from the other's patches to this frame's
    int patchPx = 0, stepPx = 0;
    Calibration calibration = {};

    bool isMoveKnown() const { return displacement && displacement->peak.isFound(); }
    /// Not: no shift fits clearly better than others, as of pictures that have nothing in common.
    bool isMoveClear() const;
    QString headline() const;   ///< how far it moved, or why that cannot be told: one sentence
    QStringList facts() const;  ///< further sentences
    QString asTable() const;    ///< tab-separated, for a spreadsheet: the numbers, then a row a patch
};

/// Reads both pictures and compares them; every part is told as soon as it is there. Drift is left as it is: stabilise is passed
/// over. Nothing is told after a stop. Never throws: a problem is told.
void compare(const ComparisonQuestion& question, const std::function<void(std::shared_ptr<const Comparison>)>& tell,
             std::stop_token stop = {});

/// Side of the patches where nobody has said one; 0: the picture is too small for any.
int usualPatchPx(int width, int height);

}  // namespace coarsen::window
