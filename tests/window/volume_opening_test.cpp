// SPDX-License-Identifier: GPL-3.0-or-later
// What a file of volumes is, where it does not say it itself: stacks that may be films, HDF5 files of several data sets.
#include "core/selftest/known_volume_files.hpp"
#include "tests/support/small_volumes.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>
#include <tiffio.h>

#include <algorithm>

namespace coarsen::window {

class VolumeOpeningTest : public WindowTest {
    Q_OBJECT

    /// Pages that say nothing of what they are: those of a volume.
    static void writePages(const std::filesystem::path& file, const Volume& volume) {
        const VolumeSize of = volume.size();
        TIFF* const tiff = TIFFOpen(file.c_str(), "w");
        for (int z = 0; z < of.depth; ++z) {
            TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, of.width);
            TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, of.height);
            TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, of.height);
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
            std::vector<unsigned char> pixels;
            for (int y = 0; y < of.height; ++y)
                for (int x = 0; x < of.width; ++x)
                    pixels.push_back(static_cast<unsigned char>(std::clamp(volume.at(x, y, z), 0.0F, 255.0F)));
            TIFFWriteEncodedStrip(tiff, 0, pixels.data(), static_cast<tmsize_t>(pixels.size()));
            TIFFWriteDirectory(tiff);
        }
        TIFFClose(tiff);
    }
    QString foldersOfPages(int files) {
        const QString folder = inFolder(QStringLiteral("pages-%1").arg(files));
        QDir().mkpath(folder);
        const test::SmallVolumes small(files);
        for (int i = 0; i < files; ++i)
            writePages((folder + QStringLiteral("/stack_%1.tif").arg(i)).toStdString(), small.volume(i));
        return folder;
    }

private slots:
    void init() { newWindow({1920, 1080}); }
    void cleanup() { window_.reset(); }

    void stacksThatSayNothingAreAskedFor() {
        const QString folder = foldersOfPages(2);
        for (const auto& [answer, areVolumes] : {std::pair{"as-pictures", false}, {"as-volumes", true}}) {
            window_->openPaths({folder});
            COMES_TRUE(part<QPushButton>(answer) != nullptr);
            QVERIFY(part<QMessageBox>("volumes-or-pictures")->informativeText().contains("session"));
            part<QPushButton>(answer)->click();
            const auto isOpen = [&, wanted = areVolumes] {
                return document().isOpen() && document().session().series.volumes.has_value() == wanted;
            };
            QVERIFY(comesTrue(isOpen));
            settle();
            QCOMPARE(document().frameCount(), 2);
        }
        document().saveSession(inFolder("asked.coarsen").toStdString());
        settle();
        document().close();
        window_->openPaths({inFolder("asked.coarsen")});
        COMES_TRUE(document().isOpen());
        settle();
        QVERIFY2(document().session().series.volumes.has_value(), "the session keeps the answer");
        QVERIFY(!part<QMessageBox>("volumes-or-pictures"));
    }

    void oneOfSeveralDatasetsIsChosen() {
        const test::SmallVolumes small(2);
        const auto stored = [](const Volume& volume, double factor) {
            known_files::Voxels voxels{volume.size(), {0.5, 0.5, 1.5 * factor, true}};
            for (const float value : volume.values())
                voxels.numbers.push_back(std::clamp(factor * static_cast<double>(value), 0.0, 65535.0));
            return voxels;
        };
        const QString folder = inFolder("several");
        QDir().mkpath(folder);
        for (int i = 0; i < 2; ++i)
            known_files::write((folder + QStringLiteral("/t%1.h5").arg(i)).toStdString(),
                               known_files::hdf5({{"raw", stored(small.volume(i), 1)}, {"twice", stored(small.volume(i), 2)}}));
        window_->openPaths({folder});
        COMES_TRUE(part<QTreeWidget>("datasets") != nullptr);
        QTreeWidget* const list = part<QTreeWidget>("datasets");
        QCOMPARE(list->topLevelItemCount(), 2);
        QCOMPARE(list->topLevelItem(1)->text(0), QStringLiteral("/twice"));
        QCOMPARE(list->topLevelItem(1)->text(1), QStringLiteral("48 × 44 × 40"));
        QCOMPARE(list->topLevelItem(1)->text(2), QStringLiteral("16 bit"));
        QCOMPARE(list->topLevelItem(1)->text(3), QStringLiteral("0.500 × 0.500 × 3.00 µm"));
        list->setCurrentItem(list->topLevelItem(1));
        part<QPushButton>("dataset-open")->click();
        const auto dataset = [&] { return document().session().series.volumes->choice.dataset; };
        COMES_TRUE(document().isOpen() && document().session().series.volumes.has_value());
        settle();
        QCOMPARE(dataset(), std::string("/twice"));
        QCOMPARE(document().frameCount(), 2);
        QCOMPARE(document().session().calibration.pixelDepthUm, 3.0);
        QCOMPARE(button("slice")->text(), QStringLiteral("twice"));
        QVERIFY(button("slice")->isVisible());
        analyseAll();
        QCOMPARE(document().session().results.size(), 2u);

        const auto chosen = [&](int row) {
            button("slice")->click();
            COMES_TRUE(part<QTreeWidget>("datasets") != nullptr);
            QTreeWidget* const again = part<QTreeWidget>("datasets");
            QCOMPARE(again->indexOfTopLevelItem(again->currentItem()), 1 - row);  // the one that is measured
            again->setCurrentItem(again->topLevelItem(row));
            part<QPushButton>("dataset-open")->click();
            settle();
            COMES_TRUE(part<QTreeWidget>("datasets") == nullptr);
        };
        chosen(0);
        QCOMPARE(dataset(), std::string("/raw"));
        QCOMPARE(document().session().calibration.pixelDepthUm, 1.5);
        QVERIFY2(document().session().results.empty(), "nothing of this one was measured");
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(dataset(), std::string("/twice"));
        QCOMPARE(document().session().calibration.pixelDepthUm, 3.0);
        QVERIFY2(document().session().results.size() == 2, "what was measured of it comes back");
        document().changes().undoStack().redo();
        settle();
        QCOMPARE(dataset(), std::string("/raw"));

        document().saveSession(inFolder("dataset.coarsen").toStdString());
        settle();
        document().close();
        window_->openPaths({inFolder("dataset.coarsen")});
        COMES_TRUE(document().isOpen());
        settle();
        QCOMPARE(dataset(), std::string("/raw"));
        QVERIFY(!part<QTreeWidget>("datasets"));
    }

    void oneOfSeveralDatasetsOfPicturesIsChosen() {
        const QString folder = inFolder("pictures");
        QDir().mkpath(folder);
        known_files::Voxels raw{{64, 48, 1}, {0.5, 0.25, 1, true}}, mask = raw;
        for (int i = 0; i < 64 * 48; ++i) {
            raw.numbers.push_back(i % 7);
            mask.numbers.push_back(i % 2);
        }
        for (const char* const name : {"/t0.h5", "/t1.h5"})
            known_files::write((folder + name).toStdString(), known_files::hdf5({{"mask", mask}, {"raw", raw}}));
        const auto chosen = [&](int row) {
            COMES_TRUE(part<QTreeWidget>("datasets") != nullptr);
            QTreeWidget* const list = part<QTreeWidget>("datasets");
            QCOMPARE(list->topLevelItemCount(), 2);
            QCOMPARE(list->topLevelItem(row)->text(1), QStringLiteral("64 × 48"));
            QCOMPARE(list->topLevelItem(row)->text(3), QStringLiteral("0.500 × 0.250 µm"));
            list->setCurrentItem(list->topLevelItem(row));
            part<QPushButton>("dataset-open")->click();
            COMES_TRUE(part<QTreeWidget>("datasets") == nullptr);
            COMES_TRUE(document().isOpen() && !document().isOpening());
            settle();
        };
        const auto dataset = [&] { return document().session().series.frames.back().dataset; };

        window_->openPaths({folder});
        chosen(1);
        QCOMPARE(dataset(), std::string("/raw"));
        QVERIFY(!document().session().series.volumes);
        QCOMPARE(document().frameCount(), 2);
        QCOMPARE(button("slice")->text(), QStringLiteral("raw"));
        document().changes().setValue("flatten.order", std::int64_t{3});
        const Recipe recipe = document().session().recipe;
        analyseAll();
        QCOMPARE(document().session().results.size(), 2u);

        button("slice")->click();
        chosen(0);
        QCOMPARE(dataset(), std::string("/mask"));
        QVERIFY2(document().session().results.empty(), "nothing of this one was measured");
        QCOMPARE(document().changes().undoStack().undoText(), QStringLiteral("choice of data set /mask"));
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(dataset(), std::string("/raw"));
        QCOMPARE(button("slice")->text(), QStringLiteral("raw"));
        QCOMPARE(document().session().recipe, recipe);
        QVERIFY2(document().session().results.size() == 2, "what was measured of it comes back");
        document().changes().undoStack().redo();
        settle();
        QCOMPARE(dataset(), std::string("/mask"));
        QCOMPARE(document().session().recipe, recipe);
        document().saveSession(inFolder("mask.coarsen").toStdString());
        settle();
        document().close();
        window_->openPaths({inFolder("mask.coarsen")});
        COMES_TRUE(document().isOpen());
        settle();
        QCOMPARE(dataset(), std::string("/mask"));
        QVERIFY(!part<QTreeWidget>("datasets"));
    }

    void oneStackIsAFilmAndCanBeTakenAsAVolume() {
        const QString folder = foldersOfPages(1);
        window_->openPaths({folder + "/stack_0.tif"});
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
        QCOMPARE(document().frameCount(), 40);
        const std::vector<Notice> notices = document().notices().list();
        const auto notice = std::ranges::find_if(
            notices, [](const Notice& one) { return std::ranges::count(one.remedies, Remedy::takeAsVolume) > 0; });
        QVERIFY(notice != notices.end());
        document().carryOut(*notice, Remedy::takeAsVolume);
        COMES_TRUE(document().session().series.volumes.has_value());
        settle();
        QCOMPARE(document().frameCount(), 1);
        QCOMPARE(document().frame().preview()->brick->size, (VolumeSize{48, 44, 40}));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(VolumeOpeningTest)
#include "volume_opening_test.moc"
