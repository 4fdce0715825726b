// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_series.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// A frame whose length stands apart from those of the frames around it: blurred, moved, wrongly lit, or a wrong maximum.
struct OffNeighbours {
    int frame = 0;
    std::string lengthKey;  ///< length that shows it
    double length = 0;      ///< its own, in the series' unit
    double expected = 0;    ///< value to expect from its neighbours
    double errors = 0;      ///< how many standard errors lie between the two
};

/// The frames, in the order of time, that lie more than four standard errors off a robust line (Theil 1950, Sen 1968) through
/// ln R of their two or three neighbours on each side. The error joins the frame's own, the neighbours' scatter about that line
/// (which curved growth widens) and the scatter of all frames about theirs, at least 0.5 %; scatters are median absolute
/// deviations. No growth law is assumed, so a law that does not hold marks nothing. The first two and the last two frames have
/// too few neighbours on one side to be judged, excluded ones are left out,
/// and fewer than eight frames are not judged.
std::vector<OffNeighbours> framesOffNeighbours(const GrowthSeries& series);

/// A sentence that names the frames of each length; empty for none.
std::string offNeighboursWarning(const std::vector<OffNeighbours>& frames);

}  // namespace coarsen
