// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/command_line.hpp"

#include "core/base/numbers.hpp"
#include "core/base/shell_word.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/stack_slices.hpp"
#include "core/session/series_name.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace coarsen {

namespace {

/// The folder where every frame is an image of its own in one folder, else the files.
std::vector<std::string> commandInputs(const ImageSeries& series) {
    std::vector<std::string> files;
    std::set<std::filesystem::path> folders;
    for (const FrameSource& frame : series.frames) {
        if (files.empty() || files.back() != frame.file.string()) files.push_back(frame.file.string());
        folders.insert(frame.file.parent_path());
    }
    const bool areSingle =
        files.size() == series.frames.size() && std::ranges::all_of(series.frames, [](const FrameSource& frame) {
            return frame.page == 0 && frame.channelPages.empty();
        });
    const bool areFolded = std::ranges::any_of(
        series.frames, [](const FrameSource& frame) { return !frame.channelFiles.empty() || !frame.sliceFiles.empty(); });
    if (!areFolded && (!areSingle || files.size() < 2)) return files;
    std::vector<std::string> inputs;
    for (const std::filesystem::path& folder : folders)
        inputs.push_back(folder.string());
    return inputs;
}

/// "KEY=VALUE" of every setting that is not the default one's; t0 has an option of its own.
std::vector<std::string> changedSettings(const Recipe& recipe) {
    const Recipe usual = defaultRecipe();
    std::vector<std::string> changed;
    const auto compare = [&](const std::string& key) {
        if (const FieldValue value = valueOf(recipe, key); value != valueOf(usual, key))
            changed.push_back(key + "=" + textOf(value));
    };
    for (const std::string& owner : ownersIn(recipe)) {
        if (const Step* const step = recipe.step(owner); step && step->canSwitchOff()) compare(owner + ".on");
        for (const FieldDescription& field : fieldsOf(recipe, owner))
            if (const std::string key = owner + "." + field.name; key != "fit.t0") compare(key);
    }
    return changed;
}

/// As --pixel-size takes it.
std::string sizeText(const Calibration& size) {
    const std::string width = shortest(size.pixelWidthUm), height = shortest(size.pixelHeightUm);
    if (size.isOfVolumes()) return width + "," + height + "," + shortest(size.pixelDepthUm);
    return width + (size.pixelHeightUm == size.pixelWidthUm ? "" : "," + height);
}

/// Says which dataset is read, and how the files of volumes are. A TIFF is said to be one, whether it says so itself or not.
void addVolumes(std::vector<std::string>& words, const ImageSeries& series) {
    if (!series.volumes) {
        if (!series.frames.empty() && !series.frames.front().dataset.empty())
            words.insert(words.end(), {"--dataset", series.frames.front().dataset});
        return;
    }
    const VolumeChoice& choice = series.volumes->choice;
    if (choice.raw)
        words.insert(words.end(), {"--raw", textOf(*choice.raw)});
    else if (!series.frames.empty() && !isVolumeFile(series.frames.front().file))
        words.push_back("--volumes");
    if (!choice.dataset.empty()) words.insert(words.end(), {"--dataset", choice.dataset});
    if (choice.channel > 0) words.insert(words.end(), {"--channel", std::to_string(choice.channel + 1)});
}

void addTimes(std::vector<std::string>& words, const TimeChoice& times) {
    if (times.kind == TimeChoice::Kind::interval) {
        words.insert(words.end(), {"--interval", shortest(times.intervalS)});
    } else if (times.kind == TimeChoice::Kind::table) {
        words.insert(words.end(), {"--times", times.table.string()});
        if (const std::string columns = textOf(times.columns); !columns.empty())
            words.insert(words.end(), {"--time-columns", columns});
    } else if (times.kind == TimeChoice::Kind::mtime) {
        words.insert(words.end(), {"--times", std::string(nameOf(TimeSource::mtime))});
    } else if (const std::string source = timesFromText(times); !source.empty()) {
        words.insert(words.end(), {"--times-from", source});
    }
    if (times.order != FrameOrder::name) words.insert(words.end(), {"--order", std::string(nameOf(times.order))});
    if (times.byNumber) words.push_back("--numbered");
}

}  // namespace

std::string commandLine(const Session& session) {
    std::vector<std::string> words = {"coarsen-cli", "analyze"};
    for (const std::string& input : commandInputs(session.series))
        words.push_back(input);
    std::string output = seriesName(session) + "-results";
    std::ranges::replace(output, '/', '-');
    words.insert(words.end(), {"-o", output});
    addVolumes(words, session.series);
    if (const auto slice = sliceOf(session.series); slice && !(slice == 1 && session.series.frames.size() > 1))
        words.insert(words.end(), {"--z", std::to_string(*slice)});
    if (session.series.first.scene > 0) words.insert(words.end(), {"--position", std::to_string(session.series.first.scene + 1)});
    addTimes(words, session.times);
    if (session.recipe.fit.t0S) words.push_back("--t0=" + shortest(*session.recipe.fit.t0S));
    if (const Calibration& size = session.calibration; size.isKnown() && !(size == session.series.calibration))
        words.insert(words.end(), {"--pixel-size", sizeText(size)});
    else if (!size.isKnown() && session.series.calibration.isKnown())
        words.insert(words.end(), {"--pixel-size", "none"});
    if (session.engine != "auto") words.insert(words.end(), {"--engine", session.engine});
    if (session.convolutionEngine != "auto") words.insert(words.end(), {"--convolution-engine", session.convolutionEngine});
    for (const std::string& setting : changedSettings(session.recipe))
        words.insert(words.end(), {"--set", setting});
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + shellWord(word);
    return line;
}

bool isWholeOnCommandLine(const Session& session) {
    return session.excluded.empty() && session.manualRMaxPx.empty();
}

}  // namespace coarsen
