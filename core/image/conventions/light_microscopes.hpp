// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"
#include "core/image/conventions/instrument_tags.hpp"

#include <optional>

namespace coarsen::conventions {

/// Reads what Olympus' SIS programs keep behind tag 33560 (tifffile's read_sis): "SIS0", minute, hour, day, month from 0, year
/// from 1900, and blocks of which type 1 has an exponent and the sides of a pixel, metres times ten to that exponent.
std::optional<FileFacts> olympusSisFacts(const InstrumentTags& tags);

/// Reads what Zeiss' LSM keeps in tag 34412 (tifffile's CZ_LSMINFO): sides of a voxel in metres, the number of slices, times and
/// channels, how the beam ran (ScanType), and behind an offset a time stamp of each time, in seconds, of which the first counts
/// as 0. Of scans along z the rows are slices, of line scans they are times.
std::optional<FileFacts> zeissLsmFacts(const InstrumentTags& tags);

/// Reads what MetaMorph keeps in tags 33628 and 33629 of its stacks (tifffile's read_uic1tag and read_uic2tag): XCalibration and
/// YCalibration in CalibrationUnits, and of each plane its distance in z, a Julian day and milliseconds. Its planes lie behind
/// one directory: slices where each but the first has such a distance, else times. The distances have no unit.
std::optional<FileFacts> metaMorphFacts(const InstrumentTags& tags);

/// The number of planes of a MetaMorph stack by tag 33629, as it is promised; 1 of other files.
int metaMorphPlanes(const InstrumentTags& tags);

}  // namespace coarsen::conventions
