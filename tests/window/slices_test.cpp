// SPDX-License-Identifier: GPL-3.0-or-later
// Which slice of a stack is measured: the chip at the top, its pop-over, undo and the session.
#include "app/window/document/slices.hpp"

#include "core/series/stack_slices.hpp"
#include "core/session/command_line.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QApplication>
#include <QPushButton>
#include <QSpinBox>
#include <tiffio.h>

#include <random>

namespace coarsen::window {

class SlicesTest : public WindowTest {
    Q_OBJECT

    static constexpr int width = 120, height = 100, channels = 2, slices = 3;

    /// Pages of noise blurred more from slice to slice, so that their lengths differ.
    void writeStack(const QString& name, int times) const {
        const int pages = channels * slices * times;
        const std::string description = "ImageJ=1.53t\nimages=" + std::to_string(pages) +
                                        "\nchannels=" + std::to_string(channels) + "\nslices=" + std::to_string(slices) +
                                        (times > 1 ? "\nframes=" + std::to_string(times) : "") + "\nhyperstack=true\n";
        std::mt19937 random(3);
        TIFF* const tiff = TIFFOpen(inFolder(name).toUtf8().constData(), "w");
        for (int page = 0; page < pages; ++page) {
            const int period = 8 + 4 * (page / channels % slices);
            TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
            TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
            TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, height);
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
            TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
            std::vector<unsigned char> pixels;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    pixels.push_back(
                        static_cast<unsigned char>(60 + 120 * ((x / (period / 2) + y / (period / 2)) % 2) + random() % 10));
            TIFFWriteEncodedStrip(tiff, 0, pixels.data(), static_cast<tmsize_t>(pixels.size()));
            TIFFWriteDirectory(tiff);
        }
        TIFFClose(tiff);
    }
    std::optional<int> slice() { return sliceOf(document().session().series); }
    QToolButton* chip() { return button("slice"); }
    /// Widget in the pop-over that the chip opens.
    template <typename T>
    T* inPopover(const QString& name) {
        chip()->click();
        QWidget* const popover = QApplication::activePopupWidget();
        return popover ? popover->findChild<T*>(name) : nullptr;
    }
    void chooseByHand(int number) {
        auto* const box = inPopover<QSpinBox>("slice-number");
        QVERIFY(box);
        QCOMPARE(box->maximum(), slices);
        box->setValue(number);
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        settle();
        QCOMPARE(slice(), std::optional(number));
    }

private slots:
    void initTestCase() {
        writeStack("depth.tif", 1);
        writeStack("times.tif", 4);
    }
    void init() { newWindow(); }

    void aStackWithoutTimesOffersItsSlices() {
        open("depth.tif");
        QVERIFY(chip()->isVisibleTo(window_.get()));
        QVERIFY(chip()->text().contains("3 slices"));
        const auto& notices = document().notices().list();
        const auto told = std::ranges::find_if(
            notices, [](const Notice& notice) { return notice.remedies == std::vector{Remedy::chooseSlice}; });
        QVERIFY(told != notices.end());

        chooseByHand(3);

        QCOMPARE(document().frameCount(), 1);
        QCOMPARE(document().session().series.frames[0].channelPages, (std::vector{4, 5}));
        QVERIFY(chip()->text().contains("3"));
        QVERIFY(QString::fromStdString(commandLine(document().session())).contains("--z 3"));
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(document().frameCount(), slices);
        document().changes().undoStack().redo();
        settle();
        QCOMPARE(slice(), std::optional(3));
        auto* const all = inPopover<QPushButton>("all-pages");
        QVERIFY(all);
        all->click();
        settle();
        QCOMPARE(document().frameCount(), slices);
    }

    void whatWasMeasuredAndSaidOfASliceComesBackWithIt() {
        open("times.tif");
        QCOMPARE(document().frameCount(), 4);
        QCOMPARE(slice(), std::optional(1));
        analyseAll();
        document().changes().setExcluded({2}, true);
        settle();
        const FrameResults before = document().session().results;
        QCOMPARE(before.size(), std::size_t{4});

        chooseByHand(2);
        QVERIFY(!inPopover<QPushButton>("all-pages"));
        QApplication::activePopupWidget()->close();

        QVERIFY(document().session().results.empty());
        QVERIFY(document().session().excluded.empty());
        QCOMPARE(document().run().framesToMeasure(), 4);
        analyseAll();
        QVERIFY(document().session().results.at(0)->rMax.px != before.at(0)->rMax.px);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(slice(), std::optional(1));
        QCOMPARE(document().session().excluded, (std::set{2}));
        QCOMPARE(document().session().results.at(0)->rMax.px, before.at(0)->rMax.px);
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void theSessionKeepsTheSlice() {
        open("times.tif");
        chooseSlice(document().changes(), 3);
        settle();
        document().saveSession(inFolder("third.coarsen").toStdString());
        settle();
        newWindow();
        open("third.coarsen");
        QCOMPARE(slice(), std::optional(3));
        QVERIFY(chip()->isVisibleTo(window_.get()));
        chooseByHand(1);
        QCOMPARE(document().session().series.frames[1].page, channels * slices);
    }

    void singleImagesHaveNoSuchChip() {
        writeGrowingSeries(inFolder("plain"), 3, 12, 20);
        open("plain");
        QVERIFY(!chip()->isVisibleTo(window_.get()));
        open("depth.tif");
        QVERIFY(chip()->isVisibleTo(window_.get()));
        document().close();
        QVERIFY(!chip()->isVisibleTo(window_.get()));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(SlicesTest)
#include "slices_test.moc"
