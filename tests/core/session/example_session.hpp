// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"
#include "core/session/session.hpp"
#include "tests/core/session/example_rows.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace coarsen::test {

/// A session of three images below the folder, two of them measured, in which every member differs from its default.
inline Session exampleSession(const std::filesystem::path& folder) {
    Session session;
    session.series.name = "images";
    session.series.folder = folder / "images";
    for (int i = 0; i < 3; ++i) {
        FrameSource source;
        source.file = folder / "images" / ("100% m\xE4rz_" + std::to_string(i) + ".png");
        source.name = displayName(source.file);
        source.timeS = 60.5 * i;
        source.timeSource = TimeSource::table;
        session.series.frames.push_back(source);
    }
    session.series.frames[2].problem = "no row in the table";
    session.series.first = {640, 480, 1, 16, 1, "PNG"};
    session.series.calibration = {8.3, 8.3, "PNG pHYs"};
    session.series.timesBy = "ImageJ finterval=60";
    session.series.notes = {{"files.no-images", "notes.txt is no image", "--flag", "--flag takes it."}};
    session.times = {TimeChoice::Kind::table, 1, folder / "times.csv"};
    session.times.columns = timeColumnsFrom("file=Name,time=t [h]");
    session.times.order = session.series.order = FrameOrder::time;
    session.series.clockStartS = 1772373900;
    session.timeUnit = TimeUnit::hour;
    session.typedUnits = {{"fit.t0", TimeUnit::day}, {"fit.to", TimeUnit::clock}};
    session.calibration = {8.3, 8.5, "typed"};
    session.recipe = defaultRecipe();
    setText(session.recipe, "measure.max_lag", "77");
    session.files = {{"flat.tif", "1f2e"}};
    session.excluded = {1};
    session.manualRMaxPx = {{0, 21.25}};
    session.results = {{0, shared(measuredRow(0))}, {1, shared(measuredRow(1))}};
    session.resultKeys = {{0, session.keysOfToday().of(0)}, {1, {"of another recipe", 1.25, 31.5}}};
    GrowthFit fit;
    fit.model = "line";
    fit.parameters = {{"v", 1.0 / 3, 0.1, 0.08, 0.06, 0.1, 0.5}, {"R0", 20, 1, 0.8, 0.6, 18, 22}};
    fit.covariance = {1, 2, 2, 4};
    fit.r2 = 0.99;
    fit.chi2Reduced = 1.1;
    fit.aic = -3;
    fit.sharedScaleError = 0.01;
    fit.t0 = 5;
    fit.frames = {0, 1};
    session.fits = {fit};
    session.engine = "cpu-fft";
    session.device = "CPU, 2 threads";
    session.startedUtc = "2026-03-01T12:00:00Z";
    session.finishedUtc = "2026-03-01T12:01:00Z";
    session.version = "0.1.0";
    session.viewJson = R"({"frame":1})";
    return session;
}

}  // namespace coarsen::test
