// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/assemble.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/companion.hpp"
#include "core/series/data_set.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/named_axes.hpp"
#include "core/series/notes.hpp"
#include "core/series/stack_slices.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume_files/volume_files.hpp"

#include <map>
#include <set>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

int bitsIn(const fs::path& file) {
    if (file.extension() == ".npy") return 0;  // what a script made of the picture
    try {
        return imageHeader(file).bitsPerSample;
    } catch (const InputError&) {
        return 0;
    }
}

std::string counted(std::size_t number, const char* one, const char* many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

/// Takes the position that is asked for, else the first, which is said.
void takePosition(ImageSeries& series, std::optional<int> position) {
    const auto scenes = static_cast<int>(series.first.facts.scenes.size());
    if (scenes < 2) return;  // then names may say several
    if (position && (*position < 1 || *position > scenes))
        throw SettingError("--position",
                           "there is no position " + std::to_string(*position) + ": " + displayName(series.frames.front().file) +
                               " has " + std::to_string(scenes),
                           "write 1 to " + std::to_string(scenes));
    takeScene(series.first, position.value_or(1) - 1);
    if (!position)
        say(series, "pages.scene",
            "The file holds " + std::to_string(scenes) + " positions (scenes) on the sample; the first is measured.",
            "--position 2", "--position N takes another.");
}

/// Names the file that planes of the read file lie in: the set's first frame may lie in another.
void nameOwnPlanes(ImageHeader& header, const std::string& own) {
    for (PlaneFacts& plane : header.facts.scenes[static_cast<std::size_t>(header.scene)].planes)
        if (plane.file.empty() && plane.page >= 0) plane.file = own;
}

/// The frames of a set: each time's first slice, with all its channels, wherever they lie.
void takeSet(ImageSeries& series, std::optional<int> slice) {
    const SceneFacts scene = *sceneOf(series.first);
    const fs::path folder = series.frames.front().file.parent_path(), own = series.frames.front().file.filename();
    const int z = slice.value_or(1) - 1;
    if (z < 0 || z >= scene.slices)
        throw SettingError("--z", "there is no slice " + std::to_string(z + 1) + ": the set has " + std::to_string(scene.slices),
                           "write 1 to " + std::to_string(scene.slices));
    std::map<std::pair<int, int>, const PlaneFacts*> planes;
    std::map<std::string, bool> files;
    for (const PlaneFacts& plane : scene.planes) {
        const std::string name = plane.file.empty() ? own.string() : plane.file;
        if (!files.contains(name)) files[name] = fs::exists(folder / name);
        if (plane.z == z && plane.page >= 0 && files[name]) planes[{plane.t, plane.c}] = &plane;
    }
    const auto fileOf = [&](const PlaneFacts& plane) { return plane.file.empty() ? folder / own : folder / plane.file; };
    std::vector<FrameSource> frames;
    std::size_t missing = 0;
    for (int t = 0; t < scene.times; ++t) {
        FrameSource frame;
        for (int c = 0; c < scene.channels; ++c) {
            const auto plane = planes.find({t, c});
            if (plane == planes.end()) {
                ++missing;
                continue;
            }
            if (scene.channels == 1 || c == 0) frame.file = fileOf(*plane->second), frame.page = plane->second->page;
            if (scene.channels > 1)
                frame.channelPages.push_back(plane->second->page), frame.channelFiles.push_back(fileOf(*plane->second));
        }
        if (frame.file.empty() || (scene.channels > 1 && frame.channelPages.size() != static_cast<std::size_t>(scene.channels)))
            continue;
        frame.name = displayName(frame.file);
        frames.push_back(std::move(frame));
    }
    if (frames.empty()) return;  // not one is here: the file is read as if it stood alone

    std::set<std::string> ofOtherScenes;
    for (const SceneFacts& other : series.first.facts.scenes)
        for (const PlaneFacts& plane : other.planes)
            ofOtherScenes.insert(plane.file.empty() ? own.string() : plane.file);
    std::vector<std::string> others;
    for (const FrameSource& frame : series.frames)
        if (!ofOtherScenes.contains(frame.file.filename().string())) others.push_back(frame.name);
    std::vector<std::string> absent;
    for (const auto& [name, isThere] : files)
        if (!isThere) absent.push_back(name);
    series.frames = std::move(frames);
    nameOwnPlanes(series.first, own.string());
    say(series, "files.set",
        "Read as one image: a set of " + counted(files.size() - absent.size(), "file", "files") + ", as " +
            (series.first.facts.writer == "OME-XML" ? "OME says." : "their pages say.") +
            (others.empty() ? "" : " Skipped (they belong to other images): " + enumeration(others) + "."));
    if (missing > 0)
        say(series, "pages.missing",
            counted(missing, "picture", "pictures") + " of the set " + (missing == 1 ? "is" : "are") + " not there" +
                (absent.empty() ? "." : ": " + enumeration(absent) + (absent.size() == 1 ? " is missing." : " are missing.")));
    if (scene.channels > 1)
        say(series, "pages.channels", "Each frame has " + std::to_string(scene.channels) + " channels; the first is measured.",
            "--set channels.use=image", "--set channels.use=... takes another.");
    if (scene.slices > 1 && !slice)
        say(series, "pages.slice", "Of " + std::to_string(scene.slices) + " slices at each time the first is measured.", "--z 2",
            "--z N takes another.");
}

/// Several files of several pages each.
void takePagesOfFiles(ImageSeries& series, bool joins) {
    if (!joins) {
        say(series, "pages.first-of-each",
            "Its files hold " + std::to_string(series.first.pages) + " pages each; only the first page of each is used.",
            "--join", "--join runs all pages on, one file after the other.");
        return;
    }
    std::vector<FrameSource> frames;
    for (const FrameSource& source : series.frames) {
        ImageHeader header;
        try {
            header = frameHeader(source);
        } catch (const InputError&) {  // the frame will be named as failed when it is measured
            frames.push_back(source);
            continue;
        }
        const StackLayout& stack = header.stack;
        const bool isStated = stack.pages() == header.pages;
        for (int i = 0; i < (isStated ? stack.times : header.pages); ++i) {
            FrameSource frame = source;
            frame.page = isStated ? stack.pageOf(i) : i;
            for (int channel = 0; isStated && stack.channels > 1 && channel < stack.channels; ++channel)
                frame.channelPages.push_back(stack.pageOf(i, 0, channel));
            const bool isThere = frame.page >= 0 && std::ranges::find(frame.channelPages, -1) == frame.channelPages.end();
            if (isThere) frames.push_back(std::move(frame));
        }
    }
    say(series, "files.joined",
        "All pages of its " + std::to_string(series.frames.size()) + " files are frames, one file after the other.");
    series.frames = std::move(frames);
}

/// The page of each file that its first picture is: behind a thumbnail, or of the position that is taken.
void takeFirstPages(ImageSeries& series) {
    const StackLayout& stack = series.first.stack;
    const int first = stack.table.empty() ? 0 : stack.pageOf(0);
    for (FrameSource& frame : series.frames)
        frame.page = std::max(first, 0);
}

/// The option that says what a fact would have said which is not understood.
std::string optionFor(const std::string& unread) {
    const auto holds = [&](const char* word) { return unread.find(word) != std::string::npos; };
    if (holds("tunit") || holds("Time") || holds("DeltaT")) return "--interval";
    const bool isSize =
        holds("PhysicalSize") || holds("unit") || holds("PixelSize") || holds("sizes of pixels") || holds("size of pixels");
    return isSize || holds("z-step") || holds("ZPosition") ? "--pixel-size" : "";
}

void sayOfFile(ImageSeries& series) {
    const FileFacts& facts = series.first.facts;
    for (const std::string& unread : facts.unread)
        say(series, "fact.unread", "Not understood in " + series.frames.front().name + ", and not used: " + unread + ".",
            optionFor(unread));
    if (facts.unclaimed > 0)
        say(series, "pages.unclaimed",
            counted(static_cast<std::size_t>(facts.unclaimed), "page is", "pages are") +
                " beyond those that the file says it has, and left out.");
    if (facts.reduced + facts.masks > 0)
        say(series, "pages.reduced",
            counted(static_cast<std::size_t>(facts.reduced + facts.masks), "page is", "pages are") +
                " marked as thumbnail, overview or mask and left out.");
}

}  // namespace

std::string enumeration(std::vector<std::string> names) {
    constexpr std::size_t shown = 4;
    std::ranges::sort(names, naturalLess);
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
        text += (i ? ", " : "") + names[i];
    if (names.size() > shown) text += " and " + std::to_string(names.size() - shown) + " more";
    return text;
}

void dropSameStems(ImageSeries& series) {
    std::map<fs::path, std::vector<std::size_t>> byStem;
    for (std::size_t i = 0; i < series.frames.size(); ++i)
        if (const fs::path& file = series.frames[i].file; hasImageExtension(file))  // else its name has no ending to be left out
            byStem[file.parent_path() / file.stem()].push_back(i);
    std::set<std::size_t> dropped;
    std::string kept;
    for (const auto& [stem, files] : byStem) {
        if (files.size() < 2) continue;
        std::size_t best = files.front();
        int most = -1;
        for (const std::size_t i : files)
            if (const int bits = bitsIn(series.frames[i].file); bits > most) best = i, most = bits;
        for (const std::size_t i : files)
            if (i != best) dropped.insert(i);
        if (kept.empty()) kept = series.frames[best].name;
    }
    if (dropped.empty()) return;
    std::vector<std::string> names;
    for (const std::size_t i : dropped)
        names.push_back(series.frames[i].name);
    for (auto i = dropped.rbegin(); i != dropped.rend(); ++i)
        series.frames.erase(series.frames.begin() + static_cast<std::ptrdiff_t>(*i));
    say(series, "files.same-stem",
        "Files of one name are taken for one picture, and that with more bits is measured (" + kept +
            "). Left out: " + enumeration(names) + ".");
}

bool isOfSet(const FileFacts& facts) {
    return std::ranges::any_of(facts.scenes, [](const SceneFacts& scene) {
        return std::ranges::any_of(scene.planes, [](const PlaneFacts& plane) { return !plane.file.empty(); });
    });
}

std::vector<std::string> positionsOf(const std::vector<fs::path>& inputs) {
    try {
        std::vector<fs::path> files;
        for (const fs::path& input : inputs) {
            const std::vector<fs::path> more = volumes::isFolderInput(input) ? std::vector{input} : inputFiles(input);
            files.insert(files.end(), more.begin(), more.end());
        }
        const bool areMany = inputs.size() > 1 || (inputs.size() == 1 && volumes::isPlainFolder(inputs.front()));
        if (files.empty() || (!areMany && isVolumeFile(files.front()))) return {};
        const ImageHeader first = imageHeader(files.front());
        std::vector<std::string> positions;
        for (std::size_t i = 0; i < first.facts.scenes.size() && first.facts.scenes.size() > 1; ++i)
            positions.push_back(first.facts.scenes[i].name.empty() ? "position " + std::to_string(i + 1)
                                                                   : first.facts.scenes[i].name);
        if (!positions.empty() || !areMany || first.pages > 1) return positions;
        std::vector<std::string> stems;
        for (const fs::path& file : files)
            stems.push_back(file.stem().string());
        return positionsInNames(stems);
    } catch (const InputError&) {  // whoever opens it says why
        return {};
    }
}

void assemblePictures(ImageSeries& series, const SeriesOpening& opening) {
    takeDescription(series);
    takeDataSet(series);
    takePosition(series, opening.position);
    const SceneFacts* const scene = sceneOf(series.first);
    if (scene && isOfSet(series.first.facts)) takeSet(series, opening.slice);
    const bool isSet = std::ranges::any_of(series.notes, [](const Said& said) { return said.code == "files.set"; });
    if (!isSet) {
        if (opening.slice || (scene && series.frames.size() == 1)) {
            series = ofSlice(std::move(series), opening.slice);
        } else {
            takeFirstPages(series);
            if (series.first.pages > 1)
                takePagesOfFiles(series, opening.joins);
            else
                takeNamedAxes(series, opening.position);
        }
    }
    sayOfFile(series);
}

}  // namespace coarsen
