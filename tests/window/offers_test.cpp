// SPDX-License-Identifier: GPL-3.0-or-later
// What files offer for times and sizes: the chips say whose word counts, their pop-overs take another by a click, and what is
// typed for one series holds for others only where that is asked for.
#include "app/window/panels/sheets/facts_dialog.hpp"
#include "tests/support/entrance_files.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTableWidget>
#include <QToolButton>

namespace coarsen::window {

class OffersTest : public WindowTest {
    Q_OBJECT

    void openEntrance(const QString& name) {
        document().open({test::entranceFiles() / name.toStdString()});
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
    }
    QWidget* popover(const char* chip) {
        QTest::mouseClick(button(chip), Qt::LeftButton);
        return QApplication::activePopupWidget();
    }
    static QRadioButton* offer(QWidget* sheet, const QString& words) {
        for (auto* const one : sheet->findChildren<QRadioButton*>("offer"))
            if (one->text().contains(words)) return one;
        return nullptr;
    }
    static int current(QWidget* sheet) {
        int count = 0;
        for (auto* const one : sheet->findChildren<QRadioButton*>("offer"))
            count += one->isChecked();
        return count;
    }
    const Notice* noticeWith(Remedy remedy) {
        const std::vector<Notice>& list = document().notices().list();
        const auto notice =
            std::ranges::find_if(list, [&](const Notice& one) { return std::ranges::count(one.remedies, remedy) > 0; });
        return notice == list.end() ? nullptr : &*notice;
    }
    std::vector<double> times() {
        std::vector<double> times;
        for (const FrameSource& frame : document().session().series.frames)
            times.push_back(frame.timeS);
        return times;
    }
    void undo() {
        document().changes().undoStack().undo();
        settle();
    }
    static void type(QLineEdit* field, const QString& words) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, words);
    }

private slots:
    void initTestCase() {
        writeGrowingSeries(inFolder("one"), 4, 10, 18);
        writeGrowingSeries(inFolder("two"), 4, 12, 20);
    }
    void init() { newWindow({1920, 1000}); }
    void cleanup() {
        if (QWidget* const left = QApplication::activePopupWidget()) left->close();
        window_.reset();
    }

    void theChipsSayWhoseWordItIs() {
        openEntrance("ij_sequence_t_names");
        QVERIFY2(button("chip-size")->text().endsWith("· ImageJ"), qPrintable(button("chip-size")->text()));
        QVERIFY(button("chip-size")->accessibleName().startsWith("Pixel size: "));
        const QString times = button("chip-times")->text();
        QVERIFY2(times.startsWith("every ") && times.contains("from the files, to be checked"), qPrintable(times));
        QVERIFY(button("chip-times")->accessibleName().contains(times));
        QVERIFY(button("chip-times")->toolTip().contains("finterval"));
        resizeTo({1366, 768});
        QVERIFY2(button("chip-times")->text().contains("to be checked"), qPrintable(button("chip-times")->text()));
    }

    void noSentenceNamesAnOptionThatAButtonStandsFor() {
        openEntrance("ij_sequence_t_names");
        bool isOffered = false;
        for (const Notice& notice : document().notices().list()) {
            isOffered = isOffered || std::ranges::count(notice.remedies, Remedy::takeOtherTimes) > 0;
            if (!notice.remedies.empty()) QVERIFY2(!notice.text.contains("--"), qPrintable(notice.text));
        }
        QVERIFY(isOffered);
    }

    void aClickTakesAnotherSourceAndUndoGivesItBack() {
        openEntrance("ij_sequence_t_names");
        const std::vector<double> before = times();
        QWidget* sheet = popover("chip-times");
        QCOMPARE(current(sheet), 1);
        QVERIFY(offer(sheet, "from the files")->isChecked());
        QCOMPARE(sheet->findChild<QLineEdit*>("time-interval")->text(), QString());
        QVERIFY(sheet->findChild<QLineEdit*>("time-interval")->hasFocus());
        sheet->findChild<QPushButton*>("numbers-in-min")->click();
        settle();
        QCOMPARE(document().session().times.numbersUnit, std::string("min"));
        QCOMPARE(document().session().series.frames.front().timeSource, TimeSource::filename);
        const std::vector<double> counted = times();
        QVERIFY(counted != before);
        QCOMPARE(std::fmod(counted[1] - counted[0], 60.0), 0.0);

        sheet = popover("chip-times");
        offer(sheet, "Frame number")->click();
        settle();
        QVERIFY(!document().times().areSeconds());
        undo();
        QCOMPARE(times(), counted);
        undo();
        QCOMPARE(times(), before);
    }

    void aDensityIsOfferedAndTakenByAClick() {
        openEntrance("densities/dpi80.png");
        QVERIFY2(button("chip-size")->text().startsWith("Pixels only · "), qPrintable(button("chip-size")->text()));
        QVERIFY(!document().session().calibration.isKnown());
        QWidget* const sheet = popover("chip-size");
        QCOMPARE(current(sheet), 0);
        offer(sheet, "density")->click();
        settle();
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(std::abs(document().session().calibration.pixelWidthUm - 317.5) < 0.1);
        QVERIFY(document().session().calibration.isTyped());
        undo();
        QVERIFY(!document().session().calibration.isKnown());
    }

    void aTypedSizeHoldsForFramesOfDifferentSizesAndLetsThemBeCompared() {
        openEntrance("pixel_sizes_differ");
        QVERIFY2(button("chip-size")->text().contains("each its own"), qPrintable(button("chip-size")->text()));
        document().changes().setValue("stabilise.on", true);
        settle();
        const auto isRefused = [this] {
            return std::ranges::any_of(document().notices().list(),
                                       [](const Notice& notice) { return notice.text.contains("different size"); }) &&
                   !document().run().isSurveying() && needsSurvey(document().recipe());
        };
        QVERIFY(isRefused());
        document().notices().clear();
        QWidget* const sheet = popover("chip-size");
        type(sheet->findChild<QLineEdit*>("pixel-width"), "2");
        QTest::keyClick(sheet->findChild<QLineEdit*>("pixel-width"), Qt::Key_Return);
        settle();
        QVERIFY(!isRefused());
        QCOMPARE(button("chip-size")->text().section(' ', 0, 1), QString("2 µm/px"));
        undo();
        QVERIFY2(button("chip-size")->text().contains("each its own"), qPrintable(button("chip-size")->text()));
    }

    void whatTheFilesSayOfSizesIsToldWhileNoTypedOneStandsInForIt() {
        openEntrance("pixel_sizes_differ");
        const auto isTold = [this] { return noticeWith(Remedy::choosePixelSize) != nullptr; };
        QVERIFY(isTold());
        QWidget* const sheet = popover("chip-size");
        type(sheet->findChild<QLineEdit*>("pixel-width"), "2");
        QTest::keyClick(sheet->findChild<QLineEdit*>("pixel-width"), Qt::Key_Return);
        settle();
        QVERIFY(!isTold());
        undo();
        QVERIFY(isTold());
    }

    void whereNothingWasTypedUseLeavesEachFrameItsOwn() {
        openEntrance("pixel_sizes_differ");
        QWidget* const sheet = popover("chip-size");
        QTest::keyClick(sheet->findChild<QLineEdit*>("pixel-width"), Qt::Key_Return);
        settle();
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(!document().session().calibration.isTyped());
    }

    void anotherPositionIsChosenByAButton() {
        openEntrance("two_scenes_same_size.ome.tif");
        const auto firstPage = [this] { return document().session().series.frames.front().page; };
        const int before = firstPage();
        const Notice notice = *noticeWith(Remedy::choosePosition);
        document().carryOut(notice, Remedy::choosePosition);
        COMES_TRUE(window_->findChild<QInputDialog*>("position-chooser") != nullptr);
        auto* const chooser = window_->findChild<QInputDialog*>("position-chooser");
        QCOMPARE(chooser->comboBoxItems().size(), 2);
        chooser->setTextValue(chooser->comboBoxItems().back());
        chooser->accept();
        COMES_TRUE(!document().isOpening() && firstPage() != before);
        settle();
        QCOMPARE(document().frameCount(), 4);
        QCOMPARE(times(), (std::vector<double>{0, 60, 120, 180}));
    }

    void allPagesOfSeveralFilesAreTakenByAButton() {
        openEntrance("folder_of_ij_films");
        const int files = document().frameCount(), pages = document().session().series.first.pages;
        const Notice notice = *noticeWith(Remedy::joinPages);
        document().carryOut(notice, Remedy::joinPages);
        COMES_TRUE(!document().isOpening() && document().frameCount() == files * pages);
        settle();
        QVERIFY(!noticeWith(Remedy::joinPages));
    }

    void whatTheFilesSayIsATableThatFollowsTheFrame() {
        openEntrance("ij_sequence_t_names");
        showFacts(document(), window_.get());
        auto* const dialog = window_->findChild<FactsDialog*>();
        settle();
        auto* const table = dialog->findChild<QTableWidget*>("facts-table");
        const auto valueOf = [table](const QString& fact) {
            for (int row = 0; row < table->rowCount(); ++row)
                if (table->item(row, 0)->text() == fact) return table->item(row, 1)->text();
            return QString();
        };
        QVERIFY(table->rowCount() > 6);
        QVERIFY(!valueOf("Interval").isEmpty());
        const QString first = valueOf("Time that counts");
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith("fact\tvalue\tsaid by\ttrust\n"), qPrintable(copied));
        QCOMPARE(copied.count('\n'), table->rowCount() + 1);

        document().frame().show(1);
        settle();
        QVERIFY(dialog->findChild<QLabel*>("facts-of")->text().startsWith("Frame 1:"));
        QVERIFY(valueOf("Time that counts") != first);
    }

    void whatIsTypedForOneSeriesHoldsForItAlone() {
        document().open({inFolder("one").toStdString()});
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
        document().changes().setCalibration({0.5, 0.5, "typed"});
        document().changes().setTimes({.kind = TimeChoice::Kind::interval, .intervalS = 60, .table = {}}, -600,
                                      TimeUnit::automatic, {});
        settle();
        document().samples().add({inFolder("two").toStdString()});
        settle();
        document().samples().lookAt(1);
        settle();
        QCOMPARE(document().session().times.kind, TimeChoice::Kind::automatic);
        QVERIFY(!document().recipe().fit.t0S);
        QVERIFY(!document().session().calibration.isKnown());
    }

    void whatIsToHoldForAllIsAskedForInWordsAndUndoneAsOne() {
        document().open({inFolder("one").toStdString()});
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
        document().samples().add({inFolder("two").toStdString()});
        settle();
        QWidget* sheet = popover("chip-times");
        QVERIFY(sheet->findChild<QRadioButton*>("hold-for-one")->isChecked());
        QCOMPARE(sheet->findChild<QRadioButton*>("hold-for-all")->text(), QString("all 2 open series"));
        sheet->findChild<QRadioButton*>("hold-for-all")->click();
        type(sheet->findChild<QLineEdit*>("time-interval"), "60 s");
        type(sheet->findChild<QLineEdit*>("time-quench"), "-10 min");
        QTest::keyClick(sheet->findChild<QLineEdit*>("time-quench"), Qt::Key_Return);
        settle();
        QCOMPARE(document().session().times.intervalS, 60.0);
        const int changes = document().changes().undoStack().index();
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(document().changes().undoStack().index(), changes - 1);
        QCOMPARE(document().session().times.kind, TimeChoice::Kind::automatic);
        document().changes().undoStack().redo();
        settle();
        document().samples().lookAt(1);
        settle();
        QCOMPARE(document().session().times.kind, TimeChoice::Kind::interval);
        QCOMPARE(document().session().times.intervalS, 60.0);
        QCOMPARE(document().recipe().fit.t0S, std::optional(-600.0));
        QCOMPARE(times(), (std::vector<double>{0, 60, 120, 180}));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(OffersTest)
#include "offers_test.moc"
