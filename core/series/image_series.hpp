// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/natural_order.hpp"
#include "core/base/said.hpp"
#include "core/image/raw_image.hpp"
#include "core/series/calibration.hpp"
#include "core/series/frame_times.hpp"
#include "core/volume_files/read_volume.hpp"

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Where one frame comes from and when it was taken.
struct FrameSource {
    std::filesystem::path file;
    int page = 0;                        ///< of a file of volumes the time, counting from 0
    std::string dataset = {};            ///< of pictures in an HDF5 file; empty: the only one, or the series' (VolumeChoice)
    std::vector<int> channelPages = {};  ///< of a stack: the page of each of its channels; empty: the page holds all there is
    std::vector<std::filesystem::path> channelFiles = {};  ///< of each of these pages, where they lie in several files
    std::vector<std::filesystem::path> sliceFiles = {};    ///< of a volume whose slices lie beside those of others: all of them
    std::optional<int> plane = {};  ///< of a page whose planes are channels the one that is taken alone, from 0
    std::string name;               ///< file name relative to the input, UTF-8: what tables and messages show
    double timeS = std::numeric_limits<double>::quiet_NaN();
    TimeSource timeSource = TimeSource::index;
    std::optional<Calibration> ownSize = {};  ///< of its pixels, where files of the series state different ones
    std::string problem;  ///< why this frame cannot be measured, known before decoding (no row in the time table); else empty

    bool operator==(const FrameSource&) const = default;
};

/// Properties that are common to the frames of a series of volumes.
struct VolumeFrames {
    VolumeChoice choice = {};  ///< of every file; the time is each frame's own
    VolumeHeader first = {};   ///< of the first file that can be read

    bool operator==(const VolumeFrames& other) const { return choice == other.choice; }
};

/// The frames of one experiment in natural order of their names; a frame's index in `frames` is its number, whatever the order in
/// which they are neighbours (core/series/frame_order.hpp).
struct ImageSeries {
    std::string name;              ///< the folder's or file's name, for titles
    std::filesystem::path folder;  ///< folder that `FrameSource::name` is relative to
    std::vector<FrameSource> frames;
    ImageHeader first;        ///< header of the first readable frame: size, depth, format
    Calibration calibration;  ///< from the first file when it states one
    std::vector<Said> notes;  ///< remarks for the user: files that are no images, times that go back, ...
    FrameOrder order = FrameOrder::name;
    std::string timesBy;  ///< who says the times: "ImageJ finterval=60", "typed", a table; empty: nobody, or an older session
    std::optional<double> clockStartS = {};    ///< clock time at time 0 (ClockTime), where times are of a clock
    std::optional<VolumeFrames> volumes = {};  ///< nothing: the frames are pictures
    bool comparesSizes = false;  ///< each frame's own pixel size is checked when it is measured; not of older sessions

    bool operator==(const ImageSeries& other) const {
        return folder == other.folder && frames == other.frames && calibration == other.calibration && order == other.order &&
               volumes == other.volumes;
    }
};

/// Source of sizes of pixels: the best that is stated, the file's format or program, an instrument's text beside it, a
/// density that may be a print's, or nowhere.
enum class SizeSource { best, file, sidecar, density, none };

/// How files are to be read where they do not say it themselves.
struct SeriesOpening {
    std::optional<int> slice = {};      ///< of a stack of slices take this one at each time, counting from 1, with all channels
    bool keepsSlices = false;           ///< one stack that says it is a volume stays pictures, for who lets a slice be chosen
    bool areVolumes = false;            ///< a TIFF file is a volume, its pages the slices, whatever it says
    std::optional<RawLayout> raw = {};  ///< volumes without a header
    std::string dataset = {};           ///< of HDF5 files
    std::optional<int> channel = {};    ///< of volumes, counting from 1; nothing: the first
    std::optional<int> time = {};       ///< of volumes at several times in one file only this, counting from 1
    std::optional<int> position = {};   ///< of files that hold several places on the sample this one, counting from 1
    bool joins = false;                 ///< of several files of several pages all pages, one file after the other
    SizeSource sizes = SizeSource::best;

    bool isForVolumes() const { return areVolumes || raw || channel || time; }
};

/// Lists files and folders (not their subfolders; hidden files are skipped) in natural order. Files with an unknown
/// extension are named in `notes`; those with a known extension become frames whether readable or not. Of pictures and volumes
/// beside each other those are frames of which there are more. Reads folder entries and the first frame's header only (of
/// volumes at several times in one file every header). Throws InputError: missing input, no image in it, no volume that can be
/// read; SettingError: a slice, channel or time that it does not have.
ImageSeries openSeries(const std::vector<std::filesystem::path>& inputs, const SeriesOpening& opening = {});

/// Gives every frame its time. Reads EXIF only when file names carry no time. Throws InputError for a bad table.
void assignTimes(ImageSeries& series, const TimeChoice& choice);

/// Time of the first frame in the series' order that has one, seconds; 0 where none has.
double firstTime(const ImageSeries& series);

/// True where frames are only numbered: then no time of theirs is one in seconds.
bool countsFrames(const ImageSeries& series);

/// Keeps frames first <= index < last, each `step`-th. Negative limits count from the end, as in Python.
/// `text` is "A:B" or "A:B:STEP", any part may be empty; throws SettingError.
std::vector<int> framesInRange(std::string_view text, int frameCount);

}  // namespace coarsen
