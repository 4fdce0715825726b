// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is lost: sessions that were not saved, images that have moved or changed, and what can be done about it.
#include "app/window/document/recovery.hpp"
#include "app/window/document/settings_store.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/panels/start/left_sessions.hpp"
#include "core/correlate/engines.hpp"
#include "core/image/decode.hpp"
#include "core/image/write_png.hpp"
#include "core/session/session.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/window_fixture.hpp"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFrame>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <string_view>

namespace coarsen::window {

namespace {

constexpr const char* childsOption = "--work-on";
constexpr int frames = 5, keptAfterMs = 300;

std::int64_t orderOf(const Document& document) {
    return std::get<std::int64_t>(document.recipe().step("flatten")->value("order"));
}

/// Does what a user does before the power fails.
int workOn(const QString& series) {
    MainWindow window(cpuEngines());
    window.show();
    Document& document = window.document();
    document.setRecovering(true, keptAfterMs);
    QObject::connect(&document, &Document::opened, &window, [&document] {
        document.changes().setValue("flatten.order", std::int64_t{4});
        document.changes().toggleExcluded(2);
    });
    window.openPaths({series});
    return QApplication::exec();
}

}  // namespace

class KeepTest : public WindowTest {
    Q_OBJECT

    void newWindow() {
        WindowTest::newWindow();
        document().setRecovering(true, keptAfterMs);
    }
    QString settingsFolder() const { return folder_.filePath("settings"); }
    QString original() const { return folder_.filePath("original"); }
    QString series() const { return folder_.filePath("series"); }
    QString session() const { return folder_.filePath("work.coarsen"); }
    QString recoveryFile(int number) const { return settingsFolder() + QStringLiteral("/recovery-%1.coarsen").arg(number); }
    void copySeries(const QString& to) {
        QDir().mkpath(to);
        for (const QString& name : QDir(original()).entryList(QDir::Files))
            QVERIFY(QFile::copy(original() + "/" + name, to + "/" + name));
    }
    QStringList images(const QString& folder) const {
        return QDir(folder).entryList({"*.png", "*.tif"}, QDir::Files, QDir::Name);
    }
    /// Another picture of the same size in the file's place.
    void replacePicture(const QString& file) {
        const RawImage picture = decode(file.toStdString());
        const auto pixels = static_cast<std::size_t>(picture.image.width()) * static_cast<std::size_t>(picture.image.height());
        std::vector<std::uint8_t> grey(pixels);
        for (std::size_t i = 0; i < pixels; ++i)
            grey[i] = static_cast<std::uint8_t>((i * 2654435761U) >> 13);
        writeGreyPng(file.toStdString(), Image(picture.image.width(), picture.image.height(), std::move(grey)));
    }
    void measureAndSave() {
        open(series());
        document().run().analyse(false);
        settle();
        QCOMPARE(document().session().results.size(), std::size_t(frames));
        document().saveSession(session().toStdString());
        settle();
    }
    QString light(const QString& file) const { return folder_.filePath("light/" + file); }
    std::string flatField() { return std::get<std::string>(document().recipe().step("flatten")->value("flat")); }
    /// The same with a flat field and a table of times, in a folder of their own.
    void measureWithFilesAndSave() {
        QDir().mkpath(light(""));
        std::vector<std::uint8_t> grey(240 * 180);
        for (std::size_t i = 0; i < grey.size(); ++i)
            grey[i] = static_cast<std::uint8_t>(150 + i % 240 / 4);
        writeGreyPng(light("flat.png").toStdString(), Image(240, 180, std::move(grey)));
        QFile table(light("times.csv"));
        QVERIFY(table.open(QFile::WriteOnly));
        table.write("file,time_s\n");
        const QStringList names = images(series());
        for (qsizetype i = 0; i < names.size(); ++i)
            table.write(QStringLiteral("%1,%2\n").arg(names[i]).arg(7 * i).toUtf8());
        table.close();
        open(series());
        document().changes().setValue("flatten.method", std::string("files"));
        document().changes().setValue("flatten.flat", light("flat.png").toStdString());
        document().changes().setTimes({TimeChoice::Kind::table, 1, light("times.csv").toStdString()});
        settle();
        document().run().analyse(false);
        settle();
        QCOMPARE(document().session().results.size(), std::size_t(frames));
        document().saveSession(session().toStdString());
        settle();
    }
    /// The session by itself, as after a new start.
    void reopen() {
        window_.reset();
        newWindow();
        open(session());
    }
    const Notice* noticeTitled(const QString& title) {
        const auto& all = document().notices().list();
        const auto found = std::ranges::find_if(all, [&](const Notice& notice) { return notice.title == title; });
        return found == all.end() ? nullptr : &*found;
    }
    QPushButton* button(QWidget* in, const QString& name, const QString& words) {
        for (QPushButton* one : in->findChildren<QPushButton*>(name))
            if (one->text() == words && one->isVisible()) return one;
        return nullptr;
    }
    int leftShown(MainWindow& window) {
        return static_cast<int>(window.findChild<LeftSessions*>()->findChildren<QFrame*>("left-session").size());
    }
    /// A Coarsen of its own, with unsaved work in `recovery-1.coarsen`.
    void startChild(QProcess& child) {
        child.start(QCoreApplication::applicationFilePath(), {childsOption, series()});
        QVERIFY(child.waitForStarted());
        COMES_TRUE(QFile::exists(recoveryFile(1)));
    }
    /// A Coarsen is killed, and what it leaves is there; the later ones are killed like the first.
    void crash() {
        const QStringList files{"recovery-1.coarsen", "recovery-1.coarsen.lock"};
        const QString kept = folder_.filePath("crash");
        if (!QDir(kept).exists()) {
            QProcess child;
            startChild(child);
            child.kill();
            QVERIFY(child.waitForFinished());
            QCOMPARE(child.exitStatus(), QProcess::CrashExit);
            QDir().mkpath(kept);
            for (const QString& name : files)
                QVERIFY(QFile::copy(settingsFolder() + "/" + name, kept + "/" + name));
        }
        for (const QString& name : files) {
            QFile::remove(settingsFolder() + "/" + name);
            QVERIFY(QFile::copy(kept + "/" + name, settingsFolder() + "/" + name));
        }
    }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = frames;
        settings.rMaxFromPx = 12, settings.rMaxToPx = 24;
        writeRingSeries(original().toStdString(), settings);
        QFile::remove(original() + "/truth.csv");
        QFile::remove(original() + "/truth.json");
    }
    void init() {
        for (const char* name : {"settings", "series", "moved", "other", "light"})
            QDir(folder_.filePath(name)).removeRecursively();
        for (const QString& file : {session(), folder_.filePath("flat.png"), folder_.filePath("times.csv")})
            QFile::remove(file);
        QDir().mkpath(settingsFolder());
        copySeries(series());
        newWindow();
        settle();
    }
    void cleanup() { window_.reset(); }

    void settingsAndKeptSessionsAreTheUsersAlone() {
        open(series());
        document().changes().setValue("flatten.order", std::int64_t{4});
        settings()->setValue("test", 1);
        settle();
        const QFile::Permissions own = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
        for (const QString& file : {settingsFolder() + "/coarsen.ini", recoveryFile(1), recoveryFile(1) + ".lock"}) {
            COMES_TRUE(QFile::exists(file));
            COMES(QFile::permissions(file), own);
        }
    }
    void aKilledProgramsSessionIsOfferedAndComesBackAsItWas() {
        crash();

        newWindow();
        COMES(leftShown(*window_), 1);
        const LeftSession left = leftSessions().front();
        QVERIFY(left.isOfCrash);
        QCOMPARE(left.name, QString("series"));
        QCOMPARE(left.frames, frames);
        auto* const openIt = button(window_.get(), "open-left", "Open it");
        QVERIFY(openIt);
        QTest::mouseClick(openIt, Qt::LeftButton);

        COMES_TRUE(document().isOpen());
        QCOMPARE(orderOf(document()), std::int64_t{4});
        QVERIFY(document().session().excluded.contains(2));
        QVERIFY(document().session().file.empty());  // Save asks where
    }

    void aRunningWindowsFileIsNeitherOfferedNorTaken() {
        QProcess child;
        startChild(child);

        newWindow();
        open(series());
        document().changes().setValue("flatten.order", std::int64_t{1});
        COMES_TRUE(QFile::exists(recoveryFile(2)));
        settle();
        QVERIFY(leftSessions().isEmpty());
        document().openSession(recoveryFile(1).toStdString());
        COMES_TRUE(noticeTitled("The session was not opened") != nullptr);
        QVERIFY_EXCEPTION_THROWN(discardLeft(recoveryFile(1).toStdString()), std::exception);

        child.kill();
        QVERIFY(child.waitForFinished());
        QCOMPARE(leftSessions().size(), 1);
        QVERIFY(leftSessions().front().isOfCrash);
    }

    void openingSomethingElseLosesNothing() {
        crash();
        newWindow();
        copySeries(folder_.filePath("other"));
        open(folder_.filePath("other"));
        COMES_TRUE(noticeTitled("Coarsen ended without saving") != nullptr);
        document().changes().setValue("flatten.order", std::int64_t{1});
        COMES_TRUE(QFile::exists(recoveryFile(2)));
        open(series());  // leaves the other one, too

        auto* const menu = window_->findChild<QMenu*>("not-saved");
        COMES(menu->actions().size(), 2);
        QVERIFY(noticeTitled("Coarsen ended without saving") == nullptr);  // told once, with the series before
        window_.reset();

        const QList<LeftSession> left = leftSessions();
        QCOMPARE(left.size(), 2);
        QCOMPARE(left[0].name, QString("series"));
        QVERIFY(left[0].isOfCrash);
        QCOMPARE(left[1].name, QString("other"));
        QVERIFY(!left[1].isOfCrash);
    }

    void quittingAsksNothingAndTheNextStartOffersTheSession() {
        open(series());
        document().changes().setValue("flatten.order", std::int64_t{3});
        window_->close();
        window_.reset();  // before the recovery file was due

        newWindow();

        COMES(leftShown(*window_), 1);
        QVERIFY(!leftSessions().front().isOfCrash);
        open(recoveryFile(1));
        QCOMPARE(orderOf(document()), std::int64_t{3});
    }

    void aSavedSessionIsNotOfferedAgain() {
        crash();
        newWindow();
        open(recoveryFile(1));

        document().saveSession(session().toStdString());
        settle();

        QVERIFY(!QFile::exists(recoveryFile(1)));
        window_.reset();
        QVERIFY(leftSessions().isEmpty());
        QVERIFY(QDir(settingsFolder()).entryList({"*.lock"}, QDir::Files).isEmpty());
        QVERIFY(readSession(session().toStdString()).excluded.contains(2));
    }

    void aRecoveredSessionThatIsClosedUnsavedIsKeptAsClosed() {
        crash();
        newWindow();
        open(recoveryFile(1));
        QVERIFY(leftSessions().isEmpty());  // it is open here

        window_.reset();

        QCOMPARE(leftSessions().size(), 1);
        QVERIFY(!leftSessions().front().isOfCrash);
    }

    void changesSinceTheSavingAreKept() {
        open(series());
        document().changes().setValue("flatten.order", std::int64_t{3});
        document().saveSession(session().toStdString());
        document().changes().setValue("flatten.order", std::int64_t{1});
        settle();
        window_.reset();

        QCOMPARE(leftSessions().size(), 1);
        newWindow();
        open(recoveryFile(1));
        QCOMPARE(orderOf(document()), std::int64_t{1});
    }

    void twoWindowsKeepEachTheirOwn() {
        copySeries(folder_.filePath("other"));
        auto second = shownWindow();
        second->document().setRecovering(true, keptAfterMs);
        open(series());
        open(*second, folder_.filePath("other"));
        document().changes().setValue("flatten.order", std::int64_t{3});
        second->document().changes().setValue("flatten.order", std::int64_t{1});
        COMES_TRUE(QFile::exists(recoveryFile(1)) && QFile::exists(recoveryFile(2)));
        settle();
        settle(*second);

        window_.reset();
        QCOMPARE(leftSessions().size(), 1);
        QCOMPARE(leftSessions().front().name, QString("series"));
        second.reset();

        QCOMPARE(leftSessions().size(), 2);
    }

    void changesThatNeverPauseAreKeptWithinSeconds() {
        open(series());

        QTimer changes;
        std::int64_t order = 1;
        connect(&changes, &QTimer::timeout, this, [&] { document().changes().setValue("flatten.order", order = 1 + order % 5); });
        changes.start(100);

        COMES_TRUE(QFile::exists(recoveryFile(1)));
    }

    void whatIsDiscardedIsGoneAndTheRestStays() {
        for (const char* name : {"recovery.coarsen", "recovery-7.coarsen"}) {
            Session left;
            left.series = openSeries({series().toStdString()});
            left.recipe = defaultRecipe();
            writeSession((settingsFolder() + "/" + name).toStdString(), left);
        }
        newWindow();
        COMES(leftShown(*window_), 2);

        QTest::mouseClick(button(window_.get(), "discard-left", "Discard"), Qt::LeftButton);

        COMES(leftShown(*window_), 1);
        QCOMPARE(leftSessions().size(), 1);
    }

    void ofSessionsThatWereClosedTheNewestAreKept() {
        QList<LeftSession> left;
        for (int i = 0; i < closedSessionsKept + 2; ++i) {
            Session session;
            session.recipe = defaultRecipe();
            RecoveryFile file;
            file.write(session);
            left.prepend({file.file(), "series", 5, 0, 0, QDateTime::fromSecsSinceEpoch(1000 + i), false});
        }
        left[closedSessionsKept].isOfCrash = true;

        discardOldest(left);

        QCOMPARE(left.size(), closedSessionsKept + 1);  // of the crash, too
        QCOMPARE(QDir(settingsFolder()).entryList({"*.coarsen"}, QDir::Files).size(), closedSessionsKept + 1);
    }

    void imagesThatHaveMovedAreFoundAndNothingIsMeasuredAgain() {
        measureAndSave();
        const std::string before = sessionJson(document().session(), folder_.path().toStdString());
        QVERIFY(QDir().rename(series(), folder_.filePath("moved")));
        reopen();
        const Notice* const told = noticeTitled("The images have moved");
        QVERIFY(told);
        QVERIFY2(told->text.contains(series()) && told->text.contains("Results are shown as saved."), qUtf8Printable(told->text));
        QCOMPARE(told->remedies, std::vector{Remedy::locateImages});
        QCOMPARE(document().session().results.size(), std::size_t(frames));
        auto* const callout = window_->findChild<NoticeCallout*>();
        QVERIFY(callout->isVisible());
        QVERIFY(button(callout, "remedy", "Locate the folder…"));

        document().inputs().locate(folder_.filePath("moved").toStdString());
        COMES_TRUE(noticeTitled("All 5 images are found") != nullptr);
        settle();
        COMES_TRUE(!document().inputs().isChecking());

        QVERIFY(!noticeTitled("The images have moved"));
        QVERIFY(!noticeTitled("Images have changed"));
        QCOMPARE(document().run().framesToMeasure(), 0);
        QVERIFY(document().frame().preview()->stages);  // the picture itself
        QVERIFY(document().watch().isPossible());
        QString after = QString::fromStdString(sessionJson(document().session(), folder_.path().toStdString()));
        QCOMPARE(after.replace("\"moved", "\"series"), QString::fromStdString(before));
        document().saveSession(session().toStdString());
        reopen();
        QVERIFY(document().notices().list().empty());
    }

    void whatIsStillMissingIsTold() {
        measureAndSave();
        QDir().mkpath(folder_.filePath("moved"));
        const QStringList names = images(series());
        for (const QString& name : names.mid(1))
            QVERIFY(QFile::rename(series() + "/" + name, folder_.filePath("moved/") + name));
        QFile::remove(folder_.filePath("moved/") + names[4]);
        reopen();
        const Notice* const some = noticeTitled("Some images have moved");
        QVERIFY(some);
        QVERIFY2(some->text.startsWith("4 of 5 images"), qUtf8Printable(some->text));

        document().inputs().locate(folder_.filePath("moved").toStdString());

        COMES_TRUE(noticeTitled("3 of 4 images found") != nullptr);
        const Notice found = *noticeTitled("3 of 4 images found");
        QVERIFY2(found.text.startsWith("3 of 4 are in " + folder_.filePath("moved") + " or below it, and 1 not: " + names[4]),
                 qPrintable(found.text));
        QCOMPARE(found.remedies, std::vector{Remedy::lookElsewhere});
        QVERIFY(!noticeTitled("Some images have moved"));
        QCOMPARE(document().session().results.size(), std::size_t(frames));
    }

    void whereNothingIsFoundItIsSaidWhereItWasLookedFor() {
        measureAndSave();
        QVERIFY(QDir().rename(series(), folder_.filePath("moved")));
        QDir().mkpath(folder_.filePath("other"));
        reopen();

        document().inputs().locate(folder_.filePath("other").toStdString());

        COMES_TRUE(noticeTitled("No image was found") != nullptr);
        const Notice none = *noticeTitled("No image was found");
        QVERIFY2(none.text.startsWith("None of 5 images is in " + folder_.filePath("other") + " or below it: "),
                 qPrintable(none.text));
        QVERIFY2(none.text.contains("and 1 more.") && none.text.endsWith("Nothing was changed."), qPrintable(none.text));
        QCOMPARE(none.remedies, std::vector{Remedy::lookElsewhere});
        QVERIFY(!noticeTitled("The images have moved"));  // it is said anew
        QVERIFY(button(window_->findChild<NoticeCallout*>(), "remedy", "Look elsewhere…"));
        QCOMPARE(window_->findChild<QLabel*>("status-line")->text(), QString("No image was found"));  // nothing is under way

        document().inputs().locate(folder_.filePath("moved").toStdString());
        COMES_TRUE(noticeTitled("All 5 images are found") != nullptr);
        QCOMPARE(document().notices().list().size(), std::size_t(1));
        settle();
    }

    void imagesThatCameBackWhereTheyWereAreSaidToBeThere() {
        measureAndSave();
        QVERIFY(QDir().rename(series(), folder_.filePath("moved")));
        reopen();
        QVERIFY(noticeTitled("The images have moved"));
        QVERIFY(QDir().rename(folder_.filePath("moved"), series()));

        document().inputs().locate(folder_.path().toStdString());

        COMES_TRUE(noticeTitled("The images are there again") != nullptr);
        settle();
        QVERIFY(!noticeTitled("The images have moved"));
        QVERIFY(document().frame().preview()->stages);
        COMES_TRUE(!document().inputs().isChecking());
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void aFolderOfOtherImagesChangesNothing() {
        measureAndSave();
        QVERIFY(QDir().rename(series(), folder_.filePath("moved")));
        copySeries(folder_.filePath("other"));
        for (const QString& name : images(folder_.filePath("other")))
            replacePicture(folder_.filePath("other/") + name);
        reopen();

        document().inputs().locate(folder_.filePath("other").toStdString());

        COMES_TRUE(noticeTitled("The images are not there") != nullptr);
        QCOMPARE(QString::fromStdString(document().session().series.folder.string()), series());
    }

    void aFlatFieldAndATableOfTimesThatHaveMovedAreFoundToo() {
        measureWithFilesAndSave();
        QDir().mkpath(folder_.filePath("moved"));
        QVERIFY(QDir().rename(series(), folder_.filePath("moved/series")));
        QVERIFY(QDir().rename(light(""), folder_.filePath("moved/light")));
        reopen();
        const Notice* const told = noticeTitled("The images have moved");
        QVERIFY(told);
        QVERIFY2(told->text.contains("flat.png") && told->text.contains("times.csv"), qUtf8Printable(told->text));
        QCOMPARE(document().run().framesToMeasure(), 0);

        document().inputs().locate(folder_.filePath("moved").toStdString());
        COMES_TRUE(noticeTitled("All 5 images are found") != nullptr);
        settle();

        QCOMPARE(QString::fromStdString(flatField()), folder_.filePath("moved/light/flat.png"));
        QCOMPARE(document().session().times.table, folder_.filePath("moved/light/times.csv").toStdString());
        QCOMPARE(document().session().results.at(2)->timeS, 14.0);
        QCOMPARE(document().run().framesToMeasure(), 0);
        document().saveSession(session().toStdString());
        reopen();
        QVERIFY(document().notices().list().empty());
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void filesBesideTheSessionAreTakenUnasked() {
        measureWithFilesAndSave();
        QVERIFY(QFile::rename(light("flat.png"), folder_.filePath("flat.png")));
        QVERIFY(QFile::rename(light("times.csv"), folder_.filePath("times.csv")));
        reopen();

        QVERIFY(document().notices().list().empty());
        QCOMPARE(QString::fromStdString(flatField()), folder_.filePath("flat.png"));
        QCOMPARE(document().session().times.table, folder_.filePath("times.csv").toStdString());
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void anotherFlatFieldOfTheSameNameIsNotTaken() {
        measureWithFilesAndSave();
        QVERIFY(QFile::remove(light("flat.png")));
        reopen();
        QVERIFY(noticeTitled("A file of this session has moved"));
        QVERIFY(QFile::copy(series() + "/" + images(series())[0], light("flat.png")));
        QVERIFY(QDir().rename(light(""), folder_.filePath("moved")));

        document().inputs().locate(folder_.filePath("moved").toStdString());

        COMES_TRUE(noticeTitled("times.csv found") != nullptr);
        const QString text = noticeTitled("times.csv found")->text;
        QVERIFY2(text.contains("another file than the one used"), qUtf8Printable(text));
        QCOMPARE(QString::fromStdString(flatField()), light("flat.png"));
        QCOMPARE(document().session().results.size(), std::size_t(frames));
    }

    void imagesThatHaveChangedAreToldAndMeasuredAgainWhenAskedFor() {
        measureAndSave();
        const double before = document().session().results.at(3)->rMax.px, other = document().session().results.at(1)->rMax.px;
        const QString name = images(series())[3];
        replacePicture(series() + "/" + name);
        reopen();

        COMES_TRUE(noticeTitled("Images have changed") != nullptr);
        const Notice changed = *noticeTitled("Images have changed");
        QVERIFY2(changed.text.startsWith("1 of 5 images differ from those measured (their hashes changed): " + name),
                 qUtf8Printable(changed.text));
        QCOMPARE(document().session().results.at(3)->rMax.px, before);
        QCOMPARE(document().run().framesToMeasure(), 0);
        auto* const callout = window_->findChild<NoticeCallout*>();
        QVERIFY(button(callout, "remedy", "Keep the saved results"));
        QTest::mouseClick(button(callout, "remedy", "Measure these again"), Qt::LeftButton);

        COMES_TRUE(document().run().framesToMeasure() == 0 && !document().isBusy());
        QVERIFY(!callout->isVisible());
        QVERIFY(!noticeTitled("Images have changed"));
        const FrameResult& row = *document().session().results.at(3);
        QVERIFY(row.rMax.px != before);
        QCOMPARE(row.inputBytes, std::uintmax_t(QFileInfo(series() + "/" + name).size()));
        QCOMPARE(document().session().results.at(1)->rMax.px, other);
        document().saveSession(session().toStdString());
        reopen();
        COMES_TRUE(!document().inputs().isChecking());
        QVERIFY(!noticeTitled("Images have changed"));
    }

    void savedResultsAreKeptWhenThatIsChosen() {
        measureAndSave();
        replacePicture(series() + "/" + images(series())[0]);
        reopen();
        COMES_TRUE(noticeTitled("Images have changed") != nullptr);
        const double before = document().session().results.at(0)->rMax.px;

        auto* const list = window_->findChild<QToolButton*>("notices");
        QTest::mouseClick(list, Qt::LeftButton);
        QWidget* popover = nullptr;
        COMES_TRUE((popover = QApplication::activePopupWidget()) != nullptr);
        QTest::mouseClick(button(popover, "remedy", "Keep the saved results"), Qt::LeftButton);

        settle();
        QVERIFY(!noticeTitled("Images have changed"));
        QCOMPARE(document().session().results.at(0)->rMax.px, before);
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void aSessionJustSavedHereIsNotCheckedAgain() {
        measureAndSave();
        replacePicture(series() + "/" + images(series())[0]);  // so that a look at the files would have something to tell

        document().openSession(session().toStdString());
        COMES_TRUE(document().isOpening() == false && document().frame().index() == 0);
        COMES_TRUE(!document().isBusy() && !document().inputs().isChecking());
        QVERIFY(!noticeTitled("Images have changed"));

        reopen();
        COMES_TRUE(noticeTitled("Images have changed") != nullptr);
    }

    void aFrameThatFailedIsMeasuredAgainByItsRemedy() {
        const QString name = images(series())[2];
        QFile::resize(series() + "/" + name, 300);
        open(series());
        document().run().analyse(false);
        settle();
        QVERIFY(document().session().results.at(2)->status == FrameStatus::failed);
        QVERIFY(QFile::remove(series() + "/" + name) && QFile::copy(original() + "/" + name, series() + "/" + name));

        auto* const callout = window_->findChild<NoticeCallout*>();
        QCOMPARE(callout->notice().remedies.size(), std::size_t(3));
        QTest::mouseClick(button(callout, "remedy", "Retry"), Qt::LeftButton);

        COMES_TRUE(document().session().results.at(2)->status == FrameStatus::ok);
    }
};

}  // namespace coarsen::window

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc == 3 && std::string_view(argv[1]) == coarsen::window::childsOption) return coarsen::window::workOn(argv[2]);
    coarsen::window::KeepTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "keep_test.moc"
