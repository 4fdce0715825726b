// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parts.hpp"

#include "app/cli/analyze_run.hpp"
#include "app/cli/commands.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/shell_word.hpp"
#include "core/job/output_folder.hpp"
#include "core/job/part_run.hpp"
#include "core/job/parts_estimate.hpp"
#include "core/session/part_file.hpp"
#include "core/session/series_name.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

/// A number that whoever starts the parts gives each of them.
struct TaskNumber {
    const char* variable;
    int first;  ///< number of the first task
};
/// The first that is set counts. An array's comes before ranks, for each of its tasks may be the first rank of its own; ranks of
/// MPI come before those of Slurm, whose batch step is rank 0 for all that mpirun starts.
constexpr std::array taskNumbers{TaskNumber{"SLURM_ARRAY_TASK_ID", 1}, TaskNumber{"OMPI_COMM_WORLD_RANK", 0},
                                 TaskNumber{"PMI_RANK", 0}, TaskNumber{"SLURM_PROCID", 0}};

[[noreturn]] void refusePart(const std::string& text, const std::string& reason) {
    throw SettingError("--part", "'" + text + "' " + reason, "write K/N with K from 1 to N, as 3/7");
}

int wholeNumber(const std::string& text, std::string_view digits) {
    const auto number = parseInteger(digits);
    if (!number || *number < 1 || *number > std::numeric_limits<int>::max()) refusePart(text, "is no part");
    return static_cast<int>(*number);
}

int numberOfTask() {
    for (const auto& [variable, first] : taskNumbers) {
        const char* const value = std::getenv(variable);
        if (!value || !*value) continue;
        const auto number = parseInteger(value);
        if (!number || *number < first || *number >= std::numeric_limits<int>::max())
            throw SettingError(variable, "'" + std::string(value) + "' is not the number of a part",
                               first == 1 ? "number the tasks of the array from 1, as --array=1-7" : "write --part K/N");
        return static_cast<int>(*number) + 1 - first;
    }
    std::string names;
    for (const auto& task : taskNumbers)
        names += (names.empty() ? "" : ", ") + std::string(task.variable);
    throw SettingError("--part", "the number of the part is missing: none of " + names + " is set", "write --part K/N");
}

/// "3/7", or "/7" of the task that this is.
Part partFromText(const std::string& text) {
    const auto cut = text.find('/');
    if (cut == std::string::npos) refusePart(text, "does not say of how many");
    Part part;
    part.of = wholeNumber(text, std::string_view(text).substr(cut + 1));
    part.number = cut == 0 ? numberOfTask() : wholeNumber(text, std::string_view(text).substr(0, cut));
    if (part.number > part.of) refusePart(text, "has no part " + std::to_string(part.number));
    return part;
}

/// INPUT of --part and --merge.
fs::path preparedFolder(const AnalyzeOptions& options) {
    if (options.inputs.size() != 1)
        throw SettingError("INPUT", "INPUT must be the one folder in which the run was prepared",
                           "name the folder that --prepare was given by -o");
    return options.inputs.front();
}

/// The costs of convolutions are measured ones where the plan's were.
EngineRequest enginesFor(const PreparedRun& run, AnalyzeOptions options, const Engines& engines) {
    options.ignoresTuning = run.session.convolutionTuning.empty();
    return engineRequest(options, engines);
}

RunRequest requestFor(const PreparedRun& run, const AnalyzeOptions& options, const Engines& engines) {
    RunRequest request = requestOf(run, enginesFor(run, options, engines));
    request.threads = threadsOf(options);
    request.memoryBytes = memoryOf(options);
    return request;
}

/// True where --estimate asks about a run that is prepared already.
bool isOfPlan(const AnalyzeOptions& options) {
    std::error_code none;
    return options.output.empty() && options.session.empty() && options.inputs.size() == 1 &&
           fs::exists(fs::path(options.inputs.front()) / PreparedRun::fileName, none);
}

/// Throws SettingError where other parts than those that lie there are asked about.
int partsAsked(const PartsThere& there, int asked) {
    if (there.of > 0 && asked > 0 && asked != there.of)
        throw SettingError("--estimate",
                           "parts of " + std::to_string(there.of) + " lie there already, and not of " + std::to_string(asked),
                           "leave the number out, or begin anew with --prepare --force");
    return there.of > 0 ? there.of : asked;
}

long megabytes(const JobNeeds& needs) {
    return static_cast<long>((needs.memoryBytes + (std::size_t{1} << 20) - 1) >> 20);
}

long minutes(const JobNeeds& needs) {
    return static_cast<long>(std::ceil(needs.seconds / 60));
}

}  // namespace

void requirePlansOwn(const CLI::App& sub, const AnalyzeOptions& options) {
    if (options.part.empty() && !options.merges && !(options.estimate && isOfPlan(options))) return;
    static constexpr std::array ours{"input",     "--part",   "--merge", "--estimate", "--force",
                                     "--threads", "--memory", "--gpus",  "--progress", "--quiet"};
    for (const CLI::Option* option : sub.get_options())
        if (option->count() > 0 && std::ranges::none_of(ours, [&](const char* name) { return option->check_name(name); }))
            throw SettingError(option->get_name(), "the plan has decided that", "give it to --prepare");
}

int estimateParts(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt) {
    const bool isPrepared = isOfPlan(options);
    const fs::path folder = isPrepared ? preparedFolder(options) : fs::path(options.output);
    PartsThere there;
    RunRequest request;
    int parts = *options.estimate;
    if (isPrepared) {
        request = requestFor(readPlan(folder), options, engines);
        there = partsThere(folder);
        parts = partsAsked(there, parts);
    } else {
        request = requestedRun(options, engines, report).request;
        if (const std::string results = options.force ? "" : OutputFolder::resultsIn(folder); !results.empty())
            throw StorageError(folder.string(), "it already holds " + results,
                               "go on with what is prepared there by naming it alone, choose another folder, or write --force");
    }
    const PartsEstimate estimate = estimateOf(request, parts, interrupt.token());
    if (interrupt.happened()) return interrupted;
    if (there.of == 0) {
        there.missing.resize(static_cast<std::size_t>(estimate.parts));
        std::iota(there.missing.begin(), there.missing.end(), 1);
    }
    report.clearLine();
    std::cout << "folder=" << fs::absolute(folder).lexically_normal().string() << "\nprepared=" << (isPrepared ? "yes" : "no")
              << "\nframes=" << estimate.frames << "\nthreads=" << estimate.threads << "\nparts=" << estimate.parts
              << "\nmissing=" << arrayText(there.missing) << "\nprepare_mb=" << megabytes(estimate.preparing)
              << "\nprepare_minutes=" << minutes(estimate.preparing) << "\npart_mb=" << megabytes(estimate.part)
              << "\npart_minutes=" << minutes(estimate.part) << "\nmerge_mb=" << megabytes(estimate.merging)
              << "\nmerge_minutes=" << minutes(estimate.merging) << '\n';
    return allMeasured;
}

int prepareParts(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt) {
    if (!options.save.empty())
        throw SettingError("--save", "parts save no images", "leave it out, or measure the series without --prepare");
    const auto run = openedRun(options, engines, report);
    const auto plan = run->prepare(interrupt.token());
    if (!plan) {
        report.say("interrupted before the plan was made");
        return interrupted;
    }
    const std::string command = "coarsen-cli analyze " + shellWord(options.output);
    const auto frames = plan->framesOf(Part{}).size();
    report.summarise("Series  " + seriesName(run->session()) + "\nFrames  " + std::to_string(frames) + ", by " + plan->engine +
                     "\nWrote   " + PreparedRun::fileName + " in " + run->folder().string() + "\nNext    " + command +
                     " --part K/N for each K from 1 to N, then " + command + " --merge\n");
    return allMeasured;
}

int measureOnePart(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt) {
    const Part part = partFromText(options.part);
    const fs::path folder = preparedFolder(options);
    const PreparedRun run = readPlan(folder);
    const PartOutcome outcome = measurePart(folder, run, part, requestFor(run, options, engines), report, interrupt.token());
    if (!outcome.isWhole) {
        report.say("interrupted after " + std::to_string(outcome.measured) + " frames; the same command goes on");
        return interrupted;
    }
    report.summarise("Part    " + std::to_string(part.number) + " of " + std::to_string(part.of) + ": " +
                     std::to_string(outcome.frames.size()) + " frames, " + std::to_string(outcome.measured) +
                     " of them measured now\nWrote   " + outcome.file.string() + "\n");
    return allMeasured;
}

int mergeAllParts(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt) {
    const fs::path folder = preparedFolder(options);
    const PreparedRun run = readPlan(folder);
    const auto merged = mergedRun(folder, run, requestFor(run, options, engines), options.force, engines, report);
    merged->writeTables(true, interrupt.token());
    if (interrupt.happened() && run.effects > 0) {
        report.say("interrupted: effects.csv may lack frames; merge again with --force");
        return interrupted;
    }
    return conclude(*merged, report, false);
}

}  // namespace coarsen::cli
