// SPDX-License-Identifier: GPL-3.0-or-later
// What lies on the disk already stays: another window's work, files of other versions, names of any bytes.
#include "app/window/document/recovery.hpp"
#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/panels/start/left_sessions.hpp"
#include "core/session/session.hpp"
#include "tests/support/folders.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDir>
#include <QFile>
#include <QFrame>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace coarsen::window {

class SavingTest : public WindowTest {
    Q_OBJECT

    std::filesystem::path session() const { return inFolder("work.coarsen").toStdString(); }
    QString recoveryFile(int number) const { return inFolder(QStringLiteral("settings/recovery-%1.coarsen").arg(number)); }
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray("none");
    }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
    }
    static const Notice* noticeTitled(Document& document, const QString& title) {
        const auto found = std::ranges::find(document.notices().list(), title, &Notice::title);
        return found == document.notices().list().end() ? nullptr : &*found;
    }
    const Notice* refusal(MainWindow& window) { return noticeTitled(window.document(), "The session was not saved"); }
    QPushButton* remedy(MainWindow& window, const QString& words) {
        for (QPushButton* one : window.findChild<NoticeCallout*>()->findChildren<QPushButton*>("remedy"))
            if (one->text() == words && one->isVisible()) return one;
        return nullptr;
    }
    static std::int64_t orderIn(const std::filesystem::path& file) {
        return std::get<std::int64_t>(readSession(file).recipe.step("flatten")->value("order"));
    }
    /// A session is saved and open in two windows, each with work of its own.
    std::unique_ptr<MainWindow> openTwice() {
        open("series");
        document().saveSession(session());
        settle();
        auto second = shownWindow();
        open(*second, "work.coarsen");
        document().changes().setValue("flatten.order", std::int64_t{4});
        second->document().changes().setValue("flatten.order", std::int64_t{5});
        settle();
        settle(*second);
        return second;
    }

private slots:
    void initTestCase() { writeGrowingSeries(inFolder("series"), 3, 12, 20); }
    void init() {
        QDir(inFolder("settings")).removeRecursively();
        QDir().mkpath(inFolder("settings"));
        QFile::remove(QString::fromStdString(session().string()));
        newWindow();
        settle();
    }
    void cleanup() { window_.reset(); }

    void ofTwoWindowsOnOneSessionTheSecondToSaveIsAsked() {
        auto second = openTwice();
        document().saveSession(session());
        settle();

        second->document().saveSession(session());
        settle(*second);

        const Notice* const told = refusal(*second);
        QVERIFY(told);
        QVERIFY2(told->text.contains("Another window or program has written work.coarsen"), qUtf8Printable(told->text));
        QCOMPARE(told->remedies, (std::vector{Remedy::saveAs, Remedy::replaceSession}));
        QCOMPARE(orderIn(session()), std::int64_t{4});
        second.reset();  // its work is kept, though it was refused
        QCOMPARE(leftSessions().size(), 1);
        QCOMPARE(orderIn(leftSessions().front().file), std::int64_t{5});
    }

    void whatTheUserSaysIsReplaced() {
        auto second = openTwice();
        document().saveSession(session());
        settle();
        second->document().saveSession(session());
        settle(*second);

        auto* const replace = remedy(*second, "Replace it");
        QVERIFY(replace);
        QTest::mouseClick(replace, Qt::LeftButton);
        settle(*second);

        QVERIFY(!refusal(*second));
        QCOMPARE(orderIn(session()), std::int64_t{5});
        QVERIFY(leftSessions().isEmpty());
        second->document().changes().setValue("flatten.order", std::int64_t{1});  // from now on it is this window's
        second->document().saveSession(session());
        settle(*second);
        QCOMPARE(orderIn(session()), std::int64_t{1});
        document().saveSession(session());
        settle();
        QVERIFY(refusal(*window_));
    }

    void savedUnderAnotherNameBothStay() {
        auto second = openTwice();
        document().saveSession(session());
        settle();
        second->document().saveSession(session());
        settle(*second);

        const std::filesystem::path other = inFolder("other.coarsen").toStdString();
        second->document().saveSession(other);
        settle(*second);

        QVERIFY(!refusal(*second));
        QCOMPARE(orderIn(session()), std::int64_t{4});
        QCOMPARE(orderIn(other), std::int64_t{5});
    }

    void aFileThatWasThereAlreadyIsReplacedOnlyOnPurpose() {
        write(QString::fromStdString(session().string()), "somebody's notes");
        open("series");
        document().saveSession(session());
        settle();
        QVERIFY(refusal(*window_));
        QCOMPARE(bytesOf(QString::fromStdString(session().string())), QByteArray("somebody's notes"));

        document().saveSession(session(), true);
        settle();
        QVERIFY(!refusal(*window_));
        QCOMPARE(readSession(session()).series.frames.size(), std::size_t(3));
    }

    void aFileThatIsGoneOrTheSameIsNobodyElses() {
        open("series");
        document().saveSession(session());
        settle();
        const QString path = QString::fromStdString(session().string());
        write(path, bytesOf(path));  // as a backup puts it back
        document().saveSession(session());
        settle();
        QVERIFY(!refusal(*window_));

        QFile::remove(path);
        document().saveSession(session());
        settle();
        QVERIFY(!refusal(*window_));
        QVERIFY(QFile::exists(path));
    }

    void aLeftSessionThatCannotBeReadIsOfferedAndKept_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        Session some;
        some.series = openSeries({inFolder("series").toStdString()});
        some.recipe = defaultRecipe();
        const QByteArray whole = QByteArray::fromStdString(sessionJson(some, inFolder("settings").toStdString()));
        QByteArray newer = whole, alien = whole;
        newer.replace("\"schema\": 1,\n \"program\"", "\"schema\": 2,\n \"program\"");
        alien.replace("\"excluded\": []", "\"excluded\": [1000000000]");
        QTest::newRow("empty") << QByteArray() << "the file is empty";
        QTest::newRow("newer") << newer << "it was written by a newer version (schema 2";
        QTest::newRow("cut") << whole.left(whole.size() / 2) << "it breaks off in line";
        QTest::newRow("zeros") << QByteArray(4096, '\0') << "it is not a session of Coarsen";
        QTest::newRow("inconsistent") << alien << "'excluded' names frame 1000000000";
    }
    void aLeftSessionThatCannotBeReadIsOfferedAndKept() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        window_.reset();
        write(recoveryFile(3), bytes);
        write(recoveryFile(3) + ".lock", {});  // as of a crash

        newWindow();
        auto* const offered = window_->findChild<LeftSessions*>();
        COMES(offered->findChildren<QFrame*>("left-session").size(), 1);
        document().openSession(recoveryFile(3).toStdString());
        COMES_TRUE(noticeTitled(document(), "The session was not opened") != nullptr);
        const QString said = noticeTitled(document(), "The session was not opened")->text;
        QVERIFY2(said.contains("recovery-3.coarsen") && said.contains(words), qUtf8Printable(said));
        QVERIFY(!document().isOpen());

        open("series");
        document().changes().setValue("flatten.order", std::int64_t{4});
        window_.reset();  // which keeps its own
        QCOMPARE(bytesOf(recoveryFile(3)), bytes);
        QCOMPARE(leftSessions().size(), 2);
    }

    void unreadableSessionsOutliveNewerOnesThatWereClosed() {
        write(recoveryFile(1), "of a version to come");
        QList<LeftSession> left = leftSessions();
        QCOMPARE(left.size(), 1);
        QVERIFY(!left.front().isReadable);
        const LeftSession unreadable = left.front();
        for (int i = 0; i < closedSessionsKept; ++i) {
            Session session;
            session.series = openSeries({inFolder("series").toStdString()});
            session.recipe = defaultRecipe();
            RecoveryFile file;
            file.write(session);
            left.prepend({file.file(), "series", 3, 0, 0, QDateTime::currentDateTime(), false});
        }
        left.append(unreadable);
        discardOldest(left);
        QVERIFY(QFile::exists(recoveryFile(1)));
    }

    void aLeftSessionOfAnEarlierVersionComesBack() {
        QVERIFY(QFile::copy(QString::fromStdString((test::sourceFolder() / "tests/data/schema1/session.coarsen").string()),
                            recoveryFile(2)));
        const QByteArray before = bytesOf(recoveryFile(2));
        open(recoveryFile(2));
        QVERIFY(document().isOpen());
        QVERIFY(!document().session().results.empty());
        QCOMPARE(bytesOf(recoveryFile(2)), before);
    }

    void namesOfAnyBytesAreMeasuredSavedAndOpenedAgain() {
        const QString folder = inFolder("names");
        QDir().mkpath(folder);
        const QStringList pictures = QDir(inFolder("series")).entryList(QDir::Files);
        const std::vector<std::string> names{"\xE0\x80\xAF 1.png", "\xED\xA0\x80 2.png", "turned\u202e 3.png"};
        for (std::size_t i = 0; i < names.size(); ++i)
            std::filesystem::copy_file((inFolder("series") + "/" + pictures[static_cast<int>(i)]).toStdString(),
                                       std::filesystem::path(folder.toStdString()) / names[i]);
        open("names");
        analyseAll();
        document().saveSession(session());
        settle();
        QVERIFY(!refusal(*window_));

        newWindow();
        open("work.coarsen");
        COMES_TRUE(!document().inputs().isChecking());
        QCOMPARE(document().run().framesToMeasure(), 0);
        for (const auto& [frame, row] : document().session().results) {
            QVERIFY(row->status == FrameStatus::ok);
            QVERIFY(std::filesystem::exists(document().session().series.frames[static_cast<std::size_t>(frame)].file));
        }
        QVERIFY(document().session().results.at(2)->file == "turned%E2%80%AE 3.png");
        QVERIFY(document().notices().list().empty());
        std::filesystem::remove_all(folder.toStdString());  // Qt could not name its files
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(SavingTest)
#include "saving_test.moc"
