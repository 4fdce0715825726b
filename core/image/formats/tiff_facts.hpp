// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"
#include "core/image/conventions/imagej.hpp"
#include "core/image/conventions/micro_manager.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::formats {

/// One directory of a TIFF's chain, as far as it decides what is a frame.
struct TiffDirectory {
    bool isReduced = false, isMask = false;                          ///< NewSubfileType
    std::string dateTime;                                            ///< tag 306
    std::optional<conventions::MicroManagerPage> microManager = {};  ///< tag 51123
    bool isOfSis = false;                                            ///< Olympus' SIS describes it in tag 33560
};

/// Texts and numbers of a TIFF's tags, gathered from the file.
struct TiffWords {
    std::string description, software;   ///< of the first directory
    conventions::Resolution resolution;  ///< of the first that is a picture
    std::vector<TiffDirectory> pages;    ///< the chain
    int picturesBehindOne = 1;           ///< pictures that lie behind the single directory's, without directories of their own
    std::string fileName;                ///< without its folder
    conventions::MicroManagerSummary summary = {};
    std::uint16_t maxSampleValue = 0;          ///< the tag; 0: it is not there
    std::optional<FileFacts> instrument = {};  ///< words of the instrument that took it, in tags of its own
};

/// Number of a file's pages that are pictures: all of them where none is.
int picturesIn(const TiffWords& words);

/// Facts that the tags state: by OME-XML in the description, Micro-Manager's words of each page, an instrument's tags where they
/// say what pages are, ImageJ, tifffile or SCIFIO in the description, else by the tags alone. An instrument's sizes come before
/// those of ImageJ and of densities. Pages of a scene are directories of the chain.
FileFacts tiffFacts(const TiffWords& words);

/// Makes facts of a picture that was turned, by TIFF's orientation, those of the upright one: sizes of pixels that lie on their
/// side are swapped, and rows that are counted from another edge are not used, which is said.
void makeUpright(FileFacts& facts, int orientation);

}  // namespace coarsen::formats
