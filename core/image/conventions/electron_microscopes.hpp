// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"
#include "core/image/conventions/instrument_tags.hpp"

#include <optional>
#include <string_view>

namespace coarsen::conventions {

/// Reads what FEI and Thermo write into tags 34680, 34682 and 34683, lines "key=value" under "[section]" (rosettasciio's
/// rsciio/tiff/_api.py, Bio-Formats' FEITiffReader): [Scan] PixelWidth and PixelHeight in metres, else the field of view of the
/// beam in use over [Image] ResolutionX; [User] Date and Time. Rows below [Image] ResolutionY are an info bar. Where ResolutionX
/// is not the picture's width its pixels are others, and the size is none. [Scan] FrameTime, the time of one scan, is no
/// interval. Where the text is XML (tag 34683, of Titan and Velox): PixelSize in metres, AcquisitionDatetime. Nothing where it
/// has no section.
std::optional<FileFacts> feiFacts(std::string_view text, int width, int height);

/// Reads what Zeiss' SmartSEM writes into tag 34118, a name in capitals and its value in lines that follow each other, after
/// numbers without names (rosettasciio's rsciio/tiff/_api.py, tifffile's read_cz_sem): AP_IMAGE_PIXEL_SIZE, else the fourth of
/// these numbers, metres at 1,024 pixels across; AP_DATE and AP_TIME. AP_PIXEL_SIZE is the screen's. Nothing where the text has
/// none.
std::optional<FileFacts> zeissSemFacts(std::string_view text, int width);

/// Reads what Gatan's DigitalMicrograph writes into tags 65003 to 65005 (units of x, y, z) and 65009 to 65011 (sides of a pixel
/// in them), as in rosettasciio's rsciio/tiff/_api.py. 1/nm, of a diffraction pattern, is no length, and is named in `unread`.
/// The third axis of a film is time: its side is an interval.
std::optional<FileFacts> gatanFacts(const InstrumentTags& tags);

/// Reads what TVIPS' EM-MENU keeps in the structure that tag 37706 points to (tifffile's read_tvips_header): PixelSizeX and Y of
/// its version 2, in nm, or 1/nm where TemMode is 3, diffraction, which is named in `unread`. Its date is a number, of which the
/// lowest byte is the day, the next the month (rosettasciio's sample has 132122901, 2016-09-21), its time seconds of the day.
std::optional<FileFacts> tvipsFacts(const InstrumentTags& tags);

}  // namespace coarsen::conventions
