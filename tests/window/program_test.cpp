// SPDX-License-Identifier: GPL-3.0-or-later
// The program called where no window can be shown: over ssh, in a container, from a script.
#include "core/base/version.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/timeout.hpp"

#include <QDirIterator>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>
#include <unistd.h>

using namespace coarsen;
using window::timeoutMs;

class ProgramTest : public QObject {
    Q_OBJECT

    /// Outcome of a call.
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
        if (program.waitForFinished(timeoutMs) && program.exitStatus() == QProcess::NormalExit)
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
    void bothProgramsNameTheSameVersionAndCommit() {
        const Outcome window = called({"--version"});
        QProcess cli;
        cli.start(COARSEN_CLI, {"--version"});
        QVERIFY(cli.waitForFinished());

        const QString named = QString(cli.readAllStandardOutput()).trimmed();
        QVERIFY2(named.startsWith(QStringLiteral("coarsen-cli %1, commit ").arg(version)), qPrintable(named));
        QCOMPARE(window.out.trimmed(), QString(named).replace("coarsen-cli ", "coarsen "));
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

    /// In a container without fonts a picture has as much ink as usual; boxes instead of letters have a tenth more. Letters are
    /// not the same pixels, for the machine's settings say how they are smoothed.
    void aPictureNeedsNoFonts() {
        QFile none(folder_.filePath("fonts.conf"));
        QVERIFY(none.open(QIODevice::WriteOnly));
        none.write("<?xml version=\"1.0\"?><fontconfig/>");
        none.close();
        const QString usual = folder_.filePath("usual.png"), bare = folder_.filePath("bare.png");
        QCOMPARE(called({"--grab", usual, "--page", "start"}).status, 0);
        const Outcome outcome = called({"--grab", bare, "--page", "start"}, {{"FONTCONFIG_FILE", none.fileName()}});

        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.err, "");
        const auto ink = [](const QString& picture) {
            const QImage image(picture);
            int dark = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    dark += qGray(image.pixel(x, y)) < 150;
            return dark;
        };
        QVERIFY(ink(usual) > 10000);
        QVERIFY2(std::abs(ink(bare) - ink(usual)) < 0.04 * ink(usual), qPrintable(QString::number(ink(bare))));
    }

    void aPageThatThereIsNoneOfIsRefused() {
        const QString picture = folder_.filePath("tea.png");
        const Outcome outcome = called({"--grab", picture, "--page", "tea"});

        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("there is no page 'tea'; write one of start, "), qPrintable(outcome.err));
        QVERIFY(!QFileInfo::exists(picture));
        QVERIFY(called({"--help"}).out.contains("area-scaling"));
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

    void aPictureLeavesNoTraces_data() {
        QTest::addColumn<QString>("option");
        QTest::newRow("a picture") << "--grab";
        QTest::newRow("all figures") << "--export";
    }
    /// No recent series, settings, recovery, window or plan: all that the user has is as it was, and nothing is beside it.
    void aPictureLeavesNoTraces() {
        QFETCH(QString, option);
        const QTemporaryDir folder;
        const QDir place(folder.path());
        for (const char* name : {"state", "home", "temporary"})
            QVERIFY(place.mkpath(name));
        RingSettings ring;
        ring.width = 200, ring.height = 150, ring.frames = 3;
        ring.rMaxFromPx = 12, ring.rMaxToPx = 20;
        writeRingSeries(place.filePath("series").toStdString(), ring);
        const auto write = [&](const QString& name, const QByteArray& bytes) {
            QFile file(place.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(bytes);
        };
        write("state/coarsen.ini", "[General]\nlook=dark\n[recent]\n1\\path=/lab/foam\n1\\name=foam\n1\\note=3 frames\nsize=1\n");
        write("state/recent-0123456789abcdef.png", "a picture");
        for (int i = 1; i <= 12; ++i)  // more than a window keeps
            write(QStringLiteral("state/recovery-%1.coarsen").arg(i), "a session of another version");
        QVERIFY(QFile::copy(place.filePath("state/coarsen.ini"), place.filePath("home/other.ini")));
        const auto contents = [&place](const QString& below) {
            QMap<QString, QByteArray> all;
            for (QDirIterator each(place.filePath(below), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                                   QDirIterator::Subdirectories);
                 each.hasNext();) {
                QFile file(each.next());
                all[file.fileName()] = file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
            }
            return all;
        };
        const auto stateBefore = contents("state"), homeBefore = contents("home"), seriesBefore = contents("series");
        const QMap<QString, QString> own{{"COARSEN_SETTINGS_DIR", place.filePath("state")},
                                         {"HOME", place.filePath("home")},
                                         {"XDG_CONFIG_HOME", place.filePath("home/config")},
                                         {"XDG_DATA_HOME", place.filePath("home/data")},
                                         {"XDG_CACHE_HOME", place.filePath("temporary")},  // of fonts
                                         {"TMPDIR", place.filePath("temporary")}};
        QMap<QString, QString> usual = own;
        usual["COARSEN_SETTINGS_DIR"] = QString();  // then it is below XDG's folders
        for (const auto& variables : {own, usual}) {
            const QString out = place.filePath(option == "--grab" ? "picture.png" : "figures");
            const Outcome outcome = called({option, out, "--force", "--analyze", place.filePath("series")}, variables);
            QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
            QVERIFY(QFileInfo::exists(out));
        }
        QCOMPARE(contents("state"), stateBefore);
        QCOMPARE(contents("home"), homeBefore);
        QCOMPARE(contents("series"), seriesBefore);
        QVERIFY(!QFileInfo::exists(place.filePath("temporary/coarsen")));
        for (const QString& left : contents("temporary").keys())
            QVERIFY2(!left.contains("coarsen") || left.contains("fontconfig"), qPrintable(left));
    }

    void aPictureOfAFolderOfFoldersSaysWhichToName() {
        const QTemporaryDir folder;
        RingSettings ring;
        ring.width = 100, ring.height = 80, ring.frames = 2;
        writeRingSeries((folder.path() + "/runs/one").toStdString(), ring);
        const Outcome outcome = called({"--grab", folder.filePath("picture.png"), folder.filePath("runs")});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("runs: there is no image in it, only in folders below it"), qPrintable(outcome.err));
        QVERIFY(!QFileInfo::exists(folder.filePath("picture.png")));
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
        QVERIFY2(other.err.contains("paper.json: it is no benchmark for which figures are drawn"), qPrintable(other.err));
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
