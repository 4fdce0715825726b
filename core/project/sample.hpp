// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/fitted_growth.hpp"
#include "core/project/master_curve.hpp"
#include "core/project/project.hpp"
#include "core/session/session.hpp"

#include <limits>
#include <string>
#include <vector>

namespace coarsen {

/// How the frames of a series came out.
struct FrameCounts {
    int frames = 0;     ///< of the series
    int measured = 0;   ///< with the length that is fitted, not excluded
    int noPeak = 0;     ///< measured, and without it
    int failed = 0;     ///< not read or not measured
    int excluded = 0;   ///< by the user
    int outOfDate = 0;  ///< of the results, those of another recipe than today's

    bool operator==(const FrameCounts&) const = default;
};

/// Part of a measured series that charts and tables of several samples need: a value without images, some kilobytes.
struct Sample : FittedGrowth {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    std::string name, group;   ///< as shown; a group of its own is empty
    double x = nan;            ///< the condition as a number; NaN: none
    std::string problem = {};  ///< why it has nothing to show (file gone, no frame measured), in a sentence; else empty
    std::string remark = {};   ///< what to know of what it shows, in a sentence; else empty
    FrameCounts counts = {};
    double contrast = nan;  ///< mean over the frames of the final image's standard deviation, in grey levels of the file
    MasterCurve collapse = {};
};

/// The sample of a session, under the names and numbers that the project gives it. Cheap: rows and fits are in the session, which
/// is not kept. Fits that it lacks are made.
Sample sampleOf(const Session& session, const ProjectSeries& series);

/// The sample of a session's file. What cannot be read is a sample whose problem says why; nothing is thrown.
Sample readSample(const ProjectSeries& series);

/// A sample that is not measured, and why.
Sample sampleWithout(const ProjectSeries& series, std::string problem);

}  // namespace coarsen
