// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that do not agree with themselves: whatever opens them indexes by what stands in them.
#include "core/base/error.hpp"
#include "core/export/tables.hpp"
#include "core/session/session.hpp"
#include "tests/core/session/example_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace coarsen {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::filesystem::path file = "/series/session.coarsen";

Json whole() {
    return Json::parse(sessionJson(test::exampleSession("/series"), "/series"));
}

Json changed(const std::string& place, const Json& value) {
    Json json = whole();
    json[Json::json_pointer(place)] = value;
    return json;
}

/// Words by which the text is refused; empty when it is taken.
std::string refusalOf(const std::string& text) {
    try {
        sessionFromJson(text, file);
        return {};
    } catch (const InputError& error) {
        EXPECT_EQ(error.subject(), "session.coarsen");
        EXPECT_FALSE(error.remedy().empty());
        EXPECT_THAT(error.what(), Not(HasSubstr("json.exception")));
        return error.reason();
    }
}

struct Damage {
    const char* place;
    Json value;
    const char* words;
};

void PrintTo(const Damage& damage, std::ostream* to) {
    *to << damage.place << " = " << damage.value;
}

class DamagedSession : public testing::TestWithParam<Damage> {};

TEST_P(DamagedSession, IsRefusedInWordsThatNameTheEntry) {
    const Damage& damage = GetParam();
    EXPECT_THAT(refusalOf(changed(damage.place, damage.value).dump()), HasSubstr(damage.words));
}

INSTANTIATE_TEST_SUITE_P(
    Entries, DamagedSession,
    testing::Values(Damage{"/schema", -1, "'schema' is -1"}, Damage{"/schema", 0, "'schema' is 0"},
                    Damage{"/schema", 1.5, "'schema' is 1.5, which is no whole number"},
                    Damage{"/schema", 18446744073709551616.0, "'schema' is 1.8"}, Damage{"/schema", 2, "newer version"},
                    Damage{"/schema", "one", "'schema' is a text where a whole number should stand"},
                    Damage{"/series/inputs", Json::array(), "'series.inputs' names no image"},
                    Damage{"/series/inputs", 7, "'series.inputs' is a number where a list should stand"},
                    Damage{"/series/inputs/1/page", -1, "'series.inputs[1]' has page -1"},
                    Damage{"/series/inputs/1/file", "", "'series.inputs[1]' names no file"},
                    Damage{"/series/inputs/1/time_source", "moon", "'series.inputs[1].time_source' is 'moon'"},
                    Damage{"/series/first/width", -640, "'series.first'"},
                    Damage{"/series/first", nullptr, "'series.first' is null"},
                    Damage{"/series/calibration/pixel_width_um", 1e308, "'series.calibration' has pixels of 1e+308 x 8.3 um"},
                    Damage{"/calibration/pixel_width_um", -1, "'calibration' has pixels"},
                    Damage{"/calibration/pixel_width_um", nullptr, "'calibration' has pixels"},
                    Damage{"/calibration/pixel_height_um", 0, "'calibration' has pixels"},
                    Damage{"/times/kind", "moon", "'times.kind' is 'moon'"},
                    Damage{"/times/interval_s", -60, "'times.interval_s'"},
                    Damage{"/times/interval_s", nullptr, "'times.interval_s'"},
                    Damage{"/times/interval_s", true, "'times.interval_s' is true"},
                    Damage{"/excluded", {3}, "'excluded' names frame 3, but there are 3 frames"},
                    Damage{"/excluded", {-1}, "'excluded' names frame -1"},
                    Damage{"/markers_px", Json::parse("[[1000000000,20]]"), "'markers_px' names frame 1000000000"},
                    Damage{"/markers_px", Json::parse("[[0,1e308]]"), "'markers_px' has no place"},
                    Damage{"/markers_px", Json::parse("[[0,20],[0,21]]"), "'markers_px[1]' names a frame a second time"},
                    Damage{"/markers_px", Json::parse("[[0]]"), "'markers_px[0]' has 1 values where 2 should stand"},
                    Damage{"/result_hashes/0/0", 7, "'result_hashes' names frame 7"},
                    Damage{"/result_keys/0/frame", 7, "'result_keys' names frame 7"},
                    Damage{"/result_keys/0/aspect", "wide", "'result_keys[0].aspect' is"},
                    Damage{"/results/1/frame", 1000000000, "'results' names frame 1000000000, but there are 3 frames"},
                    Damage{"/results/1/frame", -1, "'results' names frame -1"},
                    Damage{"/results/1/frame", 1e308, "'results[1].frame' is 1e+308, which is no whole number in its range"},
                    Damage{"/results/1/frame", 0, "'results[1]' is the second result of frame 0"},
                    Damage{"/results/1/page", -1, "the result of frame 1 has page -1"},
                    Damage{"/results/1/size_px/0", -640, "the result of frame 1 has a size of -640 x 480 px"},
                    Damage{"/results/1/size_px", {640}, "'results[1].size_px' has 1 values where 2 should stand"},
                    Damage{"/results/1/status", "fine", "'results[1].status' is 'fine'"},
                    Damage{"/results/1/r_max/quality", "fine", "'results[1].r_max.quality' is 'fine'"},
                    Damage{"/results/1/r_max", {}, "'results[1].r_max' is null"},
                    Damage{"/results/1/c1d/value", "", "the result of frame 1 has a C1D whose"},
                    Damage{"/results/1/c1d/pairs", "AACAPw==", "the result of frame 1 has a C1D whose"},
                    Damage{"/results/1/c1d/error", "AACAPw==", "the result of frame 1 has a C1D whose"},
                    Damage{"/results/1/c1d/value", "AACA*w==", "'results[1].c1d.value' holds no curve"},
                    Damage{"/results/1/sectors/1/pairs", "AACAPw==", "the result of frame 1 has a sector whose"},
                    Damage{"/results/1/terms/1/pairs", "AACAPw==", "the result of frame 1 has a term whose"},
                    Damage{"/results/1/message", 7, "'results[1].message' is a number where a text should stand"},
                    Damage{"/recipe/schema", 99, "its recipe cannot be used"}, Damage{"/recipe", 7, "its recipe cannot be used"},
                    Damage{"/fits", 7, "'fits' is a number"}));

TEST(DamagedSession, WithoutAnEntrySaysWhich) {
    for (const auto& [place, name] : {std::pair{"/series", "series"}, {"/results/1", "r_max"}, {"/times", "kind"}}) {
        Json json = whole();
        json[Json::json_pointer(place)] = Json::object();
        const std::string said = refusalOf(json.dump());
        EXPECT_THAT(said, HasSubstr(" is missing")) << place << name;
    }
    Json json = whole();
    json["results"][1]["r_max"].erase("px");
    EXPECT_EQ(refusalOf(json.dump()), "the session is damaged: 'results[1].r_max.px' is missing");
}

TEST(DamagedSession, ThatBreaksOffSaysWhere) {
    const std::string text = sessionJson(test::exampleSession("/series"), "/series");
    EXPECT_THAT(refusalOf(text.substr(0, text.size() / 2)), HasSubstr("it breaks off in line "));
    std::string spoilt = text;
    spoilt[text.find("\"device\"")] = '\0';
    EXPECT_THAT(refusalOf(spoilt), HasSubstr("line 8 is damaged"));
    EXPECT_EQ(refusalOf(""), "the file is empty");
    EXPECT_EQ(refusalOf(std::string(4096, '\0')), "it is not a session of Coarsen");
    std::string huge = text;
    huge.replace(huge.find("1.5"), 3, "1e999");
    EXPECT_THAT(refusalOf(huge), HasSubstr("a number in it is beyond"));
}

TEST(DamagedSession, LosesOnlyTheFitsThatAreDamagedForTheyAreMadeAgain) {
    for (const auto& [place, value] : std::vector<std::pair<const char*, Json>>{{"/fits/0/model", "spiral"},
                                                                                {"/fits/0/parameters", Json::array()},
                                                                                {"/fits/0/parameters/0/name", "A"},
                                                                                {"/fits/0/covariance", {1}},
                                                                                {"/fits/0/covariance", Json::array()},
                                                                                {"/fits/0/frames", {0, 1000000000}},
                                                                                {"/fits/0/frames", {-1}},
                                                                                {"/fits/0/largest_residual_frame", 3},
                                                                                {"/fits/0/largest_residual_frame", 99999999999},
                                                                                {"/fits/0/r2", "good"},
                                                                                {"/fits/0", 7}}) {
        const Session session = sessionFromJson(changed(place, value).dump(), file);

        EXPECT_TRUE(session.fits.empty()) << place;
        ASSERT_EQ(session.damages.size(), 1u) << place;
        EXPECT_THAT(session.damages.front(), HasSubstr("fitted again from the results")) << place;
        EXPECT_EQ(session.results.size(), 2u) << place;
        EXPECT_FALSE(fitJson(session).empty());
    }
    EXPECT_TRUE(sessionFromJson(whole().dump(), file).damages.empty());
}

TEST(DamagedSession, WithAnUnknownPixelSizeIsNone) {
    Json json = whole();
    json["calibration"]["pixel_width_um"] = json["calibration"]["pixel_height_um"] = 0;
    EXPECT_EQ(refusalOf(json.dump()), "");
}

TEST(Session, OfAnAbsurdPixelSizeIsWrittenWithoutOne) {
    Session session = test::exampleSession("/series");
    session.calibration = {1e308, 1e308, "typed"};

    EXPECT_EQ(sessionFromJson(sessionJson(session, "/series"), file).calibration, Calibration{});
}

}  // namespace
}  // namespace coarsen
