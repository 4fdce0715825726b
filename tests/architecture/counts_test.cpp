// SPDX-License-Identifier: GPL-3.0-or-later
// How many files name a thing beside its own: counted of all things of each kind, and held to the page adding.md, so that the
// worst of a kind can only get better.
#include "tests/support/folders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <ostream>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Strings = std::set<std::string>;

const fs::path home = coarsen::test::sourceFolder();

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool isOfWord(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

// How code names something: by an identifier, by a text of its own ("panel.maximise"), by a text that is its key or begins with
// it
// ("crop", "crop.width"), by a word of a longer text ("Writes results.csv"), or by its file, in an include or a list of sources.
std::string identifier(const std::string& name) {
    return 'i' + name;
}
std::string whole(const std::string& text) {
    return 't' + text;
}
std::string key(const std::string& text) {
    return 'k' + text;
}
std::string word(const std::string& text) {
    return 'w' + text;
}
std::string path(const std::string& file) {
    return 'p' + file;
}

/// Names within a text of the code.
void addText(const std::string& text, Strings& names) {
    names.insert(whole(text));
    names.insert(key(text));
    const std::size_t dot = text.find('.');
    if (dot != std::string::npos && std::ranges::all_of(text, [](char letter) { return isOfWord(letter) || letter == '.'; }))
        names.insert(key(text.substr(0, dot)));
    static const std::regex words(R"re([A-Za-z0-9_]+([.-][A-Za-z0-9_]+)*)re");
    for (std::sregex_iterator each(text.begin(), text.end(), words), end; each != end; ++each)
        names.insert(word(each->str()));
}

/// Names in C++ code: comments count for nothing.
Strings namesInCode(const std::string& code) {
    Strings names;
    for (std::size_t at = 0; at < code.size();) {
        const auto skipTo = [&](std::string_view end) {
            const std::size_t found = code.find(end, at);
            at = found == std::string::npos ? code.size() : found + end.size();
        };
        if (code.compare(at, 2, "//") == 0) {
            skipTo("\n");
        } else if (code.compare(at, 2, "/*") == 0) {
            skipTo("*/");
        } else if (code.compare(at, 10, "#include \"") == 0) {
            at += 10;
            const std::size_t begin = at;
            skipTo("\"");
            names.insert(path(code.substr(begin, at - begin - 1)));
        } else if (code.compare(at, 2, "R\"") == 0) {
            const std::size_t begin = code.find('(', at);
            const std::string end = ')' + code.substr(at + 2, begin - at - 2) + '"';
            at = begin;
            skipTo(end);
            addText(code.substr(begin + 1, at - end.size() - begin - 1), names);
        } else if (code[at] == '"' || code[at] == '\'') {
            const char quote = code[at];
            const std::size_t begin = ++at;
            while (at < code.size() && code[at] != quote)
                at += code[at] == '\\' ? 2 : 1;
            if (quote == '"') addText(code.substr(begin, at - begin), names);
            ++at;
        } else if (isOfWord(code[at])) {
            const std::size_t begin = at;
            while (at < code.size() && (isOfWord(code[at]) || (code[at] == '\'' && std::isdigit(code[begin]))))
                ++at;
            names.insert(identifier(code.substr(begin, at - begin)));
        } else {
            ++at;
        }
    }
    return names;
}

/// Sources that a list of them in that folder names.
Strings namesInBuild(const std::string& text, const fs::path& folder) {
    static const std::regex comment("#[^\n]*"), source(R"re([^\s()"]+\.(cpp|cu|hpp|cuh))re");
    const std::string plain = std::regex_replace(text, comment, "");
    Strings names;
    for (std::sregex_iterator each(plain.begin(), plain.end(), source), end; each != end; ++each)
        names.insert(path((folder / each->str()).lexically_normal().string()));
    return names;
}

/// Files of the programs by the names in them.
const std::map<std::string, Strings>& filesByName() {
    static const std::map<std::string, Strings> all = [] {
        std::map<std::string, Strings> files;
        for (const char* folder : {"app", "core", "gpu"})
            for (const auto& entry : fs::recursive_directory_iterator(home / folder)) {
                const fs::path file = fs::relative(entry.path(), home);
                const bool isBuild = file.filename() == "CMakeLists.txt";
                if (!isBuild && !Strings{".hpp", ".cpp", ".cu", ".cuh"}.contains(file.extension())) continue;
                const std::string text = contentOf(entry.path());
                for (const std::string& name : isBuild ? namesInBuild(text, file.parent_path()) : namesInCode(text))
                    files[name].insert(file.string());
            }
        return files;
    }();
    return all;
}

/// One thing of a kind.
struct Thing {
    std::string name;
    Strings names;                 ///< by which code names it
    std::vector<std::string> own;  ///< beginnings of its files' paths
};

/// Files that name it and are not its own.
Strings filesNaming(const Thing& thing) {
    Strings files;
    for (const std::string& name : thing.names)
        if (const auto found = filesByName().find(name); found != filesByName().end())
            std::ranges::copy_if(found->second, std::inserter(files, files.end()), [&](const std::string& file) {
                return std::ranges::none_of(thing.own, [&](const std::string& own) { return file.starts_with(own); });
            });
    return files;
}

/// `stem`: "core/preprocess/dust", whose files are dust.cpp, dust.hpp and parts of it as dust_finding.cpp.
Thing thingAt(const std::string& name, const std::string& stem, Strings names) {
    for (const char* const ending : {".hpp", ".cpp", ".cu", ".cuh"})
        names.insert(path(stem + ending));
    return {name, std::move(names), {stem + '.', stem + '_'}};
}

/// "r_moment" of "rMoment" and "track_backend" of "TrackBackend"; `between`: '-' for "cahn-hilliard".
std::string snake(const std::string& name, char between = '_') {
    std::string words;
    for (const char letter : name) {
        if (std::isupper(static_cast<unsigned char>(letter)) && !words.empty()) words += between;
        words += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return words;
}

/// Hands over every match of a pattern, with its file less the ending, in the files of that ending below a folder, or in one
/// file.
void eachMatch(const std::string& where, const std::string& ending, const char* pattern, const auto& take) {
    const std::regex form(pattern);
    std::vector<fs::path> files;
    if (fs::is_directory(home / where)) {
        for (const auto& entry : fs::recursive_directory_iterator(home / where))
            if (entry.path().extension() == ending) files.push_back(entry.path());
    } else {
        files.push_back(home / where);
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        const std::string text = contentOf(file);
        const std::string stem = fs::relative(file, home).replace_extension().string();
        for (std::sregex_iterator each(text.begin(), text.end(), form), end; each != end; ++each)
            take(stem, *each);
    }
}

using Things = std::vector<Thing>;

/// Identifiers and texts that are names of other things, too, so that they tell nothing.
const Strings ofOtherThings{"line",  "xi",    "rMax",  "png",  "tiff",   "video", "hdf5", "fits",     "shifts", "engine",
                            "times", "table", "close", "crop", "sample", "frame", "file", "contrast", "page"};

Strings unlessOfOthers(const std::string& name) {
    return ofOtherThings.contains(name) ? Strings() : Strings{identifier(name)};
}

Strings textUnlessOfOthers(const std::string& name) {
    return ofOtherThings.contains(name) ? Strings() : Strings{whole(name)};
}

Strings with(Strings names, std::string one) {
    names.insert(std::move(one));
    return names;
}

Things steps() {
    Things all;
    eachMatch("core/preprocess", ".hpp", R"re(struct (\w+) (?:: \w+ )?\{\s*static constexpr const char\* key = "(\w+)")re",
              [&](const std::string& file, const std::smatch& found) {
                  all.push_back(thingAt(found[2], file, {identifier(found[1]), key(found[2])}));
              });
    return all;
}

Things lengths() {
    std::map<std::string, std::string> files;
    eachMatch("core/measure", ".cpp", R"re(\nLengthScale (\w+)\(const )re",
              [&](const std::string& file, const std::smatch& found) { files[found[1]] = file; });
    Things all;
    eachMatch("core/measure/shipped_lengths.cpp", "", R"re(\{\.key = "(\w+)",[^}]*?\.from\w+ = (\w+))re",
              [&](const std::string&, const std::smatch& found) {
                  all.push_back(thingAt(found[1], files[found[2]], with(unlessOfOthers(found[2]), key(found[1]))));
              });
    return all;
}

Things laws() {
    Things all;
    eachMatch("core/growth", ".cpp", R"re(\nGrowthModel (\w+)\(\) \{\s*return \{\s*\.key = "([\w-]+)")re",
              [&](const std::string& file, const std::smatch& found) {
                  all.push_back(thingAt(found[2], file, with(unlessOfOthers(found[1]), key(found[2]))));
              });
    return all;
}

Things tables() {
    Things all;
    eachMatch("core/export/run_tables.cpp", "", R"re(\.file = "([\w.]+)"[^}]*?\.text = (?:ofSession\()?(\w+))re",
              [&](const std::string&, const std::smatch& found) {
                  const std::string file = found[1];
                  const std::string stem = std::regex_replace(file, std::regex(R"re(\.)re"), "_");
                  all.push_back(thingAt(file, "core/export/" + stem, with(unlessOfOthers(found[2]), word(file))));
              });
    return all;
}

Things engines() {
    Things all;
    for (const char* folder : {"core", "gpu"})
        eachMatch(folder, ".cpp", R"re(\nstd::shared_ptr<const \w+Engine> (\w+)\((?:\)|(?:const )?std::vector<Device>))re",
                  [&](const std::string& file, const std::smatch& found) {
                      all.push_back(thingAt(found[1], file, {identifier(found[1])}));
                  });
    eachMatch("gpu/convolve/device_filter.hpp", "",
              R"re(\nstd::unique_ptr<DeviceFilter> (\w+)\([^;]*, const Device& device\);)re",
              [&](const std::string&, const std::smatch& found) {
                  all.push_back(thingAt(found[1], "gpu/convolve/" + snake(found[1]), {identifier(found[1])}));
              });
    return all;
}

/// Lists in Engines, each with its interface. Its own files are the interface's folder and the rooms of gpu, which implement it.
Things engineFamilies() {
    std::map<std::string, std::string> interfaceOf, folderOf;  // by list, by interface
    eachMatch("core", ".hpp", R"re(using (\w+List) = std::vector<std::shared_ptr<const (\w+)>>;)re",
              [&](const std::string&, const std::smatch& found) { interfaceOf[found[1]] = found[2]; });
    eachMatch("core", ".hpp", R"re(\nclass (\w+(?:Engine|Backend))\s+(?:: public [^{]*)?\{)re",
              [&](const std::string& file, const std::smatch& found) { folderOf[found[1]] = file; });
    Strings rooms;
    for (const auto& entry : fs::directory_iterator(home / "gpu"))
        if (entry.is_directory()) rooms.insert(fs::relative(entry.path(), home).string() + '/');
    Things all;
    eachMatch("core/analysis/engines.hpp", "", R"re(\n    (?:(\w+List)|std::vector<std::shared_ptr<const (\w+)>>) (\w+);)re",
              [&](const std::string&, const std::smatch& found) {
                  const std::string list = found[1], interface = list.empty() ? found[2].str() : interfaceOf[list];
                  Thing family{found[3], {identifier(interface)}, {rooms.begin(), rooms.end()}};
                  if (!list.empty()) family.names.insert(identifier(list));
                  const fs::path file = folderOf[interface];
                  family.own.push_back(list.empty() ? file.string() + '.' : file.parent_path().string() + '/');
                  all.push_back(std::move(family));
              });
    return all;
}

Things formatsIn(const std::string& folder, const char* pattern) {
    Things all;
    eachMatch(folder, ".cpp", pattern, [&](const std::string& file, const std::smatch& found) {
        all.push_back(thingAt(found[2], file, with(unlessOfOthers(found[1]), key(found[2]))));
        all.back().own.push_back("core/volume/" + found[1].str() + "_program/");  // that reads it, where there is one
    });
    return all;
}

Things pictureFormats() {
    return formatsIn("core/image/formats", R"re(\nImageFormat (\w+)\(\) \{[^"]*"([^"]+)")re");
}

Things volumeFormats() {
    return formatsIn("core/volume/formats", R"re(\nStoredFormat (\w+)\(\) \{[^"]*"([^"]+)")re");
}

Things panels() {
    Things all;
    eachMatch("app/window/panels", ".hpp", R"re(\nclass (\w+Panel) [^;{]*\{)re",
              [&](const std::string& file, const std::smatch& found) {
                  all.push_back(thingAt(found[1], file, {identifier(found[1])}));
              });
    return all;
}

Things charts() {
    Things all;
    eachMatch("app/window/plots/time_series.hpp", "", R"re(\nTimeSeries (\w+TimeSeries)\()re",
              [&](const std::string& file, const std::smatch& found) {
                  all.push_back({found[1], {identifier(found[1])}, {file + '.'}});
              });
    return all;
}

Things windowCommands() {
    Things all;
    eachMatch("app/window/commands", ".cpp",
              R"re(\.key = "([^"]+)"|tuple\{"([^"]+)"|\{"([\w.-]+)", (?:Qt::Key_|QKeySequence\())re",
              [&](const std::string& file, const std::smatch& found) {
                  const std::string name = found[1].str() + found[2].str() + found[3].str();
                  all.push_back({name, textUnlessOfOthers(name), {file + '.'}});
              });
    return all;
}

Things sections() {
    const std::string recipe = contentOf(home / "core/recipe/recipe.hpp");
    Things all;
    eachMatch("core/recipe/sections.cpp", "", R"re(section\("(\w+)", "[^"]*", &Recipe::(\w+))re",
              [&](const std::string&, const std::smatch& found) {
                  std::smatch type;
                  std::regex_search(recipe, type, std::regex("(\\w+) " + found[2].str() + ";"));
                  std::string stem;
                  eachMatch("core", ".hpp", ("struct " + type[1].str() + " \\{").c_str(),
                            [&](const std::string& file, const std::smatch&) { stem = file; });
                  all.push_back(thingAt(found[1], stem, {key(found[1])}));
              });
    return all;
}

Things subCommands() {
    Things all;
    eachMatch("app/cli/commands.hpp", "", R"re(\nvoid add(\w+)\()re", [&](const std::string&, const std::smatch& found) {
        all.push_back(thingAt(snake(found[1], ' '), "app/cli/" + snake(found[1]), {identifier("add" + found[1].str())}));
    });
    return all;
}

Things columns() {
    Things all;
    eachMatch("core/export/results_csv.cpp", "", R"re(\{"(\w+)", |add\("(\w+)", measure\()re",
              [&](const std::string& file, const std::smatch& found) {
                  const std::string name = found[1].str() + found[2].str();
                  all.push_back({name, textUnlessOfOthers(name), {file + '.'}});
              });
    return all;
}

struct Kind {
    std::string name;
    Things (*things)();
    std::size_t least;  ///< as many are found, else what finds them has gone blind
};

std::ostream& operator<<(std::ostream& out, const Kind& kind) {
    return out << kind.name;
}

const std::vector<Kind> kinds{{"step", steps, 13},
                              {"length", lengths, 10},
                              {"law", laws, 6},
                              {"table", tables, 8},
                              {"engine", engines, 19},
                              {"engine family", engineFamilies, 7},
                              {"picture format", pictureFormats, 7},
                              {"volume format", volumeFormats, 10},
                              {"panel", panels, 7},
                              {"chart", charts, 8},
                              {"command of the window", windowCommands, 80},
                              {"section of the recipe", sections, 3},
                              {"command of the command line", subCommands, 15},
                              {"column of results.csv", columns, 45}};

/// The page's table of how many files may name a thing of each kind: rows "| step | 3 | 22 |", and "| step `grey` | 3 | 22 |" of
/// one thing that more files name than any other of its kind may be named by.
std::map<std::string, std::size_t> mostByKind() {
    const std::string page = contentOf(home / "resources/develop/adding.md");
    static const std::regex row(R"re(\n\| ([\w `./-]+) \| \d+ \| (\d+) \|)re");
    std::map<std::string, std::size_t> most;
    for (std::sregex_iterator each(page.begin(), page.end(), row), end; each != end; ++each)
        most[(*each)[1]] = std::stoul((*each)[2]);
    return most;
}

class Counts : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Architecture, Counts, testing::ValuesIn(kinds), [](const auto& each) {
    std::string name = each.param.name;
    std::erase_if(name, [](char letter) { return !std::isalnum(static_cast<unsigned char>(letter)); });
    return name;
});

TEST_P(Counts, OfFilesThatNameAThingBesideItsOwnGetNoLarger) {
    const Kind& kind = GetParam();
    const std::map<std::string, std::size_t> most = mostByKind();
    const Things things = kind.things();
    EXPECT_GE(things.size(), kind.least) << "not all are found";
    ASSERT_TRUE(most.contains(kind.name)) << "resources/develop/adding.md has no row of it";
    std::size_t worst = 0;
    for (const Thing& thing : things) {
        const Strings files = filesNaming(thing);
        std::string listing = kind.name + ' ' + thing.name + ": " + std::to_string(files.size());
        for (const std::string& file : files)
            listing += ' ' + file;
        std::cout << listing << '\n';
        EXPECT_TRUE(thing.names.empty() ||
                    std::ranges::any_of(thing.names, [](const std::string& name) { return filesByName().contains(name); }))
            << kind.name << ' ' << thing.name << ": no code names it, so that what finds it has gone blind";
        const auto alone = most.find(kind.name + " `" + thing.name + '`');
        if (alone != most.end())
            EXPECT_EQ(files.size(), alone->second) << listing << "\nFewer: lower the number in adding.md";
        else if (files.size() > most.at(kind.name))
            ADD_FAILURE() << listing << "\nNo more than " << most.at(kind.name) << " files may name it";
        if (alone == most.end()) worst = std::max(worst, files.size());
    }
    EXPECT_EQ(worst, most.at(kind.name)) << "fewer: lower the number in adding.md";
}

TEST(Counts, SeeNamesInCodeButNotInComments) {
    const Strings names = namesInCode(
        "#include \"core/preprocess/crop.hpp\"\n"
        "// Dust\n"
        "const int size = 1'000, Median = f('\"'); /* Grey */\n"
        "set(recipe, \"crop.width\", R\"(Writes results.csv.)\");\n");

    for (const std::string& each :
         {path("core/preprocess/crop.hpp"), identifier("Median"), key("crop"), key("crop.width"), word("results.csv")})
        EXPECT_TRUE(names.contains(each)) << each;
    for (const std::string& each : {identifier("Dust"), identifier("Grey"), identifier("crop"), key("results")})
        EXPECT_FALSE(names.contains(each)) << each;
    EXPECT_EQ(namesInBuild("a(\n  crop.cpp # dust.cpp\n)", "core/preprocess"), Strings{path("core/preprocess/crop.cpp")});
}

}  // namespace
