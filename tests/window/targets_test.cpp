// SPDX-License-Identifier: GPL-3.0-or-later
// What the window writes never takes the place of the user's files.
#include "app/window/figures/export_all.hpp"
#include "app/window/figures/figures.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QSignalSpy>
#include <QTest>

namespace coarsen::window {

class TargetsTest : public WindowTest {
    Q_OBJECT

    QString picture(int frame) const {
        const QDir series(inFolder("series"));
        return series.filePath(series.entryList({"*.png"}, QDir::Files, QDir::Name).at(frame));
    }
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }
    const Notice* noticeWith(const QString& words) {
        for (const Notice& notice : document().notices().list())
            if (notice.text.contains(words)) return &notice;
        return nullptr;
    }
    /// Exports the figures into the folder and gives the words of what went wrong.
    QString problemOfExport(const QString& folder, Existing existing = Existing::replaced) {
        ExportChoice choice;
        choice.items = {"growth", "results"};
        choice.existing = existing;
        bool done = false;
        QString problem;
        exportAll(document(), QDir(folder), choice, [&](int, const QString& words) {
            done = true;
            problem = words;
        });
        return comesTrue([&] { return done; }) ? problem : "it took too long";
    }

private slots:
    void initTestCase() { writeGrowingSeries(inFolder("series"), 3, 14, 18); }
    void init() {
        newWindow();
        open("series");
    }
    void cleanup() { window_.reset(); }

    void aSessionIsNotSavedOverAFrame() {
        const QByteArray before = bytesOf(picture(1));

        document().saveSession(picture(1).toStdString());
        settle();

        QCOMPARE(bytesOf(picture(1)), before);
        QVERIFY(noticeWith("would be replaced"));
    }

    void aFigureIsNotSavedOverAFrameNorBesideIt() {
        const QByteArray before = bytesOf(picture(0));
        const Figure figure = frameFigure(document().frame().preview(), {});

        saveFigure(document(), figure, picture(0));
        saveFigure(document(), figure, inFolder("series/figure.png"));
        settle();

        QCOMPARE(bytesOf(picture(0)), before);
        QVERIFY(!QFile::exists(inFolder("series/figure.png")));
        QVERIFY(noticeWith("would be replaced"));
        QVERIFY(noticeWith("would become frames"));
    }

    void anExportDoesNotGoAmongTheFrames() {
        const QStringList before = QDir(inFolder("series")).entryList(QDir::AllEntries | QDir::Hidden);

        const QString problem = problemOfExport(inFolder("series"));

        QVERIFY2(problem.contains("would become frames"), qPrintable(problem));
        QCOMPARE(QDir(inFolder("series")).entryList(QDir::AllEntries | QDir::Hidden), before);
    }

    void whereNobodyIsAskedAnExportReplacesNothing() {
        QDir().mkpath(inFolder("mine"));
        QFile own(inFolder("mine/growth.png"));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("my own");
        own.close();

        const QString problem = problemOfExport(inFolder("mine"), Existing::refused);

        QVERIFY2(problem.contains("growth.png") && problem.contains("is there already"), qPrintable(problem));
        QCOMPARE(bytesOf(inFolder("mine/growth.png")), QByteArray("my own"));
        QCOMPARE(QDir(inFolder("mine")).entryList(QDir::Files | QDir::Hidden), QStringList{"growth.png"});
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(TargetsTest)
#include "targets_test.moc"
