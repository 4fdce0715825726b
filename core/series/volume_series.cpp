// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/volume_series.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/image/decode.hpp"
#include "core/series/notes.hpp"
#include "core/series/sizes_offered.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace coarsen {

namespace {

std::string ofThem(int number, const std::string& what) {
    return "there is no " + what + " " + std::to_string(number);
}

void requireChannel(const VolumeHeader& header, int channel) {
    if (channel >= 1 && channel <= header.channels) return;
    throw SettingError("--channel", ofThem(channel, "channel") + ": the volumes have " + std::to_string(header.channels),
                       header.channels == 1 ? "leave it out" : "write 1 to " + std::to_string(header.channels));
}

void requireTime(const VolumeHeader& header, int time) {
    if (time >= 1 && time <= header.times) return;
    throw SettingError("--t", ofThem(time, "time") + ": the file has " + std::to_string(header.times),
                       header.times == 1 ? "leave it out" : "write 1 to " + std::to_string(header.times));
}

/// Header of the first frame as of a picture, for the window's title and the session.
ImageHeader asHeader(const VolumeHeader& volume) {
    ImageHeader header;
    header.width = volume.size.width;
    header.height = volume.size.height;
    header.bitsPerSample = bitsOf(volume.type);
    header.format = volume.format;
    header.stack.intervalS = volume.times > 1 ? volume.intervalS : std::nullopt;
    return header;
}

/// Takes what a series knows of its first volume.
void takeHeader(ImageSeries& series, VolumeHeader header, const std::string& file, SizeSource sizes = SizeSource::best) {
    series.first = asHeader(header);
    if (header.isDefaultSize && sizes == SizeSource::file)
        header.spacing.isInUm = true;
    else if (header.isDefaultSize)
        say(series, "size.default",
            "Voxels have no size: " + file + " states " + defaultSide(header.spacing.x) +
                " along each side, which programs write where nobody said a size.",
            "--size-from file", "--size-from file takes it.");
    if (!header.withoutUnit.empty())
        say(series, "size.no-unit",
            "Voxels have a shape and no size: " + header.withoutUnit + " of " + file + " states " +
                significant(header.spacing.x, 6) + " \u00D7 " + significant(header.spacing.y, 6) + " \u00D7 " +
                significant(header.spacing.z, 6) + " without a unit.",
            "--pixel-size", "--pixel-size X,Y,Z gives their size in \u00B5m.");
    if (sizes == SizeSource::none && header.spacing.isInUm)
        say(series, "size.other",
            "Voxels have no size, as asked; " + file + " says " + significant(header.spacing.x, 6) + " \u00D7 " +
                significant(header.spacing.y, 6) + " \u00D7 " + significant(header.spacing.z, 6) + " \u00B5m.",
            "--size-from file");
    if (sizes == SizeSource::none) header.spacing.isInUm = false;
    series.calibration = {};
    if (header.spacing.isInUm) series.calibration = {header.spacing.x, header.spacing.y, header.format, header.spacing.z};
    if (!series.calibration.isOfVolumes()) series.calibration = {};
    if (!header.remark.empty()) say(series, "volume.remark", file + ": " + header.remark);
    series.volumes->first = std::move(header);
}

void takeFirst(ImageSeries& series, VolumeHeader header, const FrameSource& frame, const SeriesOpening& opening) {
    if (header.size.depth < 2)
        throw InputError(
            frame.name, "it has one slice, which makes no volume",
            "measure it as a picture (without --volumes); of slices in files of their own name the folder that holds "
            "them, not the files");
    requireChannel(header, opening.channel.value_or(1));
    requireTime(header, opening.time.value_or(1));
    const int channels = header.channels;
    takeHeader(series, std::move(header), frame.name, opening.sizes);
    if (channels > 1 && !opening.channel)
        say(series, "pages.channels", "Its volumes have " + std::to_string(channels) + " channels; the first is measured.",
            "--channel 2", "--channel N takes another.");
}

}  // namespace

bool isFrameFile(const std::filesystem::path& file) {
    return isImageFile(file) || isVolumeFile(file) || volumes::isFolderInput(file);
}

std::filesystem::path stemOf(const std::filesystem::path& file) {
    const std::filesystem::path name = file.stem();
    return file.extension() == ".gz" && isVolumeFile(file) ? name.stem() : name;
}

bool saysItIsVolume(const ImageHeader& header) {
    return header.stack.slices >= leastSlices && header.stack.pages() == header.pages;
}

void makeVolumes(ImageSeries& series, const SeriesOpening& opening) {
    series.volumes.emplace();
    series.volumes->choice = {opening.raw, opening.dataset, 0, opening.channel.value_or(1) - 1};
    std::vector<FrameSource> frames;
    std::exception_ptr firstProblem;
    VolumeChoice whole = series.volumes->choice;  // whether there is such a channel, is asked of the header
    whole.channel = 0;
    int times = 0;  // of the first file; while it is 0 none could be read
    for (const FrameSource& source : series.frames) {
        int its = 1;
        if (times != 1) {
            try {
                whole.slices = source.sliceFiles;
                const VolumeHeader header = volumeHeader(source.file, whole);
                its = header.times;
                if (times == 0) {
                    takeFirst(series, header, source, opening);
                    times = its;
                }
            } catch (const InputError&) {  // the frame will be named as failed when it is measured
                if (!firstProblem) firstProblem = std::current_exception();
            }
        }
        for (int time = 0; time < its; ++time) {
            if (opening.time && time != *opening.time - 1) continue;
            frames.push_back(source);
            frames.back().page = time;
        }
    }
    if (times == 0) std::rethrow_exception(firstProblem);
    series.frames = std::move(frames);
}

ImageSeries ofDataset(ImageSeries series, const NamedVolume& dataset) {
    unsay(series, "volume.remark");
    series.volumes->choice.dataset = dataset.name;
    takeHeader(series, dataset.header, series.frames.front().name);
    return series;
}

std::string datasetOf(const ImageSeries& series) {
    if (series.volumes) return series.volumes->choice.dataset;
    return series.frames.empty() ? std::string() : series.frames.front().dataset;
}

std::vector<NamedVolume> datasetsOf(const ImageSeries& series) {
    if (series.first.format != "HDF5") return {};
    for (const FrameSource& frame : series.frames) {
        try {
            std::vector<NamedVolume> named = namedVolumes(frame.file);
            if (named.size() < 2) named.clear();
            return named;
        } catch (const InputError&) {  // another one may be there
        }
    }
    return {};
}

void requirePictures(const ImageSeries& series, const std::string& what) {
    const bool canTakeSlice = std::ranges::any_of(series.notes, [](const Said& said) { return said.code == "pages.volume"; });
    if (series.volumes)
        throw InputError(series.name, "its frames are volumes, and " + what + " takes pictures",
                         std::string(canTakeSlice ? "--z N takes one slice of it; " : "") +
                             "analyze measures volumes, and register compares two");
}

VolumeChoice volumeOf(const ImageSeries& series, const FrameSource& frame) {
    VolumeChoice choice = series.volumes->choice;
    choice.time = frame.page;
    choice.slices = frame.sliceFiles;
    return choice;
}

Spacing spacingOf(const ImageSeries& series, const Calibration& calibration) {
    if (calibration.isOfVolumes()) return {calibration.pixelWidthUm, calibration.pixelHeightUm, calibration.pixelDepthUm, true};
    Spacing spacing = series.volumes->first.spacing;
    spacing.isInUm = false;
    return spacing;
}

Calibration calibrationFor(const ImageSeries& series, Calibration typed) {
    if (!typed.isKnown()) return typed;
    if (!series.volumes) {
        if (typed.pixelDepthUm == 0) return typed;
        throw SettingError("--pixel-size", "the frames are pictures, and three sizes are a voxel's",
                           "write X or X,Y, or --volumes where each file is a volume");
    }
    if (typed.pixelDepthUm == 0 && !typed.isSquare())
        throw SettingError("--pixel-size", "the frames are volumes, and the depth of their voxels is missing",
                           "write X,Y,Z, or one size for cubes");
    if (typed.pixelDepthUm == 0) typed.pixelDepthUm = typed.pixelWidthUm;
    return typed;
}

std::string volumeKey(const ImageSeries& series) {
    if (!series.volumes) {
        const std::string dataset = datasetOf(series);
        return dataset.empty() ? dataset : ", dataset " + dataset;
    }
    const VolumeChoice& choice = series.volumes->choice;
    return ", volumes" + (choice.raw ? " " + textOf(*choice.raw) : "") +
           (choice.dataset.empty() ? "" : " dataset " + choice.dataset) +
           (choice.channel == 0 ? "" : " channel " + std::to_string(choice.channel + 1));
}

std::string sizeText(const ImageSeries& series) {
    const std::string plane = std::to_string(series.first.width) + " × " + std::to_string(series.first.height);
    return series.volumes ? plane + " × " + std::to_string(series.volumes->first.size.depth) : plane;
}

}  // namespace coarsen
