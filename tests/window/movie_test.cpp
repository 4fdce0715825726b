// SPDX-License-Identifier: GPL-3.0-or-later
// The film that the export writes, read back as a series.
#include "app/window/figures/export_all.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/export/export_progress.hpp"
#include "core/correlate/engines.hpp"
#include "core/image/decode.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

namespace coarsen::window {

class MovieTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 7;

    std::filesystem::path movie(const char* folder) {
        return std::filesystem::path(folder_.filePath(folder).toStdString()) / "movie.mp4";
    }
    static ExportChoice movieAlone() {
        ExportChoice choice;
        choice.items = {"movie"};
        choice.film = {640, 360, 5};
        return choice;
    }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = frames;
        settings.rMaxFromPx = 12, settings.rMaxToPx = 24;
        writeRingSeries(folder_.filePath("series").toStdString(), settings);
        for (const char* truth : {"series/truth.csv", "series/truth.json"})
            QFile::remove(folder_.filePath(truth));
        newWindow();
        open("series");
        analyseAll();
    }
    void cleanupTestCase() { window_.reset(); }

    void hasOnePictureAFrameInTimeAndSize() {
        int files = -1;
        QList<int> steps;
        Exporter* const exporter = exportAll(document(), QDir(folder_.filePath("film")), movieAlone(),
                                             [&](int count, const QString& problem) { files = problem.isEmpty() ? count : -2; });
        connect(exporter, &Exporter::progressed, this, [&](const QString& doing, int done, int total) {
            if (doing == "movie.mp4" && total == frames) steps << done;
        });
        COMES_TRUE(files != -1);
        QCOMPARE(files, 1);

        const ImageHeader header = imageHeader(movie("film"));
        QCOMPARE(header.pages, frames);
        QCOMPARE(QSize(header.width, header.height), QSize(640, 360));
        QVERIFY(std::abs(sceneOf(header)->planes.back().times.front().value.seconds - (frames - 1) / 5.0) < 1e-6);
        QCOMPARE(steps, QList<int>({1, 2, 3, 4, 5, 6, 7}));
    }

    void showsMorePointsAsTimeGoesOn() {
        // The chart stands in the lower right quarter; orange is the colour of its points alone.
        const auto orangeOf = [&](int page) {
            const Image picture = decode(movie("film"), page).image;
            int count = 0;
            for (int y = picture.height() / 2; y < picture.height(); ++y)
                for (int x = picture.width() / 2; x < picture.width(); ++x)
                    count += picture.at(x, y, 0) > 150 && picture.at(x, y, 2) < 90 && picture.at(x, y, 1) < 140;
            return count;
        };

        const int first = orangeOf(0), middle = orangeOf(3), last = orangeOf(frames - 1);

        QVERIFY2(first < middle && middle < last, qPrintable(QString("%1 %2 %3").arg(first).arg(middle).arg(last)));
    }

    void aCancelledFilmLeavesNoFile() {
        int files = -1;
        QString problem;
        Exporter* const exporter =
            exportAll(document(), QDir(folder_.filePath("cancelled")), movieAlone(), [&](int count, const QString& why) {
                files = count;
                problem = why;
            });
        connect(exporter, &Exporter::progressed, exporter, [=](const QString& doing, int done, int) {
            if (doing == "movie.mp4" && done == 2) exporter->cancel();
        });
        COMES_TRUE(files != -1);

        QCOMPARE(files, 0);
        QVERIFY2(problem.startsWith("It was cancelled."), qPrintable(problem));
        QVERIFY(QDir(folder_.filePath("cancelled")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }

    void closingTheWindowStopsTheFilm() {
        auto second = std::make_unique<MainWindow>(cpuEngines());
        second->openPaths({folder_.filePath("series")});
        COMES_TRUE(second->document().isOpen());
        Exporter* const exporter =
            exportAll(second->document(), QDir(folder_.filePath("closed")), movieAlone(), [](int, const QString&) {});
        connect(exporter, &Exporter::progressed, this, [&](const QString& doing, int done, int) {
            if (doing == "movie.mp4" && done == 1)  // before any further picture is drawn, for that takes the window's events
                QMetaObject::invokeMethod(
                    this, [&second] { second.reset(); }, Qt::QueuedConnection);
        });
        COMES_TRUE(!second);

        QVERIFY(!std::filesystem::exists(movie("closed")));
    }

    void theStripOfTheSheetShowsHowFarAndCancels() {
        window_->showExportSheet();
        window_->findChild<QLineEdit*>("export-folder")->setText(folder_.filePath("strip"));
        for (QCheckBox* box : window_->findChild<QWidget*>("export-sheet")->findChildren<QCheckBox*>())
            box->setChecked(box->objectName() == "export-movie");
        QTest::mouseClick(window_->findChild<QPushButton*>("export-go"), Qt::LeftButton);
        auto* const strip = window_->findChild<ExportProgress*>();
        COMES_TRUE(strip->isVisible());

        QTest::mouseClick(strip->findChild<QPushButton*>("export-cancel"), Qt::LeftButton);

        COMES_TRUE(!strip->isVisible());
        QVERIFY(document().notices().list().back().text.startsWith("It was cancelled."));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(MovieTest)
#include "movie_test.moc"
