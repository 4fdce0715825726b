// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stated.hpp"
#include "core/series/image_series.hpp"
#include "core/series/names.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// A time of each frame; nothing where one has none.
using Times = std::vector<std::optional<NamedTime>>;

/// One source of times that a series has.
struct TimesOffer {
    TimeChoice::Kind kind = TimeChoice::Kind::automatic;
    TimeSource source = TimeSource::index;
    Trust trust = Trust::stated;
    std::string by;  ///< "ImageJ finterval=5", "the names ('5min')"
    Times times;
    bool areIntervals = false;  ///< equal ones
};

/// Sources of times that a series' files and names offer, in order of their rank.
struct OffersOfTimes {
    std::vector<TimesOffer> all;         ///< each gives every frame a time of one kind, and not all the same
    std::vector<TimesOffer> incomplete;  ///< give only some frames one, or all the same
    FactsOfNames names;
};

/// Reads the headers of all files where the first has a clock. Files that cannot be read have none.
OffersOfTimes offersOfTimes(const ImageSeries& series);

/// True where the frames are the pages of one file (a film, a stack) or of one set of files.
bool isOneImage(const ImageSeries& series);

/// True where two sources give the frames other times: by more than a hundredth of an interval.
bool doConflict(const Times& a, const Times& b);

/// Why a source is not used: "Times from EXIF are not used: only 3 of 5 frames have one."
std::string whyUnused(const TimesOffer& offer);

}  // namespace coarsen
