// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/made_pages.hpp"

#include "tests/cli/program.hpp"
#include "tests/pages/paper_tables.hpp"
#include "tests/pages/speed_tables.hpp"
#include "tests/support/folders.hpp"

#include <regex>
#include <sstream>
#include <string>

namespace coarsen::pages {

namespace {

/// coarsen(1) from what `coarsen --help` prints: a name of an option, blanks, words, which may go on in further lines.
[[maybe_unused]] std::string manualOfWindow() {
    const auto troff = [](const std::string& text) { return std::regex_replace(text, std::regex("-"), "\\-"); };
    static const std::regex option(R"(^  (-\S+(?:, -\S+)?(?: <\S+>)?)(?:  +(.*))?$)");
    std::istringstream lines(
        test::coarsenCli({"--help"}, {{"QT_QPA_PLATFORM", "offscreen"}}, {}, test::programFile("coarsen")).out);
    std::string page =
        ".TH COARSEN 1 \"\" Coarsen \"User commands\"\n.SH NAME\ncoarsen \\- measures how the structure of a material grows, "
        "from a "
        "series of images\n.SH SYNOPSIS\n.B coarsen\n[options] [INPUT... | SESSION | PROJECT]\n.SH OPTIONS\n";
    bool isOfQt = true;  // --help and its like, and what stands before the options
    for (std::string line; std::getline(lines, line) && !line.starts_with("Arguments:");) {
        std::smatch found;
        if (std::regex_match(line, found, option)) {
            const std::string name = found[1];
            isOfQt = name.starts_with("-h") || name.starts_with("-v") || name == "--help-all";
            if (!isOfQt) page += ".TP\n.B " + troff(name) + "\n" + troff(found[2]) + "\n";
        } else if (!isOfQt && line.find_first_not_of(' ') != std::string::npos) {
            page += troff(line.substr(line.find_first_not_of(' '))) + "\n";
        }
    }
    return page + ".SH SEE ALSO\n.BR coarsen-cli (1)\n";
}

}  // namespace

std::vector<MadePage> madePages() {
    const auto printed = [](const std::string& form) { return test::coarsenCli({"reference", form}).out; };
    const std::string speed = "resources/science/speed.md", papers = "resources/science/papers.md";
    const auto withTablesOf = [](const std::string& page, const Tables& tables) {
        return withTables(test::contentOf(test::sourceFolder() / page), tables);
    };
    return {{"resources/reference/options.md", printed("options")},
            {"resources/reference/recipe-keys.md", printed("keys")},
            {"resources/reference/coarsen-cli.1", printed("man")},
            {"resources/reference/coarsen-cli.bash", printed("bash")},
#ifdef COARSEN_WINDOW
            {"resources/reference/coarsen.1", manualOfWindow()},
#endif
            {speed, withTablesOf(speed, speedTables())},
            {papers, withTablesOf(papers, paperTables())}};
}

}  // namespace coarsen::pages
