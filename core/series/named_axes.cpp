// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/named_axes.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbered_names.hpp"
#include "core/series/frame_numbers.hpp"
#include "core/series/names.hpp"
#include "core/series/notes.hpp"
#include "core/volume_files/volume_files.hpp"

#include <map>
#include <set>

namespace coarsen {

namespace {

/// The values of an axis that all names have; empty where one lacks it, or it is the same in all.
template <typename Value>
std::set<Value> varying(const std::vector<FactsOfNames::Axes>& axes, std::optional<Value> FactsOfNames::Axes::*axis) {
    std::set<Value> values;
    for (const FactsOfNames::Axes& one : axes) {
        if (!(one.*axis)) return {};
        values.insert(*(one.*axis));
    }
    return values.size() > 1 ? values : std::set<Value>();
}

/// A name without one of its words, by which what differs only in that word belongs together.
std::string without(std::string stem, const std::string& word) {
    if (const auto at = stem.find(word); at != std::string::npos) stem.erase(at, word.size());
    return stem;
}

std::vector<std::string> listed(const std::set<std::string>& values) {
    return {values.begin(), values.end()};
}

std::vector<std::string> inOrder(const std::set<std::string>& positions) {
    std::vector<std::string> ordered = listed(positions);
    std::ranges::sort(ordered, naturalLess);
    return ordered;
}

void keepFrames(ImageSeries& series, const std::vector<bool>& kept) {
    std::vector<FrameSource> frames;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i]) frames.push_back(std::move(series.frames[i]));
    series.frames = std::move(frames);
}

/// A name by which the channels of one time belong together.
std::string nameOfAllChannels(const FrameSource& frame, const std::string& stem, const std::string& channel) {
    return (frame.file.parent_path() / without(stem, channel)).string();
}

/// Frames whose names differ in the channel alone become one, with the first channel in front; only where each has all channels.
void foldChannels(ImageSeries& series, const std::vector<FactsOfNames::Axes>& axes, const std::set<std::string>& channels) {
    const std::vector<std::string> stems = stemsOf(series);
    std::map<std::string, std::map<std::string, std::size_t>> groups;
    for (std::size_t i = 0; i < axes.size(); ++i)
        groups[nameOfAllChannels(series.frames[i], stems[i], *axes[i].channel)][*axes[i].channel] = i;
    const bool areWhole = groups.size() * channels.size() == axes.size() && groups.size() > 1 &&
                          std::ranges::all_of(groups, [&](const auto& group) { return group.second.size() == channels.size(); });
    if (!areWhole) return;
    std::vector<bool> kept(axes.size(), false);
    for (const auto& [key, files] : groups) {
        FrameSource& frame = series.frames[files.begin()->second];
        kept[files.begin()->second] = true;
        for (const auto& [channel, i] : files)
            frame.channelPages.push_back(series.frames[i].page), frame.channelFiles.push_back(series.frames[i].file);
    }
    keepFrames(series, kept);
    say(series, "pages.channels",
        "Names say " + std::to_string(channels.size()) + " channels at each time (" + enumeration(listed(channels)) +
            "): they are one frame, and the first is measured.",
        "--set channels.use=image", "--set channels.use=... takes another.");
}

/// Takes one of several positions that stand beside times.
void takeOnePosition(ImageSeries& series, const std::vector<FactsOfNames::Axes>& axes, const std::vector<std::string>& positions,
                     std::optional<int> asked) {
    const auto count = static_cast<int>(positions.size());
    if (asked && (*asked < 1 || *asked > count))
        throw SettingError("--position",
                           "there is no position " + std::to_string(*asked) + ": the names have " + std::to_string(count),
                           "write 1 to " + std::to_string(count));
    const std::string& chosen = positions[static_cast<std::size_t>(asked.value_or(1) - 1)];
    std::vector<bool> kept;
    for (const FactsOfNames::Axes& one : axes)
        kept.push_back(*one.position == chosen);
    keepFrames(series, kept);
    if (!asked)
        say(series, "pages.scene",
            "Names say " + std::to_string(count) + " positions (" + enumeration(positions) + "); " + chosen + " is measured.",
            "--position 2", "--position N takes another, batch each as a series.");
}

void takeFirstSlice(ImageSeries& series, const std::vector<FactsOfNames::Axes>& axes, const std::set<double>& slices) {
    std::vector<bool> kept;
    for (const FactsOfNames::Axes& one : axes)
        kept.push_back(*one.z == *slices.begin());
    keepFrames(series, kept);
    say(series, "pages.slice", "Names say " + std::to_string(slices.size()) + " slices at each time; the first is measured.",
        "--volumes", "--volumes makes volumes of them.");
}

bool saysTimes(const FactsOfNames& names) {
    return names.kind != FactsOfNames::Kind::order || !varying(names.axes, &FactsOfNames::Axes::t).empty();
}

/// The names of one folder's slices, where they say which slice each is and the slices repeat; nothing where there is one volume.
bool doSlicesRepeat(const FactsOfNames& names) {
    std::set<double> slices;
    for (const FactsOfNames::Axes& one : names.axes) {
        if (!one.z) return false;
        slices.insert(*one.z);
    }
    return slices.size() > 1 && slices.size() < names.axes.size();
}

/// Takes the files that show one of several channels in names.
void takeOneChannel(ImageSeries& series, const FactsOfNames& names, SeriesOpening& opening) {
    const std::vector<std::string> channels = listed(varying(names.axes, &FactsOfNames::Axes::channel));
    if (channels.empty()) return;
    const auto count = static_cast<int>(channels.size());
    const int asked = opening.channel.value_or(1);
    if (asked < 1 || asked > count)
        throw SettingError("--channel",
                           "there is no channel " + std::to_string(asked) + ": the names have " + std::to_string(count) + " (" +
                               enumeration(channels) + ")",
                           "write 1 to " + std::to_string(count));
    const std::string& chosen = channels[static_cast<std::size_t>(asked - 1)];
    std::vector<bool> kept;
    for (const FactsOfNames::Axes& one : names.axes)
        kept.push_back(one.channel == chosen);
    keepFrames(series, kept);
    if (!opening.channel)
        say(series, "pages.channels",
            "Names say " + std::to_string(count) + " channels (" + enumeration(channels) + "); " + chosen + " is measured.",
            "--channel 2", "--channel N takes another.");
    opening.channel.reset();
}

/// The values of an axis that stands beside times; empty where the names have none, or have nothing else. Times that repeat from
/// value to value are times within one.
template <typename Value>
std::set<Value> besideTimes(const std::vector<std::string>& stems, const FactsOfNames& names,
                            std::optional<Value> FactsOfNames::Axes::*axis) {
    std::set<Value> values = varying(names.axes, axis);
    if (values.empty() || values.size() == names.axes.size()) return {};
    if (saysTimes(names)) return values;
    std::vector<std::string> ofFirst;
    for (std::size_t i = 0; i < stems.size(); ++i)
        if (*(names.axes[i].*axis) == *values.begin()) ofFirst.push_back(stems[i]);
    return ofFirst.size() > 1 && saysTimes(factsOfNames(ofFirst)) ? values : std::set<Value>();
}

}  // namespace

std::vector<std::string> positionsInNames(const std::vector<std::string>& stems) {
    return inOrder(besideTimes(stems, factsOfNames(stems), &FactsOfNames::Axes::position));
}

bool holdsSeveralVolumes(const std::filesystem::path& folder) {
    std::vector<std::string> stems;
    for (const std::filesystem::path& file : inputFiles(folder))
        stems.push_back(file.stem().string());
    const FactsOfNames names = factsOfNames(stems);
    const bool areSlicesNamed = std::ranges::all_of(names.axes, [](const FactsOfNames::Axes& one) { return one.z.has_value(); });
    if (const int numbers = differingNumbers(stems); !areSlicesNamed && numbers > 1)
        throw InputError(displayName(folder),
                         std::to_string(numbers) + " numbers vary in the names of its files (" + stems.front() + ", ... " +
                             stems.back() + "), and no letter says which is that of the slice",
                         "name them like gel_t00_z00, or put the slices of each time into a folder of their own");
    return doSlicesRepeat(names);
}

void gatherSlices(ImageSeries& series, SeriesOpening& opening) {
    const auto readNames = [&] { return factsOfNames(stemsOf(series)); };
    FactsOfNames names = readNames();
    if (const auto positions = varying(names.axes, &FactsOfNames::Axes::position); !positions.empty()) {
        takeOnePosition(series, names.axes, inOrder(positions), opening.position);
        opening.position.reset();
        names = readNames();
    }
    takeOneChannel(series, names, opening);
    names = readNames();

    struct Time {
        std::filesystem::path folder;
        double number = 0, seconds = 0;
        auto operator<=>(const Time&) const = default;
    };
    const bool areNumbered = !varying(names.axes, &FactsOfNames::Axes::t).empty();
    const std::vector<std::string> stems = stemsOf(series);
    std::map<double, std::vector<std::size_t>> bySlice;
    for (std::size_t i = 0; i < names.axes.size(); ++i)
        bySlice[names.axes[i].z.value_or(0)].push_back(i);
    std::map<Time, std::vector<std::size_t>> volumes;
    for (const auto& [z, files] : bySlice) {  // times that repeat from slice to slice are times within one
        std::vector<std::string> own;
        for (const std::size_t i : files)
            own.push_back(stems[i]);
        const FactsOfNames within = factsOfNames(own);
        for (std::size_t k = 0; k < files.size(); ++k) {
            Time time{series.frames[files[k]].file.parent_path()};
            if (areNumbered)
                time.number = *names.axes[files[k]].t;
            else if (!within.seconds.empty())
                time.seconds = within.seconds[k];
            volumes[time].push_back(files[k]);
        }
    }
    std::map<std::size_t, FrameSource> frames;  // by their first slice, so that natural order stays
    for (const auto& [time, slices] : volumes) {
        FrameSource frame = series.frames[slices.front()];
        for (const std::size_t i : slices)
            frame.sliceFiles.push_back(series.frames[i].file);
        frames.emplace(slices.front(), std::move(frame));
    }
    series.frames.clear();
    for (auto& [first, frame] : frames)
        series.frames.push_back(std::move(frame));
}

void takeNamedAxes(ImageSeries& series, std::optional<int> position) {
    if (series.frames.size() < 2) return;
    const auto readNames = [&] { return factsOfNames(stemsOf(series)); };
    FactsOfNames names = readNames();
    if (const auto positions = besideTimes(stemsOf(series), names, &FactsOfNames::Axes::position); !positions.empty()) {
        takeOnePosition(series, names.axes, inOrder(positions), position);
        names = readNames();
    } else if (position) {
        throw SettingError("--position", "neither the file nor the names say several positions beside times", "leave it out");
    }
    if (const auto slices = besideTimes(stemsOf(series), names, &FactsOfNames::Axes::z); !slices.empty()) {
        takeFirstSlice(series, names.axes, slices);
        names = readNames();
    }
    if (const auto alone = varying(names.axes, &FactsOfNames::Axes::z); alone.size() == series.frames.size() && !saysTimes(names))
        say(series, "pages.slices-as-frames",
            "The names differ by slice (z) and tell no times: the slices are measured one after the other, which is no time "
            "series.",
            "--volumes", "--volumes takes them as a volume.");
    if (const auto channels = varying(names.axes, &FactsOfNames::Axes::channel); !channels.empty())
        foldChannels(series, names.axes, channels);
}

std::string axisBesideTimes(const ImageSeries& series) {
    if (series.frames.size() < 2) return {};
    const std::vector<std::string> stems = stemsOf(series);
    const FactsOfNames names = factsOfNames(stems);
    if (!besideTimes(stems, names, &FactsOfNames::Axes::position).empty()) return "positions";
    if (!besideTimes(stems, names, &FactsOfNames::Axes::z).empty()) return "slices";
    if (varying(names.axes, &FactsOfNames::Axes::channel).empty()) return {};
    std::set<std::string> whole;
    for (std::size_t i = 0; i < stems.size(); ++i)
        whole.insert(nameOfAllChannels(series.frames[i], stems[i], *names.axes[i].channel));
    return whole.size() < stems.size() ? "channels" : "";
}

}  // namespace coarsen
