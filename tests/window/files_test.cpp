// SPDX-License-Identifier: GPL-3.0-or-later
// What a series is called, what was opened before, closing it, and a folder of folders.
#include "app/window/document/recent_series.hpp"
#include "app/window/document/recovery.hpp"
#include "app/window/figures/export_folder.hpp"
#include "app/window/panels/start/left_sessions.hpp"
#include "app/window/panels/start/recent_card.hpp"
#include "app/window/panels/start/series_chooser.hpp"
#include "app/window/panels/start/start_page.hpp"
#include "core/session/series_name.hpp"
#include "tests/support/folders.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDir>
#include <QFrame>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>

#include <algorithm>

namespace coarsen::window {

class FilesTest : public WindowTest {
    Q_OBJECT

    QString named() { return button("series-name")->text(); }
    QLineEdit* field() { return part<QLineEdit>("series-name-field"); }
    QString title() { return window_->windowTitle(); }
    QAction* line(const QString& words) {
        for (QAction* action : window_->actions())
            if (action->text().section('\t', 0, 0) == words) return action;
        return nullptr;
    }
    QMenu* recentMenu() { return part<QMenu>("recent-menu"); }
    QAction* recentLine(const QString& words) {
        for (QAction* action : recentMenu()->actions())
            if (action->text().startsWith(words)) return action;
        return nullptr;
    }
    RecentCard* card(const QString& words) {
        for (RecentCard* one : window_->findChildren<RecentCard*>())
            if (one->accessibleName().startsWith(words)) return one;
        return nullptr;
    }
    bool isAtStart() { return window_->findChild<StartPage*>()->isVisible(); }
    SeriesChooser* chooser() { return part<SeriesChooser>("series-chooser"); }
    /// A new window in place of the one there is, which has told what it has to tell.
    void startAgain() {
        window_.reset();
        newWindow();
        settle();
    }
    void typeName(const QString& name) {
        QVERIFY(field()->isVisible());
        field()->selectAll();
        QTest::keyClick(field(), Qt::Key_Backspace);
        QTest::keyClicks(field(), name);
        QTest::keyClick(field(), Qt::Key_Return);
        settle();
    }

private slots:
    void initTestCase() {
        qputenv("HOME", folder_.filePath("home").toUtf8());
        writeGrowingSeries(folder_.filePath("foam/frames"), 3, 12, 20);
        writeGrowingSeries(folder_.filePath("runs/gel 10"), 2, 12, 20);
        writeGrowingSeries(folder_.filePath("runs/gel 2/images"), 3, 14, 20);
        QDir().mkpath(folder_.filePath("runs/notes"));
    }
    void init() {
        QDir(folder_.filePath("settings")).removeRecursively();
        QDir().mkpath(folder_.filePath("settings"));
        newWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), timeoutMs));
    }
    void cleanup() { window_.reset(); }

    void aFolderThatSaysNothingIsCalledAsTheOneAbove() {
        open("foam/frames");
        QCOMPARE(named(), QString("foam"));
        QCOMPARE(title(), QString("foam – Coarsen"));
        QCOMPARE(usualExportFolder(document().session()), folder_.filePath("home/coarsen-results/foam"));
        QCOMPARE(recentSeries().front().name, QString("foam"));
    }

    void itIsRenamedWhereItsNameStandsAndThatIsUndone() {
        open("foam/frames");
        QTest::mouseClick(button("series-name"), Qt::LeftButton);
        QVERIFY(field()->hasFocus());
        QCOMPARE(field()->selectedText(), QString("foam"));
        typeName(" Foam,  20 °C & more ");

        QVERIFY(!field()->isVisible());
        QCOMPARE(QString::fromStdString(document().session().name), QString("Foam, 20 °C & more"));
        QCOMPARE(named(), QString("Foam, 20 °C && more"));  // as a button writes it
        QCOMPARE(title(), QString("Foam, 20 °C & more – Coarsen"));
        QCOMPARE(recentSeries().front().name, QString("Foam, 20 °C & more"));
        QCOMPARE(document().changes().undoStack().undoText(), QString("renaming to Foam, 20 °C & more"));
        QVERIFY(usualExportFolder(document().session()).endsWith("/Foam, 20 °C & more"));

        document().changes().undoStack().undo();
        settle();
        QCOMPARE(named(), QString("foam"));
        QCOMPARE(title(), QString("foam – Coarsen"));
        document().changes().undoStack().redo();
        settle();
        line("Rename series…")->trigger();
        typeName("");
        QCOMPARE(named(), QString("foam"));  // its usual one again
        QVERIFY(document().session().name.empty());
    }

    void escLeavesTheNameAsItWasAndGivesTheFocusBack() {
        open("foam/frames");
        QWidget* const before = window_->focusWidget();
        QTest::keyClick(window_.get(), Qt::Key_F2);
        COMES_TRUE(field()->hasFocus());
        QTest::keyClicks(field(), "xyz");
        QTest::keyClick(field(), Qt::Key_Escape);
        QVERIFY(!field()->isVisible());
        QCOMPARE(named(), QString("foam"));
        QCOMPARE(window_->focusWidget(), before);
        QCOMPARE(document().changes().undoStack().count(), 0);
    }

    void aNameIsKeptInTheSessionAndASavedOneIsCalledAsItsFile() {
        open("foam/frames");
        const QString june = folder_.filePath("june.coarsen"), july = folder_.filePath("july.coarsen");
        document().saveSession(june.toStdString());
        settle();
        QCOMPARE(named(), QString("june"));
        QCOMPARE(title(), QString("june – Coarsen"));
        QCOMPARE(recentSeries().front().name, QString("june"));

        document().changes().rename("Foam");
        document().saveSession(july.toStdString());
        settle();
        QCOMPARE(named(), QString("Foam"));
        startAgain();
        open("july.coarsen");
        QCOMPARE(named(), QString("Foam"));
        QCOMPARE(document().changes().undoStack().count(), 0);
        open("june.coarsen");
        QCOMPARE(named(), QString("june"));
    }

    void whatWasNotSavedIsOfferedUnderItsName() {
        open("foam/frames");
        document().changes().rename("Foam");
        window_.reset();
        QCOMPARE(leftSessions().size(), 1);
        QCOMPARE(leftSessions().front().name, QString("Foam"));
        newWindow();
    }

    void aStackIsOpenedAgainAndNotItsFolder() {
        const QString stack = QString::fromStdString((test::sourceFolder() / "tests/data/rings/ring_stack.tif").string());
        document().open({stack.toStdString()});
        COMES_TRUE(document().isOpen());
        settle();
        QCOMPARE(named(), QString("ring_stack"));
        QCOMPARE(recentSeries().front().path, stack);
        const int frames = document().frameCount();
        startAgain();

        COMES_TRUE(card("ring_stack"));
        QTest::mouseClick(card("ring_stack"), Qt::LeftButton);
        COMES(document().frameCount(), frames);
        settle();
    }

    void seriesAndSessionsAreListedInTheMenuLatestFirst() {
        QVERIFY(!recentMenu()->menuAction()->isEnabled());
        open("foam/frames");
        document().saveSession(folder_.filePath("june.coarsen").toStdString(), true);
        settle();
        open("runs/gel 10");
        startAgain();

        COMES(recentMenu()->actions().size(), 4);  // a line above the last
        QVERIFY(recentMenu()->menuAction()->isEnabled());
        QVERIFY(recentMenu()->actions()[0]->text().startsWith("gel 10"));
        QVERIFY2(recentMenu()->actions()[1]->text().startsWith("june"), qPrintable(linesOf(recentMenu()).join("; ")));
        QCOMPARE(recentMenu()->actions()[1]->toolTip(), folder_.filePath("june.coarsen"));
        const QString today = QLocale::c().toString(QDateTime::currentDateTime(), "d MMM yyyy");
        QVERIFY2(recentMenu()->actions()[0]->text().endsWith("\t" + today), qPrintable(recentMenu()->actions()[0]->text()));

        recentLine("june")->trigger();
        COMES_TRUE(document().isOpen());
        settle();
        QCOMPARE(named(), QString("june"));
        recentLine("Clear the list")->trigger();
        COMES_TRUE(!recentMenu()->menuAction()->isEnabled());
        QVERIFY(recentSeries().isEmpty());
        QVERIFY(QDir(folder_.filePath("settings")).entryList({"recent-*.png"}).isEmpty());
    }

    void whatIsGoneIsDimmed() {
        rememberSeries({folder_.filePath("gone"), "gone", "3 frames"});
        rememberSeries({folder_.filePath("foam/frames"), "foam", "3 frames"});
        startAgain();

        COMES_TRUE(recentLine("gone") && !recentLine("gone")->isEnabled());
        QVERIFY(recentLine("foam")->isEnabled());
        COMES_TRUE(card("gone") && !card("gone")->isThere());
        QVERIFY(card("foam")->isThere());
    }

    void theStartPagesListIsClearedToo() {
        rememberSeries({folder_.filePath("foam/frames"), "foam", "3 frames"});
        startAgain();
        COMES_TRUE(card("foam"));
        QTest::mouseClick(button("forget-recent"), Qt::LeftButton);
        COMES_TRUE(!card("foam"));
        QVERIFY(!button("forget-recent")->isVisible());
        QVERIFY(recentSeries().isEmpty());
    }

    void aPathThatIsTypedIsKeptWhole() {
        QVERIFY(QDir::setCurrent(folder_.path()));
        document().open({"foam/frames"});
        COMES_TRUE(document().isOpen());
        settle();
        QCOMPARE(recentSeries().front().path, folder_.filePath("foam/frames"));
        document().saveSession(folder_.filePath("typed.coarsen").toStdString());
        settle();
        document().openSession("typed.coarsen");
        COMES_TRUE(!document().session().file.empty() && !document().isOpening());
        settle();
        QCOMPARE(QString::fromStdString(document().session().file.string()), folder_.filePath("typed.coarsen"));
    }

    void foldersOpenedTogetherAreOpenedTogetherAgain() {
        document().open({folder_.filePath("runs/gel 10").toStdString(), folder_.filePath("foam/frames").toStdString()});
        COMES_TRUE(document().isOpen());
        settle();
        const RecentSeries known = recentSeries().front();
        QCOMPARE(known.path, folder_.path());
        QCOMPARE(known.toOpen(), QStringList({folder_.filePath("foam/frames"), folder_.filePath("runs/gel 10")}));
    }

    void closingGoesBackToTheStartAndLosesNothing() {
        QVERIFY(!line("Close")->isEnabled());
        open("foam/frames");
        document().changes().setValue("flatten.order", std::int64_t{3});
        line("Close")->trigger();

        QVERIFY(!document().isOpen());
        QVERIFY(isAtStart());
        QCOMPARE(title(), QString("Coarsen"));
        QVERIFY(!button("series-name")->isVisible());
        QVERIFY(!line("Save session")->isEnabled() && !line("Undo")->isEnabled());
        auto* const left = window_->findChild<LeftSessions*>();
        COMES(left->findChildren<QFrame*>("left-session").size(), 1);
        COMES_TRUE(card("foam"));
        settle();

        open(QString::fromStdString(leftSessions().front().file.string()));
        QCOMPARE(std::get<std::int64_t>(valueOf(document().recipe(), "flatten.order")), 3);
        line("Close")->trigger();
        open("runs/gel 10");
        QCOMPARE(document().frameCount(), 2);
        QCOMPARE(named(), QString("gel 10"));
    }

    void closingWhileItIsMeasuredOrOpenedIsQuiet() {
        open("foam/frames");
        document().run().analyse(false);
        document().close();
        settle();
        QVERIFY(!document().isOpen() && !document().run().isRunning());
        document().open({folder_.filePath("runs/gel 10").toStdString()});
        document().close();
        settle();
        QVERIFY(!document().isOpen() && !document().isOpening());
        QVERIFY(isAtStart());
        for (const char* key : {"x", " ", "l"})
            QTest::keyClicks(window_.get(), key);  // what they do needs a series
    }

    void aFolderOfFoldersOffersItsSeries() {
        window_->openPaths({folder_.filePath("runs")});
        COMES_TRUE(chooser());
        auto* const list = part<QListWidget>("series-found");
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->item(0)->text(), QString("gel 2/images\n3 images"));
        QCOMPARE(list->item(1)->text(), QString("gel 10\n2 images"));
        QVERIFY(document().notices().list().empty() && !document().isOpening());
        QCOMPARE(part<QLineEdit>("batch-command")->text(),
                 QStringLiteral("coarsen-cli batch %1 -o OUT").arg(folder_.filePath("runs")));
        const auto isDrawn = [list](int row) {
            const QImage picture = list->item(row)->icon().pixmap(list->iconSize()).toImage();
            const QRgb first = picture.pixel(0, 0);
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixel(x, picture.height() / 2) != first) return true;
            return false;
        };
        COMES_TRUE(isDrawn(0) && isDrawn(1));

        QVERIFY(part<QPushButton>("series-one")->isEnabled() && !part<QPushButton>("series-many")->isEnabled());
        list->setCurrentRow(1);
        QTest::mouseClick(part<QPushButton>("series-one"), Qt::LeftButton);
        COMES_TRUE(document().isOpen());
        settle();
        QVERIFY(!chooser());
        QCOMPARE(named(), QString("gel 10"));
        QVERIFY(!document().session().ensemble);
    }

    void returnDoesWhatIsBlue() {
        const auto blue = [this] {
            QString names;
            for (const QPushButton* each : chooser()->findChildren<QPushButton*>())
                if (each->property("primary").toBool()) names += each->objectName();
            return names;
        };
        window_->openPaths({folder_.filePath("runs")});
        COMES_TRUE(chooser());
        QCOMPARE(blue(), QString("series-one"));

        QTest::keyClick(part<QListWidget>("series-found"), Qt::Key_Return);

        COMES_TRUE(document().isOpen());
        settle();
        QVERIFY(!chooser());
        QCOMPARE(document().frameCount(), 3);
        QVERIFY(!document().session().ensemble);

        window_->openPaths({folder_.filePath("runs")});
        COMES_TRUE(chooser());
        part<QListWidget>("series-found")->selectAll();
        QCOMPARE(blue(), QString("series-many"));
        QTest::keyClick(part<QListWidget>("series-found"), Qt::Key_Return);
        COMES_TRUE(document().isOpen() && document().session().ensemble);
        settle();
    }

    void severalOfThemOpenTogetherAsGroups() {
        window_->openPaths({folder_.filePath("runs")});
        COMES_TRUE(chooser());
        part<QListWidget>("series-found")->selectAll();
        QVERIFY(!part<QPushButton>("series-one")->isEnabled());
        QTest::mouseClick(part<QPushButton>("series-many"), Qt::LeftButton);

        COMES_TRUE(document().isOpen() && document().session().ensemble);
        settle();
        QCOMPARE(document().frameCount(), 5);
        QCOMPARE(document().session().ensemble->groups.size(), std::size_t(2));
        QCOMPARE(named(), QString("runs"));
        document().open({folder_.filePath("foam/frames").toStdString()});
        COMES(document().frameCount(), 3);
        settle();
        QVERIFY(!document().session().ensemble);  // the next is a series again
    }

    void aSingleImageBesideFoldersDoesNotHideTheirSeries() {
        writeGrowingSeries(folder_.filePath("stray/foam"), 3, 12, 20);
        const QDir foam(folder_.filePath("stray/foam"));
        QVERIFY(QFile::copy(foam.filePath(foam.entryList({"*.png"}).front()), folder_.filePath("stray/map.png")));
        window_->openPaths({folder_.filePath("stray")});
        COMES_TRUE(chooser());
        auto* const list = part<QListWidget>("series-found");
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->item(0)->text(), QString("map.png\n1 image"));

        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Return);
        COMES(document().frameCount(), 3);
        settle();

        window_->openPaths({folder_.filePath("stray")});
        COMES_TRUE(chooser());
        QTest::keyClick(part<QListWidget>("series-found"), Qt::Key_Return);
        COMES(document().frameCount(), 1);
        settle();
        QVERIFY(!chooser());
    }

    void aFolderWithoutAnyImageIsSaidToBeSo() {
        window_->openPaths({folder_.filePath("runs/notes")});
        COMES(document().notices().list().size(), std::size_t(1));
        QVERIFY2(document().notices().list().front().text.contains("no image"),
                 qPrintable(document().notices().list().front().text));
        QVERIFY(!chooser());
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(FilesTest)
#include "files_test.moc"
