// SPDX-License-Identifier: GPL-3.0-or-later
// The growth chart under the mouse: what it says of a point, frames that are far from their neighbours, a part of it enlarged.
#include "app/window/views/growth_view.hpp"

#include "app/window/figures/figure_file.hpp"
#include "app/window/figures/report_text.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/views/fit_range_handle.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/model_card.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QDir>
#include <QEvent>
#include <QLabel>
#include <QTest>

#include <functional>
#include <utility>

namespace coarsen::window {

/// Asks something in the moment that a widget is shown.
class ShowWatch : public QObject {
public:
    ShowWatch(QWidget* widget, std::function<bool()> isSo) : isSo_(std::move(isSo)) { widget->installEventFilter(this); }
    bool isSeen = false, wasSo = false;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Show && !std::exchange(isSeen, true)) wasSo = isSo_();
        return false;
    }

private:
    std::function<bool()> isSo_;
};

class GrowthViewTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 14, wrong = 5;

    GrowthView& view() { return *window_->growth().view(); }
    QCPAxisRect& chart() { return *view().plot()->axisRect(0); }
    QString wordsAt(int frame) {
        QTest::mouseMove(view().plot(), placeOfPoint(*view().plot(), *document().growth().data(), frame));
        const auto* const callout = view().plot()->findChild<QFrame*>("point-callout");
        return callout->isVisible() ? callout->findChild<QLabel*>(QString())->text() : QString();
    }

private slots:
    void initTestCase() {
        writeGrowingSeries(folder_.filePath("series"), frames, 12, 18);
        // One frame shows a much later picture.
        writeGrowingSeries(folder_.filePath("later"), 2, 30, 32);
        const auto names = [](const QDir& folder) { return folder.entryList({"*.png"}, QDir::Files, QDir::Name); };
        const QDir series(folder_.filePath("series")), later(folder_.filePath("later"));
        const QString replaced = series.filePath(names(series)[wrong]);
        QFile::remove(replaced);
        QVERIFY(QFile::copy(later.filePath(names(later)[0]), replaced));
        newWindow({1600, 900});
        open("series");
        analyseAll();
    }
    void cleanup() {
        while (document().changes().undoStack().canUndo())
            document().changes().undoStack().undo();
        settle();
        view().resetView();
        QTest::mouseMove(view().plot(), QPoint(1, 1));
    }
    void cleanupTestCase() { window_.reset(); }

    void aLawThatMissesItsPointsSaysSoOnItsCardAndInTheSentence() {
        const auto* const card = window_->findChild<ModelCard*>("model-origin-line");
        const auto words = [&] {
            QString all;
            for (const ModelCard::Line& line : card->lines(card->width() - ModelCard::margins))
                all += line.words + "\n";
            return all;
        };
        const Misfit misfit = document().growth().data()->chosenFit()->misfit;
        QCOMPARE(misfit.frame, wrong);
        const QString miss = QString("misses points by up to %1 %").arg(std::lround(100 * misfit.largest));
        QVERIFY2(words().contains(miss), qPrintable(words()));
        QVERIFY(view().resultSentence().contains(miss));
        QVERIFY(card->toolTip().contains(QString("(frame %1)").arg(wrong)));
        QVERIFY(card->toolTip().contains("too small"));
        const auto answer = [&] { return reportAnswer(reportContent(document(), false)); };
        QVERIFY2(answer().endsWith("It " + miss + ": the errors are too small."), qPrintable(answer()));

        document().changes().setExcluded({wrong}, true);
        settle();
        QVERIFY2(!words().contains("misses"), qPrintable(words()));
        QVERIFY(!view().resultSentence().contains("misses"));
        QVERIFY(!card->toolTip().contains("too small"));
        QVERIFY2(!answer().contains("too small"), qPrintable(answer()));
        QVERIFY2(view().resultSentence().contains("; 13 frames, 26 to 39 h after the quench; weights 1/R²)"),
                 qPrintable(view().resultSentence()));
    }

    void theMenuOfACardChoosesItsLawCopiesItsResultAndShowsHowNDependsOnTheStart() {
        auto* const card = window_->findChild<ModelCard*>("model-power");
        QVERIFY(document().recipe().fit.model != "power");
        QTest::mouseClick(card, Qt::RightButton);
        QVERIFY(document().recipe().fit.model != "power");

        chooseAt(card, "Copy its result");
        const FitParameter n = document().growth().data()->fits[2].parameters[1];
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith("n = " + withError(n.value, n.error, {}) + ", A = "), qPrintable(copied));
        QVERIFY2(copied.contains("px/hⁿ (standard error; "), qPrintable(copied));
        chooseAt(card, "Fit with this law");
        QCOMPARE(document().recipe().fit.model, std::string("power"));
        settle();

        chooseAt(card, "Show exponent n");
        settle();
        const auto shown = [this] { return exponentTimeSeries(*document().growth().data()); };
        QVERIFY(window_->findChild<QCustomPlot*>("time-series-chart")->isVisible());
        QVERIFY(!shown().isEmpty());
        QVERIFY(shown().flagged.empty());
        QVERIFY(std::abs(shown().curves[0].value[0] - n.value) < 1e-9);
        const double from3 = shown().curves[0].value[3];
        QVERIFY(std::isnan(shown().curves[0].value[frames - 3]));

        document().changes().setFitRangeEnd(RangeEnd::from, 3);
        settle();
        const FitParameter& of3 = document().growth().data()->chosenFit()->parameters[1];
        QVERIFY(std::abs(of3.value - from3) < 1e-9);
        QVERIFY(std::abs(shown().curves[0].error[3] - of3.error) < 1e-9);
        QCOMPARE(shown().flagged, std::vector<int>{3});
        document().changes().setExcluded({wrong}, true);
        settle();
        QVERIFY(std::isnan(shown().curves[0].value[wrong]));
        QVERIFY(std::abs(shown().curves[0].value[3] - from3) > 1e-3);
        window_->growth().setQuantity(GrowthQuantity::length);
    }

    void aHandleThatIsDraggedSaysWhereItStands() {
        auto* const handle = view().findChild<FitRangeHandle*>("fit-range-from");
        const auto* const callout = view().plot()->findChild<QFrame*>("point-callout");
        const auto drag = [&](int frame) {
            const double to = placeOfPoint(*view().plot(), *document().growth().data(), frame).x();
            QTest::mouseMove(handle, handle->mapFrom(view().plot(), QPoint(static_cast<int>(to), handle->y())));
            view().plot()->replot();
            const bool isSeen = callout->isVisible() && callout->visibleRegion().boundingRect().size() == callout->size();
            return isSeen ? callout->findChild<QLabel*>(QString())->text() : QString();
        };
        view().plot()->replot();
        QTest::mousePress(handle, Qt::LeftButton, {}, QPoint(handle->width() - 1, 4));
        QCOMPARE(drag(4),
                 QString("from frame 4, %1")
                     .arg(timeText(document().session().series.frames[4].timeS, document().growth().data()->timeUnit())));
        QCOMPARE(drag(0), QString("from the first frame"));
        QTest::mouseRelease(handle, Qt::LeftButton);
        QVERIFY(!callout->isVisible());
    }

    void theWordsOfTheChartGiveWayToAnEndOfTheFitRange() {
        const auto noteBox = [&] {
            const QCPItemText* const note = wordsIn(view().plot(), "95 % band");
            if (!note) return QRectF();
            return QRectF(note->topLeft->pixelPosition(), note->bottomRight->pixelPosition());
        };
        const double middle = noteBox().center().x();
        const double seconds =
            chart().axis(QCPAxis::atBottom)->pixelToCoord(middle) / document().growth().data()->timeUnit().perBase;
        document().changes().setValue("fit.to", seconds);
        settle();
        QVERIFY(!noteBox().isEmpty());
        COMES_TRUE(!noteBox().adjusted(-1, 0, 1, 0).contains(middle, noteBox().center().y()));
    }

    void aFrameFarFromItsNeighboursIsMarkedNamedAndFoundByTheNextProblem() {
        const GrowthData& data = *document().growth().data();
        for (int frame = 0; frame < frames; ++frame)
            QCOMPARE(data.points[static_cast<std::size_t>(frame)].isOff, frame == wrong);
        QVERIFY(data.doubtText(wrong).startsWith("its neighbours say "));
        QVERIFY(wordsAt(wrong).contains(data.doubtText(wrong)));
        QVERIFY(!wordsAt(wrong + 2).contains("neighbours"));
        const QAbstractItemModel& rows = *window_->growth().table()->model();
        QCOMPARE(rows.index(wrong, 5).data().toString(), QString("good, off"));
        QVERIFY(rows.index(wrong, 5).data(Qt::ToolTipRole).toString().contains(data.doubtText(wrong)));
        const auto isTold = [](const Notice& notice) {
            return notice.title == "Far from the neighbours" && notice.frame == wrong;
        };
        QCOMPARE(std::ranges::count_if(document().notices().list(), isTold), 1);
        document().frame().show(0);
        QTest::keyClick(window_.get(), Qt::Key_J);
        QCOMPARE(document().frame().index(), wrong);
    }

    void aFrameLeftOutIsNoLongerFarFromAnythingAndSaysThatItIsExcluded() {
        document().changes().toggleExcluded(wrong);
        settle();

        QVERIFY(document().growth().data()->offNeighbours.empty());
        QVERIFY(wordsAt(wrong).contains("excluded"));
        QVERIFY(!wordsAt(wrong).contains("good"));
    }

    void theFiguresShowExcludedFramesOnlyWhenAsked() {
        document().changes().toggleExcluded(wrong);
        settle();

        const auto drawn = [this](bool excluded) {
            QCustomPlot plot;
            plot.resize(600, 400);
            GrowthPlot content(&plot, Theme::light());
            content.setLook({.excluded = excluded});
            content.show(*document().growth().data(), -1, false);
            plot.toPixmap(600, 400);
            return content.framesIn(QRectF(0, 0, 600, 400));
        };
        QCOMPARE(drawn(true).size(), std::size_t(frames));
        QCOMPARE(drawn(false).size(), std::size_t(frames - 1));
        QVERIFY(!std::ranges::count(drawn(false), wrong));
        const auto figure = [this](bool excluded) {
            return pictureOf(growthFigure(document().growth().data(), false, {.excluded = excluded}), {600, 400}, 1);
        };
        QVERIFY(figure(true) != figure(false));
        window_->showExportSheet();
        auto* const box = window_->findChild<QCheckBox*>("export-excluded");
        QVERIFY(box->isVisible() && !box->isChecked());
        QTest::keyClick(box, Qt::Key_Escape);
    }

    void thePictureOfAFrameComesWhenTheMouseRests() {
        auto* const picture = view().plot()->findChild<QLabel*>("point-picture");
        auto* const callout = view().plot()->findChild<QFrame*>("point-callout");
        // Whether it waits is asked in the event that shows the callout: a busy machine may be late with what comes after.
        ShowWatch watch(callout, [&] { return !picture->isVisibleTo(callout); });
        wordsAt(3);
        QVERIFY(watch.isSeen && watch.wasSo);

        COMES_TRUE(picture->isVisible());

        QCOMPARE(picture->pixmap().width() / picture->pixmap().devicePixelRatio(), 120.0);
        QTest::mouseMove(view().plot(), QPoint(1, 1));
        QVERIFY(!picture->isVisible());
    }

    void theWheelEnlargesAPartADragMovesItAndADoubleClickShowsAll() {
        QCPAxis* const x = chart().axis(QCPAxis::atBottom);
        QCPAxis* const below = view().plot()->axisRect(1)->axis(QCPAxis::atBottom);
        const QCPRange all = x->range();
        const QPoint middle = chart().rect().center();
        const double held = x->pixelToCoord(middle.x());

        wheel(view().plot(), middle, 4);

        QVERIFY(x->range().size() < 0.5 * all.size());
        QVERIFY(std::abs(x->pixelToCoord(middle.x()) - held) < 1e-6 * all.size());
        QCOMPARE(below->range().lower, x->range().lower);
        QCOMPARE(below->range().upper, x->range().upper);

        view().plot()->replot();
        // The last frame is out of sight, and so is the end of the fit range.
        QVERIFY(document().growth().data()->timeOf(document().growth().data()->points.back().result()) > x->range().upper);
        const auto handles = view().plot()->findChildren<FitRangeHandle*>();
        QCOMPARE(std::ranges::count_if(handles, [](const FitRangeHandle* handle) { return handle->isVisible(); }), 1);

        // It stays while the numbers change.
        const QCPRange part = x->range();
        document().changes().toggleExcluded(2);
        settle();
        QCOMPARE(x->range().lower, part.lower);

        const QPoint empty = chart().rect().bottomRight() - QPoint(8, 8);
        QTest::mousePress(view().plot(), Qt::LeftButton, {}, empty);
        QTest::mouseMove(view().plot(), empty - QPoint(60, 0));
        QTest::mouseRelease(view().plot(), Qt::LeftButton, {}, empty - QPoint(60, 0));
        QVERIFY(x->range().lower > part.lower);
        QVERIFY(std::abs(x->range().size() - part.size()) < 1e-9 * all.size());

        QTest::mouseDClick(view().plot(), Qt::LeftButton, {}, empty);
        QCOMPARE(x->range().lower, all.lower);
        QCOMPARE(x->range().upper, all.upper);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(GrowthViewTest)
#include "growth_view_test.moc"
