// SPDX-License-Identifier: GPL-3.0-or-later
// What one start of the window finds of the one before: where it stood, how its room was shared, what it showed, and where
// dialogs ended.
#include "app/window/document/last_folders.hpp"
#include "app/window/document/settings_store.hpp"
#include "app/window/panels/correlation/correlation_panels.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/panels/parts/save_dialog.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/map_view.hpp"
#include "app/window/workspace/window_place.hpp"
#include "app/window/workspace/workspace.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QApplication>
#include <QFileDialog>
#include <QScreen>
#include <QSplitter>
#include <QTimer>

namespace coarsen::window {

class StartAgainTest : public WindowTest {
    Q_OBJECT

    Workspace& workspace() { return *window_->findChild<Workspace*>(); }
    QSplitter* columns() { return part<QSplitter>("work-area"); }
    CorrelationPanels* correlation() { return window_->findChild<CorrelationPanels*>(); }
    /// As the program shows it.
    void start() {
        window_ = std::make_unique<MainWindow>(cpuEngines());
        window_->showAsBefore();
        takeEvents();
    }
    void startAgain() {
        window_->close();
        window_.reset();
        start();
    }
    /// As a drag of its handle does.
    static void moveSplitter(QSplitter* splitter, int first) {
        const QList<int> sizes = splitter->sizes();
        splitter->setSizes({first, sizes[0] + sizes[1] - first});
        emit splitter->splitterMoved(first, 1);
        takeEvents();
    }
    static double share(const QSplitter* splitter) {
        const QList<int> sizes = splitter->sizes();
        return double(sizes[0]) / (sizes[0] + sizes[1]);
    }
    /// Answers the next dialog with this file or folder; says where it began.
    QString answering(const QString& path, const std::function<void()>& ask) {
        QString began;
        const auto answer = whenAsked([&](QWidget* asked) {
            auto* const dialog = qobject_cast<QFileDialog*>(asked);
            QVERIFY(dialog);
            began = dialog->directory().absolutePath();
            if (path.isEmpty()) return dialog->reject();
            dialog->selectFile(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        ask();
        return began;
    }

private slots:
    void initTestCase() {
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        writeGrowingSeries(folder_.filePath("growing"), 3, 12, 20);
        for (const char* name : {"a/one", "a/two", "b"})
            QDir().mkpath(folder_.filePath(name));
        for (const char* name : {"a/flat.png", "b/times.csv"})
            QVERIFY(QFile(folder_.filePath(name)).open(QFile::WriteOnly));
    }
    void init() {
        QDir(folder_.filePath("settings")).removeRecursively();
        QDir().mkpath(folder_.filePath("settings"));
    }
    void cleanup() { window_.reset(); }

    void aWindowStandsWholeOnTheScreensThereAre_data() {
        QTest::addColumn<QRect>("before");
        QTest::addColumn<QList<QRect>>("screens");
        QTest::addColumn<QRect>("place");
        const QRect screen(0, 24, 1920, 1056), beside(1920, 0, 2560, 1440), small(0, 0, 1280, 720);
        QTest::newRow("as it was") << QRect(100, 80, 1400, 800) << QList{screen} << QRect(100, 80, 1400, 800);
        QTest::newRow("on the other screen") << QRect(2000, 80, 1400, 800) << QList{screen, beside} << QRect(2000, 80, 1400, 800);
        QTest::newRow("which is gone") << QRect(2000, 80, 1400, 800) << QList{screen} << QRect(520, 80, 1400, 800);
        QTest::newRow("on a smaller one") << QRect(100, 80, 1900, 1000) << QList{small} << small;
        QTest::newRow("beyond its edge") << QRect(-300, -40, 1100, 700) << QList{screen} << QRect(0, 24, 1100, 700);
        QTest::newRow("on two at once") << QRect(1500, 100, 1400, 800) << QList{screen, beside} << QRect(1920, 100, 1400, 800);
        QTest::newRow("without a screen") << QRect(1, 2, 3, 4) << QList<QRect>{} << QRect(1, 2, 3, 4);
    }
    void aWindowStandsWholeOnTheScreensThereAre() {
        QFETCH(QRect, before);
        QFETCH(QList<QRect>, screens);
        QTEST(placedOn(before, screens), "place");
    }

    void sizePlaceAndWhetherItFillsTheScreenComeBack() {
        start();
        const QRect screen = QApplication::primaryScreen()->availableGeometry();
        if (screen.width() < 1100 || screen.height() < 700) {  // as the offscreen platform's: it takes what is left of it
            settings()->setValue("window/place", QRect(0, 0, 1100, 700));
        } else {
            window_->setGeometry(40, 30, 1100, 700);
        }
        window_->showMaximized();
        takeEvents();
        const QRect normal = window_->normalGeometry();
        startAgain();
        QVERIFY(window_->isMaximized());
        QCOMPARE(window_->normalGeometry().size(), normal.size());
        window_->showNormal();
        startAgain();
        QVERIFY(!window_->isMaximized());
    }

    void theRoomIsSharedAsTheUserLeftIt() {
        start();
        window_->resize(1600, 1000);
        open("growing");
        const double before = share(columns());
        moveSplitter(columns(), 760);
        moveSplitter(correlation(), 150);
        const double wide = share(columns()), map = share(correlation());
        QVERIFY2(std::abs(wide - before) > 0.05, qPrintable(QString::number(wide)));
        window_->resize(1366, 768);  // another class of screen, where nothing was moved
        takeEvents();
        QVERIFY(std::abs(share(columns()) - wide) > 0.05);
        window_->resize(1600, 1000);
        takeEvents();

        QVERIFY2(std::abs(share(columns()) - wide) < 0.01, qPrintable(QString::number(share(columns()))));
        startAgain();
        window_->resize(1600, 1000);
        open("growing");
        QVERIFY2(std::abs(share(columns()) - wide) < 0.01, qPrintable(QString::number(share(columns()))));
        QVERIFY2(std::abs(share(correlation()) - map) < 0.03, qPrintable(QString::number(share(correlation()))));

        for (QAction* action : window_->actions())
            if (action->text() == "Reset layout") action->trigger();
        takeEvents();
        QVERIFY2(std::abs(share(columns()) - before) < 0.01, qPrintable(QString::number(share(columns()))));
        startAgain();
        window_->resize(1600, 1000);
        open("growing");
        QVERIFY(std::abs(share(columns()) - before) < 0.01);
    }

    void whatThePanelsShowedComesBack() {
        start();
        window_->resize(1366, 768);
        open("growing");
        GrowthPanel& growth = workspace().growth();
        growth.setLogarithmic(true);
        growth.setTableShown(true);
        window_->setProfileMode(ProfileMode::series);
        window_->setSeriesMode(SeriesMode::scaled);
        workspace().togglePanel(workspace().panels()[3]);
        startAgain();
        window_->resize(1366, 768);
        open("growing");
        QVERIFY(workspace().growth().view()->isLogarithmic());
        QVERIFY(workspace().growth().isTableShown());
        QVERIFY(part<QAbstractButton>("log")->isChecked() && part<QAbstractButton>("table")->isChecked());
        QVERIFY(part<QToolButton>("series-mode")->text().contains("R / "));
        QCOMPARE(workspace().maximisedPanel(), workspace().panels()[3]);
        workspace().restorePanels();
        workspace().growth().setQuantity(GrowthQuantity::ratio);
        QVERIFY(!workspace().growth().isTableShown());
        startAgain();
        window_->resize(1366, 768);
        open("growing");
        QCOMPARE(workspace().growth().view()->quantity(), GrowthQuantity::ratio);
        QCOMPARE(workspace().maximisedPanel(), nullptr);
        QVERIFY(window_->findChild<MapView*>()->isVisible());
    }

    void settingsOfAnotherVersionDoNoHarm() {
        settings()->setValue("desk/growth/quantity", 77);
        settings()->setValue("desk/correlation/mode", -3);
        settings()->setValue("desk/correlation/series", "words");
        settings()->setValue("desk/panel", 12);
        settings()->setValue("desk/shares/wide-322", QVariantList{"x", 2, -1});
        settings()->setValue("window/place", "nowhere");
        start();
        window_->resize(1600, 1000);
        open("growing");
        QCOMPARE(workspace().growth().view()->quantity(), GrowthQuantity::length);
        QVERIFY(columns()->sizes()[0] > 100 && columns()->sizes()[1] > 100);
    }

    void aWindowThatIsNotTheProgramsLeavesNothing() {
        newWindow();
        window_->close();
        for (const char* key : {"window/place", "desk/panel"})
            QVERIFY2(!settings()->contains(key), key);
    }

    void dialogsBeginWhereTheLastOfTheirKindEnded() {
        newWindow();
        const QString began =
            answering(folder_.filePath("a/one"), [&] { chosenFolder(window_.get(), FileKind::images, "Images"); });
        QVERIFY(!began.isEmpty());
        QString chosen;
        answering(folder_.filePath("a/flat.png"), [&] { chosen = chosenFile(window_.get(), FileKind::correction, "Flat"); });
        QCOMPARE(chosen, folder_.filePath("a/flat.png"));
        QCOMPARE(answering({}, [&] { chosen = chosenFile(window_.get(), FileKind::images, "Images"); }), folder_.filePath("a"));
        QVERIFY(chosen.isEmpty());
        answering(folder_.filePath("b/new.coarsen"), [&] {
            chosen = askWhereToSave(window_.get(), "Save", "new.coarsen", {"Sessions (*.coarsen)"}, FileKind::saved);
        });
        QCOMPARE(chosen, folder_.filePath("b/new.coarsen"));
        startAgain();
        QCOMPARE(
            answering({}, [&] { askWhereToSave(window_.get(), "Save", "x.coarsen", {"Sessions (*.coarsen)"}, FileKind::saved); }),
            folder_.filePath("b"));
        QCOMPARE(answering({}, [&] { chosenFile(window_.get(), FileKind::correction, "Flat"); }), folder_.filePath("a"));
        QCOMPARE(answering({}, [&] { chosenFile(window_.get(), FileKind::correction, "Flat", {}, folder_.filePath("b")); }),
                 folder_.filePath("b"));  // beside the one there is
    }

    void aFolderThatIsGoneGivesWayToTheOneAbove() {
        QDir().mkpath(folder_.filePath("c/d/e"));
        noteChosen(FileKind::table, folder_.filePath("c/d/e/times.csv"));
        QCOMPARE(folderToBeginIn(FileKind::table), folder_.filePath("c/d/e"));
        QDir(folder_.filePath("c/d")).removeRecursively();
        QCOMPARE(folderToBeginIn(FileKind::table), folder_.filePath("c"));
        QCOMPARE(folderToBeginIn(FileKind::recipe), QString());
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(StartAgainTest)
#include "start_again_test.moc"
