// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"

#include <string>

namespace coarsen {

/// Whoever listens to a run into a folder: a terminal, a sheet of the window. Called from the run's threads, never two at once.
///
/// Use, given `RunReport& report`:
///
///     report.showSurvey(1, 2);
///     report.say("IMG_1.tif: the file is empty; copy it again from the camera");
///     report.end();
class RunReport {
public:
    virtual ~RunReport() = default;

    virtual void show(const RunProgress& progress) = 0;
    virtual void showSurvey(int done, int total) = 0;  ///< frames read for the survey
    virtual void say(const std::string& text) = 0;     ///< a whole line: a frame that failed, an engine that fell back
    virtual void end() = 0;                            ///< no more frames for now
};

}  // namespace coarsen
