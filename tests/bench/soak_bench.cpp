// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the window's memory stays flat: it is scrubbed, its recipe changed and its series measured again, minute after minute.
#include "app/window/main_window.hpp"
#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/support/run_by_hand.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <fstream>
#include <malloc.h>
#include <random>
#include <unistd.h>
#include <vector>

namespace {

using namespace coarsen;
using window::Document;

/// What is asked for and not given back, in MB: without the allocator's own gaps.
double allocatedMb() {
    const auto info = ::mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / (1 << 20);
}

/// Resident memory in MB, once what is free has been given back.
double residentMb() {
    ::malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

void processFor(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

int soak(int minutes, const std::string& json) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    QTemporaryDir folder;
    qputenv("COARSEN_SETTINGS_DIR", folder.path().toUtf8());
    int argc = 1;
    char program[] = "soak_bench", *argv[] = {program, nullptr};
    QApplication application(argc, argv);
    RingSettings settings;
    settings.width = 480, settings.height = 360, settings.frames = 200;
    settings.rMaxFromPx = 20, settings.rMaxToPx = 40;
    writeRingSeries(folder.filePath("series").toStdString(), settings);

    window::MainWindow window(cpuEngines());
    window.resize(1366, 768);
    window.show();
    Document& document = window.document();
    window.openPaths({folder.filePath("series")});
    while (!document.frame().preview())
        processFor(20);

    std::mt19937 random(1);
    std::vector<double> memory, allocated;
    long steps = 0;
    for (int minute = 0; minute < minutes; ++minute) {
        QElapsedTimer clock;
        clock.start();
        document.changes().setValue("flatten.order", std::int64_t{1 + minute % 3});
        document.run().analyse(false);
        while (clock.elapsed() < 50000) {
            document.frame().show(static_cast<int>(random() % static_cast<unsigned>(document.frameCount())));
            ++steps;
            processFor(16);
        }
        document.changes().undoStack().clear();  // what can be undone is kept on purpose
        document.notices().clear();
        while (document.isBusy())
            processFor(20);
        processFor(static_cast<int>(std::max<qint64>(0, 60000 - clock.elapsed())));
        memory.push_back(residentMb());
        allocated.push_back(allocatedMb());
        std::printf("after %3d min, %7ld steps: %7.1f MB, of it allocated %7.1f\n", minute + 1, steps, memory.back(),
                    allocated.back());
        std::fflush(stdout);
    }
    const double early = memory[memory.size() / 3], late = memory.back();
    const bool isFlat = late < early * 1.02 + 10;
    std::printf("%+.1f MB since minute %zu: %s\n", late - early, memory.size() / 3 + 1, isFlat ? "flat" : "it grows");
    if (!json.empty())
        writeWhole(json, bench::reportJson({}, {{"resident_mb_by_minute", memory},
                                                {"allocated_mb_by_minute", allocated},
                                                {"steps", {static_cast<double>(steps)}}}));
    return isFlat ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    int minutes = 10;
    std::string json;
    CLI::App app{
        "Whether the window's memory stays flat, in MB after each minute: a series of 200 frames of 480 x 360, made in a "
        "temporary folder, is scrubbed, its recipe changed and the series measured again.",
        "soak_bench"};
    app.footer("Exit status: 1 when the memory after the last minute exceeds that after the first third by 2 % and 10 MB.");
    app.add_option("MINUTES", minutes, "How long")->check(test::countFrom(3))->capture_default_str();
    app.add_option("--json", json, "Write the figures to this file, too")->type_name("FILE");
    return test::runByHand(app, argc, argv, [&] { return soak(minutes, json); });
}
