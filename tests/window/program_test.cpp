// SPDX-License-Identifier: GPL-3.0-or-later
// The program called where no window can be shown: over ssh, in a container, from a script.
#include "core/base/version.hpp"
#include "tests/window/patience.hpp"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace coarsen;
using window::patienceMs;

class ProgramTest : public QObject {
    Q_OBJECT

    /// What a call left behind.
    struct Outcome {
        int status = -1;  ///< exit status; -1: it did not end by itself
        QString out, err;
    };

    /// Calls the program with these variables, in place of those that name a display to it.
    Outcome called(const QStringList& words, const QMap<QString, QString>& variables = {}) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM", "QT_LOGGING_RULES"})
            environment.remove(name);
        environment.insert("COARSEN_SETTINGS_DIR", folder_.path());
        for (auto each = variables.begin(); each != variables.end(); ++each)
            each.value().isNull() ? environment.remove(each.key()) : environment.insert(each.key(), each.value());
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(COARSEN_PROGRAM, words);
        Outcome outcome;
        if (program.waitForFinished(patienceMs) && program.exitStatus() == QProcess::NormalExit)
            outcome.status = program.exitCode();
        outcome.out = program.readAllStandardOutput();
        outcome.err = program.readAllStandardError();
        return outcome;
    }

    QTemporaryDir folder_;

private slots:
    void itSaysWhatItCanDo_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("part");
        for (const char* word : {"-h", "--help", "--help-all"})
            QTest::newRow(word) << word << "Measures how the structure of a material grows";
        for (const char* word : {"-v", "--version"})
            QTest::newRow(word) << word << QStringLiteral("coarsen ") + version;
    }
    void itSaysWhatItCanDo() {
        QFETCH(QString, word);
        QFETCH(QString, part);
        const Outcome outcome = called({word});

        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains(part), qPrintable(outcome.out));
        QCOMPARE(outcome.err, "");
    }

    void itSaysWhatItCanDoOnADisplayThatDoesNotAnswer() {
        const Outcome outcome = called({"--help"}, {{"DISPLAY", ":4711"}});

        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains("--grab"), qPrintable(outcome.out));
    }

    void allOptionsAreQtsToo() { QVERIFY(called({"--help-all"}).out.contains("-platform")); }

    void anUnknownOptionIsAWrongCommand() {
        const Outcome outcome = called({"--grap", "picture.png"});

        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.err, "coarsen: Unknown option 'grap'; see coarsen --help\n");
        QCOMPARE(outcome.out, "");
    }

    void withoutADisplayItSaysWhatToDo_data() {
        QTest::addColumn<QString>("display");
        QTest::newRow("none is named") << "";
        QTest::newRow("the one named does not answer") << ":4711";
    }
    void withoutADisplayItSaysWhatToDo() {
        QFETCH(QString, display);
        const Outcome outcome = called({}, {{"DISPLAY", display}});

        QCOMPARE(outcome.status, 1);
        for (const char* part : {"no window can be shown here", "DISPLAY", "coarsen-cli"})
            QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
        QCOMPARE(outcome.out, "");
    }

    void aPictureNeedsNoDisplay() {
        const QString picture = folder_.filePath("start.png");
        const Outcome outcome = called({"--grab", picture, "--page", "start"});

        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY(QFileInfo(picture).size() > 0);
    }

    void aFileThatIsThereIsReplacedOnlyWhenAsked() {
        QFile own(folder_.filePath("own.png"));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("my own");
        own.close();

        const Outcome refused = called({"--grab", own.fileName(), "--page", "start"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains("own.png: it is there already") && refused.err.contains("--force"),
                 qPrintable(refused.err));
        QCOMPARE(QFileInfo(own).size(), 6);

        QCOMPARE(called({"--grab", own.fileName(), "--page", "start", "--force"}).status, 0);
        QVERIFY(QFileInfo(own).size() > 6);
    }

    void aBenchmarkIsDrawn() {
        QFile file(folder_.filePath("paper.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"machine":"a machine","date":"2026-01-01T00:00:00Z","version":"1","commit":"abc","suite":"paper","cases":[
            {"width":60,"height":90,"max_lag":5,"device":"CPU, 1 thread","engine":"simple C","ms":2,"ratio_simple":1},
            {"width":60,"height":90,"max_lag":5,"device":"CPU, 1 thread","engine":"cpu-fft","ms":0.5,"ratio_simple":4},
            {"width":60,"height":90,"max_lag":20,"device":"CPU, 1 thread","engine":"cpu-fft","ms":0.6,"ratio_simple":null},
            {"width":60,"height":90,"max_lag":20,"device":"CPU, 4 threads","engine":"cpu-fft","ms":0.3,"ratio_simple":null}]})");
        file.close();

        const Outcome outcome = called({"--export", folder_.filePath("figures"), file.fileName()});

        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY(outcome.out.startsWith("6 files in"));
        QFile svg(folder_.filePath("figures/paper-time-60x90.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray drawn = svg.readAll();
        for (const char* words : {"60 × 90 pixels, 8 bits; a machine", "largest offset R (px)", "simple C", "cpu-fft, 4 threads"})
            QVERIFY2(drawn.contains(words), words);
        QVERIFY(QFileInfo::exists(folder_.filePath("figures/paper-speedup-60x90.pdf")));

        const Outcome again = called({"--export", folder_.filePath("figures"), file.fileName()});
        QCOMPARE(again.status, 2);
        QVERIFY2(again.err.contains("is there already"), qPrintable(again.err));

        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("{\"suite\":\"channels\"}");
        file.close();
        const Outcome other = called({"--export", folder_.filePath("figures"), file.fileName()});
        QCOMPARE(other.status, 2);
        QVERIFY2(other.err.contains("paper.json: it is no benchmark that figures are drawn of"), qPrintable(other.err));
    }

    void aFolderPlantedAmongTemporaryOnesIsLeftAlone() {
        const QDir place(folder_.path());
        QVERIFY(place.mkpath("temporary") && place.mkpath("target"));
        const QFile::Permissions open =
            QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup;
        QVERIFY(QFile::setPermissions(place.filePath("target"), open));
        const QFile::Permissions before = QFile::permissions(place.filePath("target"));
        QVERIFY(QFile::link(place.filePath("target"),
                            place.filePath(QStringLiteral("temporary/coarsen-runtime-%1").arg(::getuid()))));

        const Outcome outcome = called({"--grab", place.filePath("planted.png"), "--page", "start"},
                                       {{"TMPDIR", place.filePath("temporary")}, {"XDG_RUNTIME_DIR", {}}});

        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(QFile::permissions(place.filePath("target")), before);
        QCOMPARE(QDir(place.filePath("temporary")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden).size(), 1);
    }
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"
