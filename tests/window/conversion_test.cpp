// SPDX-License-Identifier: GPL-3.0-or-later
// Microscopes' own files: converted by a Python program, which a shell script stands for, and opened.
#include "app/window/document/preferences.hpp"
#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/panels/sheets/conversion_dialog.hpp"
#include "tests/support/folders.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>

namespace coarsen::window {

class ConversionTest : public WindowTest {
    Q_OBJECT

    /// Takes the place of Python. What it is told it writes to `told`; `does` comes then, with OUT as the folder.
    void haveProgram(const QString& path, const QString& does) {
        QDir().mkpath(QFileInfo(inFolder(path)).path());
        QFile program(inFolder(path));
        QVERIFY(program.open(QFile::WriteOnly | QFile::Truncate));
        const QString script =
            QStringLiteral("#!/bin/sh\nfor word; do echo \"$word\"; OUT=\"$word\"; done > '%1'\npwd >> '%1'\n%2\n")
                .arg(inFolder("told"), does);
        program.write(script.toUtf8());
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    QString stackTo(const QString& name) const {
        const QString stack = QString::fromStdString((test::sourceFolder() / "tests/data/rings/ring_stack.tif").string());
        return "/bin/mkdir -p \"$OUT\"\n/bin/cp '" + stack + "' \"$OUT/" + name + "\"\necho \"Wrote $OUT/" + name +
               ": 1 position\"";
    }
    QStringList told() const {
        QFile file(inFolder("told"));
        if (!file.open(QFile::ReadOnly)) return {};
        return QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    }
    QString writeNd2(const QString& path) {
        QDir().mkpath(QFileInfo(inFolder(path)).path());
        QFile file(inFolder(path));
        if (file.open(QFile::WriteOnly)) file.write("\xDA\xCE\xBE\x0A and what only its reader knows");
        return inFolder(path);
    }
    NoticeCallout* callout() { return window_->findChild<NoticeCallout*>(); }
    QPushButton* remedy() {
        for (QPushButton* each : callout()->findChildren<QPushButton*>("remedy"))
            if (!each->isHidden()) return each;
        return nullptr;
    }
    ConversionDialog* dialog() { return part<ConversionDialog>("conversion"); }
    template <typename T>
    T* field(const char* name) {
        return dialog()->findChild<T*>(name);
    }
    /// Opens the file, and the dialog by the notice's button.
    void askFor(const QStringList& paths) {
        window_->openPaths(paths);
        COMES_TRUE(callout()->isVisible());
        settle();
        QVERIFY(remedy());
        QCOMPARE(remedy()->text(), QString("Convert…"));
        QTest::mouseClick(remedy(), Qt::LeftButton);
        COMES_TRUE(dialog() && dialog()->isVisible());
    }
    void press(const char* name) { QTest::mouseClick(field<QPushButton>(name), Qt::LeftButton); }
    QString words() { return field<QLabel>("conversion-words")->text(); }

private slots:
    void init() {
        QDir(folder_.filePath("settings")).removeRecursively();
        QDir().mkpath(folder_.filePath("settings"));
        QDir().mkpath(inFolder("bin"));
        QFile::remove(inFolder("bin/python3"));
        QFile::remove(inFolder("told"));
        QDir(inFolder("day")).removeRecursively();
        qputenv("PATH", inFolder("bin").toUtf8());
        setPreferences({});
        newWindow();
    }
    void cleanup() { window_.reset(); }

    void aFileIsConvertedAndTheFolderIsOpened() {
        haveProgram("bin/python3", stackTo("gel 1.ome.tif"));
        askFor({writeNd2("day/gel 1.nd2")});
        const QString folder = inFolder("day/gel 1 converted");
        QCOMPARE(field<QLineEdit>("conversion-folder")->text(), folder);
        QCOMPARE(field<QLabel>("conversion-line")->text(),
                 inFolder("bin/python3") + " -m coarsen import '" + inFolder("day/gel 1.nd2") + "' -o '" + folder + "'");
        press("conversion-start");
        COMES_TRUE(document().isOpen());
        settle();
        QCOMPARE(told(), (QStringList{"-m", "coarsen", "import", inFolder("day/gel 1.nd2"), "-o", folder, "/"}));
        QCOMPARE(QString::fromStdString(document().session().series.frames.front().file.string()), folder + "/gel 1.ome.tif");
        COMES_TRUE(!dialog());
        QVERIFY(preferences().python.isEmpty());  // which was on PATH
    }

    void filesInAFolderAreConvertedTogetherIntoOneThatIsFree() {
        haveProgram("bin/python3", stackTo("gel.ome.tif"));
        writeNd2("day/a.nd2");
        writeNd2("day/b.ND2");
        QDir().mkpath(inFolder("day/converted"));
        askFor({inFolder("day")});
        QCOMPARE(field<QLineEdit>("conversion-folder")->text(), inFolder("day/converted 2"));
        press("conversion-start");
        COMES_TRUE(document().isOpen());
        QCOMPARE(told().mid(3, 2), (QStringList{inFolder("day/a.nd2"), inFolder("day/b.ND2")}));
    }

    void withoutPythonTheLineIsNamedAndNothingOffered() {
        window_->openPaths({writeNd2("day/gel.nd2")});
        COMES_TRUE(callout()->isVisible());
        QVERIFY(!remedy());
        QVERIFY2(callout()->notice().text.contains("python -m coarsen import"), qPrintable(callout()->notice().text));
    }

    void whatNoReaderKnowsIsNotOffered() {
        haveProgram("bin/python3", {});
        QFile file(inFolder("day.oir"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("OLYMPUSRAWFORMAT");
        file.close();
        window_->openPaths({inFolder("day.oir")});
        COMES_TRUE(callout()->isVisible());
        QVERIFY(!remedy());
        document().notices().clear();
    }

    void aModuleThatIsMissingIsSaidWithItsRemedy() {
        haveProgram("bin/python3", "echo \"$0: No module named coarsen\" >&2; exit 1");
        askFor({writeNd2("day/gel.nd2")});
        press("conversion-start");
        COMES_TRUE(field<QLabel>("conversion-words")->isVisible());
        QVERIFY2(words().contains("python3: No module named coarsen"), qPrintable(words()));
        QVERIFY2(words().contains("pip install './app/python[import]'"), qPrintable(words()));
        QVERIFY(!document().isOpen());

        // Another Python is typed, has it, and is kept for the next time.
        haveProgram("venv/bin/python", stackTo("gel.ome.tif"));
        field<QLineEdit>("conversion-python")->setText(inFolder("venv/bin/python"));
        press("conversion-start");
        COMES_TRUE(document().isOpen());
        settle();
        QCOMPARE(preferences().python, inFolder("venv/bin/python"));
    }

    void aReaderThatIsMissingIsNamedInTheProgramsOwnWords() {
        const QString reason =
            "gel.nd2: reading Nikon ND2 needs the package nd2, which is not installed; pip install 'coarsen[nd2]'";
        haveProgram("bin/python3", "echo \"" + reason + "\" >&2; exit 2");
        askFor({writeNd2("day/gel.nd2")});
        press("conversion-start");
        COMES_TRUE(field<QLabel>("conversion-words")->isVisible());
        QVERIFY2(words().contains(reason), qPrintable(words()));
        QVERIFY(!field<QPlainTextEdit>("conversion-output")->isVisible());  // a line, which stands above
        QVERIFY(field<QPushButton>("conversion-start")->isEnabled());
    }

    void moreThanALineIsShownWhole() {
        haveProgram("bin/python3", "echo Traceback; echo ' in line 7'; echo 'MemoryError: of the reader'; exit 1");
        askFor({writeNd2("day/gel.nd2")});
        press("conversion-start");
        COMES_TRUE(field<QPlainTextEdit>("conversion-output")->isVisible());
        QVERIFY2(words().contains("MemoryError: of the reader"), qPrintable(words()));
        QVERIFY(field<QPlainTextEdit>("conversion-output")->toPlainText().contains("in line 7"));
    }

    void aProgramThatIsNotThereIsSaid() {
        haveProgram("bin/python3", {});
        askFor({writeNd2("day/gel.nd2")});
        field<QLineEdit>("conversion-python")->setText(inFolder("nowhere/python"));
        press("conversion-start");
        COMES_TRUE(field<QLabel>("conversion-words")->isVisible());
        QVERIFY2(words().contains("could not be started"), qPrintable(words()));
    }

    void itIsCancelledAndLeavesNothing() {
        haveProgram("bin/python3",
                    "trap '/bin/rm \"$OUT/.gel.ome.tif.$$\"; exit 130' INT\n/bin/mkdir -p \"$OUT\"\n"
                    ": > \"$OUT/.gel.ome.tif.$$\"\n/bin/sleep 1000");
        askFor({writeNd2("day/gel.nd2")});
        press("conversion-start");
        const QString folder = inFolder("day/gel converted");
        COMES_TRUE(!QDir(folder).entryList(QDir::Files | QDir::Hidden).isEmpty());
        QVERIFY(dialog()->findChild<QProgressBar*>()->isVisible());
        press("conversion-cancel");
        COMES_TRUE(!dialog());
        QVERIFY(!QDir(folder).exists());
        QVERIFY(!document().isOpen());
    }

    void aProgramThatTakesNoNoticeIsEndedAndItsFileRemoved() {
        haveProgram("bin/python3", "trap '' INT\n/bin/mkdir -p \"$OUT\"\n: > \"$OUT/.gel.ome.tif.$$\"\n/bin/sleep 1000");
        askFor({writeNd2("day/gel.nd2")});
        press("conversion-start");
        const QString folder = inFolder("day/gel converted");
        COMES_TRUE(!QDir(folder).entryList(QDir::Files | QDir::Hidden).isEmpty());
        press("conversion-cancel");
        COMES_TRUE(!dialog());
        QVERIFY(!QDir(folder).exists());
    }

    void whatWasOpenedMeanwhileStays() {
        writeGrowingSeries(inFolder("series"), 2, 12, 20);
        haveProgram("bin/python3",
                    "while ! [ -e '" + inFolder("day/go") + "' ]; do /bin/sleep 0.02; done\n" + stackTo("gel.ome.tif"));
        askFor({writeNd2("day/gel.nd2")});
        press("conversion-start");
        open("series");
        QFile go(inFolder("day/go"));
        QVERIFY(go.open(QFile::WriteOnly));
        COMES_TRUE(field<QLabel>("conversion-words")->isVisible());
        QCOMPARE(document().frameCount(), 2);
        QCOMPARE(field<QPushButton>("conversion-start")->text(), QString("Open"));
        press("conversion-start");
        COMES_TRUE(document().session().series.frames.front().name.find("gel.ome.tif") != std::string::npos);
        settle();
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(ConversionTest)
#include "conversion_test.moc"
