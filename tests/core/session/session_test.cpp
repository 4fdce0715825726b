// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "tests/core/session/example_session.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using test::exampleSession;
using test::measuredRow;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Session, ComesBackAsItWasLeft) {
    const TemporaryFolder folder;
    const Session left = exampleSession(folder.path());

    writeSession(folder / "session.coarsen", left);
    const Session back = readSession(folder / "session.coarsen");

    EXPECT_EQ(sessionJson(back, folder.path()), sessionJson(left, folder.path()));
    EXPECT_EQ(back.series, left.series);
    EXPECT_EQ(back.series.notes, left.series.notes);
    EXPECT_EQ(back.times, left.times);
    EXPECT_EQ(back.timeUnit, TimeUnit::hour);
    EXPECT_EQ(back.typedUnits, left.typedUnits);
    EXPECT_EQ(back.series.order, left.series.order);
    EXPECT_EQ(back.series.clockStartS, left.series.clockStartS);
    EXPECT_EQ(back.series.timesBy, "ImageJ finterval=60");
    EXPECT_EQ(back.calibration, left.calibration);
    EXPECT_TRUE(back.recipe == left.recipe);
    EXPECT_EQ(back.excluded, left.excluded);
    EXPECT_EQ(back.manualRMaxPx, left.manualRMaxPx);
    EXPECT_EQ(back.viewJson, left.viewJson);
    ASSERT_EQ(back.results.size(), 2u);
    EXPECT_EQ(back.results.at(1)->rMax.px, left.results.at(1)->rMax.px);
    EXPECT_EQ(back.results.at(1)->profile.value, left.results.at(1)->profile.value);
    EXPECT_EQ(back.results.at(1)->profile.fine, left.results.at(1)->profile.fine);
    EXPECT_EQ(back.results.at(1)->profile.variance, left.results.at(1)->profile.variance);
    EXPECT_EQ(back.results.at(1)->profile.smoothingPx, left.results.at(1)->profile.smoothingPx);
    ASSERT_EQ(back.results.at(1)->sectors.size(), 2u);
    EXPECT_EQ(back.results.at(1)->sectors[0].rMaxPx, 21.5);
    EXPECT_TRUE(std::isnan(back.results.at(1)->sectors[1].rMaxPx));
    EXPECT_EQ(back.results.at(1)->sectors[1].value, left.results.at(1)->sectors[1].value);
    ASSERT_EQ(back.results.at(1)->terms.size(), 2u);
    EXPECT_EQ(back.results.at(1)->terms[0].error, left.results.at(1)->terms[0].error);
    EXPECT_EQ(back.results.at(1)->terms[1].name, "1x2");
    EXPECT_EQ(back.results.at(1)->lengths["xi_fit"].fitToPx, 61);
    ASSERT_TRUE(back.results.at(1)->deformation);
    EXPECT_EQ(back.results.at(1)->deformation->logJMean, -0.0625);
    EXPECT_TRUE(back.results.at(1)->deformation->mayBeOnePeriodOff);
    ASSERT_EQ(back.fits.size(), 1u);
    EXPECT_EQ(back.fits[0].parameters[0].value, 1.0 / 3);
}

TEST(Session, KeepsTheIntervalOfAStackSoThatItsTimesComeBack) {
    const TemporaryFolder folder;
    Session stack = exampleSession(folder.path());
    stack.series.first.stack = {.channels = 2, .slices = 3, .times = 2, .order = "CZT", .intervalS = 2.5};
    const Session back = sessionFromJson(sessionJson(stack, folder.path()), folder / "session.coarsen");
    EXPECT_EQ(back.series.first.stack.frameIntervalS(), 2.5);

    stack.series.first.stack.times = 1;  // slices through the depth
    EXPECT_FALSE(
        sessionFromJson(sessionJson(stack, folder.path()), folder / "session.coarsen").series.first.stack.frameIntervalS());
}

TEST(Session, KeepsWhatThePagesOfAStackAre) {
    const TemporaryFolder folder;
    Session stack = exampleSession(folder.path());
    const std::string without = sessionJson(stack, folder.path());
    EXPECT_EQ(without.find("\"stack\""), std::string::npos) << "of single images";
    stack.series.first.pages = 15;
    stack.series.first.stack = {.channels = 3, .slices = 5, .times = 1, .order = "ZCT"};
    const std::string text = sessionJson(stack, folder.path());
    EXPECT_EQ(sessionFromJson(text, folder / "session.coarsen").series.first.stack, stack.series.first.stack);

    for (const auto& [right, wrong] :
         {std::pair{"\"slices\": 5", "\"slices\": 7"}, {"\"slices\": 5", "\"slices\": 0"}, {"\"ZCT\"", "\"ZZT\""}}) {
        std::string damaged = text;
        const std::size_t at = damaged.find(right);
        ASSERT_NE(at, std::string::npos) << right;
        damaged.replace(at, std::string(right).size(), wrong);
        EXPECT_THROW(sessionFromJson(damaged, folder / "session.coarsen"), InputError) << wrong;
    }
}

TEST(Session, KeepsTheFilesOfItsFramesAndTheBitsInUse) {
    const TemporaryFolder folder;
    Session session = exampleSession(folder.path());
    EXPECT_EQ(sessionJson(session, folder.path()).find("\"bits_in_use\""), std::string::npos) << "nothing is known of them";
    EXPECT_EQ(sessionJson(session, folder.path()).find("\"slice_files\""), std::string::npos);
    session.series.first.bitsPerSample = 16;
    session.series.first.facts.bitsInUse = 12;
    session.series.frames[0].channelPages = {0, 3};
    session.series.frames[0].channelFiles = {folder / "a_c0.tif", folder / "b" / "a_c1.tif"};
    session.series.volumes.emplace();
    session.series.volumes->first.size = {4, 4, 4};
    session.series.frames[1].sliceFiles = {folder / "z0.tif", folder / "z1.tif"};
    const std::string text = sessionJson(session, folder.path());
    EXPECT_NE(text.find("\"b/a_c1.tif\""), std::string::npos) << "seen from the session";

    const Session back = sessionFromJson(text, folder / "session.coarsen");
    EXPECT_EQ(back.series.first.facts.bitsInUse, 12);
    EXPECT_FALSE(back.series.comparesSizes);
    session.series.comparesSizes = true;
    EXPECT_TRUE(sessionFromJson(sessionJson(session, folder.path()), folder / "session.coarsen").series.comparesSizes);
    EXPECT_EQ(back.series.frames[0].channelFiles, session.series.frames[0].channelFiles);
    EXPECT_EQ(back.series.frames[1].sliceFiles, session.series.frames[1].sliceFiles);

    std::string damaged = text;
    damaged.replace(damaged.find("\"bits_in_use\": 12"), 17, "\"bits_in_use\": 17");
    EXPECT_THROW(sessionFromJson(damaged, folder / "session.coarsen"), InputError);
    session.series.volumes.reset();
    EXPECT_THROW(sessionFromJson(sessionJson(session, folder.path()), folder / "session.coarsen"), InputError)
        << "slices of a picture";
}

TEST(Session, KeepsHowItsImagesAreGrouped) {
    const TemporaryFolder folder;
    Session session = exampleSession(folder.path());
    EXPECT_EQ(sessionJson(session, folder.path()).find("\"ensemble\""), std::string::npos) << "of a series";
    session.ensemble = Grouping{"temperature_C", folder / "images.csv", {{"cold", 20.5, {0}}, {"unknown", std::nan(""), {}}}};
    const std::string text = sessionJson(session, folder.path());
    EXPECT_EQ(sessionFromJson(text, folder / "session.coarsen").ensemble, session.ensemble);

    std::string damaged = text;
    const std::size_t frames = damaged.find("\"frames\"", damaged.find("\"cold\"")), zero = damaged.find('0', frames);
    damaged.replace(zero, 1, "999");
    try {
        sessionFromJson(damaged, folder / "session.coarsen");
        FAIL() << "a frame that is not there was taken";
    } catch (const InputError& error) {
        EXPECT_THAT(error.reason(), HasSubstr("ensemble.groups"));
    }
}

TEST(Session, FindsItsImagesWhenMovedTogetherWithThem) {
    const TemporaryFolder here, there;
    writeSession(here / "session.coarsen", exampleSession(here.path()));

    std::filesystem::copy(here / "session.coarsen", there / "session.coarsen");
    const Session moved = readSession(there / "session.coarsen");

    EXPECT_EQ(moved.series.frames[0].file.parent_path(), there / "images");
    EXPECT_EQ(moved.times.table, there / "times.csv");
}

TEST(Session, OfATimeWithoutAChoiceOfUnitsOpensWithTheAutomaticOne) {
    const TemporaryFolder folder;
    std::string text = sessionJson(exampleSession(folder.path()), folder.path());
    const std::size_t from = text.find(",\n  \"unit\""), to = text.find("}", text.find("typed_units"));
    text.erase(from, to + 1 - from);

    const Session old = sessionFromJson(text, folder / "session.coarsen");

    EXPECT_EQ(old.timeUnit, TimeUnit::automatic);
    EXPECT_TRUE(old.typedUnits.empty());
    EXPECT_EQ(old.times.kind, TimeChoice::Kind::table);
}

TEST(Session, OfANewerSchemaIsRefusedInWords) {
    const std::string text = R"({"schema":2,"program":"Coarsen"})";

    try {
        sessionFromJson(text, "a.coarsen");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.subject(), "a.coarsen");
        EXPECT_THAT(error.reason(), HasSubstr("newer version"));
    }
}

TEST(Session, ThatIsNoneIsRefused) {
    for (const char* text : {"", "[1,2]", "{", R"({"schema":1,"program":7})", R"({"schema":1,"program":"Coarsen"})",
                             R"({"schema":"one","program":"Coarsen"})"})
        EXPECT_THROW(sessionFromJson(text, "a.coarsen"), InputError) << text;
}

TEST(Session, WithANumberThatIsNoFramesIsRefused) {
    const TemporaryFolder folder;
    const std::string whole = sessionJson(exampleSession(folder.path()), folder.path());
    for (const auto& [key, wrong] : {std::pair{"\"schema\": ", "1e99"},
                                     {"\"schema\": ", "4294967297"},
                                     {"\"page\": ", "1e99"},
                                     {"\"page\": ", "0.5"},
                                     {"\"width\": ", "-1e30"},
                                     {"\"input_bytes\": ", "-1"}}) {
        std::string text = whole;
        const std::size_t from = text.find(key) + std::string(key).size();
        ASSERT_LT(from, text.size()) << key;
        text.replace(from, text.find_first_of(",\n", from) - from, wrong);
        EXPECT_THROW(sessionFromJson(text, folder / "session.coarsen"), InputError) << key << wrong;
    }
}

TEST(Session, OfBracketsWithoutEndIsRefused) {
    constexpr int levels = 200'000;
    const TemporaryFolder folder;
    std::string text = sessionJson(exampleSession(folder.path()), folder.path());
    const std::size_t from = text.find("\"view\": ") + 8;
    text.replace(from, text.rfind('}') - from, std::string(levels, '[') + std::string(levels, ']'));

    EXPECT_THROW(sessionFromJson(text, folder / "session.coarsen"), InputError);
}

TEST(Session, KnowsWhichResultsAreOfTodaysRecipe) {
    const TemporaryFolder folder;
    Session session = exampleSession(folder.path());

    EXPECT_TRUE(session.isUpToDate(0));
    EXPECT_FALSE(session.isUpToDate(1));
    EXPECT_FALSE(session.isUpToDate(2));
    EXPECT_THAT(session.framesUpToDate(), ElementsAre(0));

    setText(session.recipe, "fit.model", "power");
    EXPECT_TRUE(session.isUpToDate(0));  // a fit changes no measurement

    setText(session.recipe, "measure.max_lag", "78");
    EXPECT_FALSE(session.isUpToDate(0));
}

TEST(Session, KnowsWhichMarkerAndPixelsAResultWasMadeWith) {
    const TemporaryFolder folder;
    const Session before = exampleSession(folder.path());
    Session session = before;

    session.manualRMaxPx[0] = 33;
    EXPECT_FALSE(session.isUpToDate(0));
    session.manualRMaxPx = before.manualRMaxPx;
    EXPECT_TRUE(session.isUpToDate(0)) << "what was undone needs no measurement";

    session.calibration = {2, 5, "typed"};
    EXPECT_FALSE(session.isUpToDate(0));
    writeSession(folder / "session.coarsen", session);
    Session read = readSession(folder / "session.coarsen");
    EXPECT_FALSE(read.isUpToDate(0));
    EXPECT_EQ(read.resultKeys, session.resultKeys);
    read.calibration = before.calibration;
    EXPECT_TRUE(read.isUpToDate(0));
}

TEST(Session, NamesImagesThatAreMissingOrChanged) {
    const TemporaryFolder folder;
    Session session = exampleSession(folder.path());
    std::filesystem::create_directory(folder / "images");
    for (int i = 0; i < 3; ++i) {
        writeWhole(session.series.frames[static_cast<std::size_t>(i)].file, std::string_view("pixels"));
        FrameResult row = measuredRow(i);
        row.inputSha256 = sha256(std::string_view("pixels"));
        row.inputBytes = 6;
        session.results[i] = shared(std::move(row));
    }
    EXPECT_TRUE(checkInputs(session).isUnchanged());

    writeWhole(session.series.frames[1].file, std::string_view("Pixels"));
    std::filesystem::remove(session.series.frames[2].file);

    EXPECT_THAT(checkInputs(session).changed, ElementsAre(1));
    EXPECT_THAT(checkInputs(session).missing, ElementsAre(2));
    EXPECT_THAT(checkInputs(session, 1).changed, ElementsAre(1));
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_TRUE(checkInputs(session, 1, stopped.get_token()).isUnchanged());
}

TEST(Session, NamesImagesOfWhichAChannelsFileHasChanged) {
    const TemporaryFolder folder;
    Session session = exampleSession(folder.path());
    std::filesystem::create_directory(folder / "images");
    const auto sum = [](std::string_view text) { return sha256(text); };
    for (const std::size_t i : {0, 1}) {
        FrameSource& source = session.series.frames[i];
        source.channelPages = {0, 0, 0};
        source.channelFiles = {source.file, folder / "images/red.png", folder / "images/green.png"};
        writeWhole(source.file, std::string_view("pixels"));
        FrameResult row = measuredRow(static_cast<int>(i));
        row.inputSha256 = sum("pixels");
        row.inputBytes = 6;
        if (i == 0) row.channelsSha256 = sha256(sum("red") + "\n" + sum("green") + "\n");
        session.results[static_cast<int>(i)] = shared(std::move(row));
    }
    writeWhole(folder / "images/red.png", std::string_view("red"));
    writeWhole(folder / "images/green.png", std::string_view("green"));
    EXPECT_TRUE(checkInputs(session).isUnchanged());

    writeWhole(folder / "images/green.png", std::string_view("Green"));
    writeSession(folder / "session.coarsen", session);
    const Session read = readSession(folder / "session.coarsen");
    EXPECT_THAT(checkInputs(read).changed, ElementsAre(0)) << "of the other frame one channel alone was measured";
    std::filesystem::remove(folder / "images/green.png");
    EXPECT_THAT(checkInputs(read).missing, ElementsAre(0));
}

TEST(Session, KeepsThatItsFramesAreVolumes) {
    const TemporaryFolder folder;
    Session session = exampleSession(folder.path());
    VolumeFrames volumes;
    volumes.choice = {RawLayout{{64, 48, 40}, SampleType::u16, true, 512}, "entry/data", 0, 2};
    volumes.first = {{640, 480, 40}, SampleType::u8, {0.5, 0.5, 1.5, true}, 3, 4, "PNG", {}, {}};
    session.series.volumes = volumes;
    session.calibration = {0.5, 0.5, "typed", 1.5};
    FrameResult row = measuredRow(0);
    row.image.depthPx = 40;
    row.image.drift.zPx = -1.25;
    row.surface.emplace();
    row.surface->measures.areaPerVolume = {0.23, 0.004};
    row.surface->measures.eulerPerPx3 = {-1.25e-3, std::numeric_limits<double>::quiet_NaN()};
    row.surface->measures.euler = {-75, 3};
    row.surface->measures.topology.cavities = 2;
    row.surface->level = 117.5;
    session.results[0] = shared(row);
    session.resultKeys = {{0, session.keysOfToday().of(0)}, {1, {"of another recipe", 1, {}, 2.5}}};

    const Session back = sessionFromJson(sessionJson(session, folder.path()), folder / "session.coarsen");

    ASSERT_TRUE(back.series.volumes);
    EXPECT_EQ(back.series.volumes->choice, volumes.choice);
    EXPECT_EQ(back.series.volumes->first.size, volumes.first.size);
    EXPECT_EQ(back.series.volumes->first.spacing, volumes.first.spacing);
    EXPECT_EQ(back.series.volumes->first.channels, 4);
    EXPECT_EQ(back.calibration, session.calibration);
    EXPECT_EQ(back.results.at(0)->image.depthPx, 40);
    EXPECT_EQ(back.results.at(0)->image.drift.zPx, -1.25);
    ASSERT_TRUE(back.results.at(0)->surface);
    const SurfaceFacts& surface = *back.results.at(0)->surface;
    EXPECT_EQ(surface.measures.areaPerVolume.error, 0.004);
    EXPECT_EQ(surface.measures.eulerPerPx3.value, -1.25e-3);
    EXPECT_TRUE(std::isnan(surface.measures.eulerPerPx3.error));
    EXPECT_EQ(surface.measures.topology.euler, -75);
    EXPECT_EQ(surface.measures.topology.cavities, 2);
    EXPECT_EQ(surface.level, 117.5);
    EXPECT_EQ(back.resultKeys, session.resultKeys);
    EXPECT_TRUE(back.isUpToDate(0));
    EXPECT_NE(session.keysOfToday().of(0), exampleSession(folder.path()).keysOfToday().of(0));
}

TEST(Session, ResultsOfOtherRulesAreOutOfDateAndStaySo) {
    const TemporaryFolder folder;
    Session session = exampleSession(folder.path());
    ASSERT_TRUE(session.isUpToDate(0));
    session.resultKeys.at(0).rules = rulesNumber + 1;
    EXPECT_FALSE(session.isUpToDate(0));

    const Session back = sessionFromJson(sessionJson(session, folder.path()), folder / "session.coarsen");

    EXPECT_EQ(back.resultKeys, session.resultKeys);
    EXPECT_FALSE(back.isUpToDate(0));
}

TEST(Session, NamesTheRulesOfItsResultsOnceAndWithoutThemTheyAreTheFirst) {
    const TemporaryFolder folder;
    const std::string json = sessionJson(exampleSession(folder.path()), folder.path()),
                      line = " \"rules\": " + std::to_string(rulesNumber) + ",\n";
    const auto at = json.find(line);
    ASSERT_NE(at, std::string::npos);
    const auto rulesOf = [&](const std::string& replacement) {
        const std::string text = std::string(json).replace(at, line.size(), replacement);
        return sessionFromJson(text, folder / "session.coarsen").resultKeys.at(0).rules;
    };

    EXPECT_EQ(rulesOf(line), rulesNumber);
    EXPECT_EQ(rulesOf(" \"rules\": 7,\n"), 7);
    EXPECT_EQ(rulesOf(""), firstRulesNumber);
}

}  // namespace
}  // namespace coarsen
