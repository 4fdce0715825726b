// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the window's memory stays flat: it is scrubbed, its recipe changed and its series measured again, minute after minute;
// or many frames come into a folder that it watches, or many volumes are measured.
#include "app/window/main_window.hpp"
#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/synthetic_series.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/support/run_by_hand.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <memory>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace coarsen;
using window::Document;

/// Memory that is asked for and not given back, in MB: without the allocator's own gaps.
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

/// A window that nobody sees, and its settings and inputs in a folder that goes with it.
class UnseenWindow {
public:
    UnseenWindow() {
        qputenv("COARSEN_SETTINGS_DIR", folder_.path().toUtf8());
        window_ = std::make_unique<window::MainWindow>(cpuEngines());
        window_->resize(1366, 768);
        window_->show();
    }
    window::MainWindow& window() { return *window_; }
    Document& document() { return window_->document(); }
    std::filesystem::path in(const std::string& name) const {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }

private:
    static int& argc() {
        static int one = 1;
        return one;
    }
    static char** argv() {
        static char program[] = "soak_bench";
        static char* words[] = {program, nullptr};
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
        return words;
    }

    QTemporaryDir folder_;
    QApplication application_{argc(), argv()};
    std::unique_ptr<window::MainWindow> window_;
};

int soak(int minutes, const std::string& json) {
    UnseenWindow unseen;
    RingSettings settings;
    settings.width = 480, settings.height = 360, settings.frames = 200;
    settings.rMaxFromPx = 20, settings.rMaxToPx = 40;
    writeRingSeries(unseen.in("series"), settings);

    Document& document = unseen.document();
    unseen.window().openPaths({QString::fromStdString(unseen.in("series").string())});
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

/// Memory each minute while a series is measured, with the rows there are by then; whether it grows by more than its rows.
class Minutes {
public:
    explicit Minutes(Document& document) : document_(document) { clock_.start(); }

    /// Takes what it is now where a minute has gone, or in any case.
    void look(bool always = false) {
        if (!always && clock_.elapsed() < 60000 * static_cast<qint64>(resident_.size() + 1)) return;
        resident_.push_back(residentMb());
        allocated_.push_back(allocatedMb());
        rows_.push_back(static_cast<double>(document_.session().results.size()));
        std::printf("after %5.1f min, %6.0f rows: %7.1f MB, of it allocated %7.1f\n",
                    static_cast<double>(clock_.elapsed()) / 60000, rows_.back(), resident_.back(), allocated_.back());
        std::fflush(stdout);
    }
    int end(const std::string& json) {
        look(true);
        constexpr double mostKbARow = 16, slackMb = 20;
        const auto early = std::ranges::find_if(rows_, [&](double rows) { return rows >= rows_.back() / 10; }) - rows_.begin();
        const double grown = resident_.back() - resident_[static_cast<std::size_t>(early)],
                     rows = rows_.back() - rows_[static_cast<std::size_t>(early)];
        const double kbARow = rows > 0 ? 1024 * grown / rows : 0;
        const bool isFlat = 1024 * (grown - slackMb) <= mostKbARow * rows;
        std::printf("%+.1f MB for %.0f rows, %.1f kB each: %s\n", grown, rows, kbARow,
                    isFlat ? "no more than rows take" : "it grows");
        if (!json.empty())
            writeWhole(json,
                       bench::reportJson(
                           {}, {{"resident_mb_by_minute", resident_}, {"allocated_mb_by_minute", allocated_}, {"rows", rows_}}));
        return isFlat ? 0 : 1;
    }

private:
    Document& document_;
    QElapsedTimer clock_;
    std::vector<double> resident_, allocated_, rows_;
};

std::string numbered(const char* stem, int number, const std::string& ending) {
    const std::string digits = std::to_string(number);
    return stem + std::string(6 - digits.size(), '0') + digits + ending;
}

/// Frames of 96 x 72 px come into a folder that the window watches, as fast as it takes them.
int watchFrames(int frames, const std::string& json) {
    namespace fs = std::filesystem;
    constexpr int kinds = 20, mostAhead = 256;
    UnseenWindow unseen;
    RingSettings settings;
    settings.width = 96, settings.height = 72, settings.frames = kinds;
    settings.rMaxFromPx = 8, settings.rMaxToPx = 12;
    writeRingSeries(unseen.in("made"), settings);
    std::vector<fs::path> made;
    for (const fs::directory_entry& entry : fs::directory_iterator(unseen.in("made")))
        if (entry.path().extension() == ".png") made.push_back(entry.path());
    std::ranges::sort(made);
    fs::create_directory(unseen.in("series"));
    int come = 0;
    const auto comes = [&] {
        fs::copy_file(made[static_cast<std::size_t>(come % kinds)], unseen.in("coming"));
        fs::rename(unseen.in("coming"), unseen.in("series") / numbered("f_", come++, ".png"));
    };
    comes();
    Document& document = unseen.document();
    document.watch(unseen.in("series"));
    Minutes minutes(document);
    while (static_cast<int>(document.session().results.size()) < frames || document.isBusy()) {
        for (int i = 0; i < 16 && come < frames && come < static_cast<int>(document.session().results.size()) + mostAhead; ++i)
            comes();
        processFor(50);
        minutes.look();
    }
    return minutes.end(json);
}

/// Volumes of 24 x 22 x 20, which are opened at once.
int measureVolumes(int volumes, const std::string& json) {
    namespace fs = std::filesystem;
    constexpr int kinds = 10;
    UnseenWindow unseen;
    BicontinuousSettings settings;
    settings.width = 24, settings.height = 22, settings.depth = 20, settings.frames = kinds;
    settings.wavelengthFromPx = 6, settings.wavelengthToPx = 7;
    fs::create_directory(unseen.in("volumes"));
    for (int i = 0; i < volumes; ++i) {
        const fs::path file = unseen.in("volumes") / numbered("v_", i, ".nii.gz");
        if (i < kinds)
            writeNifti(file, bicontinuousVolume(settings, i).volume);
        else
            fs::create_hard_link(unseen.in("volumes") / numbered("v_", i % kinds, ".nii.gz"), file);
    }
    Document& document = unseen.document();
    document.open({unseen.in("volumes")});
    Minutes minutes(document);
    while (!document.isOpen() || document.isBusy(false))
        processFor(50);
    document.run().analyse(false);
    while (document.isBusy()) {
        processFor(50);
        minutes.look();
    }
    return minutes.end(json);
}

}  // namespace

int main(int argc, char** argv) {
    int minutes = 10;
    std::string json;
    CLI::App app{
        "Whether the window's memory stays flat, in MB after each minute: a series of 200 frames of 480 x 360, made in a "
        "temporary folder, is scrubbed, its recipe changed and the series measured again. Or, with --frames or --volumes, while "
        "many small ones are measured.",
        "soak_bench"};
    app.footer(
        "Exit status: 1 when the memory after the last minute exceeds that after the first third by 2 % and 10 MB; of many small "
        "ones, that after a tenth of them by 16 kB a row and 20 MB.");
    int frames = 0, volumes = 0;
    app.add_option("MINUTES", minutes, "How long")->check(test::countFrom(3))->capture_default_str();
    const auto ofFrames =
        app.add_option("--frames", frames, "So many frames come into a folder that it watches")->check(test::countFrom(100));
    app.add_option("--volumes", volumes, "So many volumes of a folder are measured")
        ->check(test::countFrom(100))
        ->excludes(ofFrames);
    app.add_option("--json", json, "Write the figures to this file, too")->type_name("FILE");
    return test::runByHand(app, argc, argv, [&] {
        if (frames > 0) return watchFrames(frames, json);
        return volumes > 0 ? measureVolumes(volumes, json) : soak(minutes, json);
    });
}
