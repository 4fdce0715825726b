// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions as half copies, other versions, editors and bad disks leave them.
#include "tests/nasty/nasty_input.hpp"
#include "tests/support/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <utility>

namespace coarsen::nasty {

namespace {

using Json = nlohmann::json;
using Text = std::function<std::string(std::string whole)>;

constexpr const char* place = "before/session.coarsen";

/// The session of the series that make::images makes, measured into `before` beside `images`, where it finds them.
const std::string& wholeSession() {
    static const std::string text = [] {
        const TemporaryFolder folder;
        make::images()(folder.path());
        make::run(folder.path(), {"analyze", "@/images", "-o", "@/before", "--quiet"});
        return make::bytesOf(folder / place);
    }();
    return text;
}

std::function<void(const std::filesystem::path&)> withSession(Text text) {
    return [text = std::move(text)](const std::filesystem::path& folder) {
        make::images()(folder);
        make::file(folder / place, text(wholeSession()));
    };
}

NastyInput refused(std::string name, Text text, const std::string& words) {
    return {.name = "Session" + std::move(name),
            .make = withSession(std::move(text)),
            .command = {"analyze", "--session", std::string("@/") + place, "-o", "@/out"},
            .answer = {.status = 2, .words = {"session.coarsen", words}},
            .window = WindowAnswer{.opens = place, .isOpened = false, .words = {words}}};
}

NastyInput taken(std::string name, Text text, std::vector<std::string> words = {}) {
    return {.name = "Session" + std::move(name),
            .make = withSession(std::move(text)),
            .command = {"analyze", "--session", std::string("@/") + place, "-o", "@/out"},
            .answer = {.status = 0, .words = words, .frames = "ok ok ok"},
            .window = WindowAnswer{.opens = place, .words = std::move(words), .frames = "ok ok ok"}};
}

/// With the entry's value replaced, written as the program writes it.
Text with(std::string entry, Json value) {
    return [=](const std::string& whole) {
        Json json = Json::parse(whole);
        json.at(Json::json_pointer(entry)) = value;
        return json.dump(1) + "\n";
    };
}

Text without(std::string owner, std::string key) {
    return [=](const std::string& whole) {
        Json json = Json::parse(whole);
        json.at(Json::json_pointer(owner)).erase(key);
        return json.dump(1) + "\n";
    };
}

Text always(std::string text) {
    return [text = std::move(text)](const std::string&) { return text; };
}

std::string replacedIn(std::string text, std::string_view from, std::string_view to) {
    return text.replace(text.find(from), from.size(), to);
}

NastyInputs unreadable() {
    const std::string brackets(200'000, '[');
    return {
        refused("OfNoBytes", always(""), "the file is empty"),
        refused("OfZeros", always(std::string(4096, '\0')), "it is not a session of Coarsen"),
        refused("ThatIsAPicture", always("\x89PNG\r\n\x1A\n0000IHDR"), "it is not a session of Coarsen"),
        refused("ThatIsAnotherProgramsJson", always("{\"name\":\"project\",\"version\":\"1.0\"}"),
                "it is not a session of Coarsen"),
        refused(
            "CutInTheMiddle", [](const std::string& whole) { return whole.substr(0, whole.size() / 2); },
            "it breaks off in line"),
        refused(
            "CutBeforeItsLastBracket", [](const std::string& whole) { return whole.substr(0, whole.size() - 3); },
            "it breaks off in line"),
        refused(
            "WithALatin1Byte", [](const std::string& whole) { return replacedIn(whole, "images", "im\xE4ges"); },
            "is damaged (byte"),
        refused(
            "InUtf16",
            [](const std::string& whole) {
                std::string wide = "\xFF\xFE";
                for (const char letter : whole)
                    wide += {letter, '\0'};
                return wide;
            },
            "it is not a session of Coarsen"),
        refused(
            "WithANumberBeyondAll",
            [](const std::string& whole) { return replacedIn(whole, "\"interval_s\": 1.0", "\"interval_s\": 1e999"); },
            "a number in it is beyond all"),
        refused(
            "OfBracketsWithoutEnd",
            [=](const std::string& whole) { return replacedIn(whole, "\"view\": null", "\"view\": " + brackets); },
            "it has too many brackets"),
        taken("WithWindowsLineEnds",
              [](std::string whole) {
                  for (std::size_t at = 0; (at = whole.find('\n', at)) != std::string::npos; at += 2)
                      whole.insert(at, 1, '\r');
                  return whole;
              }),
        taken("WithAByteOrderMark", [](const std::string& whole) { return "\xEF\xBB\xBF" + whole; }),
    };
}

NastyInputs inconsistent() {
    const Json curve = Json::parse(R"("AACAPwAAAAA=")");
    return {
        refused("OfSchemaMinusOne", with("/schema", -1), "'schema' is -1"),
        refused("OfSchemaOneAndAHalf", with("/schema", 1.5), "'schema' is 1.5"),
        refused("OfSchemaTwoToThe64", with("/schema", 18446744073709551616.0), "'schema' is 1.8"),
        refused("OfANewerSchema", with("/schema", 2), "it was written by a newer version"),
        refused("WithoutInputs", with("/series/inputs", Json::array()), "'series.inputs' names no image"),
        refused(
            "OfOneInputAndThreeResults",
            [](const std::string& whole) {
                Json json = Json::parse(whole);
                json["series"]["inputs"] = {json["series"]["inputs"][0]};
                return json.dump();
            },
            "'results' names frame 1, but there is 1 frame"),
        refused("WithAResultOfFrameABillion", with("/results/1/frame", 1000000000), "'results' names frame 1000000000"),
        refused("WithAResultOfFrame1e308", with("/results/1/frame", 1e308), "'results[1].frame' is 1e+308"),
        refused("WithAResultOfFrameMinusOne", with("/results/1/frame", -1), "'results' names frame -1"),
        refused("WithTwoResultsOfAFrame", with("/results/1/frame", 0), "is the second result of frame 0"),
        refused("WithPageMinusOne", with("/series/inputs/1/page", -1), "has page -1"),
        refused("WithAnInputWithoutAFile", with("/series/inputs/1/file", ""), "names no file"),
        refused("WithAPixelOf1e308",
                with("/calibration", {{"pixel_width_um", 1e308}, {"pixel_height_um", 1e308}, {"source", "typed"}}),
                "has pixels of 1e+308"),
        refused("WithANegativePixel", with("/calibration/pixel_width_um", -1), "has pixels of -1"),
        refused("WithANegativeInterval", with("/times/interval_s", -60), "'times.interval_s' is not more than 0"),
        refused("OfTimesOfAnotherKind", with("/times/kind", "moon"), "'times.kind' is 'moon'"),
        refused("ThatExcludesAFrameThatIsNotThere", with("/excluded", {7}), "'excluded' names frame 7"),
        refused("WithAMarkerOnAFrameThatIsNotThere", with("/markers_px", Json::parse("[[7,20]]")), "'markers_px' names frame 7"),
        refused("WithAMarkerAt1e308", with("/markers_px", Json::parse("[[1,1e308]]")), "'markers_px' has no place"),
        refused("WithAHashOfAFrameThatIsNotThere", with("/result_hashes/0/0", -3), "'result_hashes' names frame -3"),
        refused("WithANegativeSize", with("/results/1/size_px/0", -160), "has a size of -160 x 120 px"),
        refused("WithACurveCutShort", with("/results/1/c1d/value", curve), "has a C1D whose values, errors and pairs"),
        refused("WithoutPairs", with("/results/1/c1d/pairs", ""), "has a C1D whose values, errors and pairs"),
        refused("WithACurveOfOtherLetters", with("/results/1/c1d/value", "****"), "'results[1].c1d.value' holds no curve"),
        refused(
            "WithASectorWithoutPairs",
            [=](const std::string& whole) {
                Json json = Json::parse(whole);
                json["results"][2]["sectors"] = {{{"angle_deg", 0}, {"r_max_px", nullptr}, {"value", curve}, {"pairs", ""}}};
                return json.dump();
            },
            "has a sector whose values and pairs"),
        refused("WithoutALength", without("/results/1", "r_max"), "'results[1].r_max' is missing"),
        refused("WithoutTimes", without("", "times"), "'times' is missing"),
        refused("WithATextForANumber", with("/results/0/r_max/px", "twenty"),
                "'results[0].r_max.px' is a text where a number should stand"),
        refused("WithAListForASeries", with("/series", Json::array()), "'series' is a list where an object should stand"),
        refused("WithAnUnknownStatus", with("/results/0/status", "fine"), "'results[0].status' is 'fine'"),
        refused("WithARecipeOfAnotherSchema", with("/recipe/schema", 9), "its recipe cannot be used"),
        refused("WithAnUnknownStep", with("/recipe/steps/0/step", "bake"), "its recipe cannot be used"),
        taken("WithAFitWithoutParameters", with("/fits/1/parameters", Json::array()),
              {"its parameters are not those of the law"}),
        taken("WithAFitWithoutCovariance", with("/fits/1/covariance", Json::array()), {"its covariance has another size"}),
        taken("WithAFitToFramesThatAreNotThere", with("/fits/0/frames", {0, 1000000000}), {"it names frames that are not there"}),
        taken("WithAFitOfAnotherLaw", with("/fits/0/model", "spiral"), {"does not know the law"}),
        taken("WithAFitThatIsANumber", with("/fits/0", 7), {"Left out of the session"}),
        taken("OfUnknownKeys",
              [](const std::string& whole) { return replacedIn(whole, "\"program\"", "\"mood\": [\"good\"], \"program\""); }),
    };
}

}  // namespace

NastyInputs nastySessions() {
    NastyInputs all = unreadable();
    for (NastyInput& input : inconsistent())
        all.push_back(std::move(input));
    all.push_back({.name = "SessionThatIsAFolder",
                   .make =
                       [](const std::filesystem::path& folder) {
                           make::images()(folder);
                           std::filesystem::create_directories(folder / place);
                       },
                   .command = {"analyze", "--session", std::string("@/") + place, "-o", "@/out"},
                   .answer = {.status = 2, .words = {"it is not a plain file"}},
                   .window = WindowAnswer{.opens = place, .isOpened = false, .words = {"it is not a plain file"}}});
    return all;
}

}  // namespace coarsen::nasty
