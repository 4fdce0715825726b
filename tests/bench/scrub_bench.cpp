// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of the timeline costs the window's thread, before and after the series is measured and while it is, and how long a
// changed recipe takes to show on the current frame.
#include "app/window/main_window.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/correlate/engines.hpp"
#include "core/session/session.hpp"
#include "core/settings/fields.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/support/run_by_hand.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <numbers>
#include <sys/resource.h>

namespace {

using namespace coarsen;
using window::Document;
using window::Preview;

/// CPU time of this thread in ms.
double threadMs() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

template <typename IsDone>
void waitUntil(const IsDone& isDone) {
    while (!isDone())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

/// Ten different pictures linked many times: what is measured is the window, not the disk.
void makeSeries(const std::filesystem::path& folder, int frames) {
    RingSettings settings;
    settings.width = 1500, settings.height = 750, settings.frames = 10;
    writeRingSeries(folder / "made", settings);
    std::vector<std::filesystem::path> pictures;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "made"))
        if (entry.path().extension() == ".png") pictures.push_back(entry.path());
    std::sort(pictures.begin(), pictures.end());
    std::filesystem::create_directory(folder / "series");
    for (int i = 0; i < frames; ++i)
        std::filesystem::create_hard_link(pictures[static_cast<std::size_t>(i) % pictures.size()],
                                          folder / "series" / ("f_" + std::to_string(i) + ".png"));
}

bench::Timing summary(const std::string& name, std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    const auto at = static_cast<std::size_t>(part * static_cast<double>(values.size() - 1));
    std::printf("%-78s %8.2f ms   (median %.2f)\n", name.c_str(), values[at], values[values.size() / 2]);
    return {name, "window", values[at], values.front(), {}};
}

bench::Timing once(const std::string& name, double ms) {
    std::printf("%-78s %8.2f ms\n", name.c_str(), ms);
    return {name, "window", ms, ms, {}};
}

/// CPU time of a fixed piece of arithmetic, some 1 ms: what is more is the machine's doing, which then is in the turns around it,
/// too.
double arithmeticMs() {
    const double start = threadMs();
    volatile double x = 1;
    for (int i = 0; i < 200000; ++i)
        x = x * 1.0000001 + 1e-9;
    return threadMs() - start;
}

/// The time that each turn of the event loop takes the window's thread, and pieces of arithmetic between them.
struct Turns {
    std::vector<double> cpuMs, wallMs, arithmetic;

    template <typename Begin>
    void take(const Begin& begin, QEventLoop::ProcessEventsFlags flags = QEventLoop::AllEvents) {
        QElapsedTimer clock;
        clock.start();
        const double before = threadMs();
        begin();
        QApplication::processEvents(flags);
        cpuMs.push_back(threadMs() - before);
        wallMs.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
};

/// Steps through the series at 60 frames a second: a step is the frame asked for and all that the event loop does because of it.
Turns scrub(Document& document) {
    const int frames = document.frameCount();
    QTimer alarm;  // ends the wait for events, so that this thread rests between two steps and leaves the core to the workers
    alarm.start(2);
    Turns turns;
    for (int step = 0; step < frames; ++step) {
        turns.take([&] { document.frame().show((step * 7) % frames); });
        QElapsedTimer pause;
        pause.start();
        while (pause.elapsed() < 8) {
            const double start = threadMs();
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
            turns.cpuMs.push_back(threadMs() - start);
        }
        turns.arithmetic.push_back(arithmeticMs());
    }
    return turns;
}

/// The series as if it had been measured: lengths that grow linearly, a C1D that swings, every 300th frame without a maximum.
Session measuredSession(const std::filesystem::path& folder) {
    Session session;
    session.series = openSeries({folder});
    session.recipe = defaultRecipe();
    set(session.recipe, "measure.max_lag", std::int64_t{250});
    set(session.recipe, "dust.find", std::string("thresholds"));
    const ResultKeys keys = session.keysOfToday();
    for (std::size_t i = 0; i < session.series.frames.size(); ++i) {
        FrameResult row;
        row.frame = static_cast<int>(i);
        row.file = session.series.frames[i].name;
        row.timeS = session.series.frames[i].timeS;
        row.timeSource = session.series.frames[i].timeSource;
        row.image.widthPx = 1500, row.image.heightPx = 750, row.image.validFraction = 1;
        row.engine = "cpu-fft";
        row.inputSha256.assign(64, 'a');
        const bool isFound = i % 300 != 7;
        row.status = isFound ? FrameStatus::ok : FrameStatus::noPeak;
        const double px = 30 + 60.0 * static_cast<double>(i) / static_cast<double>(session.series.frames.size());
        if (isFound) {
            row.rMax.px = px * (1 + 0.01 * std::sin(12.9 * static_cast<double>(i)));
            row.rMax.errorPx = 0.01 * px;
            row.rMax.c1d = 0.2;
            row.rMax.quality = i % 50 == 0 ? Quality::weak : Quality::good;
            row.lengths["r_min"].px = 0.6 * px, row.lengths["r_zero"].px = 0.3 * px, row.lengths["r_half"].px = 0.2 * px;
        }
        for (int r = 0; r <= 250; ++r) {
            row.profile.value.push_back(static_cast<float>(std::exp(-r / px) * std::cos(2 * std::numbers::pi * r / px)));
            row.profile.error.push_back(0.01F);
            row.profile.pairs.push_back(1e6F);
        }
        session.results[row.frame] = shared(std::move(row));
        session.resultKeys[static_cast<int>(i)] = keys.of(static_cast<int>(i));
    }
    return session;
}

int time(const QTemporaryDir& folder, int frames, const std::string& json) {
    const std::filesystem::path root = folder.path().toStdString();
    std::vector<bench::Timing> timings;
    std::printf("%d frames of 1500 x 750, R = 250, default recipe with dust by thresholds\n", frames);
    makeSeries(root, frames);
    writeSession(root / "measured.coarsen", measuredSession(root / "series"));

    window::MainWindow window(cpuEngines());
    window.resize(1366, 768);
    window.show();
    Document& document = window.document();
    const auto open = [&](const char* name) {
        const auto before = document.frame().preview();
        QElapsedTimer opening;
        opening.start();
        window.openPaths({folder.filePath(name)});
        waitUntil([&] { return document.frame().preview() && document.frame().preview() != before && !document.isOpening(); });
        return static_cast<double>(opening.nsecsElapsed()) / 1e6;
    };
    timings.push_back(once("opening the folder: the first frame on screen", open("series")));
    document.changes().setValue("measure.max_lag", std::int64_t{250});
    document.changes().setValue("dust.find", std::string("thresholds"));
    waitUntil([&] { return !document.isBusy(); });
    const Turns fresh = scrub(document);
    timings.push_back(summary("scrubbing, nothing measured: CPU time of the window's thread in a step, worst", fresh.cpuMs, 1));
    timings.push_back(summary("scrubbing, nothing measured: wall time of a step, 99th percentile", fresh.wallMs, 0.99));
    timings.push_back(
        summary("scrubbing, nothing measured: a fixed piece of arithmetic between the steps, worst", fresh.arithmetic, 1));

    std::vector<double> image, measured;
    waitUntil([&] { return !document.isBusy(); });
    for (int change = 0; change < 20; ++change) {
        QElapsedTimer clock;
        bool seenImage = false, seenMeasured = false;
        const auto connection = QObject::connect(&document, &Document::previewChanged, [&] {
            if (document.frame().isStale()) return;
            const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
            if (!seenImage) seenImage = true, image.push_back(ms);
            if (!seenMeasured && document.frame().preview()->map) seenMeasured = true, measured.push_back(ms);
        });
        clock.start();
        document.changes().setValue("flatten.order", std::int64_t{3 - change % 2});
        waitUntil([&] { return seenMeasured; });
        QObject::disconnect(connection);
        waitUntil([&] { return !document.isBusy(); });
    }
    timings.push_back(summary("a changed recipe: image, worst of 20", image, 1));
    timings.push_back(summary("a changed recipe: C2D, C1D and R_max, worst of 20", measured, 1));

    timings.push_back(once("opening a session with all results: the first frame on screen", open("measured.coarsen")));
    waitUntil([&] { return !document.isBusy(); });
    const Turns full = scrub(document);
    timings.push_back(summary("scrubbing, all measured: CPU time of the window's thread in a step, worst", full.cpuMs, 1));
    timings.push_back(summary("scrubbing, all measured: wall time of a step, 99th percentile", full.wallMs, 0.99));
    timings.push_back(
        summary("scrubbing, all measured: a fixed piece of arithmetic between the steps, worst", full.arithmetic, 1));

    // The run over the same series: rows arrive among ten thousand points.
    waitUntil([&] { return !document.isBusy(); });
    document.changes().setValue("flatten.order", std::int64_t{1});
    waitUntil([&] { return !document.isBusy(); });
    Turns running;
    document.run().analyse(false);
    QElapsedTimer run;
    run.start();
    while (run.elapsed() < 30000 && document.run().isRunning())
        running.take([] {}, QEventLoop::WaitForMoreEvents);
    document.run().cancel();
    waitUntil([&] { return !document.isBusy(); });
    timings.push_back(summary("half a minute of a run: CPU time of a turn of the window's thread, worst", running.cpuMs, 1));
    if (!json.empty()) writeWhole(json, bench::reportJson(timings));
    return 0;
}

/// Times a folder that there is, as of large volumes: first each frame is waited for, then all are passed as quickly as they
/// come.
int timeFolder(const std::filesystem::path& series, const std::string& json) {
    window::MainWindow window(cpuEngines());
    window.resize(1366, 768);
    window.show();
    Document& document = window.document();
    document.open({series}, {}, {}, {}, SeriesOpening{.areVolumes = true});
    waitUntil([&] { return document.isOpen() && !document.isOpening() && document.frame().preview(); });
    std::vector<bench::Timing> timings;
    QElapsedTimer clock;
    clock.start();
    Turns first;
    for (int frame = 0; frame < document.frameCount(); ++frame) {
        first.take([&] { document.frame().show(frame); });
        while (!document.frame().preview() || document.frame().preview()->frame != frame || document.frame().isStale())
            first.take([] {}, QEventLoop::WaitForMoreEvents);
    }
    timings.push_back(once("each frame waited for: wall time of one", double(clock.elapsed()) / document.frameCount()));
    timings.push_back(summary("each frame waited for: CPU time of a turn of the window's thread, worst", first.cpuMs, 1));
    for (const char* const round : {"once more", "and again"}) {
        const Turns turns = scrub(document);
        timings.push_back(
            summary(std::string("scrubbing, ") + round + ": CPU time of the window's thread in a step, worst", turns.cpuMs, 1));
        timings.push_back(
            summary(std::string("scrubbing, ") + round + ": wall time of a step, 99th percentile", turns.wallMs, 0.99));
        timings.push_back(summary(std::string("scrubbing, ") + round + ": a fixed piece of arithmetic between the steps, worst",
                                  turns.arithmetic, 1));
    }
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    std::printf("memory at most %.1f GB; %.1f GB may be used\n", double(used.ru_maxrss) / (1 << 20),
                double(memoryBudget()) / (1 << 30));
    if (!json.empty()) writeWhole(json, bench::reportJson(timings));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    int frames = 1000;
    std::string folder;
    std::string json;
    CLI::App app{
        "Times the window over a series of 1500 x 750 frames, R = 250, made in a temporary folder: what a step of the "
        "timeline costs the window's thread, before and after the series is measured and while it is, and how long a "
        "changed recipe takes to show; in ms.",
        "scrub_bench"};
    app.add_option("FRAMES", frames, "Length of the series")->check(test::countFrom(10))->capture_default_str();
    app.add_option("--folder", folder, "This series instead, whose TIFF files are volumes: only what a step costs")
        ->type_name("DIR");
    app.add_option("--json", json, "Write the timings to this file, too")->type_name("FILE");
    return test::runByHand(app, argc, argv, [&] {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
        const QTemporaryDir own;
        qputenv("COARSEN_SETTINGS_DIR", own.path().toUtf8());
        int words = 1;
        const QApplication application(words, argv);
        return folder.empty() ? time(own, frames, json) : timeFolder(folder, json);
    });
}
