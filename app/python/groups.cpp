// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "app/python/runs.hpp"
#include "core/base/error.hpp"
#include "core/base/utc_time.hpp"
#include "core/batch/measured_groups.hpp"
#include "core/ensemble/pixel_sizes.hpp"
#include "core/export/sample_tables.hpp"
#include "core/project/condition.hpp"
#include "core/series/volume_series.hpp"

#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

int framesIn(const Session& session) {
    return static_cast<int>(session.series.frames.size());
}

/// Answer of `ensemble`.
struct Groups {
    std::vector<MeasuredGroup> measured;
    std::optional<Session> session;
    Calibration calibration;
    std::vector<std::string> said;
};

void requireComparable(const std::vector<GroupRequest>& requests) {
    std::vector<ImagesOfGroup> images;
    for (const GroupRequest& request : requests)
        images.push_back({request.name, request.run.series, framesOf(request.run), request.session.calibration,
                          request.session.calibration.isTyped()});
    requireOnePixelSize(images);
}

using GivenGroup = std::tuple<std::string, double, Session>;  // name, x, series

Groups ensembleOf(const std::vector<GivenGroup>& given, const std::optional<Recipe>& recipe, const std::string& engine,
                  int threads, const Progress& progress) {
    Groups groups;
    return interruptibly([&](const Tell& tell, std::stop_token stop) {
        std::vector<GroupRequest> requests;
        int total = 0;
        for (const auto& [name, x, series] : given) {
            requirePictures(series.series, "ensemble");
            Session session = asked(series, recipe, engine);
            RunRequest run = runOf(session, threads);
            run.keepsImages = true;  // their maps are pooled
            total += framesIn(session);
            requests.push_back({name, x, std::move(session), std::move(run)});
        }
        requireComparable(requests);
        Report report(progress, tell, groups.said, total);
        const std::string started = utcNow();
        int before = 0;
        for (const GroupRequest& request : requests) {
            report.begin("", before);
            auto one = measuredGroup(request, report, stop);
            if (!one) return Groups();
            groups.measured.push_back(*std::move(one));
            before += framesIn(request.session);
        }
        groups.calibration = requests.front().session.calibration;
        groups.session = ensembleSession(requests, groups.measured);
        if (groups.session) {
            groups.session->startedUtc = started;
            groups.session->finishedUtc = utcNow();
        }
        return std::move(groups);
    });
}

std::string ensembleTable(const Groups& groups) {
    std::vector<EnsembleGroup> all;
    for (const MeasuredGroup& group : groups.measured)
        all.push_back(group.group);
    return ensembleCsv(all);
}

const MeasuredGroup& groupAt(const Groups& groups, std::size_t index) {
    return groups.measured.at(index);
}

/// Answer of `batch`.
struct ManySeries {
    std::vector<Session> sessions;
    std::vector<Sample> samples;
    std::vector<std::string> said;
};

using GivenSeries = std::tuple<std::string, std::string, double, Session>;  // name, group, x, series

ManySeries batchOf(const std::vector<GivenSeries>& given, const std::optional<Recipe>& recipe, const std::string& engine,
                   int threads, const Progress& progress) {
    ManySeries many;
    return interruptibly([&](const Tell& tell, std::stop_token stop) {
        int total = 0, before = 0;
        for (const auto& [name, group, x, series] : given)
            total += framesIn(series);
        Report report(progress, tell, many.said, total);
        for (const auto& [name, group, x, series] : given) {
            const ProjectSeries as{.path = {}, .name = name, .group = group, .x = x};
            report.begin(name, before);
            try {
                Session session = series;
                session.series.name = session.name = name;
                many.sessions.push_back(analysed(asked(std::move(session), recipe, engine), threads, report, stop));
                many.samples.push_back(sampleOf(many.sessions.back(), as));
            } catch (const Error& error) {  // the others go on
                report.say(error.what());
                many.sessions.push_back(series);
                many.samples.push_back(sampleWithout(as, error.what()));
            }
            if (stop.stop_requested()) return ManySeries();
            before += framesIn(series);
        }
        return std::move(many);
    });
}

}  // namespace

void addGroups(nb::module_& module) {
    nb::class_<Groups>(module, "Groups")
        .def("csv", &ensembleTable)
        .def("c1d_csv",
             [](const Groups& groups, std::size_t i) { return ensembleC1dCsv(groupAt(groups, i).group, groups.calibration); })
        .def(
            "c2d",
            [](const Groups& groups, std::size_t i) {
                const CorrelationMap map = groupAt(groups, i).maps.pooled();
                return wholeMap(map, map.values());
            },
            nb::rv_policy::automatic)
        .def(
            "c2d_err",
            [](const Groups& groups, std::size_t i) {
                const CorrelationMap map = groupAt(groups, i).maps.standardError();
                return wholeMap(map, map.values());
            },
            nb::rv_policy::automatic)
        .def("images", [](const Groups& groups, std::size_t i) { return groupAt(groups, i).group.ensemble.images; })
        .def("scatter", [](const Groups& groups, std::size_t i,
                           const std::string& length) { return scatterSentence(groupAt(groups, i).group.ensemble, length); })
        .def_ro("said", &Groups::said)
        .def_prop_ro("session", [](const Groups& groups) { return groups.session; });
    module.def("ensemble", &ensembleOf, nb::arg("groups"), nb::arg("recipe").none(), nb::arg("engine"), nb::arg("threads"),
               nb::arg("progress"));
    nb::class_<ManySeries>(module, "ManySeries")
        .def("session", [](const ManySeries& many, std::size_t i) { return many.sessions.at(i); })
        .def("summary_csv", [](const ManySeries& many) { return summaryCsv(many.samples); })
        .def("growth_csv", [](const ManySeries& many) { return samplesGrowthCsv(many.samples, conditionsOf(many.samples)); })
        .def("groups_csv", [](const ManySeries& many) { return conditionsCsv(many.samples, conditionsOf(many.samples)); })
        .def("collapse_csv", [](const ManySeries& many) { return collapseCsv(many.samples); })
        .def_ro("said", &ManySeries::said);
    module.def("batch", &batchOf, nb::arg("series"), nb::arg("recipe").none(), nb::arg("engine"), nb::arg("threads"),
               nb::arg("progress"));
}

}  // namespace coarsen::python
