// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::SizeIs;

const fs::path root = coarsen::test::sourceFolder();

/// The rooms of core from left to right: each may include those before it.
const std::vector<std::string> rooms{"base",     "run",      "fourier",  "volume",     "image",     "volume_files",
                                     "series",   "settings", "convolve", "preprocess", "correlate", "displace",
                                     "measure",  "register", "levelset", "growth",     "recipe",    "analysis",
                                     "ensemble", "session",  "project",  "export",     "job",       "batch"};

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

/// Files that a file includes, with the brackets or quotes.
std::vector<std::string> includesOf(const fs::path& file) {
    static const std::regex line(R"re(^\s*#\s*include\s*([<"][^>"]+[>"]))re");
    std::vector<std::string> includes;
    std::istringstream text(textOf(root / file));
    for (std::string each; std::getline(text, each);)
        if (std::smatch match; std::regex_search(each, match, line)) includes.push_back(match[1]);
    return includes;
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
    const auto found = offenders(sources({"app"}), [&](const std::string&, const std::string& include) {
        return include.starts_with("\"gpu/") && include != "\"gpu/engines.hpp\"";
    });

    EXPECT_THAT(found, IsEmpty());
}

/// A folder of rooms: which of the others each may include. What stands in no room is the top, "", which puts all together.
struct House {
    std::string name, folder;
    std::map<std::string, std::set<std::string>> knows;
    std::set<std::string> exceptions;  ///< includes that no room should need, until they are mended
};

std::ostream& operator<<(std::ostream& out, const House& house) {
    return out << house.folder;
}

/// Rooms of core, where each room knows all to its left.
std::map<std::string, std::set<std::string>> roomsOfCore() {
    std::map<std::string, std::set<std::string>> knows;
    std::set<std::string> left;
    for (const std::string& room : rooms) {
        knows[room] = left;
        left.insert(room);
    }
    knows["synth"] = {"base", "fourier", "volume", "image", "volume_files", "series", "settings"};
    left.insert("synth");
    knows["selftest"] = left;
    return knows;
}

const std::vector<House> houses = {
    {"core", "core", roomsOfCore(), {}},
    // Values flow from the workers through the document to what shows them, and wishes come back as signals.
    {"window",
     "app/window",
     {{"theme", {}},
      {"values", {"theme"}},
      {"state", {}},
      {"plots", {"theme", "values"}},
      {"views", {"theme", "values", "plots"}},
      {"workers", {"theme", "values"}},
      {"document", {"theme", "values", "state", "workers"}},
      {"figures", {"theme", "values", "plots", "document"}},
      {"panels", {"theme", "values", "plots", "views", "document", "figures"}},
      {"workspace", {"theme", "values", "views", "document", "panels"}},
      {"commands", {"theme", "values", "plots", "views", "document", "figures", "panels", "workspace"}},
      {"", {"theme", "views", "workers", "document", "figures", "panels", "workspace", "commands"}}},
     {"app/window/figures/figures.hpp includes \"app/window/workers/preview.hpp\"",
      "app/window/figures/movie.cpp includes \"app/window/workers/yield_to_window.hpp\"",
      "app/window/panels/correlation/profile_panel.hpp includes \"app/window/workers/curves_worker.hpp\"",
      "app/window/panels/correlation/profile_panel.hpp includes \"app/window/workers/direction_worker.hpp\"",
      "app/window/panels/frame/volume_panel.hpp includes \"app/window/workers/slice_worker.hpp\"",
      "app/window/panels/frame/volume_panel.hpp includes \"app/window/workers/surface_drawer.hpp\"",
      "app/window/panels/growth/growth_panel.cpp includes \"app/window/workers/ensemble_worker.hpp\"",
      "app/window/panels/sheets/comparison_dialog.hpp includes \"app/window/workers/comparison_worker.hpp\"",
      "app/window/panels/sheets/self_test_dialog.hpp includes \"app/window/workers/self_test_worker.hpp\"",
      "app/window/workers/curves_worker.hpp includes \"app/window/plots/series_curves.hpp\"",
      "app/window/workers/direction_worker.hpp includes \"app/window/plots/direction_curve.hpp\"",
      "app/window/workers/preview.hpp includes \"app/window/plots/profile_plot.hpp\"",
      "app/window/workers/preview.hpp includes \"app/window/plots/spectrum_plot.hpp\""}},
    {"gpu",
     "gpu",
     {{"device", {}},
      {"correlate", {"device"}},
      {"c3d", {"device", "correlate"}},
      {"register", {"device", "c3d"}},
      {"convolve", {"device", "correlate"}},
      {"displace", {"device"}},
      {"levelset", {"device"}},
      {"preprocess", {"device", "convolve"}},
      {"measure", {"device", "preprocess"}},
      {"analysis", {"device", "preprocess", "correlate", "measure"}},
      {"", {"device", "correlate", "c3d", "register", "convolve", "displace", "levelset", "analysis"}}},
     {}}};

class Rooms : public testing::TestWithParam<House> {
protected:
    /// Room of a path: "measure" of "core/measure/lengths.hpp"; nothing outside the house.
    std::optional<std::string> room(const std::string& path) const {
        const std::string start = GetParam().folder + "/";
        if (!path.starts_with(start)) return std::nullopt;
        const std::size_t end = path.find('/', start.size());
        return end == std::string::npos ? "" : path.substr(start.size(), end - start.size());
    }

    struct Include {
        std::string from, to, words;
    };
    /// From one room into another.
    std::vector<Include> includes() const {
        std::vector<Include> found;
        for (const fs::path& file : sources({GetParam().folder}))
            for (const std::string& include : includesOf(file)) {
                const auto from = room(file.string()), to = room(include.substr(1, include.size() - 2));
                if (to && *from != *to) found.push_back({*from, *to, file.string() + " includes " + include});
            }
        return found;
    }
};
INSTANTIATE_TEST_SUITE_P(Architecture, Rooms, testing::ValuesIn(houses), [](const auto& each) { return each.param.name; });

TEST_P(Rooms, AreAllNamed) {
    std::set<std::string> found, named;
    for (const fs::path& file : sources({GetParam().folder}))
        found.insert(*room(file.string()));
    for (const auto& [each, others] : GetParam().knows)
        named.insert(each);

    EXPECT_EQ(found, named);
}

TEST_P(Rooms, IncludeOnlyWhatTheyMay) {
    std::vector<std::string> wrong;
    std::set<std::string> excepted;
    for (const Include& each : includes()) {
        const auto own = GetParam().knows.find(each.from);
        if (own != GetParam().knows.end() && own->second.contains(each.to)) continue;
        if (GetParam().exceptions.contains(each.words))
            excepted.insert(each.words);
        else
            wrong.push_back(each.words);
    }

    EXPECT_THAT(wrong, IsEmpty());
    EXPECT_EQ(excepted, GetParam().exceptions) << "an exception that is mended leaves the list";
}

TEST_P(Rooms, FormNoCircle) {
    std::map<std::string, std::set<std::string>> into;
    for (const Include& each : includes())
        into[each.from].insert(each.to);
    // Rooms that include no other may go, again and again: only a circle stays.
    for (bool goesOn = true; goesOn;) {
        goesOn = false;
        for (auto& [room, others] : into)
            goesOn |= std::erase_if(others, [&](const std::string& other) { return !into.contains(other); }) > 0;
        goesOn |= std::erase_if(into, [](const auto& each) { return each.second.empty(); }) > 0;
    }

    for (const auto& [room, others] : into)
        ADD_FAILURE() << room << " includes " << testing::PrintToString(others);
}

TEST(Architecture, TheCommandLineAndTheWindowDoNotKnowEachOther) {
    const auto found = offenders(sources({"app"}), [](const std::string& file, const std::string& include) {
        return (file.starts_with("app/cli/") && include.starts_with("\"app/window/")) ||
               (file.starts_with("app/window/") && include.starts_with("\"app/cli/"));
    });

    EXPECT_THAT(found, IsEmpty());
}

TEST(Architecture, NeitherCoreNorTheCommandLineNorTheStateIncludeQtOrCuda) {
    const auto found =
        offenders(sources({"core", "app/cli", "app/window/state"}), [](const std::string&, const std::string& include) {
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

/// The words of a build file, without its comments: `line.cpp` is none of `origin_line.cpp`.
std::set<std::string> wordsOf(const fs::path& build) {
    static const std::regex comment("#[^\n]*"), word(R"re([^\s()"]+)re");
    const std::string text = std::regex_replace(textOf(build), comment, "");
    return {std::sregex_token_iterator(text.begin(), text.end(), word), {}};
}

TEST(Architecture, EverySourceIsNamedInTheBuildOfItsFolder) {
    std::map<fs::path, std::set<std::string>> named;
    for (const auto& folder : {"core", "gpu", "app", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(root / folder))
            if (entry.path().filename() == "CMakeLists.txt")
                named[fs::relative(entry.path().parent_path(), root)] = wordsOf(entry.path());
    std::vector<std::string> found;
    for (const fs::path& file : sources({"core", "gpu", "app", "tests"})) {
        if (file.extension() == ".hpp" || file.extension() == ".cuh") continue;
        bool isNamed = false;
        for (fs::path folder = file.parent_path(); !isNamed && !folder.empty(); folder = folder.parent_path())
            isNamed = named[folder].contains(file.lexically_relative(folder).string());
        if (!isNamed) found.push_back(file.string());
    }

    EXPECT_THAT(found, IsEmpty());
}

/// Code alone: no comments, includes or texts, which may name anything.
std::string codeOf(const fs::path& file) {
    static const std::regex other(R"re(//[^\n]*|#include[^\n]*|"(\\.|[^"\\\n])*")re");
    return std::regex_replace(textOf(file), other, "");
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

/// The comments of declarations in a file, each by its first line: "core/a.hpp:7: Sum of …".
std::vector<std::string> docCommentsIn(const fs::path& file, const std::string& text) {
    static const std::regex comment(R"re(^(\s*|.*\S\s+)///<? ?(.*))re");
    std::vector<std::string> found;
    std::istringstream lines(text);
    int number = 0;
    bool goesOn = false;  // the line before is of the same comment
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::smatch match;
        const bool isComment = std::regex_match(line, match, comment);
        const bool isAlone = isComment && match[1].str().find_first_not_of(' ') == std::string::npos;
        if (isComment && !(isAlone && goesOn))
            found.push_back(file.string() + ":" + std::to_string(number) + ": " + match[2].str());
        goesOn = isComment;
    }
    return found;
}

/// Such a comment hangs on the name below it and says a half (resources/develop/wording.md).
bool isDangling(const std::string& comment) {
    static const std::regex beginning(R"re(^[^ ]+ (Of|Which|Whether|What|That|Those)\b)re");
    return std::regex_search(comment, beginning);
}

TEST(Architecture, CommentsBeginWithANounOrAVerb) {
    std::vector<std::string> found;
    std::size_t read = 0;
    for (const fs::path& file : sources({"app", "core", "gpu", "tests"})) {
        for (const std::string& comment : docCommentsIn(file, textOf(root / file))) {
            ++read;
            if (isDangling(comment)) found.push_back(comment);
        }
    }

    EXPECT_THAT(found, IsEmpty());
    EXPECT_GT(read, 9000u) << "else hardly any was read";
}

TEST(Architecture, CommentsThatDangleAreFound) {
    const std::string header =
        "/// Whether it is there.\nbool isThere();\n"
        "/// Sum of all.\n/// Of none it is 0.\ndouble sum();\n"
        "struct A {\n    /// Which of them.\n    int which;\n    int first;  ///< Of a row\n    int last;  ///< of a row\n};\n"
        "/// Offset of a pair.\nint offset;\n";
    const std::vector<std::string> comments = docCommentsIn("a.hpp", header);
    std::vector<std::string> dangling;
    std::ranges::copy_if(comments, std::back_inserter(dangling), isDangling);

    EXPECT_THAT(comments, SizeIs(6));
    EXPECT_THAT(dangling, testing::ElementsAre("a.hpp:1: Whether it is there.", "a.hpp:7: Which of them.", "a.hpp:9: Of a row"));
}

/// Number of lines of each example in the comments of a header: "/// Use:", an empty line, and lines indented by five blanks,
/// which tests/headers compiles.
std::vector<int> linesOfUseIn(const std::string& text) {
    std::vector<int> counts;
    std::istringstream lines(text);
    bool isOpen = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("/// Use:") || line.starts_with("/// Use, given `"))
            counts.push_back(0), isOpen = true;
        else if (isOpen && line.starts_with("///     "))
            ++counts.back();
        else if (line != "///")
            isOpen = false;
    }
    return counts;
}

/// True where the text defines a class that stands in no other.
bool definesAClass(const std::string& text) {
    for (std::size_t at = 0; (at = text.find("\nclass ", at)) != std::string::npos; ++at)
        if (text.at(text.find_first_of(";{", at)) == '{') return true;
    return false;
}

TEST(Architecture, AClassThatOtherFoldersUseShowsHowInFiveLines) {
    std::map<std::string, std::set<fs::path>> users;  // of a header: folders but its own
    for (const fs::path& file : sources({"app", "core", "gpu"}))
        for (const std::string& include : includesOf(file)) {
            const std::string header = include.substr(1, include.size() - 2);
            if (fs::path(header).parent_path() != file.parent_path()) users[header].insert(file.parent_path());
        }
    std::vector<std::string> silent, long_;
    std::size_t shown = 0;
    for (const auto& [header, folders] : users) {
        const std::string text = textOf(root / header);
        const std::vector<int> uses = linesOfUseIn(text);
        if (!uses.empty()) ++shown;
        if (uses.empty() && folders.size() > 1 && definesAClass(codeOf(root / header))) silent.push_back(header);
        if (!std::ranges::all_of(uses, [](int lines) { return lines >= 1 && lines <= 5; })) long_.push_back(header);
    }

    EXPECT_THAT(silent, IsEmpty()) << "no lines of use as in core/correlate/correlate.hpp";
    EXPECT_THAT(long_, IsEmpty());
    EXPECT_GT(shown, 80u) << "else hardly any was read";
}

TEST(Architecture, TheVersionStandsInOnePlace) {
    const std::string build = textOf(root / "CMakeLists.txt");
    std::smatch declared;
    ASSERT_TRUE(std::regex_search(build, declared, std::regex(R"(project\(Coarsen VERSION ([0-9]+\.[0-9]+\.[0-9]+) )")));
    const std::string version = declared[1];
    const std::set<std::string> kinds{".cpp",  ".hpp", ".cu", ".cuh", ".in",      ".txt", ".cmake",
                                      ".html", ".bib", ".md", ".sh",  ".desktop", ".xml"};

    std::vector<std::string> places;
    for (const char* folder : {"app", "core", "gpu", "resources", "tests/cli", "tests/core", "tests/window", "tests/support"})
        for (const auto& entry : fs::recursive_directory_iterator(root / folder))
            if (kinds.contains(entry.path().extension().string()) && entry.path().filename() != "CHANGES.md" &&
                textOf(entry.path()).find(version) != std::string::npos)
                places.push_back(fs::relative(entry.path(), root).string());
    EXPECT_THAT(places, IsEmpty());
    EXPECT_EQ(build.find(version), build.rfind(version));
}

/// Where the bracket at `open` closes.
std::size_t closing(const std::string& text, std::size_t open) {
    const char begin = text[open], end = begin == '{' ? '}' : begin == '(' ? ')' : '>';
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == begin) ++depth;
        if (text[at] == end && --depth == 0) return at;
    }
    return text.size() - 1;
}

/// The body of a class as declarations alone: what stands in braces or between template brackets is left out.
std::string declarationsIn(const std::string& body) {
    std::string flat;
    for (std::size_t at = 0; at < body.size(); ++at) {
        if (body[at] == '{') {
            at = closing(body, at);
            flat += ';';
        } else if (body[at] == '(') {
            at = closing(body, at);
            flat += "()";
        } else if (body[at] == '<' && at > 0 && std::isalnum(static_cast<unsigned char>(body[at - 1]))) {
            at = closing(body, at);
        } else {
            flat += body[at];
        }
    }
    return flat;
}

/// The public member functions that each class of this code declares itself, by name. Counted once: overloads, and a part that is
/// handed out for reading and for changing. Not counted: constructors, destructors, operators, what overrides a function of a
/// base, signals, and whatever is no function.
std::map<std::string, std::set<std::string>> publicFunctionsIn(const std::string& code) {
    static const std::regex head(R"re((\benum\s+)?\b(class|struct)\s+(\w+)(\s+final)?\s*(:[^;{()]*)?\{)re"),
        access(R"re(\b(public|protected|private|signals)(\s+slots)?\s*:(?!:))re"),
        other(R"re(^\s*(using |friend |typedef |Q_))re"), function(R"re(^[^=(]*?(~?\w+)\s*\([)])re");
    std::map<std::string, std::set<std::string>> found;
    for (std::sregex_iterator each(code.begin(), code.end(), head), end; each != end; ++each) {
        if ((*each)[1].matched) continue;
        const std::string name = (*each)[3];
        const std::size_t open = static_cast<std::size_t>(each->position() + each->length()) - 1;
        const std::string flat = declarationsIn(code.substr(open + 1, closing(code, open) - open - 1));
        std::istringstream declarations(std::regex_replace(flat, access, ";@$1;"));
        bool isPublic = (*each)[2] == "struct";
        for (std::string one; std::getline(declarations, one, ';');) {
            if (one.starts_with('@')) isPublic = one == "@public";
            std::smatch match;
            if (!isPublic || std::regex_search(one, other) || one.find("operator") != std::string::npos ||
                one.find(" override") != std::string::npos || !std::regex_search(one, match, function))
                continue;
            const std::string declared = match[1];
            if (declared != name && !declared.starts_with('~')) found[name].insert(declared);
        }
    }
    return found;
}

/// Advice, no limit: what is long is printed for whoever changes it, and stays where it belongs together.
TEST(Architecture, LongSourcesAndLargeClassesAreListed) {
    constexpr std::ptrdiff_t manyLines = 450;
    constexpr std::size_t manyFunctions = 25;  // public ones, as publicFunctionsIn counts them
    std::size_t classes = 0;
    for (const fs::path& file : sources({"app", "core", "gpu"})) {
        if (const auto lines = std::ranges::count(textOf(root / file), '\n'); lines > manyLines)
            std::cout << file.string() << ": " << lines << " lines\n";
        for (const auto& [name, functions] : publicFunctionsIn(codeOf(root / file))) {
            ++classes;
            if (functions.size() > manyFunctions)
                std::cout << file.string() << ": " << name << " has " << functions.size() << " public functions\n";
        }
    }

    EXPECT_GT(classes, 100u) << "else nothing was counted";
}

TEST(Architecture, PublicFunctionsAreCounted) {
    const auto found = publicFunctionsIn(R"code(
        enum class Kind { one, two };
        class Shape final : public Base<int>, Other {
            Q_OBJECT
        public:
            explicit Shape(int size = {}, int other = f()) : size_(size) {}
            ~Shape() override;
            using Map = std::map<int, void (*)()>;
            struct Inner { int innerOne() const; void innerTwo(); };
            std::map<int, std::function<void(int)>> table() const { return call(1); }
            int size() const noexcept { return size_; }
            int& size();
            void open(const std::vector<int>& which = {}, int how = {1});
            bool operator==(const Shape&) const = default;
            QSize sizeHint() const override { return {1, 2}; }
            static Shape of(int);
            int held = given(2);
        signals:
            void changed(int now);
        public slots:
            void take();
        private:
            void hidden();
        };)code");

    EXPECT_EQ(found.at("Shape"), (std::set<std::string>{"of", "open", "size", "table", "take"}));
    EXPECT_EQ(found.at("Inner"), (std::set<std::string>{"innerOne", "innerTwo"}));
    EXPECT_THAT(found, SizeIs(2));
}

TEST(Architecture, TestsWaitForConditionsAndNotForATime) {
    const std::set<fs::path> mayWait{"tests/architecture/architecture_test.cpp",
                                     "tests/bench/track_bench.cpp",  // a camera's pace
                                     "tests/studies/stop.cpp"};      // seconds of computing
    std::vector<std::string> found;
    for (const fs::path& file : sources({"tests"}))
        if (file.filename() != "timeout.hpp" && !mayWait.contains(file))
            std::ranges::move(fixedWaitsIn(file, textOf(root / file)), std::back_inserter(found));

    EXPECT_THAT(fixedWaitsIn("a.cpp", "QTest::qWait(30);\nQTest::qWaitFor(isDone);\nstd::this_thread::sleep_for(1ms);"),
                SizeIs(2));
    EXPECT_THAT(fixedWaitsIn("tests/window/timeout.hpp", textOf(root / "tests/window/timeout.hpp")), SizeIs(1));
    EXPECT_THAT(found, IsEmpty());
}

/// An ordered object of nlohmann's JSON has another size with Clang than with GCC, and the address part of the gate links tests
/// of the one with a core of the other (decision H21).
TEST(Architecture, TestsLinkedWithAnotherCompilersCoreHoldNoOrderedJson) {
    std::vector<std::string> found;
    for (const fs::path& file : sources({"tests/cli", "tests/core", "tests/engines", "tests/nasty", "tests/pins", "tests/steps"}))
        if (textOf(root / file).find("ordered_json") != std::string::npos) found.push_back(file.string());
    EXPECT_THAT(found, IsEmpty());
}

/// A command writes into OUT through what holds it against other programs (core/base/claimed_folder).
TEST(Architecture, CommandsWriteThroughAFolderThatTheyHold) {
    const std::set<fs::path> exceptions{"app/cli/engines.cpp",           // into the user's cache
                                        "app/cli/reference_pages.cpp"};  // onto standard output
    static const std::regex writes(R"re(\b(write[A-Z]\w*\(|ofstream\b|O_CREAT\b))re"),
        holds(R"re(\b(Output\b|output_?(\.|->)|writeTables\())re");
    std::vector<std::string> found;
    int writing = 0;
    for (const fs::path& file : sources({"app/cli"})) {
        const std::string code = codeOf(root / file);
        if (file.extension() != ".cpp" || !std::regex_search(code, writes)) continue;
        ++writing;
        if (!std::regex_search(code, holds) && !exceptions.contains(file)) found.push_back(file.string());
    }

    EXPECT_THAT(found, IsEmpty()) << "no Output (app/cli/output.hpp), SeriesRun or Batch";
    EXPECT_GT(writing, 10) << "else hardly any was read";
}

/// A kind of thing that has variants: where they stand, how one is recognised, and the list that must name each.
struct VariantList {
    std::string name, folder, extension, pattern, list, before;
    std::size_t least;
};

class VariantsStandInTheirList : public testing::TestWithParam<VariantList> {};

TEST_P(VariantsStandInTheirList, EachOfThem) {
    const VariantList& kind = GetParam();
    const std::string list = codeOf(root / kind.list);
    const std::regex pattern(kind.pattern);
    std::size_t count = 0;
    std::vector<std::string> missing;
    for (const auto& entry : fs::directory_iterator(root / kind.folder)) {
        if (entry.path().extension() != kind.extension) continue;
        const std::string text = textOf(entry.path());
        for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
            ++count;
            const std::string name = (*match)[1];
            if (!std::regex_search(list, std::regex("\\b" + kind.before + name + "\\b"))) missing.push_back(name);
        }
    }

    EXPECT_GE(count, kind.least);
    EXPECT_THAT(missing, IsEmpty()) << "not named in " << kind.list;
}

INSTANTIATE_TEST_SUITE_P(
    Architecture, VariantsStandInTheirList,
    testing::Values(VariantList{"steps", "core/preprocess", ".hpp", R"re(struct (\w+) \{\s*static constexpr const char\* key)re",
                                "core/preprocess/steps.cpp", R"re(Step::of\()re", 5},
                    VariantList{"lengths", "core/measure", ".cpp",
                                R"re(\nLengthScale (r\w+)\(const RadialProfile& profile, const MeasureSettings&)re",
                                "core/measure/shipped_lengths.cpp", "", 4},
                    VariantList{"models", "core/growth", ".cpp", R"re(\nGrowthModel (\w+)\(\))re", "core/growth/models.hpp",
                                R"re(return \{[^;]*)re", 3},
                    VariantList{"engines", "core/correlate", ".cpp",
                                R"re(\nstd::shared_ptr<const CorrelationEngine> (\w+)\(\))re", "core/correlate/engines.cpp", "",
                                3},
                    VariantList{"formats", "core/image/formats", ".cpp", R"re(\nImageFormat (\w+)\(\))re",
                                "core/image/decode.cpp", "formats::", 1},
                    VariantList{"tables", "core/export", ".cpp",
                                R"re(\nstd::string (\w+(?:Csv|Json))\(const Session& session\))re", "core/export/run_tables.cpp",
                                "", 5}),
    [](const auto& each) { return each.param.name; });

}  // namespace
