// SPDX-License-Identifier: GPL-3.0-or-later
// A file whose reads never end, as on a network folder that has died: whatever sits in one is let go, and nobody waits for it.
#include "app/window/document/document.hpp"
#include "app/window/workers/detachable_thread.hpp"
#include "core/correlate/engines.hpp"
#include "tests/support/small_volumes.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <set>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<bool> isDead = false;
std::atomic<int> waiting = 0;  ///< reads
std::string deadFile;          ///< set while nothing reads

bool isOfDeadFile(int descriptor) {
    char link[64], file[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::readlink(link, file, sizeof file);
    return length > 0 && std::string(file, static_cast<std::size_t>(length)) == deadFile;
}

}  // namespace

/// Reads files for core in place of the system's call.
extern "C" ssize_t pread(int descriptor, void* to, size_t bytes, off_t offset) {
    if (isDead && isOfDeadFile(descriptor)) {
        ++waiting;
        isDead.wait(true);
        --waiting;
    }
    return ::syscall(SYS_pread64, descriptor, to, bytes, offset);
}

namespace coarsen::window {

class DeadReadsTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 8, deadFrame = 5;  // not one of those decoded before they are looked at
    std::unique_ptr<Document> document_;
    const test::SmallVolumes volumes_{deadFrame + 1};

    void open(const char* name, const Recipe& recipe = recipeOfTests()) {
        document_->open({folder_.filePath(name).toStdString()}, {}, recipe);
        COMES_TRUE(document_->isOpen() && document_->session().series.folder.filename() == name && !document_->isOpening());
    }
    void settle() { WindowTest::settle(*document_); }
    static void waitForDeadReads(int count) { COMES_TRUE(waiting >= count); }
    /// The other series is opened, looked at and measured while reads of the first hang.
    void otherSeriesIsMeasured() {
        std::set<int> pictured;  // of the other series: those made of the first may be told until it is left
        connect(document_.get(), &Document::opened, this, [&] { pictured.clear(); });
        const auto made = connect(document_.get(), &Document::thumbnailMade, this, [&](int frame) { pictured.insert(frame); });
        open("other");
        settle();
        QVERIFY(document_->frame().preview() && document_->frame().preview()->stages);
        COMES(pictured.size(), std::size_t{frames});
        disconnect(made);
        document_->run().analyse(false);
        settle();
        QCOMPARE(document_->run().framesToMeasure(), 0);
        QVERIFY(waiting > 0);
    }

private slots:
    void initTestCase() {
        writeGrowingSeries(folder_.filePath("series"), frames, 12, 20);
        writeGrowingSeries(folder_.filePath("other"), frames, 12, 20);
    }
    void init() {
        document_ = std::make_unique<Document>(cpuEngines());
        const ImageSeries series = openSeries({folder_.filePath("series").toStdString()});
        deadFile = std::filesystem::canonical(series.frames[deadFrame].file).string();
        isDead = true;
    }
    void cleanup() {
        document_.reset();
        isDead = false;
        isDead.notify_all();
        COMES_TRUE(!DetachableThread::isAnyLeft());
    }

    void ofASurveyAndOfThumbnailsHoldNothing() {
        Recipe recipe = recipeOfTests();
        set(recipe, "stabilise.on", true);
        open("series", recipe);
        waitForDeadReads(2);
        QVERIFY(document_->run().isSurveying());

        document_->changes().setValue("stabilise.on", false);
        QVERIFY(!document_->run().isSurveying());
        settle();
        otherSeriesIsMeasured();
    }

    void ofARunHoldNothing() {
        open("series");
        settle();
        document_->run().analyse(false);
        waitForDeadReads(2);
        otherSeriesIsMeasured();
    }

    void ofTheFrameLookedAtHoldNothing() {
        open("series");
        settle();
        document_->frame().show(deadFrame);
        waitForDeadReads(2);
        otherSeriesIsMeasured();
    }

    void ofAVolumeLookedAtHoldNothing() {
        deadFile = std::filesystem::canonical(volumes_.file(deadFrame)).string();
        document_->open({volumes_.volumes()}, {}, recipeOfTests());
        COMES_TRUE(document_->isOpen() && !document_->isOpening());
        settle();
        document_->frame().show(deadFrame);
        waitForDeadReads(2);  // of its thumbnail and of its slices
        QElapsedTimer clock;
        clock.start();
        document_->frame().show(0);  // its brick is there
        QVERIFY(!document_->frame().isStale() && document_->frame().preview()->brick);
        QVERIFY(clock.elapsed() < timeoutMs);
        otherSeriesIsMeasured();
    }

    void holdNoEnd() {
        open("series");
        waitForDeadReads(1);
        QElapsedTimer clock;
        clock.start();
        document_.reset();
        QVERIFY(clock.elapsed() < timeoutMs);
        QVERIFY(DetachableThread::isAnyLeft());
        // To wait again takes 3 s each time. A busy machine may hold up one round, and does not every one.
        qint64 least = timeoutMs;
        for (int round = 0; round < 10 && least >= 2000; ++round) {
            clock.restart();
            document_ = std::make_unique<Document>(cpuEngines());
            document_.reset();
            least = std::min(least, clock.elapsed());
        }
        QVERIFY2(least < 2000, "what was given up is waited for again");
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(DeadReadsTest)
#include "dead_reads_test.moc"
