// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stated.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// When something was taken: seconds since the start of the experiment, or since 1970-01-01 by a clock.
struct Moment {
    double seconds = 0;
    bool isClock = false;
    std::optional<double> zoneS = {};  ///< how far that clock is ahead of UTC, where it is written

    bool operator==(const Moment&) const = default;
};

/// The sides of a pixel or voxel on the sample, µm; 0: not stated.
struct PixelSize {
    double x = 0, y = 0, z = 0;
    bool isDensity = false;    ///< of dots in an inch, a metre or a centimetre, which printers and scanners write, too
    bool isDefault = false;    ///< one unit along each side, which programs write where nobody said a size
    bool isOfSidecar = false;  ///< it stands in a file beside the picture

    bool operator==(const PixelSize&) const = default;
};

/// One picture of a stack: where it stands on the axes (each from 0), and where it lies.
struct PlaneFacts {
    int t = 0, z = 0, c = 0;
    int page = 0;      ///< of its file, the directory of a TIFF; -1: it was promised and is not there
    std::string file;  ///< its name where it lies in another file; empty: in this one
    std::vector<Stated<Moment>> times;

    bool operator==(const PlaneFacts&) const = default;
};

/// The pictures of one place on the sample. A file of several (OME's images, positions) has several scenes.
struct SceneFacts {
    std::string name;
    int times = 1, slices = 1, channels = 1;
    bool isStated = true;            ///< the file says so; else its pages are taken for times, one after the other
    std::vector<PlaneFacts> planes;  ///< each (t, z, c) once, z c t in no order that counts
    std::vector<Stated<double>> intervalsS;
    std::vector<Stated<PixelSize>> sizes;    ///< the best first
    std::vector<Stated<Moment>> beginnings;  ///< the clock at its start
    /// Names that its writer gives to the indices of t, z and c ("DAPI"); empty where it only counts.
    std::array<std::vector<std::string>, 3> labels;

    bool operator==(const SceneFacts&) const = default;
};

/// Statements of a file beside its pixels, each with who says so.
struct FileFacts {
    std::string writer;                      ///< "ImageJ", "OME-XML", …; empty: the format alone
    std::vector<SceneFacts> scenes;          ///< empty: it does not say what its pages are
    std::vector<Stated<double>> intervalsS;  ///< from here on: of all scenes
    std::vector<Stated<PixelSize>> sizes;
    std::vector<Stated<Moment>> times;       ///< a clock of acquisition, the date of saving
    std::string intervalsDiffer;             ///< of the files of a series: "5 s, 8 s" where they state different ones; else empty
    std::optional<double> replayPerS;        ///< the speed of display, pictures a second: no time of taking
    bool callsAllSlices = false;             ///< a stack of a program that calls whatever it stacks slices (ImageJ)
    bool isPerCentimetre = false;            ///< ImageJ's unit counts per centimetre, as the tags say
    int unclaimed = 0;                       ///< pages beyond those that it says it has
    int reduced = 0, masks = 0;              ///< pages that are thumbnails, overviews or masks: no frames
    std::optional<int> bitsInUse;            ///< of a sample, where fewer than are stored
    std::optional<Stated<int>> pictureRows;  ///< rows above the instrument's info bar, which is no picture
    std::string describedBy;  ///< the name of the file that describes it (OME's BinaryOnly); empty: it does so itself
    std::optional<Stated<PixelSize>> withoutUnit;  ///< sides of a pixel as numbers that have no unit: no size, and said
    std::vector<std::string> unread;               ///< units and numbers that are not understood: "PhysicalSizeXUnit 'furlong'"

    bool operator==(const FileFacts&) const = default;
};

}  // namespace coarsen
