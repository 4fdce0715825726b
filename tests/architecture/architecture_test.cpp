// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::SizeIs;

const fs::path root = COARSEN_SOURCE_DIR;

/// The rooms of core from left to right: each may include those before it.
const std::vector<std::string> rooms{"base",    "image",  "series", "settings", "preprocess", "correlate",
                                     "measure", "growth", "recipe", "analysis", "session",    "export"};

std::string textOf(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Every source file below a folder of the project, relative to the root.
std::vector<fs::path> sources(const std::vector<std::string>& folders) {
    std::vector<fs::path> files;
    for (const std::string& folder : folders)
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const auto extension = entry.path().extension();
            if (entry.is_regular_file() &&
                (extension == ".hpp" || extension == ".cpp" || extension == ".cu" || extension == ".cuh"))
                files.push_back(fs::relative(entry.path(), root));
        }
    std::ranges::sort(files);
    return files;
}

/// What a file includes, with the brackets or quotes.
std::vector<std::string> includesOf(const fs::path& file) {
    static const std::regex line(R"re(^\s*#\s*include\s*([<"][^>"]+[>"]))re");
    std::vector<std::string> includes;
    std::istringstream text(textOf(root / file));
    for (std::string each; std::getline(text, each);)
        if (std::smatch match; std::regex_search(each, match, line)) includes.push_back(match[1]);
    return includes;
}

/// The room of "core/measure/lengths.cpp" or "core/measure/lengths.hpp" in quotes; empty outside core.
std::string roomOf(const std::string& path) {
    static const std::regex pattern(R"re(^"?core/([a-z]+)/)re");
    std::smatch match;
    return std::regex_search(path, match, pattern) ? match[1].str() : "";
}

bool mayKnow(const std::string& room, const std::string& other) {
    if (room == other) return true;
    if (room == "selftest") return true;
    if (room == "synth") return other == "base" || other == "image" || other == "series";
    const auto here = std::ranges::find(rooms, room), there = std::ranges::find(rooms, other);
    return here != rooms.end() && there != rooms.end() && there < here;
}

bool beginsWithAny(const std::string& include, const std::vector<std::string>& starts) {
    return std::ranges::any_of(starts, [&](const std::string& start) { return include.starts_with(start); });
}

std::vector<std::string> offenders(const std::vector<fs::path>& files, auto&& isWrong) {
    std::vector<std::string> found;
    for (const fs::path& file : files)
        for (const std::string& include : includesOf(file))
            if (isWrong(file.string(), include)) found.push_back(file.string() + " includes " + include);
    return found;
}

TEST(Architecture, ThereAreSourcesToRead) {
    EXPECT_GT(sources({"core", "gpu", "app"}).size(), 50u);
}

TEST(Architecture, ARoomIncludesOnlyWhatStandsToItsLeft) {
    const auto found = offenders(sources({"core"}), [](const std::string& file, const std::string& include) {
        const std::string other = roomOf(include);
        return !other.empty() && !mayKnow(roomOf(file), other);
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, CoreKnowsNeitherGpuNorApp) {
    const auto found = offenders(sources({"core"}), [](const std::string&, const std::string& include) {
        return beginsWithAny(include, {"\"gpu/", "\"app/", "\"tests/"});
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, GpuKnowsCoreOnly) {
    const auto found = offenders(sources({"gpu"}), [](const std::string&, const std::string& include) {
        return beginsWithAny(include, {"\"app/", "\"tests/"});
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, ProgramsSeeOfGpuOnlyItsListOfEngines) {
    const auto found = offenders(sources({"app"}), [](const std::string&, const std::string& include) {
        return include.starts_with("\"gpu/") && include != "\"gpu/engines.hpp\"" && include != "\"gpu/bench/benchmark.hpp\"";
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, TheCommandLineAndTheWindowDoNotKnowEachOther) {
    const auto found = offenders(sources({"app"}), [](const std::string& file, const std::string& include) {
        return (file.starts_with("app/cli/") && include.starts_with("\"app/window/")) ||
               (file.starts_with("app/window/") && include.starts_with("\"app/cli/"));
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, NeitherCoreNorTheCommandLineIncludesQtOrCuda) {
    const auto found = offenders(sources({"core", "app/cli"}), [](const std::string&, const std::string& include) {
        return beginsWithAny(include, {"<Q", "<qcustomplot", "\"qcustomplot", "<cuda", "<cufft", "<nvrtc"});
    });

    EXPECT_THAT(found, IsEmpty());
}

/// A header that says of itself that only .cpp files include it: it may show a library.
bool isForSourcesOnly(const fs::path& header) {
    return textOf(root / header).find("For .cpp files") != std::string::npos;
}

TEST(Architecture, HeadersOfCoreHideTheirLibraries) {
    const auto found = offenders(sources({"core", "gpu"}), [](const std::string& file, const std::string& include) {
        return file.ends_with(".hpp") && !isForSourcesOnly(file) &&
               beginsWithAny(include, {"<opencv", "<fftw3", "<gsl/", "<nlohmann", "<tiff", "<spng", "<jpeglib", "<exiv2"});
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, HeadersDoNotIncludeThoseForSourcesOnly) {
    const auto found = offenders(sources({"core", "gpu", "app"}), [](const std::string& file, const std::string& include) {
        return file.ends_with(".hpp") && include.starts_with("\"") && !isForSourcesOnly(file) &&
               isForSourcesOnly(include.substr(1, include.size() - 2));
    });

    EXPECT_TRUE(isForSourcesOnly("core/image/opencv.hpp"));
    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, IncludesOfOursStartAtTheRoot) {
    const auto found = offenders(sources({"core", "gpu", "app"}), [](const std::string&, const std::string& include) {
        return include.starts_with("\"") && !beginsWithAny(include, {"\"core/", "\"gpu/", "\"app/"});
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, EveryHeaderIsIncludedOnceAndCarriesTheLicence) {
    std::vector<std::string> found;
    for (const fs::path& file : sources({"core", "gpu", "app", "tests"})) {
        const std::string text = textOf(root / file);
        if (!text.starts_with("// SPDX-License-Identifier: GPL-3.0-or-later\n")) found.push_back(file.string() + ": licence");
        if ((file.extension() == ".hpp" || file.extension() == ".cuh") && text.find("#pragma once") == std::string::npos)
            found.push_back(file.string() + ": once");
    }

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, EverySourceIsNamedInTheBuildOfItsFolder) {
    std::vector<std::string> found;
    for (const fs::path& file : sources({"core", "gpu", "app", "tests"})) {
        if (file.extension() == ".hpp" || file.extension() == ".cuh") continue;
        bool isNamed = false;
        for (fs::path folder = file.parent_path(); !isNamed && !folder.empty(); folder = folder.parent_path()) {
            const fs::path build = root / folder / "CMakeLists.txt";
            isNamed = fs::exists(build) && textOf(build).find(file.lexically_relative(folder).string()) != std::string::npos;
        }
        if (!isNamed) found.push_back(file.string());
    }

    EXPECT_THAT(found, IsEmpty());
}

/// Where a test waits for a time, by line. A condition is as quick as the machine and as patient as a slow one needs.
std::vector<std::string> fixedWaitsIn(const fs::path& file, const std::string& text) {
    static const std::regex wait(R"re(\b(qWait|qSleep|msleep|usleep|nanosleep|sleep_for|sleep_until|sleep) *\()re");
    std::vector<std::string> found;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);)
        if (++number; std::regex_search(line, wait)) found.push_back(file.string() + ":" + std::to_string(number) + ": " + line);
    return found;
}

TEST(Architecture, TestsWaitForConditionsAndNotForATime) {
    std::vector<std::string> found;
    for (const fs::path& file : sources({"tests"}))
        if (file.filename() != "patience.hpp" && file != "tests/architecture/architecture_test.cpp")
            std::ranges::move(fixedWaitsIn(file, textOf(root / file)), std::back_inserter(found));

    EXPECT_THAT(fixedWaitsIn("a.cpp", "QTest::qWait(30);\nQTest::qWaitFor(isDone);\nstd::this_thread::sleep_for(1ms);"),
                SizeIs(2));
    EXPECT_THAT(fixedWaitsIn("tests/window/patience.hpp", textOf(root / "tests/window/patience.hpp")), SizeIs(1));
    EXPECT_THAT(found, IsEmpty());
}

/// A kind of thing that has variants: where they stand, how one is recognised, and the list that must name each.
struct VariantList {
    std::string name, folder, extension, pattern, list, before;
    std::size_t least;
};

class VariantsStandInTheirList : public testing::TestWithParam<VariantList> {};

TEST_P(VariantsStandInTheirList, EachOfThem) {
    const VariantList& kind = GetParam();
    const std::string list = textOf(root / kind.list);
    const std::regex pattern(kind.pattern);
    std::size_t count = 0;
    std::vector<std::string> missing;
    for (const auto& entry : fs::directory_iterator(root / kind.folder)) {
        if (entry.path().extension() != kind.extension) continue;
        const std::string text = textOf(entry.path());
        for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
            ++count;
            const std::string name = (*match)[1];
            if (!std::regex_search(list, std::regex(kind.before + name + "\\b"))) missing.push_back(name);
        }
    }

    EXPECT_GE(count, kind.least);
    EXPECT_THAT(missing, IsEmpty()) << "not named in " << kind.list;
}

INSTANTIATE_TEST_SUITE_P(
    Architecture, VariantsStandInTheirList,
    testing::Values(
        VariantList{"steps", "core/preprocess", ".hpp", R"re(struct (\w+) \{\s*static constexpr const char\* key)re",
                    "core/preprocess/steps.cpp", R"re(Step::of\()re", 5},
        VariantList{"lengths", "core/measure", ".cpp",
                    R"re(\nLengthScale (r\w+)\(const RadialProfile& profile, const MeasureSettings&)re",
                    "core/measure/lengths.cpp", "", 4},
        VariantList{"models", "core/growth", ".cpp", R"re(\nGrowthModel (\w+)\(\))re", "core/growth/models.cpp", "", 3},
        VariantList{"engines", "core/correlate", ".cpp", R"re(\nstd::shared_ptr<const CorrelationEngine> (\w+)\(\))re",
                    "core/correlate/engines.cpp", "", 3},
        VariantList{"formats", "core/image/formats", ".cpp", R"re(\nImageFormat (\w+)\(\))re", "core/image/decode.cpp",
                    "formats::", 1}),
    [](const auto& each) { return each.param.name; });

}  // namespace
