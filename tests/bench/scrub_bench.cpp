// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of the timeline costs the window's thread, and how long a changed recipe takes to show on the current frame.
// Usage: scrub_bench [FRAMES] [--json FILE]      (frames of 1500 x 750, made in a temporary folder; R = 250)
#include "app/window/main_window.hpp"
#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/bench/bench_report.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>

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
    std::printf("%-68s %8.2f ms   (median %.2f)\n", name.c_str(), values[at], values[values.size() / 2]);
    return {name, "window", values[at], values.front(), {}};
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    QTemporaryDir folder;
    qputenv("COARSEN_SETTINGS_DIR", folder.path().toUtf8());
    QApplication application(argc, argv);
    int frames = 1000;
    std::string json;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--json" && i + 1 < argc)
            json = argv[++i];
        else
            frames = std::max(10, std::atoi(argv[i]));
    }
    makeSeries(folder.path().toStdString(), frames);

    window::MainWindow window(cpuEngines());
    window.resize(1366, 768);
    window.show();
    Document& document = window.document();
    QElapsedTimer opening;
    opening.start();
    window.openPaths({folder.filePath("series")});
    waitUntil([&] { return document.preview() != nullptr; });
    const double firstFrameMs = static_cast<double>(opening.nsecsElapsed()) / 1e6;
    document.setValue("measure.max_lag", std::int64_t{250});
    document.setValue("dust.find", std::string("thresholds"));
    waitUntil([&] { return !document.isBusy(); });

    // A step: the frame is asked for, and everything that the event loop does because of it until the next one.
    std::vector<double> cpu, wall;
    for (int step = 0; step < frames; ++step) {
        QElapsedTimer clock;
        clock.start();
        const double before = threadMs();
        document.showFrame((step * 7) % frames);
        QApplication::processEvents();
        cpu.push_back(threadMs() - before);
        wall.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        QElapsedTimer pause;  // 60 steps a second
        pause.start();
        while (pause.elapsed() < 8) {
            const double start = threadMs();
            QApplication::processEvents(QEventLoop::WaitForMoreEvents, 4);
            cpu.push_back(threadMs() - start);
        }
    }

    std::vector<double> image, measured;
    waitUntil([&] { return !document.isBusy(); });
    for (int change = 0; change < 20; ++change) {
        QElapsedTimer clock;
        bool seenImage = false, seenMeasured = false;
        const auto connection = QObject::connect(&document, &Document::previewChanged, [&] {
            if (document.isPreviewStale()) return;
            const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
            if (!seenImage) seenImage = true, image.push_back(ms);
            if (!seenMeasured && document.preview()->map) seenMeasured = true, measured.push_back(ms);
        });
        clock.start();
        document.setValue("flatten.order", std::int64_t{3 - change % 2});
        waitUntil([&] { return seenMeasured; });
        QObject::disconnect(connection);
        waitUntil([&] { return !document.isBusy(); });
    }

    std::printf("%d frames of 1500 x 750, R = 250, default recipe with dust by thresholds\n", frames);
    std::printf("%-68s %8.2f ms\n", "opening the folder to the first frame on screen", firstFrameMs);
    std::vector<bench::Timing> timings;
    timings.push_back(summary("scrubbing: CPU time of the window's thread in a step, worst", cpu, 1));
    timings.push_back(summary("scrubbing: wall time of a step, 99th percentile", wall, 0.99));
    timings.push_back(summary("a changed recipe: image, worst of 20", image, 1));
    timings.push_back(summary("a changed recipe: C2D, C1D and R_max, worst of 20", measured, 1));
    if (!json.empty()) writeWhole(json, bench::reportJson(timings));
}
