// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::nasty {

/// Answer that the command line must give. Besides, of every input (see run_nasty_test.cpp): no signal, no library's words, and
/// whatever lay in the folder before is still there with the same bytes.
struct Answer {
    int status = 0;                       ///< exit status
    std::vector<std::string> words = {};  ///< each stands somewhere in what is said, without regard to line breaks
    /// Statuses in OUT/results.csv from frame to frame, "ok ok failed"; nothing: there is no such table.
    std::optional<std::string> frames = {};
    std::vector<std::string> silent = {};  ///< messages that must not be printed
};

/// The answer to what is refused, with words that say why.
inline Answer refusedSaying(std::vector<std::string> words) {
    return {.status = 2, .words = std::move(words)};
}

/// Answer that the window must give to the same folder.
struct WindowAnswer {
    std::string opens = "images";         ///< path that is opened, below the folder
    bool isOpened = true;                 ///< else it is refused
    std::vector<std::string> words = {};  ///< each stands in some notice
    /// Statuses from frame to frame after all is measured; nothing: nothing is measured.
    std::optional<std::string> frames = {};
};

/// An input as no careful user would make it, but some camera, script, unplugged disk or hurried colleague does, with the answer
/// beside it.
struct NastyInput {
    std::string name;                                               ///< CamelCase, for the test's name
    std::function<void(const std::filesystem::path& folder)> make;  ///< puts it into an empty folder
    /// Arguments of coarsen-cli; in `@/images` the @ stands for the folder.
    std::vector<std::string> command = {"analyze", "@/images", "-o", "@/out"};
    Answer answer;
    std::optional<WindowAnswer> window = {};
    std::string before = {};              ///< shell commands in which the program is started: "ulimit -v 500000"
    std::set<std::string> replaced = {};  ///< files below the folder that may be others afterwards: the user asked for it
    std::vector<std::string> gone = {};   ///< files below the folder that must not be there afterwards
    std::vector<std::string> made = {};   ///< files below the folder that must be there afterwards
};

using NastyInputs = std::vector<NastyInput>;

/// By what is nasty. A new format brings a list of its own, added to allInputs.
NastyInputs nastyImages();
NastyInputs nastyStacks();
NastyInputs nastyFilms();  ///< none where no films are read
NastyInputs nastyStoredSamples();
NastyInputs nastyDataFiles();
NastyInputs nastyFolderInputs();
NastyInputs nastyTimeTables();
NastyInputs nastyRecipes();
NastyInputs nastySessions();
NastyInputs nastyJournals();
NastyInputs nastyNames();
NastyInputs nastyTargets();
NastyInputs nastyBatches();
NastyInputs nastyEnvironments();

NastyInputs allInputs();

/// Makers of the inputs that the lists hold.
namespace make {

/// `frames` small ring pictures, a minute apart, "ring_0000_t0s.png" and so on, R_max 14 to 20 px of 160 x 120.
void series(const std::filesystem::path& folder, int frames = 3);
/// Such a series in `images` of the folder.
std::function<void(const std::filesystem::path&)> images(int frames = 3);
/// The name of one of its pictures: "ring_0002_t120s.png".
std::string pictureName(int frame);

/// Writes the bytes; makes the folders above.
void file(const std::filesystem::path& file, std::string_view bytes);
std::string bytesOf(const std::filesystem::path& file);
/// The file with `change` done to its bytes.
void changed(const std::filesystem::path& file, const std::function<void(std::string& bytes)>& change);
/// The file with the first `from` replaced; throws where there is none, so that no input is milder than it looks.
void replaced(const std::filesystem::path& file, std::string_view from, std::string_view to);

/// The text as spreadsheets save "Unicode text", with its mark.
std::string inUtf16(const std::string& text, bool isLittle);

/// The four tables of OUT, as `replaced` wants them: "out/results.csv" and so on.
std::set<std::string> tablesOf(const std::string& out);

/// Runs coarsen-cli as `command` in NastyInput, for inputs that are what an earlier run left.
void run(const std::filesystem::path& folder, const std::vector<std::string>& command);

}  // namespace make

/// The arguments with the folder for the `@` of each.
std::vector<std::string> withFolder(const std::vector<std::string>& command, const std::filesystem::path& folder);

/// coarsen-cli of this build, or of the folder that COARSEN_NASTY_PROGRAMS names: to see what another version answers.
std::filesystem::path attackedProgram();

}  // namespace coarsen::nasty
