// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of C2D and C1D: lines and sectors, axes, menus, windows of their own.
#include "app/window/document/preferences.hpp"
#include "app/window/panels/correlation/map_panel.hpp"
#include "app/window/panels/correlation/profile_panel.hpp"
#include "app/window/panels/correlation/term_picker.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/workers/direction_worker.hpp"
#include "core/measure/uncertainty.hpp"
#include "tests/support/closed_forms.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QClipboard>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QSpinBox>
#include <QTest>
#include <QTimer>
#include <qcustomplot.h>

#include <numbers>

namespace coarsen::window {

class CorrelationPanelsTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 4, maxLag = 60;
    static constexpr double period = 24, k = 2 * std::numbers::pi / period;

    void openWindow() {
        newWindow();
        open("growing");
        map()->replot();
        profile()->replot();
    }
    QCustomPlot* map() { return window_->findChild<MapView*>()->plot(); }
    QCustomPlot* profile() { return window_->findChild<QCustomPlot*>("c1d-plot"); }
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
    /// The dashed curve over C1D.
    static QCPGraph* directionIn(QCustomPlot* plot) {
        for (int i = 0; i < plot->graphCount(); ++i)
            if (plot->graph(i)->pen().style() == Qt::DashLine) return plot->graph(i);
        return nullptr;
    }

    /// Channels of which the second is where the first is not.
    static std::vector<Term> complementaryTerms() {
        const RadialProfile wave = profileOf([](double r) { return std::cos(k * r); }, maxLag);
        RadialProfile negative = wave;
        for (double& value : negative.value)
            value = -0.9 * value;
        const auto map = [](double sign) { return mapOf(maxLag, [=](double x, double) { return sign * std::cos(k * x); }); };
        return {{{0, 0}, map(1), wave, {}}, {{0, 1}, map(-0.9), negative, {}}, {{1, 1}, map(1), wave, {}}};
    }

    const QCPColorMap* colourMap() { return qobject_cast<QCPColorMap*>(map()->plottable(0)); }

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
    void aTermIsPickedFromTheMatrix() {
        const std::vector<Term> terms = complementaryTerms();
        QWidget place;
        TermPicker picker(&place);
        int picked = 0;
        connect(&picker, &TermPicker::picked, this, [&] { ++picked; });
        place.show();
        QVERIFY(!picker.isVisible());  // one channel

        picker.show(&terms);
        QVERIFY(picker.isVisible());
        QCOMPARE(picker.text(), QString("sum"));
        QVERIFY(!picker.chosen());
        emit picker.menu()->aboutToShow();
        auto* const cell = picker.menu()->findChild<QToolButton*>("term-1x2");
        QVERIFY(cell);
        QVERIFY2(cell->toolTip().endsWith("channel 2 is where channel 1 is not"), qPrintable(cell->toolTip()));
        QVERIFY(!picker.menu()->findChild<QToolButton*>("term-2x1"));
        cell->click();

        QCOMPARE(picked, 1);
        QVERIFY((picker.chosen() == ChannelPair{0, 1}));
        QCOMPARE(picker.text(), QString("1 × 2"));
        const std::vector<Term> other{terms.begin(), terms.begin() + 1};
        picker.show(&other);  // a frame of one channel between: what is chosen comes back
        QVERIFY(!picker.isVisible());
        picker.show(&terms);
        QCOMPARE(picker.text(), QString("1 × 2"));
    }

    void termsAreDrawnOverC1DAndNamed() {
        ProfileView view;
        view.resize(500, 300);
        QCustomPlot* const plot = view.findChild<QCustomPlot*>("c1d-plot");
        const int before = plot->graphCount();
        view.show(profileOf([](double r) { return std::cos(k * r); }, maxLag), {}, {});
        QVERIFY(!plot->legend->visible());

        view.showTerms(std::make_shared<const std::vector<Term>>(complementaryTerms()), ChannelPair{0, 1});

        QCOMPARE(plot->graphCount(), before + 3);
        QVERIFY(plot->legend->visible());
        QCOMPARE(plot->legend->itemCount(), 3);
        const QCPGraph* const cross = plot->graph(before + 1);
        QVERIFY2(cross->name().startsWith("1 × 2"), qPrintable(cross->name()));
        QVERIFY(cross->pen().widthF() > plot->graph(before)->pen().widthF());
        QCOMPARE(cross->data()->at(0)->value, -0.9);
        const std::vector<Term> three = complementaryTerms();
        std::vector<Term> many;  // of four channels
        for (int i = 0; i < 10; ++i)
            many.push_back(three[static_cast<std::size_t>(i % 3)]);
        for (const QSize& size : {QSize(300, 190), QSize(500, 300), QSize(900, 500)}) {
            view.resize(size);
            view.showTerms(std::make_shared<const std::vector<Term>>(many), std::nullopt);
            plot->replot();
            const QRect legend = plot->legend->outerRect();
            QVERIFY2(!legend.intersects(plot->axisRect()->rect()), "it covers no curve");
            QVERIFY(plot->viewport().contains(legend) && legend.height() < plot->height() / 3);
            QVERIFY(plot->axisRect()->height() > plot->height() / 3);
            int named = 0;
            for (int place = 0; place < plot->legend->itemCount(); ++place)
                if (const QCPAbstractLegendItem* item = plot->legend->item(place)) {  // the last row may have free places
                    ++named;
                    QVERIFY(legend.contains(item->outerRect()));
                }
            QCOMPARE(named, 10);
        }
        view.showTerms(nullptr, std::nullopt);
        QCOMPARE(plot->graphCount(), before);
        QVERIFY(!plot->legend->visible());
    }

    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), frames, 12, 20); }
    void init() { setPreferences({}); }
    void cleanup() { window_.reset(); }

    void alongALineAcrossStripesItIsTheirCosineAndAlongThemOne() {
        Wired wired;
        COMES_TRUE(wired.answers > 0);
        for (int r = 0; r <= maxLag; ++r)
            QVERIFY(std::abs(wired.valueAt(r) - std::cos(k * r)) < 1e-12);
        QVERIFY(wordsIn(wired.profile.plot(), "along 0°"));
        QVERIFY(wordsIn(wired.profile.plot(), rMaxText() + " 24"));

        drag(wired.map.plot(), at(wired.map.plot(), 40, 1), at(wired.map.plot(), 40, 90));

        QCOMPARE(wired.direction, (Direction{90, 0}));
        COMES_TRUE(wired.answers > 0);
        for (int r = 0; r <= maxLag; ++r)
            QVERIFY(std::abs(wired.valueAt(r) - 1) < 1e-12);
        QVERIFY(wordsIn(wired.profile.plot(), "along 90°"));
    }

    void theLineGoesThroughTheCentreBothWays() {
        Wired wired;
        drag(wired.map.plot(), at(wired.map.plot(), 40, 30), at(wired.map.plot(), 40, 240));

        QCOMPARE(wired.direction, (Direction{60, 0}));
        COMES_TRUE(wired.answers > 0);
        QVERIFY(std::abs(wired.valueAt(24) - std::cos(k * 12)) < 0.02);
        drag(wired.map.plot(), at(wired.map.plot(), 40, 60), at(wired.map.plot(), 40, -35));
        QCOMPARE(wired.direction.angleDeg, 145.0);
    }

    void aSectorIsTurnedByItsMiddleAndOpenedByItsBorders() {
        Wired wired;
        wired.turn({0, 30});
        COMES_TRUE(wired.answers > 0);
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
        COMES_TRUE(wired.answers > 0);
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
            const Sector wanted = directionProfile(*document().frame().preview()->map, {}, direction);
            const QCPGraph* const curve = directionIn(profile());
            if (curve->dataCount() != static_cast<int>(wanted.profile.size())) return false;
            for (int i = 0; i < curve->dataCount(); ++i)
                if (curve->data()->at(i)->value != wanted.profile.value[static_cast<std::size_t>(i)]) return false;
            return true;
        };
        COMES_TRUE(agrees({35, 0}));
        QVERIFY(wordsIn(profile(), "along 35°"));

        document().frame().show(2);
        settle();
        COMES_TRUE(agrees({35, 0}));  // of the new frame

        QTest::mouseClick(button("direction-sector"), Qt::LeftButton);
        box("direction-opening")->setFocus();
        box("direction-opening")->selectAll();
        QTest::keyClicks(box("direction-opening"), "20");
        QTest::keyClick(box("direction-opening"), Qt::Key_Return);
        COMES_TRUE(agrees({35, 40}));
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
            document().frame().show(document().frame().index() == 1 ? 2 : 1);
            settle();
            QCOMPARE(plot->xAxis->range(), part);  // the same part of another frame

            QTest::mouseDClick(plot, Qt::LeftButton, {}, place);
            QCOMPARE(plot->xAxis->range(), all);
            QVERIFY(!document().changes().hasMarker(document().frame().index()));
            wheel(plot, place, -3);
            QCOMPARE(plot->xAxis->range(), all);  // there is no more
        }
    }

    void theDataOfC1DAreCopiedWithTheDirectionAndUnits() {
        openWindow();
        document().changes().setCalibration({2, 2, "typed"});
        settle();
        mapPanel()->setDirection(Direction{35, 0});
        COMES_TRUE(wordsIn(profile(), "along 35°"));
        QApplication::clipboard()->clear();

        chooseAt(profile(), "Copy data");

        COMES_TRUE(!QApplication::clipboard()->text().isEmpty());
        const auto rows = clipboardTable();
        QCOMPARE(rows[0], (QStringList{"R (µm)", "R (px)", "C1D", "standard error", "pairs", "C2D along 35°"}));
        const RadialProfile& c1d = document().frame().preview()->profile;
        const Sector line = directionProfile(*document().frame().preview()->map, {}, {35, 0});
        QCOMPARE(rows.size(), static_cast<int>(c1d.size()) + 1);
        QCOMPARE(rows[11][0].toDouble(), 20.0);
        QCOMPARE(rows[11][2].toDouble(), c1d.value[10]);
        QCOMPARE(rows[11][5].toDouble(), line.profile.value[10]);
    }

    void theDataOfTheMapAndTheFigureAreCopied() {
        openWindow();
        QApplication::clipboard()->clear();
        chooseAt(map(), "Copy data");
        COMES_TRUE(!QApplication::clipboard()->text().isEmpty());
        const auto rows = clipboardTable();
        const CorrelationMap& c2d = *document().frame().preview()->map;
        const int R = c2d.maxLag();
        QCOMPARE(rows.size(), 2 * R + 2);
        QCOMPARE(rows[1 + R - 3][1 + R + 7].toDouble(), c2d.at(7, -3));
        QCOMPARE(rows[0][1 + R + 7], QString("7"));

        chooseAt(map(), "Copy figure");
        QVERIFY(QApplication::clipboard()->image().width() > 1000);
    }

    void theFigureIsSavedAsItIsShownAndSaysWhereItIsFrom() {
        openWindow();
        mapPanel()->setDirection(Direction{35, 30});
        COMES_TRUE(wordsIn(profile(), "35° ± 15°"));
        const ProfileLook look = window_->findChild<ProfileView*>()->look();
        for (const char* ending : {"png", "svg", "pdf"}) {
            const QString file = folder_.filePath(QString("c1d.") + ending);
            saveFigure(document(), profileFigure(document().frame().preview(), {}, look), file);
            QVERIFY(QFileInfo(file).size() > 1000);
        }
        QFile svg(folder_.filePath("c1d.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("35° ± 15°"));
        QVERIFY(text.contains("SHA-256"));

        const auto notices = document().notices().list().size();
        saveFigure(document(), profileFigure(document().frame().preview(), {}, look), folder_.filePath("nowhere/c1d.png"));
        QCOMPARE(document().notices().list().size(), notices + 1);
        QCOMPARE(document().notices().list().back().kind, Notice::Kind::failure);
    }

    void theLimitsOfTheMapAreKeptOverFramesUnlessTheUserSaysOtherwise() {
        openWindow();
        document().frame().show(0);
        settle();
        const auto limit = [this] { return colourMap()->dataRange().upper; };
        chooseAt(map(), "Of each frame");
        const double first = limit();
        QCOMPARE(first, colourLimit(*document().frame().preview()->map));
        document().frame().show(3);
        settle();
        const double own = limit();
        QCOMPARE(own, colourLimit(*document().frame().preview()->map));
        QVERIFY(own != first);

        chooseAt(map(), "The same for all frames");
        document().frame().show(0);
        settle();
        QCOMPARE(limit(), own);
    }

    void theMapHasOtherColoursAndALogarithm() {
        openWindow();
        chooseAt(map(), "Cividis");
        QCOMPARE(colourMap()->gradient().colorStops().first(), QColor("#00224E"));
        chooseAt(map(), "Logarithm");
        QCOMPARE(colourMap()->dataScaleType(), QCPAxis::stLogarithmic);
        QVERIFY(colourMap()->colorScale()->axis()->ticker().dynamicCast<QCPAxisTickerLog>());
        const int R = document().frame().preview()->map->maxLag();
        QCOMPARE(colourMap()->data()->cell(R + 9, R), std::abs(document().frame().preview()->map->at(9, 0)));
    }

    void theLookOfTheMapIsThereAgainAtTheNextStart() {
        openWindow();
        chooseAt(map(), "Logarithm");
        const auto answer = whenAsked([](QWidget* dialog) {
            dialog->findChild<QDoubleSpinBox*>()->setValue(0.42);
            qobject_cast<QDialog*>(dialog)->accept();
        });
        chooseAt(map(), "Typed");
        window_.reset();

        openWindow();
        auto* const view = window_->findChild<MapView*>();
        QVERIFY(view->look().isLogarithmic);
        QCOMPARE(view->limits(), MapLimits::typed);
        QCOMPARE(view->look().limit, 0.42);
        QCOMPARE(colourMap()->dataScaleType(), QCPAxis::stLogarithmic);
        chooseAt(map(), "Logarithm");
        chooseAt(map(), "Of each frame");
        window_.reset();

        openWindow();
        QVERIFY(!window_->findChild<MapView*>()->look().isLogarithmic);
        QCOMPARE(window_->findChild<MapView*>()->limits(), MapLimits::frame);
    }

    void c1dHasLogarithmicAxes() {
        openWindow();
        chooseAt(profile(), "Logarithmic in both");
        QCOMPARE(profile()->xAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(profile()->yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(profile()->xAxis->range().lower > 0 && profile()->yAxis->range().lower > 0);
        chooseAt(profile(), "Logarithmic in R");
        QCOMPARE(profile()->yAxis->scaleType(), QCPAxis::stLinear);
        chooseAt(profile(), "Linear");
        QCOMPARE(profile()->xAxis->range().lower, 0.0);
    }

    void aPlotInAWindowOfItsOwnFollowsTheFrame() {
        openWindow();
        chooseAt(profile(), "Open in a window");
        auto* const other = window_->findChild<QWidget*>("plot-window");
        QVERIFY(other && other->isWindow() && other->isVisible());
        takeEvents();
        const auto second = [&] { return other->findChild<QCustomPlot*>("c1d-plot")->graph(2)->data()->at(9)->value; };
        COMES(second(), document().frame().preview()->profile.value[9]);
        const double before = second();

        QTest::keyClick(other, Qt::Key_Right);
        settle();
        COMES(second(), document().frame().preview()->profile.value[9]);
        QVERIFY(second() != before);
        QTest::keyClick(other, Qt::Key_Escape);
        COMES_TRUE(!window_->findChild<QWidget*>("plot-window"));
    }

    void theMapInAWindowOfItsOwnIsSquareAndLooksAlike() {
        openWindow();
        chooseAt(map(), "Cividis");
        mapPanel()->setDirection(Direction{35, 0});
        chooseAt(map(), "Open in a window");
        auto* const panel = window_->findChild<QWidget*>("plot-window")->findChild<MapPanel*>();
        takeEvents();
        QCustomPlot* const other = panel->view()->plot();
        QVERIFY(other->axisRect()->width() > map()->axisRect()->width());
        QVERIFY(std::abs(other->axisRect()->width() - other->axisRect()->height()) <= 1);
        QCOMPARE(qobject_cast<QCPColorMap*>(other->plottable(0))->gradient(), colourMap()->gradient());

        drag(other, at(other, 30, 35), at(other, 30, 80));
        QCOMPARE(mapPanel()->direction()->angleDeg, 80.0);  // one direction in both
        COMES_TRUE(wordsIn(profile(), "80°"));
    }

    void belowTwelveHundredPixelsC2DAndC1DShareOnePlace() {
        openWindow();
        QVERIFY(map()->isVisible() && profile()->isVisible());
        resizeTo({1100, 700});
        QVERIFY(!map()->isVisible());
        QVERIFY(profile()->isVisible());

        QTest::mouseClick(button("to-map"), Qt::LeftButton);
        QVERIFY(map()->isVisible());
        QVERIFY(!profile()->isVisible());
        takeEvents();
        QTest::mouseClick(button("place-profile"), Qt::LeftButton);
        QVERIFY(profile()->isVisible());
        QTest::keyClick(window_.get(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(map()->isVisible());
        QTest::keyClick(window_.get(), Qt::Key_Escape);

        resizeTo({1366, 768});
        QVERIFY(map()->isVisible() && profile()->isVisible());
        QVERIFY(!button("to-map")->isVisible());
    }

    void theNumberOfDomainsStandsInThePlot() {
        openWindow();
        const double px = document().frame().preview()->lengths.rMax.px;
        QVERIFY(wordsIn(profile(), QString("%1 domains").arg(std::lround(domainCount(240, 180, px)))));
        window_->resize(2400, 1200);  // where the header has room for them, too
        settle();
        document().frame().show(1);
        settle();
        for (const QLabel* label : window_->findChildren<QLabel*>())
            QVERIFY2(!label->text().contains("domains"), qPrintable(label->text()));
    }

    void inOblongPixelsTheMapIsTrueToTheSampleAndTheRingRound() {
        openWindow();
        document().changes().setCalibration({2, 3, "typed"});
        settle();
        map()->replot();

        const double umPerPx = std::sqrt(6.0), rMax = document().frame().preview()->lengths.rMax.px * umPerPx;
        for (int i = 0; i < map()->itemCount(); ++i)
            if (const auto* ring = qobject_cast<QCPItemEllipse*>(map()->item(i)); ring && ring->visible()) {
                QVERIFY(std::abs(ring->bottomRight->coords().x() - rMax) < 1e-6);
                QVERIFY(std::abs(ring->bottomRight->coords().y() - rMax) < 1e-6);
            }
        const auto* const colours = qobject_cast<QCPColorMap*>(map()->plottable(0));
        const int R = document().frame().preview()->map->maxLag();
        QVERIFY(std::abs(colours->data()->keyRange().upper - 2 * R) < 1e-9);
        QVERIFY(std::abs(colours->data()->valueRange().upper - 3 * R) < 1e-9);
        const auto perUnit = [](const QCPAxis* axis) { return std::abs(axis->coordToPixel(1) - axis->coordToPixel(0)); };
        QVERIFY(std::abs(perUnit(map()->xAxis) / perUnit(map()->yAxis) - 1) < 0.02);
    }

    void lockedLimitsAreFoundAnewForAnotherRecipe() {
        openWindow();
        auto* const view = window_->findChild<MapView*>();
        const double before = view->look().limit.value();
        document().frame().show(1);
        settle();
        QCOMPARE(view->look().limit, before);  // over the frames of one recipe

        document().changes().setValue("measure.mean", std::string("none"));
        settle();

        const double now = view->look().limit.value();
        QVERIFY(std::abs(now - before) > 0.05);
        document().frame().show(2);
        settle();
        QCOMPARE(view->look().limit, now);
        document().changes().setValue("fit.weights", std::string("none"));  // of no part in the map
        settle();
        document().frame().show(1);
        settle();
        QCOMPARE(view->look().limit, now);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(CorrelationPanelsTest)
#include "correlation_panels_test.moc"
