// SPDX-License-Identifier: GPL-3.0-or-later
// A folder watched while an experiment writes into it: frames, results and fit grow; half-written files and a folder that goes
// away lose nothing.
#include "core/synth/synthetic_series.hpp"
#include "tests/window/held_engine.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sys/stat.h>

namespace coarsen::window {

class WatchTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 7, someListingsMs = 500;
    static constexpr std::chrono::milliseconds betweenListings{100};
    QString experiment_;
    QStringList names_;  ///< of the experiment's images, in order
    QString watched_;

    void setExperiment(const QString& name) {
        experiment_ = name;
        names_ = QDir(folder_.filePath(name)).entryList({"*.png", "*.tif"}, QDir::Files, QDir::Name);
        QCOMPARE(names_.size(), frames);
    }
    QString taken(int frame) const { return folder_.filePath(experiment_) + "/" + names_[frame]; }
    QString placed(int frame) const { return watched_ + "/" + names_[frame]; }
    void place(int from, int to) {
        for (int frame = from; frame < to; ++frame)
            QVERIFY(QFile::copy(taken(frame), placed(frame)));
    }
    /// The first part of the file, as a camera's program leaves it for a moment: longer than 5 s unchanged it is no such.
    void placeHalf(int frame) {
        QFile whole(taken(frame)), half(placed(frame));
        QVERIFY(whole.open(QFile::ReadOnly) && half.open(QFile::WriteOnly));
        half.write(whole.read(whole.size() / 2));
    }
    /// Listings pass while the file grows by a little, again and again.
    void growHalf(int frame) {
        constexpr int pieces = 10;
        QFile whole(taken(frame)), half(placed(frame));
        QVERIFY(whole.open(QFile::ReadOnly));
        for (int piece = 0; piece < pieces; ++piece) {
            QVERIFY(half.open(QFile::Append));
            whole.seek(half.size());
            half.write(whole.read((whole.size() - half.size()) / 8));
            half.close();
            letPass(someListingsMs / pieces);
        }
    }
    void completeHalf(int frame) {
        QFile whole(taken(frame)), half(placed(frame));
        QVERIFY(whole.open(QFile::ReadOnly) && half.open(QFile::Append));
        whole.seek(half.size());
        half.write(whole.readAll());
    }
    void newWatchingWindow(const Engines& engines = cpuEngines()) {
        newWindow({1366, 768}, engines);
        document().watch().lookEvery(betweenListings);
    }
    void watch() {
        document().watch(watched_.toStdString());
        COMES_TRUE(document().watch().status().isOn && !document().watch().status().isAwaitingFirst);
    }
    bool areMeasured(int count) {
        const auto& results = document().session().results;
        return document().frameCount() == count && results.size() == std::size_t(count) && !document().isBusy() &&
               std::ranges::all_of(results, [](const auto& entry) { return entry.second->status == FrameStatus::ok; });
    }
    int noticesTitled(const QString& title) {
        return static_cast<int>(
            std::ranges::count_if(document().notices().list(), [&](const Notice& notice) { return notice.title == title; }));
    }
    int failures() {
        return static_cast<int>(std::ranges::count_if(document().notices().list(),
                                                      [](const Notice& notice) { return notice.kind == Notice::Kind::failure; }));
    }
    int framesInFit() {
        const GrowthFit* const fit = document().growth().data()->chosenFit();
        return fit && fit->isFitted() ? static_cast<int>(fit->frames.size()) : 0;
    }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = frames;
        settings.rMaxFromPx = 12, settings.rMaxToPx = 24;
        writeRingSeries(folder_.filePath("experiment").toStdString(), settings);
    }
    void init() {
        setExperiment("experiment");
        watched_ = folder_.filePath("watched");
        QDir(watched_).removeRecursively();
        QDir().mkpath(watched_);
        newWatchingWindow();
    }
    void cleanup() { window_.reset(); }

    void framesResultsAndFitGrowAsImagesCome() {
        place(0, 4);
        watch();
        COMES_TRUE(areMeasured(4));
        document().changes().toggleExcluded(1);
        const double firstPx = document().session().results.at(0)->rMax.px;

        place(4, 6);
        COMES_TRUE(areMeasured(6));

        QCOMPARE(document().frame().index(), 5);
        COMES(framesInFit(), 5);
        QCOMPARE(document().session().results.at(0)->rMax.px, firstPx);
        QVERIFY(document().session().excluded.contains(1));
        document().changes().undoStack().undo();
        COMES(framesInFit(), 6);
        const auto& series = document().session().series.frames;
        QCOMPARE(series[5].timeS - series[0].timeS, 5 * 3600.0);
    }

    void theFitSaysWhatTheNextFrameWillBe() {
        place(0, 6);
        watch();
        COMES_TRUE(areMeasured(6));
        auto* const line = window_->findChild<QLabel*>("expectation");  // an image an hour
        QVERIFY(line->isVisible());
        QVERIFY2(line->text().startsWith("Next frame at 6.00"), qUtf8Printable(line->text()));

        document().watch().setOn(false);

        QVERIFY(!line->isVisible());
    }

    void aHalfWrittenImageIsAwaitedNotFailed() {
        place(0, 3);
        watch();
        COMES_TRUE(areMeasured(3));

        placeHalf(3);
        COMES(document().watch().status().unfinished, 1);
        growHalf(3);
        QCOMPARE(document().frameCount(), 3);

        completeHalf(3);
        COMES_TRUE(areMeasured(4));
        QCOMPARE(failures(), 0);
    }

    void anImageThatWasHalfWrittenWhenOpenedIsMeasuredOnceItIsWhole() {
        place(0, 3);
        placeHalf(3);
        watch();
        COMES_TRUE(document().session().results.contains(2));
        QCOMPARE(document().frameCount(), 4);

        completeHalf(3);
        COMES_TRUE(areMeasured(4));

        QCOMPARE(failures(), 0);
        COMES_TRUE(document().frame().preview()->frame == 3 && document().frame().preview()->problem.empty());
    }

    void aFolderThatGoesAwayAndComesBackLosesNothing() {
        place(0, 3);
        watch();
        COMES_TRUE(areMeasured(3));

        const QString away = folder_.filePath("elsewhere");
        QVERIFY(QDir().rename(watched_, away));
        COMES_TRUE(document().watch().status().isAway);
        letPass(someListingsMs);
        QCOMPARE(document().session().results.size(), std::size_t(3));
        QVERIFY(QFile::copy(taken(3), away + "/" + names_[3]));
        QVERIFY(QDir().rename(away, watched_));

        COMES_TRUE(areMeasured(4));
        QVERIFY(!document().watch().status().isAway);
        QCOMPARE(noticesTitled("The watched folder is away"), 1);
        QCOMPARE(noticesTitled("The watched folder is back"), 1);
    }

    void anEmptyFolderIsAwaitedUntilItsFirstImage() {
        document().watch(watched_.toStdString());
        COMES_TRUE(document().watch().status().isAwaitingFirst);
        QVERIFY(!document().isOpen());

        place(0, 1);
        COMES_TRUE(document().isOpen());
        place(1, 3);

        COMES_TRUE(areMeasured(3));
        QCOMPARE(document().times().sourceText(), QString("Time from file names"));
    }

    void theSwitchesOfTheTimelineWatchAndFollow() {
        place(0, 3);
        window_->openPaths({watched_});
        COMES_TRUE(document().isOpen());
        auto* const watch = window_->findChild<QToolButton*>("watch");
        auto* const follow = window_->findChild<QToolButton*>("follow");
        QVERIFY(!follow->isEnabled());

        QTest::mouseClick(watch, Qt::LeftButton);
        COMES_TRUE(areMeasured(3));
        QVERIFY(follow->isChecked());
        QCOMPARE(document().frame().index(), 2);

        document().frame().show(0);
        QVERIFY(!follow->isChecked());
        place(3, 4);
        COMES_TRUE(areMeasured(4));
        QCOMPARE(document().frame().index(), 0);

        QTest::mouseClick(watch, Qt::LeftButton);
        place(4, 5);
        letPass(someListingsMs);
        QCOMPARE(document().frameCount(), 4);
    }

    void anImageOfAnotherSizeThatArrivesAloneIsRefused() {
        place(0, 4);
        watch();
        COMES_TRUE(areMeasured(4));

        RingSettings smaller;
        smaller.width = 200, smaller.height = 150, smaller.frames = 1;
        smaller.rMaxFromPx = smaller.rMaxToPx = 14;
        writeRingSeries(folder_.filePath("smaller").toStdString(), smaller);
        const QDir other(folder_.filePath("smaller"));
        QVERIFY(QFile::copy(other.filePath(other.entryList({"*.png", "*.tif"}, QDir::Files).front()), placed(4)));
        COMES_TRUE(document().session().results.contains(4) && !document().isBusy());

        const FrameResult& row = *document().session().results.at(4);
        QVERIFY(row.status == FrameStatus::failed);
        QVERIFY2(QString::fromStdString(row.message).contains("Frame 4 is 200 × 150, the others are 240 × 180"),
                 row.message.c_str());
        place(5, 6);
        COMES_TRUE(document().session().results.contains(5) && !document().isBusy());
        QVERIFY(document().session().results.at(5)->status == FrameStatus::ok);
    }

    void cancellingPausesTheMeasuringUntilItIsWantedAgain() {
        const auto engine = std::make_shared<const HeldEngine>();
        newWatchingWindow(EngineList{engine});
        document().run().setLimits(document().run().machine().memoryMb, 1);
        engine->allow(0);
        place(0, 4);
        watch();
        COMES_TRUE(document().run().isRunning());
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        engine->letGo();
        COMES_TRUE(!document().run().isRunning());
        QVERIFY(document().watch().status().isPaused);
        QCOMPARE(noticesTitled("Measuring is paused"), 1);
        const std::size_t measured = document().session().results.size();
        QVERIFY(measured < 4);

        place(4, 5);
        COMES(document().frameCount(), 5);
        letPass(someListingsMs);
        QCOMPARE(document().session().results.size(), measured);

        document().carryOut(document().notices().list().back(), Remedy::measureOn);
        COMES_TRUE(areMeasured(5));
        place(5, 6);
        COMES_TRUE(areMeasured(6));
        QVERIFY(!document().watch().status().isPaused);
    }

    void framesThatComeOneByOneAreMeasuredAsInAWholeSeries() {
        RingSettings drifting;
        drifting.width = 240, drifting.height = 180, drifting.frames = frames;
        drifting.rMaxFromPx = drifting.rMaxToPx = 16, drifting.law = RingLaw::constant;
        drifting.zoom = true, drifting.faults.driftPx = 6;
        writeRingSeries(folder_.filePath("drifting").toStdString(), drifting);
        setExperiment("drifting");
        place(0, 4);
        watch();
        document().changes().setValue("stabilise.on", true);
        COMES_TRUE(document().run().isRunning() || areMeasured(4));
        COMES_TRUE(!document().isBusy());
        document().run().analyse(false);
        COMES_TRUE(areMeasured(4));
        for (int frame = 4; frame < frames; ++frame) {
            place(frame, frame + 1);
            COMES_TRUE(areMeasured(frame + 1));
        }
        QCOMPARE(document().run().framesToMeasure(), 0);
        const FrameResults grown = document().session().results;
        const NeighbourCorrelations neighbourCorrelations = document().session().neighbourCorrelations;

        newWindow();
        open(watched_);
        document().changes().setValue("stabilise.on", true);
        document().run().analyse(false);
        COMES_TRUE(areMeasured(frames));

        for (const auto& [frame, row] : document().session().results) {
            QCOMPARE(grown.at(frame)->rMax.px, row->rMax.px);
            QCOMPARE(grown.at(frame)->image.drift.xPx, row->image.drift.xPx);
            QCOMPARE(grown.at(frame)->image.drift.yPx, row->image.drift.yPx);
            if (frame > 0)
                QCOMPARE(neighbourCorrelationOf(neighbourCorrelations, frame),
                         neighbourCorrelationOf(document().session().neighbourCorrelations, frame));
        }
        QVERIFY(grown.at(frames - 1)->image.drift.xPx != 0);
    }

    void aDamagedImageFailsInWordsAndIsMeasuredOnceItIsMended() {
        place(0, 3);
        watch();
        COMES_TRUE(areMeasured(3));
        QFile whole(taken(3)), damaged(placed(3));
        QVERIFY(whole.open(QFile::ReadOnly) && damaged.open(QFile::WriteOnly));
        QByteArray bytes = whole.readAll();
        bytes[bytes.size() - 18] = static_cast<char>(bytes[bytes.size() - 18] ^ 4);  // of the last pixels
        damaged.write(bytes);
        damaged.close();
        COMES_TRUE(document().session().results.contains(3) && !document().isBusy());
        const FrameResult& row = *document().session().results.at(3);
        QVERIFY2(row.status == FrameStatus::failed && row.message.find("checksum") != std::string::npos, row.message.c_str());

        QVERIFY(QFile::remove(placed(3)) && QFile::copy(taken(3), placed(3)));
        COMES_TRUE(areMeasured(4));
    }

    void anImageReplacedByOneOfTheSameSizeAndTimeIsMeasuredAgain() {
        place(0, 4);
        watch();
        COMES_TRUE(areMeasured(4));
        letPass(someListingsMs);
        const std::string before = document().session().results.at(1)->inputSha256;
        const std::filesystem::path file = placed(1).toStdString();
        const auto time = std::filesystem::last_write_time(file);
        const auto size = static_cast<qint64>(std::filesystem::file_size(file));

        QFile other(taken(5));
        QVERIFY(other.open(QFile::ReadOnly));
        QByteArray bytes = other.readAll();
        QVERIFY2(bytes.size() <= size, "choose a picture that is no larger");
        bytes.append(size - bytes.size(), ' ');  // behind IEND: another picture all the same
        QFile in(placed(1));
        QVERIFY(in.open(QFile::WriteOnly));
        in.write(bytes);
        in.close();
        std::filesystem::last_write_time(file, time);

        COMES_TRUE(areMeasured(4) && document().session().results.at(1)->inputSha256 != before);
    }

    void resultsStayWhenTheirImagesVanishAndComeBack() {
        place(0, 4);
        watch();
        COMES_TRUE(areMeasured(4));
        const auto kept = document().session().results;
        const QString aside = folder_.filePath("aside.png");
        QFile::remove(aside);
        QVERIFY(QFile::rename(placed(1), aside));
        letPass(someListingsMs);
        COMES_TRUE(areMeasured(4));
        QVERIFY(document().session().results == kept);

        QVERIFY(QFile::rename(aside, placed(1)));
        letPass(someListingsMs);
        COMES_TRUE(areMeasured(4));
        QCOMPARE(document().session().results.at(1)->rMax.px, kept.at(1)->rMax.px);
        QVERIFY(!document().watch().status().isAway);
    }

    void whatIsNoFileIsNoFrameUntilItIsOne() {
        place(0, 3);
        watch();
        COMES_TRUE(areMeasured(3));
        QVERIFY(QDir(watched_).mkdir(names_[3]));
        QVERIFY(QFile::link(watched_ + "/nowhere.png", placed(4)));
        QCOMPARE(::mkfifo(placed(5).toLocal8Bit().constData(), 0600), 0);
        letPass(someListingsMs);
        QCOMPARE(document().frameCount(), 3);
        QCOMPARE(failures(), 0);

        QVERIFY(QDir(watched_).rmdir(names_[3]) && QFile::remove(placed(4)) && QFile::remove(placed(5)));
        place(3, 6);
        COMES_TRUE(areMeasured(6));
    }

    void anImageThatBecomesAnotherSizeOrAFolderFailsInWordsAndIsMeasuredWhenItIsBack() {
        place(0, 4);
        watch();
        COMES_TRUE(areMeasured(4));
        RingSettings larger;
        larger.width = 300, larger.height = 200, larger.frames = 1;
        larger.rMaxFromPx = larger.rMaxToPx = 14;
        writeRingSeries(folder_.filePath("larger").toStdString(), larger);
        const QDir other(folder_.filePath("larger"));
        QVERIFY(QFile::remove(placed(2)));
        QVERIFY(QFile::copy(other.filePath(other.entryList({"*.png", "*.tif"}, QDir::Files).front()), placed(2)));
        const auto isRefused = [&] {
            const auto& results = document().session().results;
            return !document().isBusy() && results.contains(2) && results.at(2)->status == FrameStatus::failed;
        };
        COMES_TRUE(isRefused());
        QVERIFY(QString::fromStdString(document().session().results.at(2)->message)
                    .contains("is 300 × 200, the others are 240 × 180"));

        QVERIFY(QFile::remove(placed(2)) && QDir(watched_).mkdir(names_[2]));
        letPass(someListingsMs);
        QCOMPARE(document().frameCount(), 4);
        QVERIFY(QDir(watched_).rmdir(names_[2]));
        place(2, 3);
        COMES_TRUE(areMeasured(4));
    }

    void aRenamedImageKeepsItsFrameAndIsANewOneToo() {
        place(0, 4);
        watch();
        COMES_TRUE(areMeasured(4));
        const double px = document().session().results.at(3)->rMax.px;

        QVERIFY(QFile::rename(placed(3), placed(5)));

        COMES_TRUE(areMeasured(5));
        QCOMPARE(document().session().results.at(3)->rMax.px, px);
        QCOMPARE(document().session().results.at(4)->rMax.px, px);
    }

    void aFolderThatIsReplacedByAnotherKeepsItsResultsAndGoesOn() {
        place(0, 4);
        watch();
        COMES_TRUE(areMeasured(4));
        const QString earlier = folder_.filePath("earlier");
        QDir(earlier).removeRecursively();
        QVERIFY(QDir().rename(watched_, earlier) && QDir().mkpath(watched_));
        COMES_TRUE(document().watch().status().isAway);  // empty: a mount point without its folder
        place(4, 5);

        COMES_TRUE(areMeasured(5));
        QCOMPARE(noticesTitled("The watched folder is back"), 1);
    }

    void anImageWhoseNameSortsBeforeIsNamedAndLeftOut() {
        place(0, 2);
        place(3, 5);
        watch();
        COMES_TRUE(areMeasured(4));

        place(2, 3);

        COMES(noticesTitled("New images were left out"), 1);
        QCOMPARE(document().frameCount(), 4);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(WatchTest)
#include "watch_test.moc"
