// SPDX-License-Identifier: GPL-3.0-or-later
// Times as they are typed and shown: their unit, the quench, and numbers that stand for something else.
#include "app/window/figures/report_text.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/recipe/recipe_rail.hpp"
#include "app/window/panels/sheets/time_table_dialog.hpp"
#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/plot_data.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/model_card.hpp"
#include "app/window/views/timeline.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>

namespace coarsen::window {

class TimesTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 6;  // one an hour, from 7.5 h on

    GrowthView& view() { return *window_->growth().view(); }
    QString timeAxis() { return view().plot()->axisRect(1)->axis(QCPAxis::atBottom)->label(); }
    QToolButton* chip() {
        for (auto* const button : window_->findChildren<QToolButton*>())
            if (button->objectName() == "chip-times") return button;
        return nullptr;
    }
    /// The pop-over of the time, opened by its chip.
    QWidget* popover() {
        QTest::mouseClick(chip(), Qt::LeftButton);
        return QApplication::activePopupWidget();
    }
    QRadioButton* offer(QWidget* sheet, const QString& words) {
        for (auto* const one : sheet->findChildren<QRadioButton*>("offer"))
            if (one->text().startsWith(words)) return one;
        return nullptr;
    }
    void type(QLineEdit* field, const QString& words) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, words);
    }
    QWidget* stepField(const QString& key) {
        takeEvents();  // a form that was built anew leaves its fields to the event loop
        if (auto* const shown = window_->findChild<QWidget*>(key); shown && shown->isVisible()) return shown;
        emit window_->findChild<RecipeRail*>()->stepWanted(key.section('.', 0, 0));
        return window_->findChild<QWidget*>(key);
    }
    template <typename Field>
    Field* step(const QString& key) {
        return qobject_cast<Field*>(stepField(key));
    }

    /// A table of the frames with these times, and the choice of it.
    TimeChoice table(const QString& header, const QStringList& times, const QString& separator = ",") {
        const QString path = folder_.filePath("written.csv");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) qFatal("no table");
        file.write((header + "\n").toUtf8());
        for (int i = 0; i < times.size(); ++i)
            file.write((QString::fromStdString(document().session().series.frames[static_cast<std::size_t>(i)].name) + separator +
                        times[i] + "\n")
                           .toUtf8());
        TimeChoice choice;
        choice.kind = TimeChoice::Kind::table;
        choice.table = path.toStdString();
        return choice;
    }
    TimeTableDialog* columnsOf(const TimeChoice& choice) {
        showTimeTable(document(), window_.get(), choice,
                      [this](const TimeChoice& chosen) { document().changes().setTimes(chosen); });
        auto* const dialog = window_->findChild<TimeTableDialog*>();
        [&] { COMES_TRUE(!dialog->isReading()); }();
        return dialog;
    }
    void choose(QWidget* in, const char* name, const QString& words) {
        auto* const box = in->findChild<QComboBox*>(name);
        box->setCurrentIndex(box->findText(words));
        emit box->activated(box->currentIndex());
    }

private slots:
    void initTestCase() {
        writeGrowingSeries(folder_.filePath("series"), frames, 12, 20);
        newWindow();
        open("series");
        analyseAll();
    }
    void cleanup() {
        if (QWidget* const left = QApplication::activePopupWidget()) left->close();
        while (document().changes().undoStack().canUndo())
            document().changes().undoStack().undo();
        settle();
    }
    void cleanupTestCase() { window_.reset(); }

    void anUnknownQuenchIsSaidLoudlyAndGivingItChoosesTheLineThroughTheOrigin() {
        document().open({folder_.filePath("series").toStdString()});
        COMES_TRUE(!document().isOpening());
        analyseAll();
        auto* const unset = window_->findChild<QToolButton*>("quench-unset");
        QVERIFY(unset->isVisible());
        QCOMPARE(timeAxis(), QString("Time since first frame (h)"));
        QCOMPARE(document().growth().data()->chosenFit()->model, std::string("line"));
        const auto* const needy = window_->findChild<ModelCard*>("model-origin-line");
        QVERIFY2(needy->toolTip().contains("needs t₀"), qPrintable(needy->toolTip()));

        QTest::mouseClick(unset, Qt::LeftButton);
        auto* const field = QApplication::activePopupWidget()->findChild<QLineEdit*>("time-quench");
        QVERIFY(field->hasFocus());
        QCOMPARE(field->text(), QString());
        QTest::keyClicks(field, "-20 h");
        QTest::keyClick(field, Qt::Key_Return);
        settle();
        QVERIFY(!unset->isVisible());
        QCOMPARE(document().recipe().fit.t0S, std::optional(-72000.0));
        QCOMPARE(document().growth().data()->chosenFit()->model, std::string("origin-line"));
        QVERIFY(document().growth().data()->chosenFit()->isFitted());
        document().changes().undoStack().undo();
        settle();
        QVERIFY(unset->isVisible());
        QCOMPARE(document().growth().data()->chosenFit()->model, std::string("line"));

        open("series");
        analyseAll();
    }

    void nothingMovesWhenAnotherUnitIsChosen() {
        QWidget* const sheet = popover();
        const auto places = [sheet] {
            takeEvents();
            QList<QRect> all{sheet->geometry()};
            for (const QWidget* part : sheet->findChildren<QWidget*>())
                if (part->isVisible() && part->window() == sheet) all << QRect(part->mapTo(sheet, QPoint()), part->size());
            return all;
        };
        const QList<QRect> before = places();
        QVERIFY(before.size() > 8);
        auto* const box = sheet->findChild<QComboBox*>("time-unit");
        for (int i = 0; i < box->count(); ++i) {
            box->setCurrentIndex(i);
            QCOMPARE(places(), before);
        }
        box->setCurrentIndex(0);
        auto* const words = sheet->findChild<QLabel*>("time-summary");
        type(sheet->findChild<QLineEdit*>("time-quench"), "123456.7 h");  // no frame is after it: the longest words
        QVERIFY(words->text().contains("no frame is after it"));
        QVERIFY2(words->heightForWidth(words->width()) <= words->height(), qPrintable(words->text()));
        QCOMPARE(places(), before);
    }

    void aUnitTypedOutIsTakenAndStandsInTheFieldAgain() {
        QWidget* sheet = popover();
        auto* field = sheet->findChild<QLineEdit*>("time-quench");
        QCOMPARE(field->text(), QString("0 h"));
        type(field, "-20 hours");
        QCOMPARE(sheet->findChild<QLabel*>("time-summary")->text(),
                 QString("First frame 27.50\u2009h, last 32.50\u2009h after the quench."));
        QTest::keyClick(field, Qt::Key_Return);
        settle();

        QCOMPARE(document().recipe().fit.t0S, -72000.0);
        QCOMPARE(document().changes().undoStack().undoText(), QString("change of time of the quench"));
        QVERIFY2(chip()->text().contains("t₀ = −20 h"), qPrintable(chip()->text()));
        sheet = popover();
        field = sheet->findChild<QLineEdit*>("time-quench");
        QCOMPARE(field->text(), QString("−20 h"));
        type(field, "10");  // in the unit that stood there
        QCOMPARE(sheet->findChild<QLabel*>("time-summary")->text(),
                 QString("First frame 2.50\u2009h before the quench, last 2.50\u2009h after it."));
        QCOMPARE(document().session().timeUnit, TimeUnit::hour);  // who types hours sees hours
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(document().recipe().fit.t0S, 36000.0);
        document().changes().undoStack().undo();
        QCOMPARE(document().recipe().fit.t0S, -72000.0);
    }

    void framesBeforeTheQuenchAreToldWithTheSignThatIsMeant() {
        const auto told = [this] {
            for (const Notice& notice : document().notices().list())
                if (notice.title == "Frames before the quench") return notice.text;
            return QString();
        };
        document().changes().setTime("fit.t0", -3600 * 2, TimeUnit::hour);
        QVERIFY(told().isEmpty());
        document().changes().setTime("fit.t0", 3600 * 9, TimeUnit::hour);  // frames at 7.5 and 8.5 h
        QVERIFY2(told().startsWith("2 of 6 frames lie before the quench, t₀ = 9"), qPrintable(told()));
        QVERIFY(told().contains("negative"));
        document().changes().setTime("fit.t0", 3600 * 20, TimeUnit::hour);
        QVERIFY2(told().startsWith("All frames lie before the quench, t₀ = 20"), qPrintable(told()));
        document().changes().toggleExcluded(1);
        QVERIFY(!told().isEmpty());
        for (int back = 0; back < 3; ++back)
            document().changes().undoStack().undo();
        QVERIFY(told().isEmpty());
    }

    void aFrameWithoutATimeEndsNoRangeAndATableIsReadAgain() {
        const QString table = folder_.filePath("times.csv");
        const auto write = [&](int rows) {
            QFile file(table);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("file,time_s\n");
            for (int frame = 0; frame < rows; ++frame)
                file.write(QStringLiteral("%1,%2\n")
                               .arg(QString::fromStdString(document().session().series.frames[frame].name))
                               .arg(60 * frame)
                               .toUtf8());
        };
        const TimeChoice times{.kind = TimeChoice::Kind::table, .intervalS = 1, .table = table.toStdString()};
        write(frames - 1);
        document().changes().setTimes(times, 0, TimeUnit::automatic, {});
        settle();
        QVERIFY(std::isnan(document().session().series.frames[frames - 1].timeS));
        document().changes().setFitRangeEnd(RangeEnd::from, frames - 1);
        QVERIFY(!document().recipe().fit.fromS);
        write(frames);
        document().changes().setTimes(times, 0, TimeUnit::automatic, {});
        settle();
        QCOMPARE(document().session().series.frames[frames - 1].timeS, 60.0 * (frames - 1));
    }

    void aTablesColumnsAreChosenWithItsFirstRowsInView() {
        TimeTableDialog* const dialog = columnsOf(table("Sample;when;t (h)", {"1;0", "2;0,5", "3;1", "4;2"}, ";"));
        const auto words = [&](const char* name) { return dialog->findChild<QLabel*>(name)->text(); };
        QCOMPARE(dialog->findChild<QTableWidget*>("time-table-rows")->rowCount(), 4);
        QCOMPARE(dialog->findChild<QComboBox*>("time-table-frame")->currentText(), QString("Sample"));
        QCOMPARE(dialog->findChild<QComboBox*>("time-table-time")->currentText(), QString("t (h)"));
        QCOMPARE(words("time-table-matched"), QString("4 of 6 frames have a row."));
        const auto nameOf = [&](std::size_t frame) {
            return QString::fromStdString(document().session().series.frames[frame].name);
        };
        QCOMPARE(words("time-table-unmatched"), "Without a row, and left out: " + nameOf(4) + ", " + nameOf(5));

        choose(dialog, "time-table-time", "Sample");
        COMES_TRUE(!dialog->isReading());
        QVERIFY(words("time-table-matched").contains("which is no number"));
        QVERIFY(!dialog->findChild<QPushButton*>("time-table-use")->isEnabled());

        choose(dialog, "time-table-time", "when");
        COMES_TRUE(!dialog->isReading());
        choose(dialog, "time-table-unit", "minutes (min)");
        COMES_TRUE(!dialog->isReading());
        QTest::mouseClick(dialog->findChild<QPushButton*>("time-table-use"), Qt::LeftButton);
        settle();
        QCOMPARE(document().session().series.frames[3].timeS, 240.0);
        QCOMPARE(document().session().series.frames[0].timeSource, TimeSource::table);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(document().session().times.kind, TimeChoice::Kind::automatic);
    }

    void aQuenchIsTypedAsADateWhereTimesAreOfAClock() {
        document().changes().setTimes(table("file,Date", {"2026-03-01 14:05", "2026-03-01 15:05", "2026-03-01 16:05",
                                                          "2026-03-01 17:05", "2026-03-01 18:05", "2026-03-01 19:05"}));
        settle();
        QWidget* const sheet = popover();
        auto* const quench = sheet->findChild<QLineEdit*>("time-quench");
        type(quench, "2026-03-01 13:05:00");
        QTest::keyClick(quench, Qt::Key_Return);
        settle();
        QCOMPARE(document().recipe().fit.t0S, -3600.0);
        resizeTo({1600, 900});
        QVERIFY2(chip()->text().contains("2026-03-01 13:05:00"), qPrintable(chip()->text()));
        QWidget* const again = popover();
        QCOMPARE(again->findChild<QLineEdit*>("time-quench")->text(), QString("2026-03-01 13:05:00"));
        again->close();
        document().changes().undoStack().undo();
        settle();
        QVERIFY(!chip()->text().contains("2026"));
    }

    void aDateIsExplainedWhereOnlyIntervalsAreKnown() {
        document().changes().setTimes({.kind = TimeChoice::Kind::interval, .intervalS = 600, .table = {}});
        settle();
        QWidget* const sheet = popover();
        auto* const quench = sheet->findChild<QLineEdit*>("time-quench");
        type(quench, "2026-03-01 13:05:00");
        QTest::keyClick(quench, Qt::Key_Return);
        QVERIFY(sheet->isVisible());
        const auto explanations = sheet->findChildren<QLabel*>("time-problem");
        QVERIFY(std::ranges::any_of(explanations, [](const QLabel* label) {
            return label->isVisible() && label->text().contains("only the intervals between the frames are known");
        }));
        sheet->close();
    }

    void framesAreOrderedByTimeWhenTheNoticeIsFollowed() {
        document().changes().setTimes(table("file,time_s", {"0", "300", "100", "200", "400", "500"}));
        settle();
        const auto& notices = document().notices().list();
        const auto told = std::ranges::find_if(notices, [](const Notice& one) { return one.title == "Times are not in order"; });
        QVERIFY(told != notices.end());
        QCOMPARE(told->remedies, std::vector{Remedy::orderByTime});
        document().frame().show(1);
        QTest::keyClick(window_.get(), Qt::Key_Right);
        QCOMPARE(document().frame().index(), 2);
        document().carryOut(Notice(*told), Remedy::orderByTime);
        settle();

        QCOMPARE(document().sequence().frames, (std::vector{0, 2, 3, 1, 4, 5}));
        QVERIFY(std::ranges::none_of(notices, [](const Notice& one) { return one.title == "Times are not in order"; }));
        document().frame().show(0);
        std::vector<int> seen;
        for (int step = 0; step < 4; ++step) {
            QTest::keyClick(window_.get(), Qt::Key_Right);
            seen.push_back(document().frame().index());
        }
        QCOMPARE(seen, (std::vector{2, 3, 1, 4}));
        const Timeline& timeline = *window_->findChild<Timeline*>();
        QVERIFY(timeline.cellRect(2).right() < timeline.cellRect(1).left());
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(document().sequence().frames, (std::vector{0, 1, 2, 3, 4, 5}));
        QVERIFY(std::ranges::any_of(notices, [](const Notice& one) { return one.title == "Times are not in order"; }));
    }

    void theChipSaysHowFarApartTheFramesAre() {
        resizeTo({1600, 900});
        document().changes().setTimes({.kind = TimeChoice::Kind::interval, .intervalS = 600, .table = {}}, 0, TimeUnit::automatic,
                                      {{"times.interval", TimeUnit::minute}});
        settle();
        QVERIFY2(chip()->text().startsWith("Every 10"), qPrintable(chip()->text()));
        resizeTo({1366, 768});
        QVERIFY2(chip()->toolTip().startsWith("Every 10"), qPrintable(chip()->toolTip()));
        QVERIFY2(chip()->accessibleName().startsWith("Times: Every 10"), qPrintable(chip()->accessibleName()));
    }

    void aClickIntoATimeSelectsItAll() {
        document().changes().setTimes({.kind = TimeChoice::Kind::interval, .intervalS = 600, .table = {}});
        settle();
        QWidget* const sheet = popover();
        auto* const interval = sheet->findChild<QLineEdit*>("time-interval");
        sheet->findChild<QLineEdit*>("time-quench")->setFocus();  // the interval has it when the sheet opens
        QTest::mouseClick(interval, Qt::LeftButton, {}, QPoint(interval->width() - 4, interval->height() / 2));
        COMES(interval->selectedText(), interval->text());
        QTest::keyClicks(interval, "2 h");
        QCOMPARE(interval->text(), QString("2 h"));
        sheet->close();
    }

    void whatIsNotUnderstoodIsExplainedAndChangesNothing() {
        QWidget* const sheet = popover();
        auto* const field = sheet->findChild<QLineEdit*>("time-quench");
        type(field, "-20 moons");
        QTest::keyClick(field, Qt::Key_Return);

        QVERIFY(sheet->isVisible());
        QVERIFY(field->hasFocus());
        QVERIFY(field->styleSheet().contains(theme().error.name()));
        const auto explanations = sheet->findChildren<QLabel*>("time-problem");
        const auto shown = std::ranges::find_if(explanations, &QWidget::isVisible);
        QVERIFY(shown != explanations.end());
        QVERIFY((*shown)->text().contains("-20 moons") && (*shown)->text().contains("20 h"));
        QVERIFY(!document().changes().undoStack().canUndo());

        type(field, "-20 min");
        QVERIFY(!(*shown)->isVisible() && field->styleSheet().isEmpty());
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(document().recipe().fit.t0S, -1200.0);

        QWidget* const again = popover();
        auto* const interval = again->findChild<QLineEdit*>("time-interval");
        type(interval, "0 h");
        QTest::keyClick(interval, Qt::Key_Return);
        QVERIFY(again->isVisible());
        QCOMPARE(document().session().times.kind, TimeChoice::Kind::automatic);
    }

    void aChosenUnitIsThatOfEveryTimeAndKept() {
        QCOMPARE(timeAxis(), QString("Time since quench (h)"));
        QWidget* const sheet = popover();
        auto* const unit = sheet->findChild<QComboBox*>("time-unit");
        unit->setFocus();
        QTest::keyClick(unit, Qt::Key_End);  // days
        auto* const quench = sheet->findChild<QLineEdit*>("time-quench");
        type(quench, "-1 d");
        QTest::keyClick(quench, Qt::Key_Return);
        settle();

        const GrowthData& growth = *document().growth().data();
        QCOMPARE(timeAxis(), QString("Time since quench (d)"));
        QCOMPARE(view().plot()->axisRect(0)->axis(QCPAxis::atBottom)->range().upper < 2, true);
        QVERIFY(chip()->text().contains("t₀ = −1 d"));
        QVERIFY(growthData(growth).contains("Time since quench (d)"));
        QCOMPARE(frameTable(growth).header[1], QString("Time (d)"));
        QCOMPARE(rateUnit(growth).name, QString("px/d"));
        QVERIFY(recipeFacts(reportContent(document(), false)).back().text.contains("quench at -1 d"));
        QStringList heads;
        for (int column = 0; column < window_->growth().table()->model()->columnCount(); ++column)
            heads << window_->growth().table()->model()->headerData(column, Qt::Horizontal).toString();
        QVERIFY2(heads.join("|").contains("(d)"), qPrintable(heads.join("|")));

        const QString session = folder_.filePath("days.coarsen");
        document().saveSession(session.toStdString());
        settle();
        document().changes().undoStack().undo();
        QCOMPARE(timeAxis(), QString("Time since quench (h)"));
        open(session);
        QCOMPARE(timeAxis(), QString("Time since quench (d)"));
        QCOMPARE(popover()->findChild<QComboBox*>("time-unit")->currentText(), wordsOf(TimeUnit::day));
        QApplication::activePopupWidget()->close();
        open("series");
        analyseAll();
    }

    void theChartsMenuChoosesTheUnit() {
        QCustomPlot* const chart = view().plot();
        const QCPAxisRect& below = *chart->axisRect(1);
        chooseAt(chart, "minutes", QPoint(below.center().x(), below.bottom() + 12));  // on the time axis
        QCOMPARE(timeAxis(), QString("Time since quench (min)"));
        QVERIFY(document().changes().undoStack().undoText().contains("time unit"));
        document().changes().undoStack().undo();
        QCOMPARE(timeAxis(), QString("Time since quench (h)"));
    }

    void timesOfTheFitStepShowTheirUnitAndTakeOne() {
        QCOMPARE(step<QLineEdit>("fit.t0")->text(), QString("0 h"));
        QCOMPARE(step<QLineEdit>("fit.from")->placeholderText(), QString("from the start"));
        auto* to = step<QLineEdit>("fit.to");
        QCOMPARE(to->text(), QString());
        QCOMPARE(to->placeholderText(), QString("to the end"));

        type(to, "90 lightyears");
        QTest::keyClick(to, Qt::Key_Return);
        QVERIFY(to->styleSheet().contains(theme().error.name()));
        QVERIFY(!document().recipe().fit.toS);

        type(to, "180 minutes");
        QTest::keyClick(to, Qt::Key_Return);
        QCOMPARE(document().recipe().fit.toS, std::optional(10800.0));
        QCOMPARE(step<QLineEdit>("fit.to")->text(), QString("180 min"));
        document().changes().setFitRange({std::nullopt, 14400});
        QCOMPARE(step<QLineEdit>("fit.to")->text(), QString("240 min"));
        to = step<QLineEdit>("fit.to");
        type(to, "");
        QTest::keyClick(to, Qt::Key_Backspace);
        QTest::keyClick(to, Qt::Key_Return);
        QVERIFY(!document().recipe().fit.toS);
    }

    void aQuenchAmongNumbersIsANumberAndNoTimeStaysOne() {
        document().changes().setTime("fit.t0", -20 * 3600, TimeUnit::hour);
        settle();
        QWidget* sheet = popover();
        auto* quench = sheet->findChild<QLineEdit*>("time-quench");
        QCOMPARE(quench->text(), QString("−20 h"));
        offer(sheet, "Frame number")->click();
        settle();
        QVERIFY(!document().recipe().fit.t0S);  // not known in frames
        sheet = popover();
        quench = sheet->findChild<QLineEdit*>("time-quench");
        QCOMPARE(quench->text(), QString());
        type(quench, "-5");
        QTest::keyClick(quench, Qt::Key_Return);
        settle();
        QCOMPARE(document().recipe().fit.t0S, -5.0);
        QVERIFY(!document().times().areSeconds());
        QCOMPARE(document().session().timeUnit, TimeUnit::automatic);
        QCOMPARE(step<QLineEdit>("fit.t0")->text(), QString("−5"));
    }

    void theRangeOfTheFitCountsFromTheQuenchAsTheChartDoes() {
        document().changes().setValue("fit.t0", -3600.0);
        settle();
        auto* to = step<QLineEdit>("fit.to");
        type(to, "4 h");
        QTest::keyClick(to, Qt::Key_Return);
        QCOMPARE(document().recipe().fit.toS, std::optional(3 * 3600.0));
        QCOMPARE(step<QLineEdit>("fit.to")->text(), QString("4 h"));
        QCOMPARE(document().changes().undoStack().undoText(), QString("change of the end of the fit range"));
        QVERIFY(step<QLineEdit>("fit.to")->toolTip().contains("chart's axis"));
        document().changes().setValue("fit.t0", -7200.0);
        settle();
        QCOMPARE(step<QLineEdit>("fit.to")->text(), QString("5 h"));  // the same frames
    }

    void numbersMissingInTheNamesAreOfferedAsTime() {
        QVERIFY(popover()->findChild<QCheckBox*>("time-by-number")->isHidden());  // names that have no gaps
        QApplication::activePopupWidget()->close();
        const QString gaps = folder_.filePath("gaps");
        QDir(gaps).removeRecursively();
        QVERIFY(QDir().mkpath(gaps));
        const QDir whole(folder_.filePath("series"));
        const QStringList names = whole.entryList({"*.png", "*.tif"}, QDir::Files, QDir::Name);
        const int numbers[] = {0, 1, 4, 5};
        for (int frame = 0; frame < 4; ++frame)
            QVERIFY(QFile::copy(whole.filePath(names[frame]), QStringLiteral("%1/f_%2.png").arg(gaps).arg(numbers[frame])));
        open("gaps");
        settle();
        const auto lastTime = [this] { return document().session().series.frames.back().timeS; };
        QCOMPARE(lastTime(), 3.0);
        QVERIFY(std::ranges::any_of(document().notices().list(), [](const Notice& notice) {
            return notice.text.contains("numbers are missing in the names: 2, 3.");
        }));

        QWidget* const sheet = popover();
        QCOMPARE(sheet->findChild<QLineEdit*>("time-interval")->text(), QString());  // nobody typed one
        type(sheet->findChild<QLineEdit*>("time-interval"), "60 s");
        auto* const byNumber = sheet->findChild<QCheckBox*>("time-by-number");
        QVERIFY(byNumber->isVisible() && !byNumber->isChecked());
        byNumber->click();
        QVERIFY2(sheet->findChild<QLabel*>("time-summary")->text().contains("is at 5.00"),
                 qPrintable(sheet->findChild<QLabel*>("time-summary")->text()));
        QTest::keyClick(sheet->findChild<QLineEdit*>("time-interval"), Qt::Key_Return);
        settle();
        QCOMPARE(lastTime(), 300.0);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(lastTime(), 3.0);
        open("series");
        analyseAll();
    }

    void numbersThatStandForSomethingSayForWhat() {
        QCOMPARE(step<QSpinBox>("measure.max_lag")->text(), QString("auto (60 px)"));  // a third of 180
        document().changes().setValue("measure.max_lag", std::int64_t{50});
        QCOMPARE(step<QSpinBox>("measure.max_lag")->text(), QString("50 px"));
        settle();
        auto* const row = window_->findChild<QWidget*>("step-crop");
        emit window_->findChild<RecipeRail*>()->stepWanted("crop");
        QCOMPARE(row->findChild<QSpinBox*>("crop.width")->text(), QString("whole width"));
        QCOMPARE(row->findChild<QSpinBox*>("crop.height")->text(), QString("whole height"));
        document().changes().setCrop(QRect(10, 10, 200, 150));
        takeEvents();
        QCOMPARE(row->findChild<QSpinBox*>("crop.width")->text(), QString("200 px"));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(TimesTest)
#include "times_test.moc"
