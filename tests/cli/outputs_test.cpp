// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of OUT that hold for every command that writes into one.
#include "core/base/claimed_folder.hpp"
#include "core/base/files.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/cli/growing_folder.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/small_volumes.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Words = std::vector<std::string>;

/// The names that `coarsen-cli ... --help` lists as commands of its own.
Words commandsBelow(Words command) {
    command.emplace_back("--help");
    std::istringstream help(coarsenCli(command).out);
    Words names;
    bool isList = false;
    for (std::string line; std::getline(help, line);) {
        if (line == "Subcommands:")
            isList = true;
        else if (isList && line.empty())
            break;
        else if (isList)
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

/// "analyze", "synth ring": those that have an option for OUT, however many commands there come to be.
Words commandsThatWrite(const Words& above = {}) {
    Words writing;
    for (const std::string& name : commandsBelow(above)) {
        Words command = above;
        command.push_back(name);
        const Words below = commandsThatWrite(command);
        writing.insert(writing.end(), below.begin(), below.end());
        command.emplace_back("--help");
        if (coarsenCli(command).out.find("--output") == std::string::npos) continue;
        std::string whole;
        for (std::size_t i = 0; i + 1 < command.size(); ++i)
            whole += (i ? " " : "") + command[i];
        writing.push_back(whole);
    }
    return writing;
}

class Outputs : public testing::Test {
protected:
    SmallSeries series{3};
    SmallVolumes volumes{2, {1, 1, 1, false}, {24, 22, 20}};
    fs::path out = series / "out";

    /// Two frames of the same picture.
    std::string stillFilm() const {
        for (const char* name : {"0.png", "1.png"})
            if (const fs::path file = series / "still" / name; !fs::exists(file)) {
                fs::create_directories(file.parent_path());
                fs::copy_file(series.image(0), file);
            }
        return series / "still";
    }
    /// A displacement of nothing between two of the volumes.
    std::string stillFlow() const {
        const VolumeSize size{24, 22, 20};
        const std::vector<float> none(size.voxels());
        writeNiftiVectors(series / "u.nii", size, {1, 1, 1, false}, {none, none, none}, "u");
        return series / "u.nii";
    }
    /// Arguments that each is called with, but for -o OUT: short work.
    std::optional<Words> argumentsOf(const std::string& command) const {
        const std::string images = series.images(), first = series.image(0), second = series.image(1);
        writeWhole(series / "kernel.csv", std::string_view("1,2,1\n"));
        const std::map<std::string, Words> known{
            {"analyze", {images}},
            {"batch", {fs::path(images).parent_path().string()}},
            {"ensemble", {images}},
            {"convolve", {images, "-k", series / "kernel.csv"}},
            {"correlate", {first, second}},
            {"surface", {volumes.file(0)}},
            {"track", {stillFilm()}},
            {"register", {first, second, "--sigma", "4", "--levels", "1"}},
            {"apply", {stillFlow(), volumes.file(0)}},
            {"strain", {stillFlow()}},
            {"synth ring", {"--size", "64x48", "--frames", "1", "--r-max", "8:9"}},
            {"synth exponential", {"--size", "64x48", "--frames", "1", "--xi", "4"}},
            {"synth grains", {"--size", "64x48", "--frames", "1", "--grain", "16"}},
            {"synth particles", {"--size", "64x48", "--frames", "2"}},
            {"synth bicontinuous", {"--size", "16x16x16", "--frames", "1", "--wavelength", "6:6"}},
            {"synth cahn-hilliard", {"--size", "64x48", "--times", "5"}},
            {"synth flow", {"--size", "16x16x16", "--wavelength", "6", "--max-u", "1"}},
        };
        const auto found = known.find(command);
        return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    Outcome called(const std::string& command, const Words& arguments) const {
        std::istringstream parts(command);
        Words words;
        for (std::string part; parts >> part;)
            words.push_back(part);
        words.insert(words.end(), arguments.begin(), arguments.end());
        words.insert(words.end(), {"-o", out});
        return coarsenCli(words);
    }
    std::set<std::string> namesInOut() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(out))
            names.insert(entry.path().filename().string());
        return names;
    }
};

TEST_F(Outputs, OfEveryCommandAreHeldAgainstOthersAndClearedOfWhatAKilledOneLeft) {
    const std::string left = ".coarsen-aB3xY9";
    const Words commands = commandsThatWrite();
    ASSERT_THAT(commands, testing::IsSupersetOf({"analyze", "batch", "synth ring", "track"}));
    for (const std::string& command : commands) {
        SCOPED_TRACE(command);
        const std::optional<Words> arguments = argumentsOf(command);
        ASSERT_TRUE(arguments) << "a new command that writes: say here what it is called with";
        fs::create_directory(out);
        {
            const ClaimedFolder held(out);

            const Outcome outcome = called(command, *arguments);

            EXPECT_EQ(outcome.status, 2) << outcome.err;
            EXPECT_THAT(outcome.err, HasSubstr("another run writes into it"));
            EXPECT_TRUE(fs::is_empty(out));
        }
        fs::create_directory(out);
        writeWhole(out / left, std::string_view("half a"));

        const Outcome alone = called(command, *arguments);

        EXPECT_TRUE(alone.status == 0 || alone.status == 3) << alone.err;
        EXPECT_FALSE(namesInOut().contains(left));
        EXPECT_FALSE(fs::is_empty(out));
        fs::remove_all(out);
    }
}

TEST_F(Outputs, ThatWereMadeForNothingAreNotLeftBehind) {
    for (const char* command : {"correlate", "register"}) {
        writeWhole(series / "flat.png", std::string_view("no picture"));
        const Outcome outcome = called(command, {series.image(0), series / "flat.png"});
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_FALSE(fs::exists(out)) << command;
    }
}

/// Commands that keep no journal, with the reason; all kinds of `synth` are one.
const std::map<std::string, std::string> withoutJournal{
    {"correlate", "two images have one answer"},
    {"surface", "a volume has one answer, and so has a volume with an earlier one"},
    {"register", "two volumes have one answer"},
    {"apply", "what one displacement carries is drawn in seconds"},
    {"strain", "a displacement has one answer, in seconds"},
    {"track", "a camera shows no frame again, and each line is kept as it comes"},
    {"synth", "a seed makes the same series again"},
};

/// Enough work, by one thread, that a run can be caught in its middle.
class ManyItems : public testing::Test {
protected:
    SmallSeries series{16, 480, 360};
    fs::path parent = series / "parent";

    /// Arguments of a command over many items, but for -o OUT; its inputs are made when it is asked for.
    std::optional<Words> argumentsOf(const std::string& command) const {
        for (const char* name : {"a", "b"})
            if (!fs::exists(parent / name)) {
                fs::create_directories(parent / name);
                const std::size_t first = *name == 'a' ? 0 : 8;
                for (std::size_t i = first; i < first + 8; ++i)
                    fs::copy_file(series.image(static_cast<int>(i)),
                                  parent / name / series.image(static_cast<int>(i)).filename());
            }
        std::string kernel;
        for (int row = 0; row < 41; ++row) {
            for (int column = 0; column < 41; ++column)
                kernel += (column ? "," : "") + std::to_string((row * 7 + column * 3) % 11);
            kernel += '\n';
        }
        writeWhole(series / "kernel.csv", kernel);
        const std::map<std::string, Words> known{
            {"analyze", {series.images()}},
            {"batch", {parent}},
            {"ensemble", {parent / "a", parent / "b"}},
            {"convolve", {series.images(), "-k", series / "kernel.csv", "--engine", "cpu-direct"}},
        };
        const auto found = known.find(command);
        return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    Words words(const std::string& command, const fs::path& out) const {
        Words all{command};
        const Words arguments = *argumentsOf(command);
        all.insert(all.end(), arguments.begin(), arguments.end());
        all.insert(all.end(), {"--threads", "1", "-o", out});
        return all;
    }
    /// Files below a folder as they are but for dates, without a folder's own name.
    static std::map<std::string, std::string> filesBelow(const fs::path& folder) {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file()) {
                std::string text = withoutClocks(entry.path());
                for (std::size_t at; (at = text.find(folder.string())) != std::string::npos;)
                    text.erase(at, folder.string().size());
                files[entry.path().lexically_relative(folder)] = text;
            }
        return files;
    }
    /// Lines of all journals below a folder, beside their first.
    static int itemsDone(const fs::path& folder) {
        int items = 0;
        std::error_code gone;
        for (const auto& entry : fs::recursive_directory_iterator(folder, gone))
            if (entry.path().filename() == RunJournal::fileName) items += linesOfJournal(entry.path().parent_path()) - 1;
        return items;
    }
};

TEST_F(ManyItems, OfEveryCommandGoOnAfterAKillWithTheSameFiles) {
    std::set<std::string> excepted;
    for (const std::string& command : commandsThatWrite()) {
        SCOPED_TRACE(command);
        const std::string kind = command.substr(0, command.find(' '));
        std::istringstream parts(command + " --help");
        if (coarsenCli({std::istream_iterator<std::string>(parts), {}}).out.find("--resume") == std::string::npos) {
            EXPECT_TRUE(withoutJournal.contains(kind))
                << "a command over many items has a journal (core/session/run_journal) and --resume; else say why not";
            excepted.insert(kind);
            continue;
        }
        ASSERT_TRUE(argumentsOf(command)) << "a new command over many items: say here what it is called with";
        const fs::path out = series / "killed" / command, whole = series / "whole" / command;
        ASSERT_EQ(coarsenCli(words(command, whole)).status, 0);

        const Outcome killed = coarsenCli(words(command, out), {}, [&](pid_t process) {
            EXPECT_TRUE(comesTrue([&] { return itemsDone(out) >= 3; }));
            ::kill(process, SIGKILL);
        });
        ASSERT_EQ(killed.status, 128 + SIGKILL);
        const Outcome unasked = coarsenCli(words(command, out));
        EXPECT_EQ(unasked.status, 2) << "an interrupted run is not thrown away unasked";
        EXPECT_THAT(unasked.err, HasSubstr("--resume"));
        Words again = words(command, out);
        again.emplace_back("--resume");
        const Outcome resumed = coarsenCli(again);

        EXPECT_EQ(resumed.status, 0) << resumed.err;
        EXPECT_EQ(filesBelow(out), filesBelow(whole));
    }
    std::set<std::string> all;
    for (const auto& [command, reason] : withoutJournal)
        all.insert(command);
    EXPECT_EQ(excepted, all) << "an exception that is no more leaves the list";
}

/// Sides of pixels go through one check (core/base/physical_size), whichever command is given them.
TEST_F(Outputs, AreNotBegunWithPixelsOfASizeThatCannotBe) {
    int asked = 0;
    for (const std::string& command : commandsThatWrite()) {
        SCOPED_TRACE(command);
        std::istringstream parts(command + " --help");
        if (coarsenCli({std::istream_iterator<std::string>(parts), {}}).out.find("--pixel-size") == std::string::npos) continue;
        Words arguments = *argumentsOf(command);
        arguments.insert(arguments.end(), {"--pixel-size", "1e20"});

        const Outcome outcome = called(command, arguments);

        ++asked;
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("1e+18"));
        EXPECT_FALSE(fs::exists(out));
    }
    EXPECT_GE(asked, 5);
}

class OutputsRemoved : public testing::Test {
protected:
    GrowingFolder images;
    fs::path out = images / "out";
};

TEST_F(OutputsRemoved, WhileAWatchIsIdleAreMadeAnewWithTheResultsSoFar) {
    images.addFrom(0, 3);
    std::vector<std::string> words{"analyze", images.folder(), "-o",  out,          "--watch", "--until",
                                   "5",       "--save",        "c2d", "--progress", "plain"};

    const Outcome outcome = coarsenCli(words, {}, [&](pid_t) {
        EXPECT_TRUE(comesTrue([&] { return rowsOf(out / "results.csv") == 3 && fs::exists(out / "session.coarsen"); }));
        EXPECT_TRUE(comesTrue([&] {  // the last table may just be written
            std::error_code problem;
            fs::remove_all(out, problem);
            return !problem;
        }));
        EXPECT_TRUE(comesTrue([&] { return rowsOf(out / "results.csv") == 3; })) << "while no image comes";
        images.add(3);
        EXPECT_TRUE(comesTrue([&] { return rowsOf(out / "results.csv") == 4; }));
        std::error_code problem;
        fs::rename(out, images / "moved", problem);
        EXPECT_FALSE(problem) << problem.message();
        images.add(4);
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("it is made anew, with the results so far"));
    coarsenCli({"analyze", images.folder(), "-o", images / "plain", "--save", "c2d"});
    for (const auto& entry : fs::directory_iterator(images / "plain")) {
        if (!entry.is_regular_file()) continue;
        EXPECT_EQ(withoutClocks(out / entry.path().filename()), withoutClocks(entry.path())) << entry.path();
    }
    for (const auto& entry : fs::directory_iterator(images / "plain" / "c2d"))
        EXPECT_EQ(contentOf(out / "c2d" / entry.path().filename()), contentOf(entry.path())) << entry.path();
}

TEST_F(OutputsRemoved, WhileFramesAreTrackedHoldAllLinesInTheEnd) {
    const Outcome outcome = coarsenCli({"track", images.folder(), "--live", "-o", out, "--until", "4"}, {}, [&](pid_t) {
        for (int frame = 0; frame < 4; ++frame) {
            EXPECT_TRUE(comesTrue([&] { return fs::exists(out / "track.csv"); }));
            images.add(frame, 0);
            EXPECT_TRUE(comesTrue([&] { return frame == 3 || rowsOf(out / "track.csv") == frame + 1; }));
            if (frame == 1) fs::remove_all(out);
            if (frame == 1) fs::create_directory(out), writeWhole(out / "track.csv", std::string_view(""));
        }
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(contentOf(out / "track.csv"), outcome.out);
}

TEST_F(OutputsRemoved, WhileImagesAreFilteredNameWhatIsGone) {
    images.addFrom(0, 6);
    std::string kernel;
    for (int row = 0; row < 81; ++row) {
        for (int column = 0; column < 81; ++column)
            kernel += (column ? "," : "") + std::to_string((row * 7 + column * 3) % 11);
        kernel += '\n';
    }
    writeWhole(images / "kernel.csv", kernel);
    const std::string first = images.original(0).stem().string() + ".tif";

    const Outcome outcome = coarsenCli(
        {"convolve", images.folder(), "-k", images / "kernel.csv", "-o", out, "--engine", "cpu-direct", "--threads", "1"}, {},
        [&](pid_t) {
            EXPECT_TRUE(comesTrue([&] { return fs::exists(out / first); }));
            fs::remove_all(out);
        });

    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_THAT(outcome.err, testing::AllOf(HasSubstr("it is made anew"), HasSubstr("written and removed since")));
    EXPECT_FALSE(fs::is_empty(out));
}

}  // namespace
}  // namespace coarsen::test
