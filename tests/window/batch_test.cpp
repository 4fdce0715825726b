// SPDX-License-Identifier: GPL-3.0-or-later
// File > Batch: many series measured in one go.
#include "app/window/commands/command_list.hpp"
#include "app/window/panels/sheets/batch_dialog.hpp"
#include "app/window/panels/sheets/batch_table.hpp"
#include "app/window/workspace/file_dialogs.hpp"
#include "core/base/files.hpp"
#include "tests/window/held_engine.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace coarsen::window {

class BatchTest : public WindowTest {
    Q_OBJECT

    BatchDialog* sheet() { return window_->findChild<BatchDialog*>(); }
    template <typename T>
    T* in(const char* name) {
        return sheet()->findChild<T*>(name);
    }
    BatchTable* table() { return in<BatchTable>("batch-series"); }
    QString cell(int row, int column) { return table()->item(row, column)->text(); }
    QString words() { return in<QLabel>("batch-words")->text(); }
    QPushButton* press(const char* name) {
        auto* const button = in<QPushButton>(name);
        button->click();
        return button;
    }
    void look(const QString& parent = "parent") {
        window_->findChild<FileDialogs*>()->openBatch(inFolder(parent));
        COMES_TRUE(table()->rowCount() > 0);
    }
    void setOutput(const QString& name) { in<QLineEdit>("batch-output")->setText(inFolder(name)); }
    void waitUntilDone() {
        COMES_TRUE(!in<QPushButton>("batch-cancel")->text().startsWith("Stop"));
        takeEvents();
    }

private slots:
    void initTestCase() {
        for (const char* name : {"20C/a", "20C/b", "30C/a"})
            writeGrowingSeries(inFolder(QString("parent/") + name), 4, 12, 20);
        QDir().mkpath(inFolder("parent/30C/broken"));
        writeWhole(inFolder("parent/30C/broken/f.png").toStdString(), "no picture");
    }
    void init() { newWindow(); }
    void cleanup() { window_.reset(); }

    void isOfferedWhereAFolderOfFoldersIsOpened() {
        window_->openPaths({inFolder("parent")});
        const auto measureAll = [this] { return part<QPushButton>("series-all"); };  // where it is asked what to open of them
        COMES_TRUE(sheet() || measureAll());
        if (measureAll()) measureAll()->click();
        COMES_TRUE(sheet() && table()->rowCount() > 0);
        QVERIFY(sheet()->isVisible());
        QVERIFY(!document().isOpen());
        QCOMPARE(table()->rowCount(), 4);
        QCOMPARE(cell(0, 0), "20C/a");
        QCOMPARE(cell(0, 1), "20C");
        QCOMPARE(cell(0, 2), "20");
        QCOMPARE(cell(0, 3), "4");
        QVERIFY(in<QLabel>("batch-note")->text().contains("20C (x = 20, 2 repeats)"));
        QCOMPARE(in<QPushButton>("batch-measure")->text(), "Measure 4 series");
        QCOMPARE(in<QLineEdit>("batch-output")->text(), inFolder("parent-results"));
    }

    void aSingleSeriesOpensAsEver() {
        window_->openPaths({inFolder("parent/20C/a")});
        COMES_TRUE(document().isOpen());
        QVERIFY(!sheet());
    }

    void measuresWhatIsTickedAndShowsItTogether() {
        look();
        setOutput("first");
        table()->item(1, 0)->setCheckState(Qt::Unchecked);
        QCOMPARE(in<QPushButton>("batch-measure")->text(), "Measure 3 series");
        table()->item(0, 0)->setText("mine");
        table()->item(0, 2)->setText("21,5");

        press("batch-measure");
        QVERIFY(!in<QPushButton>("batch-measure")->isVisible());
        waitUntilDone();

        QCOMPARE(cell(0, 4), "measured");
        QCOMPARE(cell(1, 4), "");
        QCOMPARE(cell(2, 4), "measured");
        QVERIFY2(cell(3, 4).startsWith("no frame could be measured: ") && cell(3, 4).contains("f.png"), qPrintable(cell(3, 4)));
        QVERIFY2(words().contains("2 of 3 series are measured"), qPrintable(words()));
        for (const char* file :
             {"summary.csv", "batch.json", "first.coarsen-project", "mine/session.coarsen", "30C_a/results.csv"})
            QVERIFY2(QFile::exists(inFolder("first/") + file), file);
        const Project project = readProject(inFolder("first/first.coarsen-project").toStdString());
        QCOMPARE(project.series.size(), std::size_t(3));
        QCOMPARE(project.series[0].x, 21.5);
        QCOMPARE(project.xLabel, "temperature (°C)");

        press("batch-show");
        COMES_TRUE(document().isOpen() && document().samples().isSeveral());
        COMES_TRUE(!sheet());
    }

    void asksWhereResultsLieAlready() {
        look();
        setOutput("second");
        press("batch-measure");
        waitUntilDone();
        const QString folder = in<QLineEdit>("batch-output")->text();
        setOutput("elsewhere");
        in<QLineEdit>("batch-output")->setText(folder);
        press("batch-measure");
        waitUntilDone();

        QVERIFY2(words().contains("already holds results"), qPrintable(words()));
        QVERIFY(in<QPushButton>("batch-resume")->isVisible());
        QVERIFY(in<QPushButton>("batch-replace")->isVisible());
        press("batch-resume");
        waitUntilDone();
        QCOMPARE(cell(0, 4), "was measured");
        QVERIFY(in<QPushButton>("batch-show")->isVisible());
    }

    void stopsAndGoesOn() {
        const auto engine = std::make_shared<const HeldEngine>();
        newWindow({1366, 768}, EngineList{engine});
        writeGrowingSeries(inFolder("many/a"), 24, 12, 20);
        writeGrowingSeries(inFolder("many/b"), 24, 12, 20);
        look("many");
        setOutput("third");
        engine->allow(0);
        press("batch-measure");
        QVERIFY(comesTrue([&] {
            engine->allow(1);  // no further than is seen
            return cell(0, 4).contains("of 24 frames");
        }));
        press("batch-cancel");
        engine->letGo();
        waitUntilDone();
        QVERIFY2(words().contains("Stopped"), qPrintable(words()));
        QCOMPARE(cell(1, 4), "waits");
        QVERIFY(QFile::exists(inFolder("third/summary.csv")));

        press("batch-resume");
        waitUntilDone();
        QVERIFY2(words().startsWith("Measured: 2 series"), qPrintable(words()));
    }

    void stopsWithinAFrame() {
        const auto engine = std::make_shared<const HeldEngine>();
        newWindow({1366, 768}, EngineList{engine});
        writeGrowingSeries(inFolder("held/a"), 4, 12, 20);
        writeGrowingSeries(inFolder("held/b"), 4, 12, 20);
        look("held");
        setOutput("stopped");
        engine->allow(0);
        press("batch-measure");
        COMES_TRUE(engine->isHolding());
        press("batch-cancel");
        waitUntilDone();
        QVERIFY2(words().contains("Stopped"), qPrintable(words()));

        engine->letGo();
        press("batch-resume");
        waitUntilDone();
        QVERIFY2(words().startsWith("Measured: 2 series"), qPrintable(words()));
    }

    void whatIsNotUnderstoodIsSaidAndNothingIsMeasured() {
        look();
        setOutput("fourth");
        in<QLineEdit>("batch-pixel-size")->setText("wide");
        QVERIFY2(words().contains("wide"), qPrintable(words()));
        QVERIFY(!in<QPushButton>("batch-measure")->isEnabled());
        in<QLineEdit>("batch-pixel-size")->setText("8,3 x 8,5");
        in<QLineEdit>("batch-interval")->setText("0 s");
        QVERIFY(words().contains("0 s"));
        in<QLineEdit>("batch-interval")->setText("10 min");
        in<QLineEdit>("batch-t0")->setText("-20 min");
        QCOMPARE(words(), "");
        press("batch-measure");
        waitUntilDone();

        const Session session = readSession(inFolder("fourth/20C_a/session.coarsen").toStdString());
        QCOMPARE(session.calibration.pixelHeightUm, 8.5);
        QCOMPARE(session.series.frames[1].timeS, 600.0);
        QCOMPARE(*session.recipe.fit.t0S, -1200.0);
    }

    void aTableNamesTheSeries() {
        writeWhole(inFolder("series.csv").toStdString(), "folder,name,x\nparent/20C/a,warm,20\nparent/30C/a,hot,30\n");
        look();
        sheet()->look(inFolder("series.csv"));
        COMES_TRUE(table()->rowCount() == 2);
        QCOMPARE(cell(1, 0), "hot");

        writeWhole(inFolder("wrong.csv").toStdString(), "folder,temperature\nparent/20C/a,20\n");
        sheet()->look(inFolder("wrong.csv"));
        COMES_TRUE(words().contains("temperature"));
        QCOMPARE(table()->rowCount(), 0);
        QVERIFY(!in<QPushButton>("batch-measure")->isEnabled());
    }

    void groupsAreLeftWhereNobodyWantsThem() {
        look();
        in<QCheckBox>("batch-groups")->setChecked(false);
        COMES_TRUE(table()->rowCount() == 4 && cell(0, 1).isEmpty());
        QCOMPARE(cell(0, 2), "");
    }

    void theRecipeOfTheOpenSeriesIsOffered() {
        open("parent/20C/a");
        document().changes().setValue("measure.max_lag", 50);
        look();
        QCOMPARE(in<QComboBox>("batch-recipe")->currentText(), "as the open series");
        QCOMPARE(in<QLineEdit>("batch-t0")->text(), QString());
        QVERIFY(in<QLineEdit>("batch-t0")->placeholderText().contains("0 s in the open series"));
        setOutput("fifth");
        press("batch-measure");
        waitUntilDone();
        QCOMPARE(readSession(inFolder("fifth/20C_a/session.coarsen").toStdString()).recipe.measure.maxLag, 50);
    }

    void everyControlHasItsNames() {
        look();
        for (const QWidget* const widget : sheet()->findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QPushButton*>(widget) ||
                                   qobject_cast<const QComboBox*>(widget) || qobject_cast<const QCheckBox*>(widget);
            if (!isControl) continue;
            QVERIFY2(widget->objectName().startsWith("batch"), qPrintable(widget->objectName()));
            const auto* const button = qobject_cast<const QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(widget->objectName()));
        }
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(BatchTest)
#include "batch_test.moc"
