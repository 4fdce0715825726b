// SPDX-License-Identifier: GPL-3.0-or-later
// Whether words have their room: in headers, tags, cards and plots, in a small window and in a large one.
#include "app/window/document/preferences.hpp"
#include "app/window/figures/figure_file.hpp"
#include "app/window/figures/figures.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/correlation/fitting_label.hpp"
#include "app/window/panels/sheets/preferences_dialog.hpp"
#include "app/window/plots/free_place.hpp"
#include "app/window/plots/length_words.hpp"
#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/slope_guides.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/map_view.hpp"
#include "app/window/views/model_card.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace coarsen::window {

class LooksTest : public WindowTest {
    Q_OBJECT

    QList<const ModelCard*> shownCards() {
        QList<const ModelCard*> shown;
        for (const ModelCard* card : window_->findChildren<ModelCard*>())
            if (card->isVisible()) shown << card;
        return shown;
    }
    /// Triggers the line of that name in a menu or in the menus it opens.
    static bool chooseIn(QWidget* menu, const QString& words) {
        if (!menu) return false;
        QList<QAction*> actions = menu->actions();
        for (const QMenu* inner : menu->findChildren<QMenu*>())
            actions << inner->actions();
        for (QAction* action : actions) {
            if (action->text() != words) continue;
            action->trigger();
            menu->close();
            return true;
        }
        return false;
    }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), 5, 12, 24); }
    void init() {
        newWindow();
        open("growing");
    }
    void cleanup() { window_.reset(); }

    void theFramesHeaderShortensItsTimeByWholeWords() {
        TimeChoice everyDay;
        everyDay.kind = TimeChoice::Kind::interval;
        everyDay.intervalS = 86400;
        document().changes().setTimes(everyDay);
        document().changes().setValue("fit.t0", -3600.0);
        settle();
        document().frame().show(2);
        settle();
        auto* const time = window_->findChild<QLabel*>("frame-time");
        const auto* const file = window_->findChild<QLabel*>("frame-file");
        QStringList shown, names;
        for (const QSize size : {QSize(1024, 640), QSize(1100, 700), QSize(1366, 768), QSize(2560, 1080)}) {
            resizeTo(size);
            const int wanted =
                time->fontMetrics().horizontalAdvance(time->text()) + (time->text().isEmpty() ? 0 : time->indent());
            QVERIFY2(wanted <= time->width(), qPrintable(time->text()));
            shown << time->text();
            QVERIFY2(file->isVisible() && file->fontMetrics().horizontalAdvance(file->text()) <= file->width(),
                     qPrintable(file->text()));
            names << file->text();
        }
        QCOMPARE(shown[2], QString("2.04\u2009d"));
        QCOMPARE(shown[3], QString("2.04\u2009d since quench"));
        const QString name = QString::fromStdString(document().session().series.frames[2].name);
        QCOMPARE(names[3], name);
        for (const QString& one : names)  // both ends of it, where it has no room
            QVERIFY2(one.startsWith(name.left(3)) && one.endsWith(name.right(3)), qPrintable(one));
        for (const QString& words : shown)
            QVERIFY2(words.isEmpty() || words == shown[2] || words == shown[3], qPrintable(words));
    }

    void aLaptopsHeaderHasFourStagesAndTheMenu() {
        resizeTo({1366, 768});
        QStringList names;
        for (const char* stage : {"raw", "grey", "flatten", "dust", "stabilise", "crop", "contrast"}) {
            const auto* const button = window_->findChild<QToolButton*>(QString("stage-") + stage);
            if (button->isVisible()) names << stage;
        }
        QCOMPARE(names, QStringList({"raw", "flatten", "dust", "contrast"}));
        QVERIFY(window_->findChild<QToolButton*>("all-stages")->isVisible());
    }

    void theTagUnderTheMouseStaysInsideTheMap() {
        auto* const view = window_->findChild<MapView*>();
        for (const QSize size : {QSize(1366, 768), QSize(2560, 1080)}) {
            resizeTo(size);
            const QRect map = view->plot()->axisRect()->rect();
            for (const QPoint& place : {map.center(), map.topLeft() + QPoint(12, 12), map.bottomRight() - QPoint(12, 12)}) {
                QMouseEvent event(QEvent::MouseMove, place, view->plot()->mapToGlobal(place), Qt::NoButton, {}, {});
                QApplication::sendEvent(view->plot(), &event);
                auto* const tag = view->plot()->findChild<QLabel*>("cursor-tag");
                QVERIFY(tag->isVisible());
                const QRect room = size.width() < 1500 ? map.adjusted(-20, 0, 20, 0) : map;  // not the colour bar
                QVERIFY2(room.contains(tag->geometry()), qPrintable(tag->text()));
                QVERIFY(!tag->geometry().contains(place));
                QVERIFY(tag->text().contains("|R|"));
            }
        }
    }

    void theWordsOfC1DLieOnNothingThatIsDrawn_data() {
        QTest::addColumn<double>("rMaxPx");
        for (const double px : {12.0, 40.0, 70.0, 90.0, 100.0, 175.0, 210.0})
            QTest::addRow("%g", px) << px;
    }
    void theWordsOfC1DLieOnNothingThatIsDrawn() {
        QFETCH(double, rMaxPx);
        RadialProfile profile;
        for (int r = 0; r <= 220; ++r) {
            profile.r.push_back(r);
            profile.value.push_back(std::exp(-r / rMaxPx) * std::cos(2 * std::numbers::pi * r / rMaxPx));
        }
        const auto length = [](double px, double c1d) {
            LengthScale found;
            found.px = px, found.errorPx = px / 20, found.c1d = c1d, found.quality = Quality::good;
            return found;
        };
        const ProfileLengths lengths{length(rMaxPx, std::exp(-1)), length(rMaxPx / 2, -std::exp(-0.5)), length(rMaxPx / 4, 0)};
        QCustomPlot plot;
        plot.resize(320, 190);
        plot.setViewport(plot.rect());
        ProfilePlot content(&plot, theme());
        content.show(profile, lengths, Calibration{10, 10, "typed"}, {true, ProfileAxes::linear, nullptr, {}});
        plot.replot();

        std::vector<QPolygonF> lines;
        for (int i = 0; i < plot.graphCount(); ++i) {
            lines.emplace_back();
            for (const QCPGraphData& point : *plot.graph(i)->data())
                lines.back() << plot.graph(i)->coordsToPixels(point.key, point.value);
        }
        const double marker = plot.xAxis->coordToPixel(rMaxPx * 10);
        lines.push_back(QPolygonF() << QPointF(marker, 0) << QPointF(marker, 190));
        for (const QString& words : {rMaxText() + " ", QString("min"), QString("zero")}) {
            const QCPItemText* const text = wordsIn(&plot, words);
            QVERIFY(text);
            const QRectF block(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
            QVERIFY2(QRectF(plot.axisRect()->rect()).contains(block), qPrintable(words));
            QVERIFY2(coveredLength(block, lines) == 0, qPrintable(words));
        }
    }

    void theFigureOfC2DNamesItsColourBar() {
        const QString file = folder_.filePath("c2d.svg");
        for (const bool isLogarithmic : {false, true}) {
            MapLook look;
            look.isLogarithmic = isLogarithmic;
            writeFigure(file, mapFigure(document().frame().preview(), {}, look), {.widthMm = 50, .heightMm = 43}, {});
            QFile svg(file);
            QVERIFY(svg.open(QIODevice::ReadOnly));
            const QByteArray text = svg.readAll();
            QCOMPARE(text.count(isLogarithmic ? ">|C2D|<" : ">C2D<"), 1);
            QVERIFY(text.contains("(px)<"));
        }
    }

    void valueAndErrorOfAModelAreWholeInANarrowCard() {
        document().changes().setTimes({TimeChoice::Kind::interval, 3600, {}});
        document().changes().setValue("fit.weights", std::string("none"));
        analyseAll();
        for (const QSize size : {QSize(1024, 640), QSize(1100, 700), QSize(1366, 768), QSize(2560, 1080)}) {
            resizeTo(size);
            for (const char* chosen : {"origin-line", "line", "power"}) {
                document().changes().setValue("fit.model", std::string(chosen));
                settle();
                QVERIFY(!shownCards().isEmpty());
                for (const ModelCard* card : shownCards()) {
                    QString all;
                    int bottom = 0;
                    for (const ModelCard::Line& line : card->lines(card->width() - ModelCard::margins)) {
                        const QFontMetrics metrics(line.font);
                        QVERIFY2(metrics.horizontalAdvance(line.words) <= card->width() - ModelCard::margins,
                                 qPrintable(line.words));
                        QVERIFY2(!line.words.contains(QChar(0x2026)), qPrintable(line.words));
                        if (line.isAtRight) continue;                              // beside the title
                        QVERIFY2(line.top >= bottom - 4, qPrintable(line.words));  // letters need no more than this
                        bottom = line.top + metrics.height();
                        all += line.words + " ";
                    }
                    QVERIFY(bottom <= card->height() - 7);
                    QVERIFY2(all.contains(card->result()), qPrintable(all));
                }
            }
        }
    }

    void quietWordsShowTheLongestWordingThatIsWhole() {
        FittingLabel label;
        const QStringList words = {"X₀ and Y₀ in mm", "in mm"};
        label.setWords(words);
        for (const QString& wanted : words) {
            label.resize(label.fontMetrics().horizontalAdvance(wanted) + 3, 20);
            label.grab();
            QCOMPARE(label.text(), wanted);
        }
        label.resize(10, 20);
        label.grab();
        QCOMPARE(label.text(), QString());
        QCOMPARE(label.sizeHint().width(), label.fontMetrics().horizontalAdvance(words.front()) + 2);  // it asks for its best
    }

    void numbersAlongTheMapStandApart() {
        constexpr int R = 220;
        const std::vector<double> flat(static_cast<std::size_t>((2 * R + 1) * (R + 1)), 0.1);
        MapView view;
        view.show(std::make_shared<const CorrelationMap>(R, true, flat, flat), {}, {}, {});
        view.setVisible(true);
        for (const int side : {190, 240, 400}) {
            view.resize(side + 60, side);
            takeEvents();
            const QCPAxis& axis = *view.plot()->xAxis;
            const QFontMetrics metrics(axis.tickLabelFont());
            const QVector<QString> numbers = axis.tickVectorLabels();
            QVERIFY(numbers.size() >= 3);
            for (int i = 0; i + 1 < numbers.size(); ++i) {
                const double apart = axis.coordToPixel(axis.tickVector()[i + 1]) - axis.coordToPixel(axis.tickVector()[i]);
                QVERIFY2(apart > 0.5 * (metrics.horizontalAdvance(numbers[i]) + metrics.horizontalAdvance(numbers[i + 1])) + 2,
                         qPrintable(QStringList(numbers).join(' ')));
            }
        }
    }

    void lengthsInWordsHaveTheUnitOfTheAxis() {
        const QString words = "within two standard errors of the end of the range (18 px); C1D is higher at 250 px, by 0.5 px";
        QCOMPARE(withLengthsInUnits(words, {}), words);
        QCOMPARE(withLengthsInUnits(words, {0.5, 0.5, "typed"}),
                 QString("within two standard errors of the end of the range (9 µm); C1D is higher at 125 µm, by 250 nm"));
    }

    void theNamesOfSlopesStandApartInASmallFigure() {
        QCustomPlot plot;
        plot.resize(240, 200);
        for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
            axis->setScaleType(QCPAxis::stLogarithmic);
        plot.xAxis->setRange(0.8, 5.5);
        plot.yAxis->setRange(1, 1000);
        SlopeGuides guides(&plot, plot.xAxis, plot.yAxis);
        guides.show();
        plot.replot();
        guides.placeNames();
        std::map<QString, double> middles;
        for (int i = 0; i < plot.itemCount(); ++i)
            if (const auto* name = qobject_cast<QCPItemText*>(plot.item(i)))
                middles[name->text()] = name->position->pixelPosition().y();
        const double height = QFontMetrics(wordsIn(&plot, "1/3")->font()).ascent();
        QVERIFY(middles["1/3"] - middles["1/2"] >= height);
        QVERIFY(middles["1/2"] - middles["1"] >= height);
    }

    void aCardSaysWholeWhyThereIsNoFit() {
        analyseAll();
        document().changes().setExcluded({0, 1, 2, 3}, true);
        settle();
        resizeTo({1366, 768});
        QVERIFY(!shownCards().isEmpty());
        for (const ModelCard* card : shownCards()) {
            QString all;
            for (const ModelCard::Line& line : card->lines(card->width() - ModelCard::margins))
                all += line.words + " ";
            QVERIFY2(all.contains("frames with a length, 1 is there"), qPrintable(all));
        }
    }

    void anAxisThatCountsFramesHasWholeTicks() {
        document().changes().setTimes({TimeChoice::Kind::index, 1, {}});
        settle();
        QVERIFY(!document().times().areSeconds());
        analyseAll();
        const auto areWhole = [](const QCPAxis* axis) {
            const auto ticks = axis->tickVector();
            return ticks.size() > 1 && std::ranges::all_of(ticks, [](double tick) { return tick == std::round(tick); });
        };
        const auto* const chart = window_->findChild<QCustomPlot*>("growth-chart");
        for (const bool isLogarithmic : {false, true}) {
            window_->findChild<QToolButton*>(isLogarithmic ? "log" : "lin")->click();
            for (int i = 0; i < chart->axisRectCount(); ++i)
                COMES_TRUE(areWhole(chart->axisRect(i)->axis(QCPAxis::atBottom)));
        }
        QCustomPlot plot;
        for (const double last : {14.0, 3.2, 1e4}) {
            styleAxis(plot.xAxis, theme());
            setWholeTicks(plot.xAxis, true);
            plot.xAxis->setRange(0, last);
            plot.replot();
            QVERIFY(areWhole(plot.xAxis));
        }
    }

    void anAxisHasTwoNumbersAtLeastAndThreeAboutItsZero() {
        QCustomPlot plot;
        const auto numbers = [&](double from, double to, int wanted) {
            styleAxis(plot.xAxis, theme());
            plot.xAxis->ticker()->setTickCount(wanted);
            plot.xAxis->setRange(from, to);
            plot.replot();
            return std::ranges::count_if(plot.xAxis->tickVector(),
                                         [&](double tick) { return plot.xAxis->range().contains(tick); });
        };
        for (const int wanted : {1, 2, 3, 5}) {
            for (const double reach : {85.0, 99.9, 1.4, 24.9, 0.0375, 4096.0}) {
                QVERIFY2(numbers(-reach, reach, wanted) >= 3, qPrintable(QString("%1 by %2").arg(reach).arg(wanted)));
                QVERIFY2(numbers(1.01 * reach, 2.3 * reach, wanted) >= 2, qPrintable(QString("%1 by %2").arg(reach).arg(wanted)));
            }
        }
    }

    void coloursAndColumnsAreRememberedUntilTheSettingsAreReset() {
        const auto newWindow = [this] {
            cleanup();
            init();
        };
        const auto colours = [this] { return window_->findChild<MapView*>()->look().colours; };
        const auto table = [this] { return window_->findChild<QTableView*>("frame-table"); };
        QWidget* const map = window_->findChild<MapView*>()->plot();
        emit map->customContextMenuRequested(map->rect().center());
        QVERIFY(chooseIn(QApplication::activePopupWidget(), "Cividis"));
        QWidget* const header = table()->horizontalHeader();
        emit header->customContextMenuRequested({20, 8});
        QVERIFY(chooseIn(QApplication::activePopupWidget(), "Quality"));
        QCOMPARE(colours(), MapColours::cividis);
        QVERIFY(table()->isColumnHidden(5));

        newWindow();
        QCOMPARE(colours(), MapColours::cividis);
        QVERIFY(table()->isColumnHidden(5));
        QVERIFY(!table()->isColumnHidden(6));

        auto* const dialog = new PreferencesDialog(window_.get());
        connect(dialog, &PreferencesDialog::changed, window_.get(), &MainWindow::adopt);
        dialog->findChild<QSpinBox*>()->stepUp();  // another setting changes neither
        QCOMPARE(colours(), MapColours::cividis);
        QVERIFY(table()->isColumnHidden(5));
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            if (button->text() == "Reset all") button->click();
        QCOMPARE(colours(), MapColours::diverging);
        QVERIFY(!table()->isColumnHidden(5));

        newWindow();
        QCOMPARE(colours(), MapColours::diverging);
        QVERIFY(!table()->isColumnHidden(5));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(LooksTest)
#include "looks_test.moc"
