// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "app/python/runs.hpp"
#include "core/base/error.hpp"
#include "core/job/part_run.hpp"
#include "core/job/series_run.hpp"
#include "core/session/prepared_run.hpp"

#include <filesystem>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

namespace fs = std::filesystem;

using Notes = std::vector<std::string>;  // sentences

/// Writes the plan of a run into the folder, as `analyze --prepare` does.
Notes prepareRun(Session session, const std::optional<Recipe>& recipe, const std::string& engine, int threads,
                 const fs::path& folder, bool replaces) {
    if (session.series.first.format == "array")
        throw SettingError("client", "the frames are arrays of this process, which workers do not reach",
                           "write them as files, and open these by Series.open");
    Notes said;
    interruptibly([&](const Tell& tell, std::stop_token stop) {
        const Progress nobody;
        Report report(nobody, tell, said);
        Session whole = asked(std::move(session), recipe, engine);
        RunRequest request = runOf(whole, threads);
        const Engines engines = request.engines.engines;
        RunChoices choices;
        choices.output = folder;
        choices.replaces = replaces;
        SeriesRun run(std::move(whole), std::move(request), std::move(choices), engines, report);
        run.begin();
        return run.prepare(std::move(stop)).has_value();
    });
    return said;
}

/// How many frames that part has, all of which have their rows now, and what was said of them: `analyze --part`.
std::pair<std::size_t, Notes> measureOnePart(const fs::path& folder, int number, int of, int threads) {
    Notes said;
    const std::size_t frames = interruptibly([&](const Tell& tell, std::stop_token stop) {
        const Progress nobody;
        Report report(nobody, tell, said);
        const PreparedRun run = readPlan(folder);
        RunRequest request = requestOf(run, requestOf("auto", threads));
        request.threads = threads;
        return measurePart(folder, run, {number, of}, std::move(request), report, std::move(stop)).frames.size();
    });
    return {frames, std::move(said)};
}

/// The session whose tables it has written, as `analyze --merge` does.
std::pair<Session, Notes> merge(const fs::path& folder) {
    Notes said;
    Session session = interruptibly([&](const Tell& tell, std::stop_token stop) {
        const Progress nobody;
        Report report(nobody, tell, said);
        const PreparedRun run = readPlan(folder);
        RunRequest request = requestOf(run, requestOf("auto"));
        const Engines engines = request.engines.engines;
        const auto merged = mergedRun(folder, run, std::move(request), false, engines, report);
        merged->writeTables(true, std::move(stop));
        merged->sayJudgement();
        return merged->session();
    });
    return {std::move(session), std::move(said)};
}

}  // namespace

void addPrepared(nb::module_& module) {
    module.def("prepare", &prepareRun, nb::arg("series"), nb::arg("recipe").none(), nb::arg("engine"), nb::arg("threads"),
               nb::arg("folder"), nb::arg("replaces"));
    module.def("measure_part", &measureOnePart, nb::arg("folder"), nb::arg("number"), nb::arg("of"), nb::arg("threads"));
    module.def("merge", &merge, nb::arg("folder"));
}

}  // namespace coarsen::python
