// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"
#include "app/python/given_arrays.hpp"
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "app/python/runs.hpp"
#include "core/analysis/frame_measurer.hpp"
#include "core/base/error.hpp"
#include "core/base/sha256.hpp"
#include "core/base/time_unit.hpp"
#include "core/base/typed_length.hpp"
#include "core/base/units.hpp"
#include "core/base/version.hpp"
#include "core/export/tables.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
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

/// Sides of a pixel (y, x) or of a voxel (z, y, x), or one number for all.
using Sides = std::optional<std::vector<double>>;

Calibration typedSize(const std::vector<double>& sides) {
    for (const double side : sides)
        if (!(side > 0) || !std::isfinite(side))
            throw SettingError("pixel_size", "it must be above 0 µm", "give the micrometres in a pixel");
    if (sides.empty() || sides.size() > 3)
        throw SettingError("pixel_size", "it has " + std::to_string(sides.size()) + " sides", "give one, (y, x) or (z, y, x)");
    Calibration typed;
    typed.pixelWidthUm = sides.back();
    typed.pixelHeightUm = sides.size() > 1 ? sides[sides.size() - 2] : sides.back();
    if (sides.size() > 2) typed.pixelDepthUm = sides.front();
    typed.source = "typed";
    return typed;
}

/// Seconds of a time as somebody writes it, which is given as `subject`.
double secondsOf(const std::string& text, const std::string& subject) {
    const auto typed = typedTime(text);
    if (!typed)
        throw SettingError(subject, "\"" + text + "\" is no time",
                           "give seconds, or a text with its unit (" + std::string(timeUnitsInWords) + "), as \"10 min\"");
    return typed->seconds;
}

/// Micrometres of a length as somebody writes it.
double micrometresOf(const std::string& text) {
    const auto um = typedLengthUm(text);
    if (!um)
        throw SettingError("pixel_size", "\"" + text + "\" is no length",
                           "give micrometres, or a text with its unit, as \"500 nm\"");
    return *um;
}

/// A session without results of the series, as `analyze` begins with. Its recipe has nothing but the time of the quench.
Session sessionOf(ImageSeries series, std::optional<double> intervalS, const Sides& pixelSizeUm,
                  std::optional<double> t0S = std::nullopt) {
    Session session;
    session.recipe.fit.t0S = t0S;
    session.version = version;
    session.series = std::move(series);
    session.calibration = session.series.calibration;
    if (intervalS) {
        if (!(*intervalS > 0))
            throw SettingError("interval", "it must be above 0 seconds", "give the seconds between two frames");
        session.times = TimeChoice{TimeChoice::Kind::interval, *intervalS, {}};
    }
    assignTimes(session.series, session.times);
    if (pixelSizeUm) {
        session.calibration = calibrationFor(session.series, typedSize(*pixelSizeUm));
        takeTypedSize(session.series, session.calibration);
    }
    return session;
}

Session opened(const std::vector<std::filesystem::path>& inputs, std::optional<double> intervalS, const Sides& pixelSizeUm,
               std::optional<double> t0S) {
    return sessionOf(openSeries(inputs), intervalS, pixelSizeUm, t0S);
}

/// Owner of a series' arrays, where its frames find them.
struct Kept {
    std::vector<std::shared_ptr<const ArrayFile>> files;
};

/// `facts`: type and shape of each frame.
std::pair<Session, Kept> ofArrays(const std::vector<std::pair<std::string, std::vector<int>>>& facts, bool areVolumes,
                                  const nb::object& read, const std::string& name,
                                  const std::optional<std::vector<double>>& timesS, std::optional<double> intervalS,
                                  const Sides& pixelSizeUm, std::optional<double> t0S) {
    std::vector<ArrayFacts> all;
    for (const auto& [type, shape] : facts)
        all.push_back({type, shape, areVolumes});
    GivenArrays given = givenArrays(all, read, name);
    Session session = sessionOf(std::move(given.series), intervalS, pixelSizeUm, t0S);
    if (timesS) {
        std::vector<FrameSource>& frames = session.series.frames;
        if (timesS->size() != frames.size())
            throw SettingError(
                "times", "there are " + std::to_string(timesS->size()) + " for " + std::to_string(frames.size()) + " frames",
                "give one a frame");
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (!std::isfinite((*timesS)[i])) throw SettingError("times", "one of them is no number", "give seconds");
            frames[i].timeS = (*timesS)[i];
            frames[i].timeSource = TimeSource::table;
        }
        session.series.timesBy = "typed";
    }
    return {std::move(session), Kept{std::move(given.files)}};
}

/// Writes it with the arrays as files beside it that are not there, which asks for the pictures.
void save(Session session, const std::filesystem::path& file) {
    if (session.series.first.format == "array")
        for (FrameSource& frame : session.series.frames)
            frame.file = file.parent_path() / frame.file.filename();
    writeSession(file, session);
}

/// Type and shape of the arrays that were measured, which are all alike; nothing of files.
std::optional<std::pair<std::string, std::vector<int>>> arrayOfSeries(const Session& session) {
    const ImageHeader& first = session.series.first;
    if (first.format != "array") return std::nullopt;
    const char* const type = first.bitsPerSample == 8 ? "uint8" : first.bitsPerSample == 16 ? "uint16" : "float32";
    std::vector<int> shape{first.height, first.width};
    if (session.series.volumes) shape.insert(shape.begin(), session.series.volumes->first.size.depth);
    if (first.channels > 1) shape.push_back(first.channels);
    return std::pair(std::string(type), shape);
}

std::pair<Session, std::vector<std::string>> analysedSeries(Session session, const std::optional<Recipe>& recipe,
                                                            const std::string& engine, int threads, const Progress& progress) {
    std::vector<std::string> said;
    Session found = interruptibly([&](const Tell& tell, std::stop_token stop) {
        Report report(progress, tell, said);
        return analysed(asked(std::move(session), recipe, engine), threads, report, std::move(stop));
    });
    return {std::move(found), std::move(said)};
}

/// These rows with the laws of growth by these settings of the recipe's `fit`, by name.
Session fitted(Session session, const std::map<std::string, std::string>& settings) {
    for (const auto& [name, text] : settings)
        setText(session.recipe, "fit." + name, text);
    session.fits = fitGrowth(growthOf(session), session.recipe.fit);
    return session;
}

using Columns = std::vector<std::vector<double>>;

/// Times, lengths and standard errors of the frames that laws are fitted to.
Columns growthPoints(const Session& session) {
    Columns columns(3);
    for (const GrowthPoint& point : usedPoints(growthOf(session), session.recipe.fit)) {
        columns[0].push_back(point.time);
        columns[1].push_back(point.length);
        columns[2].push_back(point.error);
    }
    return columns;
}

/// Lengths by a law at times of the series, and their standard errors.
Columns lawAt(const Session& session, const std::string& model, const std::vector<double>& times) {
    const auto fit = std::ranges::find(session.fits, model, &GrowthFit::model);
    if (fit == session.fits.end()) throw SettingError("model", "no law \"" + model + "\" was fitted", "choose another");
    Columns columns(2);
    for (const double time : times) {
        columns[0].push_back(fit->valueAt(time));
        columns[1].push_back(fit->standardErrorAt(time));
    }
    return columns;
}

/// The row of one array.
Session measured(const Pixels& pixels, const std::optional<Valid>& valid, const std::string& type,
                 const std::optional<Recipe>& recipe, const Sides& pixelSizeUm, const std::string& engine, int threads) {
    Frame frame = frameOf(pixels, valid);
    ArrayFacts facts{.type = type, .shape = {}, .isVolume = false};
    for (std::size_t axis = 0; axis < pixels.ndim(); ++axis)
        facts.shape.push_back(static_cast<int>(pixels.shape(axis)));
    return interruptibly([&](const Tell&, std::stop_token stop) {
        Session session = sessionOf(seriesOfArray(facts), std::nullopt, pixelSizeUm);
        session.recipe = recipe ? *recipe : defaultRecipe();
        session.engine = engine;
        FrameSource& source = session.series.frames.front();
        source.timeS = std::nan("");
        FrameMeasurer measurer(session.recipe, requestOf(engine, threads), session.calibration);
        const FrameMeasurer::Answer answer = measurer(std::move(frame), {}, false, stop);
        if (stop.stop_requested()) return session;
        FrameResult row = frameResult(source, 0, answer.image, answer.measured, std::nullopt, session.recipe.measure);
        addScriptLengths(row, answer.measured.profile, session.recipe.lengths);
        row.inputSha256 = sha256(bytesOf(pixels));
        row.inputBytes = facts.bytes();
        session.results[0] = shared(std::move(row));
        session.resultKeys[0] = session.keysOfToday().of(0);
        return session;
    });
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
        .def_prop_ro("array", &arrayOfSeries)
        .def_prop_ro("counts_frames", [](const Session& session) { return countsFrames(session.series); })
        .def_prop_ro("sums",
                     [](const Session& session) {
                         std::vector<std::string> sums;
                         for (const auto& [frame, row] : session.results)
                             sums.push_back(row->inputSha256);
                         return sums;
                     })
        .def("results_csv", &resultsCsv, nb::call_guard<nb::gil_scoped_release>())
        .def("c1d_csv", &c1dCsv, nb::call_guard<nb::gil_scoped_release>())
        .def("surface_csv", &surfaceCsv, nb::call_guard<nb::gil_scoped_release>())
        .def("fit_json", &fitJson, nb::call_guard<nb::gil_scoped_release>())
        .def("growth", &growthPoints)
        .def("law_at", &lawAt)
        .def("fitted", &fitted, nb::call_guard<nb::gil_scoped_release>())
        .def("save", &save, nb::call_guard<nb::gil_scoped_release>());
    nb::class_<Kept>(module, "Kept");
    module.def("seconds_of", &secondsOf);
    module.def("micrometres_of", &micrometresOf);
    module.def("read_session", &readSession, nb::call_guard<nb::gil_scoped_release>());
    module.def("open_series", &opened, nb::arg("inputs"), nb::arg("interval_s").none(), nb::arg("pixel_size_um").none(),
               nb::arg("t0_s").none(), nb::call_guard<nb::gil_scoped_release>());
    module.def("series_of_arrays", &ofArrays, nb::arg("facts"), nb::arg("are_volumes"), nb::arg("read"), nb::arg("name"),
               nb::arg("times_s").none(), nb::arg("interval_s").none(), nb::arg("pixel_size_um").none(), nb::arg("t0_s").none());
    module.def("analyze", &analysedSeries, nb::arg("series"), nb::arg("recipe").none(), nb::arg("engine"), nb::arg("threads"),
               nb::arg("progress"));
    module.def("measure", &measured, nb::arg("pixels").noconvert(), nb::arg("valid").noconvert().none(), nb::arg("type"),
               nb::arg("recipe").none(), nb::arg("pixel_size_um").none(), nb::arg("engine"), nb::arg("threads"));
}

}  // namespace coarsen::python
