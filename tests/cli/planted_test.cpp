// SPDX-License-Identifier: GPL-3.0-or-later
// No library is looked for in the folder that the program happens to be started in.
#include "core/base/files.hpp"
#include "tests/cli/elf_file.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"
#ifdef COARSEN_FILMS
#include "tests/support/film_writer.hpp"
#endif

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Programs, modules and shared libraries below a folder.
std::vector<fs::path> elfFilesBelow(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && !entry.is_symlink() && elfFile(entry.path()).isElf) files.push_back(entry.path());
    return files;
}

/// Why nobody's library may be looked for there; empty where it may.
std::string whyNoPlace(const std::string& place) {
    if (place.empty()) return "is empty, which is the current folder";
    if (place == "$ORIGIN" || place.starts_with("$ORIGIN/")) return {};
    if (!fs::path(place).is_absolute()) return "depends on the current folder";
    std::error_code unknown;
    const fs::perms may = fs::status(place, unknown).permissions();
    const bool isOpen = !unknown && (may & (fs::perms::group_write | fs::perms::others_write)) != fs::perms::none;
    return isOpen ? "may be written by others" : "";
}

void expectNoForeignPlaces(const std::vector<fs::path>& files) {
    for (const fs::path& file : files)
        for (const std::string& place : elfFile(file).runPaths)
            EXPECT_EQ(whyNoPlace(place), "") << file.filename() << " looks for libraries in '" << place << "'";
}

/// Into its `usr`.
void installInto(const TemporaryFolder& folder) {
    const std::string install = std::string("'") + COARSEN_CMAKE + "' --install '" + COARSEN_BUILD_DIR + "' --prefix '" +
                                (folder / "usr").string() + "' >'" + (folder / "said").string() + "' 2>&1";
    ASSERT_EQ(std::system(install.c_str()), 0) << install;
}

TEST(PlacesOfLibraries, OfTheBuildDependOnNoCurrentFolder) {
    const std::vector<fs::path> files = elfFilesBelow(programFile(""));
    std::set<std::string> names;
    for (const fs::path& file : files)
        names.insert(file.filename().string());
    for (const char* const name : {"coarsen-cli", "coarsen-hdf5", "coarsen-raw", "planted_tests"})
        EXPECT_TRUE(names.contains(name)) << name;
    expectNoForeignPlaces(files);
}

#ifdef COARSEN_HARDENED
/// Debian's hardening flags, as far as a file shows them.
void expectHardened(const fs::path& file) {
    SCOPED_TRACE(file);
    const ElfFile elf = elfFile(file);
    EXPECT_TRUE(elf.isMovable) << "no PIE";
    EXPECT_TRUE(elf.isStackData) << "the stack can be run";
    EXPECT_TRUE(elf.isBoundAtStart) << "RELRO is not full";
    EXPECT_TRUE(elf.names.contains("__stack_chk_fail")) << "no stack protector";
#ifdef __x86_64__
    EXPECT_GT(elf.landingPads, 10u) << "no CET";
#endif
    const bool isLarge = fs::file_size(file) > (1U << 21);  // a small one may have no call of unknown length
    const auto isChecked = [](const std::string& name) { return name.ends_with("_chk") && name != "__stack_chk_fail"; };
    EXPECT_TRUE(!isLarge || std::ranges::any_of(elf.names, isChecked)) << "no FORTIFY";
}

TEST(Hardening, IsOfAllThatIsInstalledAndOfTheSameInTheBuild) {
    const TemporaryFolder folder;
    installInto(folder);
    std::set<std::string> installed;
    for (const fs::path& file : elfFilesBelow(folder / "usr")) {
        installed.insert(file.filename().string());
        expectHardened(file);
    }
    EXPECT_TRUE(installed.contains("coarsen-cli") && installed.contains("coarsen-hdf5"));
    for (const fs::path& file : elfFilesBelow(programFile("")))
        if (installed.contains(file.filename().string())) expectHardened(file);
}
#endif

TEST(PlacesOfLibraries, AreReadAsTheLoaderReadsThem) {
    EXPECT_THAT(elfFile(programFile("coarsen-hdf5")).needed, testing::Contains(HasSubstr("libhdf5")));
    EXPECT_FALSE(elfFile(sourceFolder() / "README.md").isElf);
    EXPECT_EQ(whyNoPlace("/usr/lib"), "");
    for (const char* const place : {"", ".", "lib", "../lib", "/tmp"})
        EXPECT_NE(whyNoPlace(place), "") << place;
}

TEST(PlacesOfLibraries, OfWhatIsInstalledDependOnNoCurrentFolder) {
    const TemporaryFolder folder;
    installInto(folder);
    const std::vector<fs::path> files = elfFilesBelow(folder / "usr");
    EXPECT_GE(files.size(), 3u);
    expectNoForeignPlaces(files);
    for (const fs::path& file : files)
        EXPECT_THAT(elfFile(file).runPaths, IsEmpty()) << file;
}

/// The folder holds, under the name of every library and part that the programs need, a file that no loader can use.
void plant(const fs::path& folder) {
    fs::create_directories(folder);
    std::set<std::string> names{"coarsen-dicom",       "coarsen-hdf5",   "coarsen-raw",
                                "libcoarsen_video.so", "libcufft.so.11", "libcufft.so.12"};
    for (const fs::path& file : elfFilesBelow(programFile("")))
        for (const std::string& name : elfFile(file).needed)
            names.insert(name);
    for (const std::string& name : names)
        writeWhole(folder / name, std::string_view("this is no library\n"));
}

/// The rows of a run that is started in `current`, where nothing but it says where libraries are.
std::vector<std::string> linesFrom(const fs::path& current, const fs::path& input, const fs::path& out) {
    const Outcome outcome =
        coarsenCli({"-c", "unset LD_LIBRARY_PATH; cd \"$1\"; exec \"$0\" analyze \"$2\" -o \"$3\" --interval 1min",
                    programFile("coarsen-cli"), current, input, out},
                   {}, {}, "/bin/sh");
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 3) << outcome.err;
    if (!fs::exists(out / "results.csv")) return {};
    return readTable(out / "results.csv").lines;
}

void expectUnharmed(const TemporaryFolder& folder, const fs::path& input) {
    fs::create_directory(folder / "empty");
    plant(folder / "planted");
    const std::vector<std::string> usual = linesFrom(folder / "empty", input, folder / "out");
    ASSERT_GE(usual.size(), 2u);
    for (const std::string& line : usual)
        EXPECT_THAT(line, Not(HasSubstr("failed")));
    EXPECT_EQ(linesFrom(folder / "planted", input, folder / "out2"), usual);
}

TEST(PlantedLibraries, AreNotLoadedForHdf5) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "images");
    volumeWriter("PackedHdf5").write(folder / "images" / "v_0.h5", patternVolume());
    expectUnharmed(folder, folder / "images");
}

TEST(PlantedLibraries, AreNotLoadedForCameraRaw) {
    const TemporaryFolder folder;
    DngRecipe recipe{.width = 160, .height = 120, .black = 500, .white = 4500};
    for (std::uint32_t y = 0; y < recipe.height; ++y)
        for (std::uint32_t x = 0; x < recipe.width; ++x)
            recipe.samples.push_back(static_cast<std::uint16_t>(2000 + 900 * std::sin(0.5 * x) * std::sin(0.5 * y)));
    fs::create_directory(folder / "images");
    writeWhole(folder / "images" / "f_0.dng", dngOf(recipe));
    expectUnharmed(folder, folder / "images");
}

#ifdef COARSEN_FILMS
TEST(PlantedLibraries, AreNotLoadedForFilms) {
    const TemporaryFolder folder;
    FilmRecipe recipe{.width = 160, .height = 120, .frames = 3};
    recipe.value = [](int frame, int x, int y) {
        return static_cast<int>(128 + 60 * std::sin(0.5 * x + frame) * std::sin(0.5 * y));
    };
    writeFilm(folder / "film.avi", recipe);
    expectUnharmed(folder, folder / "film.avi");
}
#endif

}  // namespace
}  // namespace coarsen::test
