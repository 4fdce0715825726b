// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a user meets it: its own process on a virtual screen, driven by a real mouse and real keys, judged by the
// session that it saves.
#include "core/session/session.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/timeout.hpp"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace coarsen;
using window::comesTrue;
using window::timeoutMs;

class X11SmokeTest : public QObject {
    Q_OBJECT

    static constexpr int width = 1366, height = 768, frames = 6;
    static constexpr int stripY = height - 24 - 50;  // in the pictures of the timeline, above the status bar

private slots:
    void aSeriesIsMeasuredAFrameExcludedAndTheSessionSaved() {
        QTemporaryDir folder;
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = frames;
        settings.rMaxFromPx = 16, settings.rMaxToPx = 24;
        writeRingSeries(folder.filePath("series").toStdString(), settings);

        QProcess screen;
        screen.start("Xvfb", {"-displayfd", "1", "-screen", "0", QStringLiteral("%1x%2x24").arg(width).arg(height), "-nolisten",
                              "tcp", "-r"});  // no key repeats itself, however slowly the machine lets it go
        QVERIFY2(screen.waitForReadyRead(timeoutMs), qPrintable(screen.errorString() + screen.readAllStandardError()));
        environment_ = QProcessEnvironment::systemEnvironment();
        environment_.insert("DISPLAY", ":" + QString::fromLatin1(screen.readLine()).trimmed());
        environment_.insert("QT_QPA_PLATFORM", "xcb");
        environment_.insert("COARSEN_SETTINGS_DIR", folder.filePath("settings"));
        environment_.insert("HOME", folder.path());

        QProcess program;
        program.setProcessEnvironment(environment_);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(COARSEN_PROGRAM, {folder.filePath("series")});
        QVERIFY2(program.waitForStarted(timeoutMs), qPrintable(program.errorString()));
        window_ = xdotool({"search", "--sync", "--onlyvisible", "--name", "series"});  // its title once the series is open
        xdotool({"windowmove", "--sync", window_, "0", "0"});
        xdotool({"windowfocus", "--sync", window_});

        // F5 measures; a session saved right away by keys alone has all results.
        xdotool({"key", "F5"});
        const Session measured = savedSession(folder.filePath("first.coarsen"), [](const Session& session) {
            return session.results.size() == std::size_t(frames) && session.fits.size() > 0;
        });
        QCOMPARE(measured.results.size(), std::size_t(frames));
        QVERIFY(measured.excluded.empty());

        // The mouse picks the strip's last picture, X takes it out of the fit.
        clickInStrip(1);
        xdotool({"key", "x"});
        const Session last =
            savedSession(folder.filePath("second.coarsen"), [](const Session& session) { return !session.excluded.empty(); });
        QCOMPARE(last.excluded, std::set<int>{frames - 1});

        // Undo brings it back; a drag over the strip ends on the first frame, which goes instead.
        xdotool({"key", "ctrl+z"});
        dragAlongStrip();
        xdotool({"key", "x"});
        const Session first = savedSession(folder.filePath("third.coarsen"),
                                           [](const Session& session) { return session.excluded == std::set<int>{0}; });
        QVERIFY2(first.excluded == std::set<int>{0}, qPrintable(listed(first.excluded)));

        xdotool({"key", "ctrl+q"});
        QVERIFY2(program.waitForFinished(timeoutMs), "Ctrl+Q does not end the program");
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY2(program.exitCode() == 0, program.readAll().constData());
        screen.terminate();
        screen.waitForFinished(timeoutMs);
    }

private:
    static QString listed(const std::set<int>& numbers) {
        QStringList words;
        for (const int number : numbers)
            words << QString::number(number);
        return "excluded: " + words.join(", ");
    }

    /// The first line that the tool prints: of a search, the window found.
    QString xdotool(const QStringList& arguments) {
        QProcess tool;
        tool.setProcessEnvironment(environment_);
        tool.start("xdotool", arguments);
        if (!tool.waitForFinished(timeoutMs) || tool.exitCode() != 0) {
            const QString problem = tool.errorString() + ", " + tool.readAllStandardError();
            QTest::qFail(qPrintable("xdotool " + arguments.join(' ') + ": " + problem), __FILE__, __LINE__);
        }
        return QString::fromLatin1(tool.readLine()).trimmed();
    }

    /// `part` of the way from the middle of the strip's first picture to that of its last.
    static QString stripX(double part) {
        constexpr double left = 230, cell = 100;  // of the first one, and from one to the next
        return QString::number(left + part * cell * (frames - 1));
    }
    void clickInStrip(double part) { xdotool({"mousemove", stripX(part), QString::number(stripY), "click", "1"}); }
    void dragAlongStrip() {
        xdotool({"mousemove", stripX(1), QString::number(stripY), "mousedown", "1"});
        for (const double part : {0.7, 0.4, 0.1, 0.0})
            xdotool({"mousemove", stripX(part), QString::number(stripY)});
        xdotool({"mouseup", "1"});
    }

    /// Saves under the name by Ctrl+Shift+S and reads it back, again until the session is as wished or the time-out comes: a
    /// dialog that has no focus yet may miss keys.
    template <typename IsWished>
    Session savedSession(const QString& file, const IsWished& isWished) {
        QElapsedTimer clock;
        clock.start();
        Session session;
        do {
            QFile::remove(file);
            xdotool({"key", "ctrl+shift+s"});
            const QString dialog = xdotool({"search", "--sync", "--onlyvisible", "--name", "Save the session"});
            xdotool({"windowfocus", "--sync", dialog});
            xdotool({"type", file});
            xdotool({"key", "Return"});
            const QDeadlineTimer soon(timeoutMs / 10);
            comesTrue([&] { return QFile::exists(file) || soon.hasExpired(); });
            if (!QFile::exists(file)) xdotool({"key", "Escape"});
            xdotool({"windowfocus", "--sync", window_});  // no window manager gives it back
            session = QFile::exists(file) ? readSession(file.toStdString()) : Session{};
        } while (!isWished(session) && clock.elapsed() < timeoutMs);
        return session;
    }

    QProcessEnvironment environment_;
    QString window_;
};

QTEST_GUILESS_MAIN(X11SmokeTest)
#include "x11_smoke_test.moc"
