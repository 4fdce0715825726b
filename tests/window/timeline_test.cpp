// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline keeps most of its picture between two steps: what it shows must not depend on the way there.
#include "app/window/views/timeline.hpp"

#include "app/window/theme/theme.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/timeout.hpp"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include <cmath>

namespace coarsen::window {

class TimelineTest : public QObject {
    Q_OBJECT

    static constexpr int frames = 12;
    std::unique_ptr<Timeline> timeline_;  // made anew for every test

    static QImage picture(const QColor& colour) {
        QImage made(96, 48, QImage::Format_RGB32);
        made.fill(colour);
        return made;
    }
    QImage shown() { return timeline_->grab().toImage(); }
    QColor middleOf(int frame) { return shown().pixelColor(timeline_->cellRect(frame).center()); }
    /// The bar of states below the frame's cell.
    QColor barOf(int frame) {
        const QRect cell = timeline_->cellRect(frame);
        return shown().pixelColor(cell.center().x(), cell.bottom() + 7);
    }
    static FrameSequence inNaturalOrder(std::size_t count) {
        ImageSeries series;
        series.frames.resize(count);
        return sequenceOf(series);
    }
    static std::vector<CellState> allDone() { return std::vector<CellState>(frames, CellState::done); }

private slots:
    void init() {
        timeline_ = std::make_unique<Timeline>();
        timeline_->resize(900, 110);
        std::vector<double> times;
        for (int frame = 0; frame < frames; ++frame)
            times.push_back(std::pow(frame, 1.5));
        timeline_->showSeries(times, {"s", 1}, inNaturalOrder(times.size()));
        timeline_->showStates(allDone());
        timeline_->setCurrentFrame(3);
    }

    void aStepLeavesNoTrace() {
        const QImage before = shown();
        timeline_->setCurrentFrame(7);
        const QImage there = shown();
        QVERIFY(there != before);
        timeline_->setCurrentFrame(3);
        QVERIFY(shown() == before);

        init();
        timeline_->setCurrentFrame(7);
        QVERIFY(shown() == there);
    }

    void aPictureAndItsLossAreSeenAtOnce() {
        const QColor empty = middleOf(5);
        timeline_->setThumbnail(5, picture(QColor(200, 40, 60)));
        QCOMPARE(middleOf(5), QColor(200, 40, 60));
        QCOMPARE(middleOf(6), empty);
        timeline_->clearThumbnails();
        QCOMPARE(middleOf(5), empty);
    }

    void aChangedStateIsSeenAtOnce() {
        timeline_->setThumbnail(5, picture(Qt::white));
        const QImage before = shown();
        std::vector<CellState> states = allDone();
        states[5] = CellState::excluded;
        timeline_->showStates(states);
        QVERIFY(middleOf(5) != QColor(Qt::white));
        states[5] = CellState::failed;
        timeline_->showStates(states);
        QCOMPARE(barOf(5), theme().error);
        timeline_->showStates(allDone());
        QVERIFY(shown() == before);
    }

    void aFrameThatCannotBeReadHasNoPictureButAReason() {
        const auto toolTipAt = [this](int frame) {
            QToolTip::hideText();
            if (!comesTrue([] { return QToolTip::text().isEmpty(); })) return QString("the one before stays");
            const QPoint place = timeline_->cellRect(frame).center();
            QHelpEvent event(QEvent::ToolTip, place, timeline_->mapToGlobal(place));
            QCoreApplication::sendEvent(timeline_.get(), &event);
            return QToolTip::text();
        };
        timeline_->show();
        timeline_->showStates({});  // nothing is measured yet
        timeline_->setUnreadable(5, "05.png: it is empty");
        QCOMPARE(toolTipAt(5), QString("Frame 5: 05.png: it is empty."));
        QCOMPARE(toolTipAt(6), QString());
        const QColor cross = middleOf(5);
        timeline_->setThumbnail(5, picture(Qt::white));
        QCOMPARE(middleOf(5), QColor(Qt::white));
        QCOMPARE(toolTipAt(5), QString());

        std::vector<CellState> states = allDone();
        states[5] = CellState::failed;
        timeline_->showStates(states);
        timeline_->showFailures({{5, "05.png: is it the right file?"}});
        QCOMPARE(middleOf(5), cross);
        QCOMPARE(toolTipAt(5), QString("Frame 5: 05.png: is it the right file?"));
    }

    void whereFramesShareACellAFailedOneDoesNotShowTheNeighbour() {
        timeline_->showSeries(std::vector<double>(400, 0), {"frame", 1}, inNaturalOrder(400));
        std::vector<CellState> states(400, CellState::done);
        states[101] = CellState::failed;
        timeline_->showStates(states);
        QVERIFY(timeline_->cellRect(100) == timeline_->cellRect(101));
        timeline_->setThumbnail(100, picture(Qt::white));
        timeline_->setCurrentFrame(100);
        QCOMPARE(middleOf(100), QColor(Qt::white));
        timeline_->setCurrentFrame(101);
        QVERIFY(middleOf(101) != QColor(Qt::white));
        timeline_->setCurrentFrame(100);
        QCOMPARE(middleOf(100), QColor(Qt::white));
    }

    void aFrameMeasuredBeforeItsFileWentIsNoFailure() {
        timeline_->setUnreadable(5, "05.png: it is not there");
        const QImage before = shown();
        timeline_->clearThumbnails();
        QVERIFY(shown() == before);
    }

    void theFrameBeingMeasuredIsBlueUntilTheRunGoesOn() {
        QCOMPARE(barOf(8), theme().ink3);
        timeline_->setRunning(8);
        QCOMPARE(barOf(8), theme().accent);
        timeline_->setRunning(-1);
        QCOMPARE(barOf(8), theme().ink3);
    }

    void anotherSizeOrThemeIsDrawnAnew() {
        setTheme(false);
        const QColor light = shown().pixelColor(889, 100);  // between the strip and the edge
        setTheme(true);
        QVERIFY(shown().pixelColor(889, 100) != light);
        setTheme(false);
        timeline_->setCurrentFrame(0);
        timeline_->resize(700, 110);
        const QImage narrowed = shown();
        init();
        timeline_->resize(700, 110);
        timeline_->setCurrentFrame(0);
        QVERIFY(shown() == narrowed);
    }

    void aDragGoesThroughTheFrames() {
        QSignalSpy chosen(timeline_.get(), &Timeline::frameChosen);
        QTest::mousePress(timeline_.get(), Qt::LeftButton, {}, timeline_->cellRect(2).center());
        QMouseEvent move(QEvent::MouseMove, timeline_->cellRect(9).center(), timeline_->cellRect(9).center(), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(timeline_.get(), &move);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen[0][0].toInt(), 2);
        QCOMPARE(chosen[1][0].toInt(), 9);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(TimelineTest)
#include "timeline_test.moc"
