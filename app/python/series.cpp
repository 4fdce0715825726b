// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "core/analysis/frame_measurer.hpp"
#include "core/analysis/recipe_for_series.hpp"
#include "core/base/error.hpp"
#include "core/base/version.hpp"
#include "core/batch/series_run.hpp"
#include "core/correlate/engines.hpp"
#include "core/export/tables.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/volume_series.hpp"

#include <cmath>
#include <functional>
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

using Progress = std::function<void(int done, int total)>;

EngineRequest requestOf(const std::string& engine) {
    EngineRequest request;
    request.engines = Engines(cpuEngines());
    request.name = engine;
    return request;
}

/// Keeps what a run says, and hands its progress on.
class Report : public RunReport {
public:
    Report(const Progress& progress, const Tell& tell, std::vector<std::string>& said)
        : progress_(progress), tell_(tell), said_(said) {}

    void show(const RunProgress& progress) override {
        if (progress_) tell_([&hears = progress_, done = progress.done, total = progress.total] { hears(done, total); });
    }
    void showSurvey(int, int) override {}
    void say(const std::string& text) override { said_.push_back(text); }
    void end() override {}

private:
    const Progress& progress_;
    const Tell& tell_;
    std::vector<std::string>& said_;
};

/// A session without results of the files named, as `analyze` begins with.
Session opened(const std::vector<std::filesystem::path>& inputs, std::optional<double> intervalS,
               std::optional<double> pixelSizeUm) {
    Session session;
    session.version = version;
    session.series = openSeries(inputs);
    session.calibration = session.series.calibration;
    if (intervalS) {
        if (!(*intervalS > 0))
            throw SettingError("interval", "it must be above 0 seconds", "give the seconds between two frames");
        session.times = TimeChoice{TimeChoice::Kind::interval, *intervalS, {}};
    }
    assignTimes(session.series, session.times);
    if (pixelSizeUm) {
        if (!(*pixelSizeUm > 0)) throw SettingError("pixel_size", "it must be above 0 µm", "give the micrometres in a pixel");
        Calibration typed;
        typed.pixelWidthUm = typed.pixelHeightUm = *pixelSizeUm;
        typed.source = "typed";
        session.calibration = calibrationFor(session.series, typed);
        takeTypedSize(session.series, session.calibration);
    }
    return session;
}

/// `recipe`: nothing for the default, which is fitted to what the files are.
std::pair<Session, std::vector<std::string>> analysed(Session session, const std::optional<Recipe>& recipe,
                                                      const std::string& engine, int threads, const Progress& progress) {
    std::vector<std::string> said;
    Session found;
    runInterruptibly([&](const Tell& tell, std::stop_token stop) {
        session.recipe = recipe ? *recipe : recipeForSeries(defaultRecipe(), session.series);
        tellInfoBar(session.series, session.recipe);
        session.engine = engine;
        RunRequest request;
        request.series = session.series;
        request.recipe = session.recipe;
        request.calibration = session.calibration;
        request.engines = requestOf(engine);
        request.threads = threads;
        Report report(progress, tell, said);
        SeriesRun run(std::move(session), std::move(request), {}, requestOf(engine).engines, report);
        run.begin();
        run.measure(stop);
        if (stop.stop_requested()) return;
        run.writeTables(false, stop);
        run.sayJudgement();
        found = run.session();
    });
    return {std::move(found), std::move(said)};
}

/// The row of one array.
Session measured(const Pixels& pixels, const std::optional<ValidPixels>& valid, const std::optional<Recipe>& recipe,
                 std::optional<double> pixelSizeUm, const std::string& engine, int threads) {
    const nb::gil_scoped_release withoutLock;
    MaskedImage image = imageOf(pixels, valid);
    Session session;
    session.version = version;
    session.recipe = recipe ? *recipe : defaultRecipe();
    if (pixelSizeUm) session.calibration = {*pixelSizeUm, *pixelSizeUm, "typed"};
    session.engine = engine;
    RawImage raw;
    raw.bitsPerSample = image.image.type() == PixelType::u8 ? 8 : image.image.type() == PixelType::u16 ? 16 : 32;
    raw.isLinear = image.image.type() == PixelType::f32;
    raw.image = std::move(image.image);
    Frame frame = rawFrame(raw, 0, std::nan(""));
    frame.mask = std::move(image.mask);
    EngineRequest request = requestOf(engine);
    request.threads = threads;
    FrameMeasurer measurer(session.recipe, request, session.calibration);
    const FrameMeasurer::Answer answer = measurer(std::move(frame), {}, false);
    FrameSource source;
    source.name = "array";
    session.results[0] = shared(frameResult(source, 0, answer.image, answer.measured, std::nullopt, session.recipe.measure));
    return session;
}

}  // namespace

void addSeries(nb::module_& module) {
    nb::class_<Session>(module, "Session")
        .def_prop_ro("name", [](const Session& session) { return session.series.name; })
        .def_prop_ro("recipe", [](const Session& session) { return session.recipe; })
        .def_prop_ro("files",
                     [](const Session& session) {
                         std::vector<std::string> names;
                         for (const FrameSource& frame : session.series.frames)
                             names.push_back(frame.name);
                         return names;
                     })
        .def_prop_ro(
            "times",
            [](const Session& session) {
                std::vector<double> times;
                for (const FrameSource& frame : session.series.frames)
                    times.push_back(frame.timeS);
                const std::size_t count = times.size();
                return arrayOf(std::move(times), {count});
            },
            nb::rv_policy::automatic)
        .def("results_csv", &resultsCsv, nb::call_guard<nb::gil_scoped_release>())
        .def("c1d_csv", &c1dCsv, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "save", [](const Session& session, const std::filesystem::path& file) { writeSession(file, session); },
            nb::call_guard<nb::gil_scoped_release>());
    module.def("read_session", &readSession, nb::call_guard<nb::gil_scoped_release>());
    module.def("open_series", &opened, nb::arg("inputs"), nb::arg("interval_s").none(), nb::arg("pixel_size_um").none(),
               nb::call_guard<nb::gil_scoped_release>());
    module.def("analyze", &analysed, nb::arg("series"), nb::arg("recipe").none(), nb::arg("engine"), nb::arg("threads"),
               nb::arg("progress"));
    module.def("measure", &measured, nb::arg("pixels").noconvert(), nb::arg("valid").noconvert().none(), nb::arg("recipe").none(),
               nb::arg("pixel_size_um").none(), nb::arg("engine"), nb::arg("threads"));
}

}  // namespace coarsen::python
