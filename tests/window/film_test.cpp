// SPDX-License-Identifier: GPL-3.0-or-later
// A film in the window: it opens, any frame can be looked at, and it is analysed.
#include "core/image/decode.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/film_writer.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QTest>

namespace coarsen::window {

class FilmTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 5;
    std::vector<Image> pictures_;

    QString film() const { return folder_.filePath("growth.avi"); }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240;
        settings.height = 180;
        settings.frames = frames;
        settings.rMaxFromPx = 12;
        settings.rMaxToPx = 20;
        const auto images = std::filesystem::path(folder_.filePath("images").toStdString());
        writeRingSeries(images, settings);
        for (const FrameSource& frame : coarsen::openSeries({images}).frames)
            pictures_.push_back(decode(frame.file).image);
        test::FilmRecipe recipe{.width = 240, .height = 180, .frames = frames, .keyEvery = 3};
        const double scale = pictures_.front().type() == PixelType::u16 ? 257 : 1;
        recipe.value = [&](int frame, int x, int y) {
            return static_cast<int>(pictures_[static_cast<std::size_t>(frame)].at(x, y) / scale);
        };
        test::writeFilm(film().toStdString(), recipe);
    }

    void opensShowsAnyFrameAndIsAnalysed() {
        newWindow();
        open(film());

        QCOMPARE(document().frameCount(), frames);
        QCOMPARE(document().times().sourceText(), QString("Time from the film"));
        for (const int frame : {4, 1, 3}) {
            document().frame().show(frame);
            settle();
            QCOMPARE(document().frame().preview()->frame, frame);
            QVERIFY2(document().frame().preview()->problem.empty(), document().frame().preview()->problem.c_str());
            QVERIFY(document().frame().preview()->lengths.rMax.isFound());
        }

        analyseAll();

        QCOMPARE(document().session().results.size(), std::size_t(frames));
        QCOMPARE(document().session().results.at(3)->rMax.px, document().frame().preview()->row.rMax.px);
    }
    void cleanup() { window_.reset(); }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(FilmTest)
#include "film_test.moc"
