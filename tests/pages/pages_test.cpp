// SPDX-License-Identifier: GPL-3.0-or-later
// The pages that users and developers read: what is made is up to date, links lead somewhere, and what they say of commands,
// keys, lengths, laws and files is what the program has.
#include "core/export/run_tables.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/measure/lengths.hpp"
#include "core/recipe/recipe.hpp"
#include "tests/cli/program.hpp"
#include "tests/pages/made_pages.hpp"
#include "tests/pages/quotations.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::pages {

namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::string textOf(const fs::path& file) {
    return test::contentOf(test::sourceFolder() / file);
}

/// README.md and the pages below it, by their paths from the root.
std::vector<fs::path> pages() {
    std::vector<fs::path> files{"README.md"};
    for (const char* folder : {"manual", "science", "develop", "develop/decisions", "reference"})
        for (const auto& entry : fs::directory_iterator(test::sourceFolder() / "resources" / folder))
            if (entry.path().extension() == ".md") files.push_back(fs::relative(entry.path(), test::sourceFolder()));
    std::ranges::sort(files);
    return files;
}

/// Anchor that follows "#" in a link to that heading: letters, digits and hyphens.
std::string anchorOf(const std::string& heading) {
    std::string anchor;
    for (const char letter : heading) {
        const auto code = static_cast<unsigned char>(letter);
        if (std::isalnum(code) || code >= 0x80 || letter == '_' || letter == '-')
            anchor += static_cast<char>(std::tolower(code));
        else if (letter == ' ')
            anchor += '-';
    }
    return anchor;
}

std::set<std::string> anchorsIn(const std::string& page) {
    static const std::regex heading(R"((?:^|\n)#+ ([^\n]+))");
    std::set<std::string> anchors;
    for (std::sregex_iterator each(page.begin(), page.end(), heading), end; each != end; ++each)
        anchors.insert(anchorOf((*each)[1]));
    return anchors;
}

/// The options of each command, as the made page has them: "synth ring" of "--r-max".
std::map<std::string, std::set<std::string>> optionsByCommand() {
    std::map<std::string, std::set<std::string>> options;
    std::istringstream lines(textOf("resources/reference/options.md"));
    static const std::regex name(R"((--?[A-Za-z][\w-]*))");
    std::string command;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## ")) command = line.substr(3);
        if (!line.starts_with("| `-")) continue;
        const std::string cell = line.substr(0, line.find("` |"));
        for (std::sregex_iterator each(cell.begin(), cell.end(), name), end; each != end; ++each)
            options[command].insert((*each)[1]);
    }
    return options;
}

/// Words that the pages tell a user to type behind coarsen-cli, by page.
std::vector<std::pair<std::string, std::string>> commandLines() {
    static const std::regex line(R"(coarsen-cli ((?:[^\n`#|*\\]|\\\n)+))");
    std::vector<std::pair<std::string, std::string>> found;
    for (const fs::path& page : pages()) {
        if (page.parent_path().filename() == "reference") continue;
        const std::string text = textOf(page);
        for (std::sregex_iterator each(text.begin(), text.end(), line), end; each != end; ++each)
            found.emplace_back(page.string(), (*each)[1]);
    }
    return found;
}

/// A decision on a page of resources/develop/decisions, whose heading is "## M7. What was decided".
struct Decision {
    std::string number, heading, title;  ///< "M7", "M7. What was decided", "What was decided"
    std::string page;                    ///< "measuring.md"
};

std::vector<Decision> decisions() {
    static const std::regex heading(R"(\n## (([A-Z]\d+)\. ([^\n]+)))");
    std::vector<Decision> found;
    for (const auto& entry : fs::directory_iterator(test::sourceFolder() / "resources/develop/decisions")) {
        const std::string page = test::contentOf(entry.path());
        for (std::sregex_iterator each(page.begin(), page.end(), heading), end; each != end; ++each)
            found.push_back({(*each)[2], (*each)[1], (*each)[3], entry.path().filename().string()});
    }
    return found;
}

/// The sources, scripts and pages that may cite a decision, by their paths from the root.
std::vector<fs::path> sourcesAndPages() {
    static const std::set<std::string> endings{".cmake", ".cpp", ".cu", ".cuh", ".hpp", ".md", ".py", ".sh", ".txt"};
    std::vector<fs::path> files{"README.md", "CMakeLists.txt"};
    for (const char* folder : {"app", "core", "gpu", "resources", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(test::sourceFolder() / folder))
            if (entry.is_regular_file() && endings.contains(entry.path().extension().string()))
                files.push_back(entry.path().lexically_relative(test::sourceFolder()));
    return files;
}

std::vector<std::string> wordsOf(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

}  // namespace

TEST(Pages, ThatAreMadeAreUpToDate) {
    for (const MadePage& page : madePages()) {
        ASSERT_GT(page.text.size(), 1000u) << page.file;
        EXPECT_TRUE(textOf(page.file) == page.text) << page.file << " is stale: cmake --build build --target pages";
    }
}

/// Sentences beside the papers, and of speed, have the figures of the committed results to the digit shown.
TEST(Pages, QuoteTheResultsThatAreCommitted) {
    for (const Quotation& quotation : quotations())
        EXPECT_TRUE(textOf(quotation.page).find(quotation.words) != std::string::npos)
            << quotation.page << " does not say: " << quotation.words;
}

TEST(Pages, OptionsKeepTheFormOfTheirValue) {
    const std::string options = textOf("resources/reference/options.md");
    for (const char* row : {"| `--frames A:B[:STEP]` |", "| `--until N` |", "| `--r-max A:B` |", "| `--phase bright\\|dark` |"})
        EXPECT_TRUE(options.find(row) != std::string::npos) << row;
}

TEST(Pages, TheReadmeIsTwoScreens) {
    EXPECT_LE(textOf("README.md").size(), 8u * 1024);
}

/// A page that its folder's README.md does not name is found by nobody.
TEST(Pages, AreNamedInTheIndexOfTheirFolder) {
    std::size_t checked = 0;
    for (const fs::path& page : pages()) {
        const fs::path folder = page.parent_path();
        if (folder.empty() || page.filename() == "README.md") continue;
        EXPECT_THAT(textOf(folder / "README.md"), HasSubstr("(" + page.filename().string())) << page;
        ++checked;
    }
    EXPECT_GT(checked, 50u);
}

TEST(Pages, LinksLeadSomewhere) {
    static const std::regex link(R"(\]\(([^)\s]+)\))");
    std::size_t checked = 0;
    std::vector<std::string> dead;
    std::map<fs::path, std::set<std::string>> anchors;  // by page
    for (const fs::path& page : pages()) {
        const std::string text = textOf(page);
        for (std::sregex_iterator each(text.begin(), text.end(), link), end; each != end; ++each, ++checked) {
            const std::string target = (*each)[1], file = target.substr(0, target.find('#'));
            if (target.starts_with("https://")) continue;
            const fs::path led = file.empty() ? page : (page.parent_path() / file).lexically_normal();
            const bool isThere = fs::exists(test::sourceFolder() / led);
            const std::string anchor = target.find('#') == std::string::npos ? "" : target.substr(target.find('#') + 1);
            if (isThere && !anchor.empty() && !anchors.contains(led)) anchors[led] = anchorsIn(textOf(led));
            if (!isThere || (!anchor.empty() && !anchors[led].contains(anchor))) dead.push_back(page.string() + ": " + target);
        }
    }
    EXPECT_THAT(dead, IsEmpty());
    EXPECT_GT(checked, 100u);
}

TEST(Pages, TellToTypeWhatTheProgramTakes) {
    const auto options = optionsByCommand();
    std::size_t checked = 0;
    for (const auto& [page, line] : commandLines()) {
        const std::vector<std::string> words = wordsOf(line);
        if (words.empty() || words[0] == "bench" || !std::islower(static_cast<unsigned char>(words[0][0]))) continue;
        const std::string pair = words.size() > 1 ? words[0] + " " + words[1] : "";
        const auto known = options.contains(pair) ? options.find(pair) : options.find(words[0]);
        ASSERT_TRUE(known != options.end() || words[0] == "reference") << page << ": coarsen-cli " << line;
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i] == "--set" && i + 1 < words.size()) {
                Recipe recipe = defaultRecipe();
                const std::size_t equals = words[i + 1].find('=');
                ASSERT_NE(equals, std::string::npos) << page << ": " << words[i + 1];
                EXPECT_NO_THROW(setText(recipe, words[i + 1].substr(0, equals), words[i + 1].substr(equals + 1)))
                    << page << ": " << words[i + 1];
            }
            if (!words[i].starts_with('-') || words[i].size() < 2 || words[i] == "--help" ||
                std::isdigit(static_cast<unsigned char>(words[i][1])))
                continue;
            EXPECT_THAT(known->second, Contains(words[i].substr(0, words[i].find('=')))) << page << ": coarsen-cli " << line;
            ++checked;
        }
    }
    EXPECT_GT(checked, 60u);
}

TEST(Pages, NameEveryCommandTableLengthAndLaw) {
    const std::string commands = textOf("resources/manual/command-line.md"), lengths = textOf("resources/manual/lengths.md"),
                      laws = textOf("resources/manual/trust.md"), tables = textOf("resources/manual/figures.md");
    for (const auto& [command, options] : optionsByCommand())
        EXPECT_THAT(commands, HasSubstr("| `" + command.substr(0, command.find(' ')) + "` |"));
    for (const RunTable& table : runTables())
        EXPECT_THAT(tables, HasSubstr("`" + table.file + "`"));
    for (const LengthEstimator& length : lengthEstimators())
        EXPECT_THAT(lengths, HasSubstr("| `" + length.key + "` |"));
    for (const GrowthModel& law : growthModels())
        EXPECT_THAT(laws, HasSubstr("| `" + law.key + "` |"));
}

TEST(Pages, NameEveryKeyThatTheyMentionAsTheRecipeHasIt) {
    static const std::regex key(
        R"(`((?:grey|flatten|lines|surround|bleach|dust|median|filter|stabilise|align|crop|channels|contrast|measure|surface|fit)\.[a-z_0-9]+)(?:=([\w.-]+))?`)");
    static const std::regex file(R"(\.(?:csv|json|mp4|ply|stl|tif|vtp)$)");
    std::size_t checked = 0;
    for (const fs::path& page : pages()) {
        const std::string text = textOf(page);
        for (std::sregex_iterator each(text.begin(), text.end(), key), end; each != end; ++each, ++checked) {
            if (std::regex_search((*each)[1].str(), file)) continue;
            Recipe recipe = defaultRecipe();
            EXPECT_NO_THROW(valueOf(recipe, (*each)[1].str())) << page;
            if ((*each)[2].matched) {
                EXPECT_NO_THROW(setText(recipe, (*each)[1].str(), (*each)[2].str())) << page;
            }
        }
    }
    EXPECT_GT(checked, 100u);
}

/// The codes by which messages about a series are known, "time.conflict", each with a row of its own.
TEST(Pages, ListEveryCodeOfAMessage) {
    static const std::regex code(
        R"re("((?:time|names|pages|files?|volume|size|fact|depth|orient|region)\.[a-z]+(?:-[a-z0-9]+)*|(?:crop|table)\.[a-z]+(?:-[a-z0-9]+)+)")re"),
        row(R"re(\n\| (?:`([a-z.0-9-]+)`, )?`([a-z.0-9-]+)` \|)re");
    std::set<std::string> said, listed;
    for (const char* folder : {"app/cli", "core"})
        for (const auto& entry : fs::recursive_directory_iterator(test::sourceFolder() / folder)) {
            if (!entry.is_regular_file()) continue;
            const std::string text = test::contentOf(entry.path());
            for (std::sregex_iterator each(text.begin(), text.end(), code), end; each != end; ++each)
                said.insert((*each)[1]);
        }
    const std::string page = textOf("resources/reference/messages.md");
    for (std::sregex_iterator each(page.begin(), page.end(), row), end; each != end; ++each)
        for (const int part : {1, 2})
            if ((*each)[part].matched) listed.insert((*each)[part]);
    EXPECT_EQ(listed, said);
    EXPECT_GT(said.size(), 50u);
}

TEST(Pages, NameFilesOfTheSourcesThatAreThere) {
    static const std::regex path(R"(`((?:core|gpu|app|tests|resources)/[\w/.-]+|\.ci/\w+)`)");
    std::size_t checked = 0;
    std::vector<std::string> missing;
    for (const fs::path& page : pages()) {
        const std::string text = textOf(page);
        for (std::sregex_iterator each(text.begin(), text.end(), path), end; each != end; ++each, ++checked) {
            const std::string named = test::sourceFolder() / (*each)[1].str();
            if (!fs::exists(named) && !fs::exists(named + ".hpp") && named.find("NAME") == std::string::npos)
                missing.push_back(page.string() + ": " + (*each)[1].str());
        }
    }
    EXPECT_THAT(missing, IsEmpty());
    EXPECT_GT(checked, 40u);
}

/// "decision M7" in a comment or on a page, also with a line break within, leads to the heading "## M7. …" of one page.
TEST(Pages, HaveEveryDecisionThatIsCited) {
    std::map<std::string, int> given;
    for (const Decision& decision : decisions())
        EXPECT_EQ(++given[decision.number], 1)
            << decision.number << " is given twice: " << decision.page << ", " << decision.title;
    static const std::regex number(R"([\s/#]+([A-Z]?\d+(?:\.\d+)*))");
    const std::string word = "ecision";  // of "decision" and "Decision", not of "precision"
    std::size_t checked = 0;
    std::vector<std::string> dead;
    for (const fs::path& file : sourcesAndPages()) {
        const std::string text = textOf(file);
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            if (at == 0 || (text[at - 1] != 'd' && text[at - 1] != 'D')) continue;
            std::smatch cited;
            const auto behind = text.begin() + static_cast<std::ptrdiff_t>(at + word.size());
            if (!std::regex_search(behind, text.end(), cited, number, std::regex_constants::match_continuous)) continue;
            ++checked;
            if (!given.contains(cited[1].str())) dead.push_back(file.string() + ": decision " + cited[1].str());
        }
    }
    EXPECT_THAT(dead, IsEmpty());
    EXPECT_GT(checked, 30u);
}

TEST(Pages, ListEveryDecisionInItsIndex) {
    const std::string index = textOf("resources/develop/decisions/README.md");
    const std::vector<Decision> all = decisions();
    for (const Decision& decision : all)
        EXPECT_TRUE(index.find("\n- [" + decision.number + "](" + decision.page + "#" + anchorOf(decision.heading) + ") " +
                               decision.title + "\n") != std::string::npos)
            << decision.page << ": " << decision.heading;
    EXPECT_GT(all.size(), 200u);
}

/// "*File > Batch: many series…*": the line's words are a text of the window.
TEST(Pages, NameLinesOfMenusAsTheWindowHasThem) {
    std::string window;
    for (const auto& entry : fs::recursive_directory_iterator(test::sourceFolder() / "app/window"))
        if (entry.path().extension() == ".cpp") window += test::contentOf(entry.path());
    static const std::regex line(R"(\*(?:File|Edit|View|Analysis|Recipe|Help) > ([^*\n>]+)\*)");
    std::size_t checked = 0;
    for (const fs::path& page : pages()) {
        const std::string text = textOf(page);
        for (std::sregex_iterator each(text.begin(), text.end(), line), end; each != end; ++each, ++checked)
            EXPECT_TRUE(window.find("\"" + (*each)[1].str() + "\"") != std::string::npos) << page << ": " << (*each)[1];
    }
    EXPECT_GT(checked, 15u);
}

TEST(ApplicationId, StandsInOnePlace) {
    std::smatch declared;
    const std::string build = textOf("CMakeLists.txt");
    ASSERT_TRUE(std::regex_search(build, declared, std::regex(R"(set\(COARSEN_APPLICATION_ID (\S+)\))")));
    std::vector<std::string> places;
    for (const char* folder : {"app", "resources/install"})
        for (const auto& entry : fs::recursive_directory_iterator(test::sourceFolder() / folder))
            if (entry.is_regular_file() && test::contentOf(entry.path()).find(declared[1].str()) != std::string::npos)
                places.push_back(entry.path().string());
    EXPECT_THAT(places, IsEmpty());
}

/// questions.md names for each question a page and words in italics that stand on it.
TEST(Pages, AnswerTheirQuestions) {
    static const std::regex row(R"(\n\| (\d+) \| [^\n]*\]\(([^)]+)\): \*([^*\n]+)\*)");
    const fs::path folder = "resources/develop";
    const std::string questions = textOf(folder / "questions.md");
    int asked = 0;
    for (std::sregex_iterator each(questions.begin(), questions.end(), row), end; each != end; ++each, ++asked)
        EXPECT_THAT(textOf((folder / (*each)[2].str()).lexically_normal()), HasSubstr((*each)[3].str())) << (*each)[1];
    EXPECT_EQ(asked, 54);
}

}  // namespace coarsen::pages
