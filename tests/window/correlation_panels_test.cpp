// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of C2D and C1D: lines and sectors, axes, menus, windows of their own.
#include "app/window/main_window.hpp"
#include "app/window/panels/map_panel.hpp"
#include "app/window/panels/profile_panel.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/workers/direction_worker.hpp"
#include "core/correlate/engines.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/closed_forms.hpp"

#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <numbers>

namespace coarsen::window {

class CorrelationPanelsTest : public QObject {
    Q_OBJECT

    static constexpr int frames = 4, patienceMs = 60000, maxLag = 60;
    static constexpr double period = 24, k = 2 * std::numbers::pi / period;
    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;

    Document& document() { return window_->document(); }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!document().isBusy(), patienceMs); }
    void openWindow() {
        window_ = std::make_unique<MainWindow>(cpuEngines());
        window_->resize(1366, 768);
        window_->show();
        window_->openPaths({folder_.filePath("growing")});
        QTRY_VERIFY_WITH_TIMEOUT(document().isOpen(), patienceMs);
        settle();
        map()->replot();
        profile()->replot();
    }
    QCustomPlot* map() { return window_->findChild<MapView*>()->plot(); }
    QCustomPlot* profile() { return window_->findChild<QCustomPlot*>("c1d-plot"); }
    QToolButton* button(const char* name) { return window_->findChild<QToolButton*>(name); }
    QSpinBox* box(const char* name) { return window_->findChild<QSpinBox*>(name); }
    MapPanel* mapPanel() { return window_->findChild<MapPanel*>(); }

    static std::shared_ptr<const CorrelationMap> stripes() {
        return std::make_shared<const CorrelationMap>(mapOf(maxLag, [](double x, double) { return std::cos(k * x); }));
    }
    /// A place on a plot of equal axes, at that radius (axis units) and angle.
    static QPoint at(QCustomPlot* plot, double radius, double angleDeg) {
        const double angle = angleDeg * std::numbers::pi / 180;
        return {static_cast<int>(std::lround(plot->xAxis->coordToPixel(radius * std::cos(angle)))),
                static_cast<int>(std::lround(plot->yAxis->coordToPixel(radius * std::sin(angle))))};
    }
    static void drag(QWidget* widget, const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(widget, Qt::LeftButton, keys, from);
        QTest::mouseMove(widget, (from + to) / 2);
        QTest::mouseMove(widget, to);
        QTest::mouseRelease(widget, Qt::LeftButton, keys, to);
    }
    static void wheel(QWidget* widget, const QPoint& place, int notches) {
        QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }
    /// The dashed curve over C1D.
    static QCPGraph* directionIn(QCustomPlot* plot) {
        for (int i = 0; i < plot->graphCount(); ++i)
            if (plot->graph(i)->pen().style() == Qt::DashLine) return plot->graph(i);
        return nullptr;
    }
    static const QCPItemText* wordsIn(QCustomPlot* plot, const QString& part) {
        for (int i = 0; i < plot->itemCount(); ++i)
            if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i));
                text && text->visible() && text->text().contains(part))
                return text;
        return nullptr;
    }

    /// A map of stripes beside its C1D, wired as the panels are.
    struct Wired {
        MapView map;
        ProfileView profile;
        DirectionWorker worker;
        std::shared_ptr<const CorrelationMap> c2d = stripes();
        Direction direction;
        int answers = 0;

        Wired() {
            connect(&map, &MapView::directionDragged, &map, [this](const Direction& dragged) { turn(dragged); });
            connect(&worker, &DirectionWorker::made, &map, [this](auto curve) {
                profile.showDirection(curve);
                answers += curve->direction == direction;
            });
            map.resize(320, 320);
            profile.resize(420, 320);
            map.setVisible(true);
            profile.setVisible(true);
            map.show(c2d, {}, {}, {});
            profile.show(AzimuthalAverager(maxLag)(*c2d), {}, {});
            turn(direction);
            map.plot()->replot();
        }
        void turn(const Direction& wanted) {
            direction = wanted;
            answers = 0;
            map.showDirection(wanted);
            worker.ask({c2d, {}, wanted, 1});
        }
        QCPGraph* curve() { return directionIn(profile.plot()); }
        double valueAt(int r) { return curve()->data()->findBegin(r, false)->value; }
    };

private slots:
    void initTestCase() {
        qputenv("COARSEN_SETTINGS_DIR", folder_.filePath("settings").toUtf8());
        QDir().mkpath(folder_.filePath("settings"));
        RingSettings growing;
        growing.width = 240, growing.height = 180, growing.frames = frames;
        growing.rMaxFromPx = 12, growing.rMaxToPx = 20;
        writeRingSeries(folder_.filePath("growing").toStdString(), growing);
        for (const char* file : {"/truth.csv", "/truth.json"})
            QFile::remove(folder_.filePath("growing") + file);
    }
    void cleanup() { window_.reset(); }

    void alongALineAcrossStripesItIsTheirCosineAndAlongThemOne() {
        Wired wired;
        QTRY_VERIFY(wired.answers > 0);
        for (int r = 0; r <= maxLag; ++r)
            QVERIFY(std::abs(wired.valueAt(r) - std::cos(k * r)) < 1e-12);
        QVERIFY(wordsIn(wired.profile.plot(), "along 0°"));
        QVERIFY(wordsIn(wired.profile.plot(), rMaxText() + " 24"));

        drag(wired.map.plot(), at(wired.map.plot(), 40, 1), at(wired.map.plot(), 40, 90));

        QCOMPARE(wired.direction, (Direction{90, 0}));
        QTRY_VERIFY(wired.answers > 0);
        for (int r = 0; r <= maxLag; ++r)
            QVERIFY(std::abs(wired.valueAt(r) - 1) < 1e-12);
        QVERIFY(wordsIn(wired.profile.plot(), "along 90°"));
    }

    void theLineGoesThroughTheCentreBothWays() {
        Wired wired;
        drag(wired.map.plot(), at(wired.map.plot(), 40, 30), at(wired.map.plot(), 40, 240));

        QCOMPARE(wired.direction, (Direction{60, 0}));
        QTRY_VERIFY(wired.answers > 0);
        QVERIFY(std::abs(wired.valueAt(24) - std::cos(k * 12)) < 0.02);
        drag(wired.map.plot(), at(wired.map.plot(), 40, 60), at(wired.map.plot(), 40, -35));
        QCOMPARE(wired.direction.angleDeg, 145.0);
    }

    void aSectorIsTurnedByItsMiddleAndOpenedByItsBorders() {
        Wired wired;
        wired.turn({0, 30});
        QTRY_VERIFY(wired.answers > 0);
        QCustomPlot* const plot = wired.map.plot();
        QVERIFY(wordsIn(wired.profile.plot(), "0° ± 15°"));
        // The mean of cos(k R cos θ) over ± 15°.
        const auto mean = [](double r, double halfDeg) {
            double sum = 0;
            for (int i = 0; i < 1000; ++i)
                sum += std::cos(k * r * std::cos(halfDeg * std::numbers::pi / 180 * (2 * (i + 0.5) / 1000 - 1)));
            return sum / 1000;
        };
        for (const int r : {12, 24, 36, 48})
            QVERIFY2(std::abs(wired.valueAt(r) - mean(r, 15)) < 0.02, qPrintable(QString::number(r)));

        drag(plot, at(plot, 45, -15), at(plot, 45, -40));
        QCOMPARE(wired.direction, (Direction{0, 80}));
        QTRY_VERIFY(wired.answers > 0);
        QVERIFY(std::abs(wired.valueAt(24) - mean(24, 40)) < 0.02);

        drag(plot, at(plot, 45, 180), at(plot, 45, 200));  // the other half
        QCOMPARE(wired.direction, (Direction{20, 80}));
    }

    void theToolDrawsWhatTheMapHoldsOverC1D() {
        openWindow();
        QTest::mouseClick(button("direction-line"), Qt::LeftButton);
        QVERIFY(box("direction-angle")->isVisible());
        QVERIFY(!box("direction-opening")->isVisible());

        drag(map(), at(map(), 40, 5), at(map(), 40, 35));

        QCOMPARE(box("direction-angle")->value(), 35);
        const auto agrees = [this](const Direction& direction) {
            const Sector wanted = directionProfile(*document().preview()->map, {}, direction);
            const QCPGraph* const curve = directionIn(profile());
            if (curve->dataCount() != static_cast<int>(wanted.profile.size())) return false;
            for (int i = 0; i < curve->dataCount(); ++i)
                if (curve->data()->at(i)->value != wanted.profile.value[static_cast<std::size_t>(i)]) return false;
            return true;
        };
        QTRY_VERIFY(agrees({35, 0}));
        QVERIFY(wordsIn(profile(), "along 35°"));

        document().showFrame(2);
        settle();
        QTRY_VERIFY(agrees({35, 0}));  // of the new frame

        QTest::mouseClick(button("direction-sector"), Qt::LeftButton);
        box("direction-opening")->setFocus();
        box("direction-opening")->selectAll();
        QTest::keyClicks(box("direction-opening"), "20");
        QTest::keyClick(box("direction-opening"), Qt::Key_Return);
        QTRY_VERIFY(agrees({35, 40}));
        QVERIFY(wordsIn(profile(), "35° ± 20°"));
        QVERIFY(wordsIn(profile(), rMaxText()));

        QTest::mouseClick(button("direction-sector"), Qt::LeftButton);
        QCOMPARE(directionIn(profile())->dataCount(), 0);
        QVERIFY(!wordsIn(profile(), "35°"));
    }

    void theKeyGoesFromNoneToALineToASector() {
        openWindow();
        QTest::keyClick(window_.get(), Qt::Key_D);
        QVERIFY(mapPanel()->direction() && mapPanel()->direction()->isLine());
        QTest::keyClick(window_.get(), Qt::Key_D);
        QVERIFY(mapPanel()->direction() && !mapPanel()->direction()->isLine());
        QTest::keyClick(window_.get(), Qt::Key_D);
        QVERIFY(!mapPanel()->direction());
    }

    void theWheelZoomsAtTheMouseADragPansAndADoubleClickShowsAll() {
        openWindow();
        for (QCustomPlot* plot : {map(), profile()}) {
            const QCPRange all = plot->xAxis->range();
            const QRect rect = plot->axisRect()->rect();
            const QPoint place(rect.left() + rect.width() * 3 / 4, rect.top() + rect.height() / 4);
            const double x = plot->xAxis->pixelToCoord(place.x()), y = plot->yAxis->pixelToCoord(place.y());

            wheel(plot, place, 3);
            QVERIFY(std::abs(plot->xAxis->range().size() / all.size() - std::pow(0.8, 3)) < 1e-9);
            QVERIFY(std::abs(plot->xAxis->pixelToCoord(place.x()) - x) < 1e-6 * all.size());
            QVERIFY(std::abs(plot->yAxis->pixelToCoord(place.y()) - y) < 1e-6);

            drag(plot, place, place - QPoint(8, 0));
            QVERIFY(std::abs(plot->xAxis->pixelToCoord(place.x() - 8) - x) < 1e-6 * all.size());

            const QCPRange part = plot->xAxis->range();
            document().showFrame(document().currentFrame() == 1 ? 2 : 1);
            settle();
            QCOMPARE(plot->xAxis->range(), part);  // the same part of another frame

            QTest::mouseDClick(plot, Qt::LeftButton, {}, place);
            QCOMPARE(plot->xAxis->range(), all);
            QVERIFY(!document().hasMarker(document().currentFrame()));
            wheel(plot, place, -3);
            QCOMPARE(plot->xAxis->range(), all);  // there is no more
        }
    }

    void theNumberOfDomainsStandsInThePlot() {
        openWindow();
        const double px = document().preview()->lengths.rMax.px;
        QVERIFY(wordsIn(profile(), QString("%1 domains").arg(std::lround(domainCount(240, 180, px)))));
    }

    void inOblongPixelsTheMapIsTrueToTheSampleAndTheRingRound() {
        openWindow();
        document().setCalibration({2, 3, "typed"});
        settle();
        map()->replot();

        const double umPerPx = std::sqrt(6.0), rMax = document().preview()->lengths.rMax.px * umPerPx;
        for (int i = 0; i < map()->itemCount(); ++i)
            if (const auto* ring = qobject_cast<QCPItemEllipse*>(map()->item(i)); ring && ring->visible()) {
                QVERIFY(std::abs(ring->bottomRight->coords().x() - rMax) < 1e-6);
                QVERIFY(std::abs(ring->bottomRight->coords().y() - rMax) < 1e-6);
            }
        const auto* const colours = qobject_cast<QCPColorMap*>(map()->plottable(0));
        const int R = document().preview()->map->maxLag();
        QVERIFY(std::abs(colours->data()->keyRange().upper - 2 * R) < 1e-9);
        QVERIFY(std::abs(colours->data()->valueRange().upper - 3 * R) < 1e-9);
        const auto perUnit = [](const QCPAxis* axis) { return std::abs(axis->coordToPixel(1) - axis->coordToPixel(0)); };
        QVERIFY(std::abs(perUnit(map()->xAxis) / perUnit(map()->yAxis) - 1) < 0.02);
    }
};

}  // namespace coarsen::window

QTEST_MAIN(coarsen::window::CorrelationPanelsTest)
#include "correlation_panels_test.moc"
