// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/drift.hpp"

#include "core/analysis/run_series.hpp"
#include "core/image/write_png.hpp"
#include "core/preprocess/stabilise.hpp"
#include "core/series/frame_order.hpp"
#include "core/synth/camera_faults.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

RingSettings drifting(int frames = 12) {
    RingSettings settings;
    settings.width = 360;
    settings.height = 260;
    settings.frames = frames;
    settings.law = RingLaw::constant;
    settings.rMaxFromPx = settings.rMaxToPx = 22;
    settings.zoom = true;  // the same pattern in every frame
    settings.faults = {.light = 0.3, .dust = 25, .driftPx = 9, .noise = 0.4};
    return settings;
}

Recipe stabilising(const char* reference = "previous") {
    Recipe recipe = defaultRecipe();
    setText(recipe, "stabilise.on", "true");
    setText(recipe, "stabilise.reference", reference);
    return recipe;
}

ImageSeries writtenSeries(const TemporaryFolder& folder, const RingSettings& settings) {
    writeRingSeries(folder.path(), settings);
    std::filesystem::remove(folder / "truth.csv");
    std::filesystem::remove(folder / "truth.json");
    return openSeries({folder.path()});
}

TEST(FindDrift, IsATwentiethOfAPixelNearTheTruthWithDustLightAndNoise) {
    const TemporaryFolder folder;
    const RingSettings settings = drifting();
    const ImageSeries series = writtenSeries(folder, settings);
    for (const char* reference : {"previous", "first", "mean"}) {
        const Drift drift = findDrift(series, stabilising(reference), 2);

        ASSERT_EQ(drift.shifts.size(), 12u);
        double squares = 0;
        for (int i = 0; i < settings.frames; ++i) {
            const SyntheticFrame truth = ringFrame(settings, i);
            squares += std::pow(drift.shifts[static_cast<std::size_t>(i)].x - truth.driftXPx, 2) +
                       std::pow(drift.shifts[static_cast<std::size_t>(i)].y - truth.driftYPx, 2);
        }
        EXPECT_LT(std::sqrt(squares / (2 * settings.frames)), 0.05) << reference;
        EXPECT_THAT(drift.notes, IsEmpty());
    }
}

TEST(FindDrift, HasErrorsOfTheSizeOfItsMisses) {
    double squares = 0;
    int count = 0;
    for (std::uint64_t seed = 31; seed < 37; ++seed) {
        const TemporaryFolder folder;
        RingSettings settings = drifting(5);
        settings.width = 240;
        settings.height = 180;
        settings.kept = 0.98;
        settings.faults = {.driftPx = 5, .noise = 0.5};
        settings.seed = seed;
        const Drift drift = findDrift(writtenSeries(folder, settings), stabilising(), 2);

        EXPECT_EQ(drift.errors[0].xPx, 0);
        EXPECT_EQ(drift.errors[0].yPx, 0);
        for (std::size_t i = 1; i < 5; ++i) {
            const auto [x, y] = driftOf(settings, static_cast<int>(i));
            squares += std::pow((drift.shifts[i].x - x) / drift.errors[i].xPx, 2) +
                       std::pow((drift.shifts[i].y - y) / drift.errors[i].yPx, 2);
            count += 2;
        }
    }
    const double rms = std::sqrt(squares / count);  // 1 if the errors are right; tests/studies/drift.cpp looks closely
    EXPECT_GT(rms, 0.6);
    EXPECT_LT(rms, 1.6);
}

/// How far the drifts of some growing patterns miss, in their errors: root mean square.
double missesOfGrowth(const char* errors) {
    double squares = 0;
    int count = 0;
    for (std::uint64_t seed = 51; seed < 55; ++seed) {
        const TemporaryFolder folder;
        RingSettings settings = drifting(6);
        settings.law = RingLaw::linear;
        settings.rMaxToPx = 25;
        settings.faults = {.driftPx = 5, .noise = 0.2};
        settings.seed = seed;
        Recipe recipe = stabilising();
        setText(recipe, "stabilise.errors", errors);
        const Drift drift = findDrift(writtenSeries(folder, settings), recipe, 2);
        for (int i = 1; i < settings.frames; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const auto [x, y] = driftOf(settings, i);
            squares += std::pow((drift.shifts[at].x - x) / drift.errors[at].xPx, 2) +
                       std::pow((drift.shifts[at].y - y) / drift.errors[at].yPx, 2);
            count += 2;
        }
    }
    return std::sqrt(squares / count);
}

TEST(FindDrift, HasErrorsOfTheSizeOfItsMissesWhereThePatternGrows) {
    const double misses = missesOfGrowth("beside-flow");  // tests/studies/drift.cpp looks closely
    EXPECT_GT(misses, 0.4);
    EXPECT_LT(misses, 1.5);
    EXPECT_LT(missesOfGrowth("with-flow"), 0.3) << "as recipes without the key have it";
}

TEST(FindDrift, DoesNotKnowItsErrorBehindAFrameThatItCouldNotCompare) {
    const TemporaryFolder folder;
    const ImageSeries series = writtenSeries(folder, drifting(6));
    RingSettings another = drifting(6);
    another.seed = 77;
    writeGreyPng(series.frames[3].file, ringFrame(another, 3).image);

    const Drift added = findDrift(series, stabilising("previous"), 2), direct = findDrift(series, stabilising("first"), 2);

    EXPECT_LT(added.errors[2].xPx, 0.1);
    for (std::size_t i = 3; i < 6; ++i)
        EXPECT_TRUE(std::isnan(added.errors[i].xPx)) << i;
    EXPECT_TRUE(std::isnan(direct.errors[3].xPx));
    EXPECT_LT(direct.errors[4].xPx, 0.1);
}

TEST(FindDrift, DoesNotDependOnThreads) {
    const TemporaryFolder folder;
    const ImageSeries series = writtenSeries(folder, drifting(20));  // more than one block

    const Drift one = findDrift(series, stabilising(), 1), two = findDrift(series, stabilising(), 2);

    for (std::size_t i = 0; i < one.shifts.size(); ++i) {
        EXPECT_EQ(one.shifts[i].x, two.shifts[i].x);
        EXPECT_EQ(one.shifts[i].y, two.shifts[i].y);
    }
}

TEST(FindDrift, GoesOnAfterABlankAndADamagedFrameAndNamesThem) {
    const TemporaryFolder folder;
    const RingSettings settings = drifting();
    ImageSeries series = writtenSeries(folder, settings);
    writeGreyPng(series.frames[4].file, Image(360, 260, std::vector<std::uint8_t>(360 * 260, 90)));
    std::filesystem::resize_file(series.frames[7].file, 500);

    const Drift drift = findDrift(series, stabilising(), 2);

    EXPECT_THAT(drift.notes, ElementsAre(HasSubstr("frames 4, 7 could not be found")));
    EXPECT_NEAR(drift.shifts[11].x, ringFrame(settings, 11).driftXPx, 0.15);
    EXPECT_EQ(drift.shifts[4].x, drift.shifts[3].x);
}

/// The picture turned about its centre by that angle and then moved, from x towards y.
Image turned(const Image& picture, double degrees, double dx, double dy) {
    const double angle = degrees * 3.14159265358979 / 180, centreX = (picture.width() - 1) / 2.0,
                 centreY = (picture.height() - 1) / 2.0;
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const double u = x - dx - centreX, v = y - dy - centreY;
            const double fromX = std::clamp(std::cos(angle) * u + std::sin(angle) * v + centreX, 0.0, picture.width() - 1.001);
            const double fromY = std::clamp(-std::sin(angle) * u + std::cos(angle) * v + centreY, 0.0, picture.height() - 1.001);
            const int left = static_cast<int>(fromX), top = static_cast<int>(fromY);
            const double fx = fromX - left, fy = fromY - top;
            pixels.push_back(static_cast<std::uint8_t>(
                std::lround((1 - fy) * ((1 - fx) * picture.at(left, top) + fx * picture.at(left + 1, top)) +
                            fy * ((1 - fx) * picture.at(left, top + 1) + fx * picture.at(left + 1, top + 1)))));
        }
    return Image(picture.width(), picture.height(), std::move(pixels));
}

TEST(FindDrift, SeesThePictureTurn) {
    const TemporaryFolder folder;
    RingSettings settings = drifting(6);
    settings.faults = {};
    ImageSeries series = writtenSeries(folder, settings);
    const Image still = ringFrame(settings, 0).image;
    for (int i = 0; i < 6; ++i)
        writeGreyPng(series.frames[static_cast<std::size_t>(i)].file, turned(still, 0.6 * i, 1.5 * i, -0.7 * i));
    for (const char* reference : {"previous", "mean"}) {
        Recipe recipe = stabilising(reference);
        setText(recipe, "stabilise.motion", "rigid");

        const Drift drift = findDrift(series, recipe, 2);

        for (int i = 0; i < 6; ++i) {
            const Shift& shift = drift.shifts[static_cast<std::size_t>(i)];
            EXPECT_NEAR(shift.rotationDeg, 0.6 * i, 0.03) << reference << i;
            EXPECT_NEAR(shift.x, 1.5 * i, 0.1) << reference << i;
            EXPECT_NEAR(shift.y, -0.7 * i, 0.1) << reference << i;
        }
    }
}

/// The picture sheared: its content moves right by `along` px more at the bottom than at the top.
Image sheared(const Image& picture, double along) {
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const double from =
                std::clamp(x - along * (y - picture.height() / 2.0) / picture.height(), 0.0, picture.width() - 1.001);
            const int left = static_cast<int>(from);
            const double part = from - left;
            pixels.push_back(
                static_cast<std::uint8_t>(std::lround((1 - part) * picture.at(left, y) + part * picture.at(left + 1, y))));
        }
    return Image(picture.width(), picture.height(), std::move(pixels));
}

/// The figure of "Parts of the frame move differently by 3.1 px ..."; NaN where that is not the only note.
double saidFlowPx(const std::vector<std::string>& notes) {
    const std::string start = "Parts of the frame move differently by ";
    return notes.size() == 1 && notes[0].starts_with(start) ? std::stod(notes[0].substr(start.size())) : std::nan("");
}

TEST(FindDrift, SaysThatThePatternFlowsAndByHowMuch) {
    const TemporaryFolder folder;
    RingSettings settings = drifting(5);
    settings.faults = {.noise = 0.2};
    const ImageSeries series = writtenSeries(folder, settings);
    const Image still = ringFrame(settings, 0).image;
    const auto notesOf = [&](const Recipe& recipe, const auto& frame) {
        for (int i = 0; i < 5; ++i)
            writeGreyPng(series.frames[static_cast<std::size_t>(i)].file, frame(i));
        return findDrift(series, recipe, 2).notes;
    };
    const auto shear = [&](int i) { return sheared(still, 4.5 * i); };
    const auto turn = [&](int i) { return turned(still, 0.5 * i, 0, 0); };
    Recipe rigid = stabilising();
    setText(rigid, "stabilise.motion", "rigid");

    // The middles of the outer thirds lie two thirds of the picture apart.
    EXPECT_NEAR(saidFlowPx(notesOf(stabilising(), shear)), 4.5 * 2 / 3, 0.3);
    EXPECT_THAT(notesOf(stabilising("mean"), shear),
                ElementsAre(HasSubstr("px against the frames before: the pattern itself flows")));
    EXPECT_NEAR(saidFlowPx(notesOf(stabilising(), turn)), 0.5 * 3.14159 / 180 * 2 / 3 * std::hypot(360, 260), 0.3);
    EXPECT_THAT(notesOf(rigid, turn), IsEmpty());  // the turn was asked for
}

TEST(FindDrift, DoesNotSayThatAPatternFlowsWhichOnlyDriftsOrChanges) {
    int falsely = 0;
    for (std::uint64_t seed = 401; seed < 441; ++seed) {
        const TemporaryFolder folder;
        RingSettings settings = drifting(4);
        settings.width = 240;
        settings.height = 180;
        settings.kept = seed % 2 ? 1 : 0.95;
        settings.faults.dust = 10;
        settings.seed = seed;
        falsely += !findDrift(writtenSeries(folder, settings), stabilising(), 2).notes.empty();
    }
    EXPECT_EQ(falsely, 0);
}

/// The same pictures, named backwards.
ImageSeries namedBackwards(const TemporaryFolder& folder, const ImageSeries& forwards) {
    std::filesystem::create_directory(folder / "backwards");
    const std::size_t count = forwards.frames.size();
    for (std::size_t i = 0; i < count; ++i)
        std::filesystem::copy_file(forwards.frames[i].file,
                                   folder / "backwards" / ("frame_" + std::to_string(100 + count - 1 - i) + ".png"));
    ImageSeries series = openSeries({folder / "backwards"});
    for (std::size_t i = 0; i < count; ++i)
        series.frames[i].timeS = static_cast<double>(count - i);
    series.order = FrameOrder::time;
    return series;
}

TEST(FindDrift, FollowsTheOrderOfTimeWhereThatIsTheSeries) {
    const TemporaryFolder folder;
    ImageSeries forwards = writtenSeries(folder, drifting(6));
    for (const char* reference : {"previous", "first", "mean"}) {
        std::filesystem::remove_all(folder / "backwards");
        const ImageSeries backwards = namedBackwards(folder, forwards);

        const Drift expected = findDrift(forwards, stabilising(reference), 2),
                    found = findDrift(backwards, stabilising(reference), 2);

        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_EQ(found.shifts[5 - i].x, expected.shifts[i].x) << reference << " " << i;
            EXPECT_EQ(found.errorOf(5 - i).xPx, expected.errorOf(i).xPx) << reference << " " << i;
        }
        ImageSeries longer = backwards, sooner = backwards;
        longer.frames.push_back(backwards.frames[2]);
        longer.frames.back().timeS = 99;
        sooner.frames.push_back(backwards.frames[2]);
        sooner.frames.back().timeS = -99;
        EXPECT_TRUE(isOfBeginning(found, longer));
        EXPECT_FALSE(isOfBeginning(found, sooner));
        const Drift grown = findDrift(longer, stabilising(reference), 2, {}, {}, {}, found);
        EXPECT_EQ(grown.shifts.back().x, findDrift(longer, stabilising(reference), 2).shifts.back().x) << reference;
    }
}

TEST(FindDrift, NamesJumps) {
    const TemporaryFolder folder;
    const RingSettings settings = drifting();
    ImageSeries series = writtenSeries(folder, settings);
    const Image last = ringFrame(settings, 11).image;
    std::vector<std::uint8_t> moved(360 * 260);
    for (int y = 0; y < 260; ++y)
        for (int x = 0; x < 360; ++x)
            moved[static_cast<std::size_t>(y * 360 + x)] =
                static_cast<std::uint8_t>(last.at(std::max(0, x - 40), std::min(259, y + 25)));
    writeGreyPng(series.frames[11].file, Image(360, 260, std::move(moved)));

    const Drift drift = findDrift(series, stabilising(), 2);

    EXPECT_THAT(drift.notes, ElementsAre(HasSubstr("jumps at frame 11")));
    EXPECT_THAT(jumpsIn(drift.shifts), ElementsAre(11));
    EXPECT_THAT(jumpsIn({}), IsEmpty());
    EXPECT_NEAR(drift.shifts[11].x - ringFrame(settings, 11).driftXPx, 40, 0.3);
    EXPECT_NEAR(drift.shifts[11].y - ringFrame(settings, 11).driftYPx, -25, 0.3);
}

TEST(FindDrift, LooksAtWhatTheCropLeavesAlone) {
    const TemporaryFolder folder;
    const RingSettings settings = drifting(5);
    const ImageSeries series = writtenSeries(folder, settings);
    RingSettings stage = settings;
    stage.seed = 99;
    stage.faults.driftPx = 60;
    Recipe recipe = stabilising();
    for (const auto& [key, value] :
         {std::pair{"crop.on", "true"}, {"crop.x", "40"}, {"crop.y", "30"}, {"crop.width", "260"}, {"crop.height", "190"}})
        setText(recipe, key, value);

    const Drift still = findDrift(series, recipe, 2);
    for (int i = 0; i < 5; ++i) {
        const Image inside = ringFrame(settings, i).image, beyond = ringFrame(stage, i).image;
        std::vector<std::uint8_t> pixels;
        for (int y = 0; y < 260; ++y)
            for (int x = 0; x < 360; ++x) {
                const bool isLeft = x >= 40 && x < 300 && y >= 30 && y < 220;
                pixels.push_back(static_cast<std::uint8_t>((isLeft ? inside : beyond).at(x, y)));
            }
        writeGreyPng(series.frames[static_cast<std::size_t>(i)].file, Image(360, 260, std::move(pixels)));
    }
    const Drift beside = findDrift(series, recipe, 2);

    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(beside.shifts[i].x, driftOf(settings, static_cast<int>(i)).first, 0.1);
        EXPECT_NEAR(beside.shifts[i].x, still.shifts[i].x, 1e-5) << i;
        EXPECT_NEAR(beside.shifts[i].y, still.shifts[i].y, 1e-5) << i;
    }
    EXPECT_EQ(beside.notes, still.notes);
    setText(recipe, "crop.on", "false");
    EXPECT_GT(std::abs(findDrift(series, recipe, 2).shifts[4].x - still.shifts[4].x), 0.01);
}

TEST(FindDrift, OfARecipeThatDoesNotStabiliseIsNone) {
    EXPECT_FALSE(needsDrift(defaultRecipe()));
    EXPECT_TRUE(findDrift({}, stabilising(), 1).isEmpty());
}

TEST(StabilisedSeries, HasTheDriftInItsRowsAndKeepsTheLength) {
    const TemporaryFolder folder;
    const RingSettings settings = drifting(6);
    RunRequest request;
    request.series = writtenSeries(folder, settings);
    request.engines.engines = cpuEngines();
    setText(request.recipe = defaultRecipe(), "measure.errors", "none");

    const auto before = runSeries(request, {}).rows();
    setText(request.recipe, "stabilise.on", "true");
    std::vector<int> surveyed;
    RunListener listener;
    listener.surveyed = [&](int done, int) { surveyed.push_back(done); };
    const auto after = runSeries(request, listener).rows();

    EXPECT_EQ(surveyed.size(), 6u);
    for (std::size_t i = 0; i < after.size(); ++i) {
        EXPECT_NEAR(after[i].image.drift.xPx, ringFrame(settings, static_cast<int>(i)).driftXPx, 0.1);
        EXPECT_EQ(before[i].image.drift.xPx, 0);
        EXPECT_NEAR(after[i].rMax.px / before[i].rMax.px, 1, 0.01);  // another part of the pattern is seen
    }
}

Frame wave(double shiftX, double shiftY) {
    std::vector<float> pixels;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 80; ++x)
            pixels.push_back(static_cast<float>(100 + 20 * std::sin(0.3 * (x - shiftX)) * std::cos(0.25 * (y - shiftY))));
    Frame frame;
    frame.image = Image(80, 60, std::move(pixels));
    return frame;
}

/// After the step, told of that drift.
Frame stabilised(const Frame& frame, const FrameDrift& drift) {
    StepContext context;
    context.survey.drift = drift;
    return Stabilise{}(frame, context);
}

TEST(Stabilise, MovesTheContentBackAndMasksWhatMovedIn) {
    const Frame still = wave(0, 0);
    for (const auto& [x, y] : {std::pair{3.0, -2.0}, {2.4, 0.0}, {-1.7, 3.3}}) {
        const Frame moved = stabilised(wave(x, y), {x, y});

        int valid = 0;
        for (int row = 0; row < 60; ++row)
            for (int column = 0; column < 80; ++column) {
                if (!moved.mask.isValid(column, row)) continue;
                ++valid;
                ASSERT_NEAR(moved.image.at(column, row), still.image.at(column, row), 0.02) << column << ", " << row;
            }
        EXPECT_GE(valid, (80 - 6) * (60 - 7));
        EXPECT_LT(valid, 80 * 60);
    }
}

TEST(Stabilise, TurnsThePictureBackAboutItsCentre) {
    Frame frame = wave(0, 0);
    frame.image = Image(81, 61, [] {
        std::vector<float> pixels;
        for (int y = 0; y < 61; ++y)
            for (int x = 0; x < 81; ++x)  // the wave of below, seen turned by 30 degrees and moved by (2, -1)
                pixels.push_back(static_cast<float>(
                    100 + 20 * std::sin(0.2 * ((x - 42) * std::cos(0.5235987756) + (y - 29) * std::sin(0.5235987756)))));
        return pixels;
    }());

    const Frame back = stabilised(frame, {2, -1, 30});

    for (const auto& [x, y] : {std::pair{40, 30}, {30, 25}, {55, 40}, {20, 30}}) {
        ASSERT_TRUE(back.mask.isValid(x, y));
        EXPECT_NEAR(back.image.at(x, y), 100 + 20 * std::sin(0.2 * (x - 40)), 0.05) << x << ", " << y;
    }
    EXPECT_FALSE(back.mask.isValid(0, 0));
}

TEST(Stabilise, MovesTheMaskWithThePicture) {
    Frame frame = wave(5, 3);
    std::vector<std::uint8_t> valid(80 * 60, 1);
    valid[20 * 80 + 30] = 0;
    frame.mask = Mask(80, 60, std::move(valid));

    const Frame moved = stabilised(frame, {5, 3});

    EXPECT_EQ(moved.drift.xPx, 5);
    EXPECT_FALSE(moved.mask.isValid(25, 17));
    EXPECT_TRUE(moved.mask.isValid(30, 20));
    EXPECT_TRUE(moved.mask.isValid(26, 17));
}

TEST(Stabilise, LeavesAFrameWithoutDriftAsItIs) {
    for (const double shift : {0.0, std::nan("")}) {
        const Frame frame = wave(0, 0);
        EXPECT_TRUE(stabilised(frame, {shift, shift}).image.sharesPixelsWith(frame.image));
    }
}

}  // namespace
}  // namespace coarsen
