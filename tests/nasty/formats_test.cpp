// SPDX-License-Identifier: GPL-3.0-or-later
// Each format of the lists has what a format needs besides its reader: nasty inputs, a fuzzer with something to begin from, a way
// to be opened, and its name where users look for it.
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/nasty/nasty_input.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

namespace coarsen::nasty {

namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

constexpr std::size_t startOfAFile = 1024;

/// Formats that are read by a program or a library of their own, or from a folder: what is fuzzed is our reading of its answer,
/// or of the folder's texts, and no file of the corpus begins as theirs do.
const std::map<std::string, std::string> fuzzersByName{
    {"HDF5", "hdf5_answer"}, {"DICOM", "dicom_answer"}, {"Camera raw", "raw_answer"}, {"OME-Zarr", "zarr"}};

/// Names that users have for a format where that is not its own.
const std::map<std::string, std::string> otherWords{{"Camera raw", "raw pictures"}, {"Video", "films"}};

std::string wordsFor(const std::string& format) {
    const auto other = otherWords.find(format);
    return other == otherWords.end() ? format : other->second;
}

std::string textIn(const std::string& file) {
    return make::bytesOf(test::sourceFolder() / file);
}

std::vector<std::byte> startOf(const fs::path& file) {
    std::error_code unknown;
    return fs::is_regular_file(file, unknown) ? FileReader(file).start(startOfAFile) : std::vector<std::byte>();
}

bool hasNameOf(const ImageFormat& format, const fs::path& file) {
    const auto isStored = [&](const volumes::StoredFormat& stored) {
        return stored.name == format.name && volumes::claims(stored, file);
    };
    const std::string extension = file.extension().string();
    return std::ranges::find(format.extensions, extension) != format.extensions.end() ||
           std::ranges::any_of(volumes::storedFormats(), isStored) || (format.name == "HDF5" && extension == ".h5");
}

/// Names of the formats that some file or folder there is of, by its first bytes or its name.
std::set<std::string> formatsIn(const fs::path& folder) {
    std::set<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (const auto* const store = volumes::folderFormatOf(entry.path())) found.insert(store->name);
        const std::vector<std::byte> start = startOf(entry.path());
        for (const ImageFormat& format : imageFormats())
            if ((!start.empty() && format.recognises(start)) || hasNameOf(format, entry.path())) found.insert(format.name);
    }
    return found;
}

/// Inputs that hold a file of a format and are not measured as if they were sound, by the format.
std::map<std::string, std::set<std::string>> spoiltInputs() {
    std::map<std::string, std::set<std::string>> found;
    for (const auto& list : {nastyImages, nastyStacks, nastyFilms, nastyStoredSamples, nastyDataFiles, nastyFolderInputs})
        for (const NastyInput& input : list()) {
            if (input.answer.status == 0 && input.answer.words.empty()) continue;
            const TemporaryFolder folder;
            input.make(folder.path());
            for (const std::string& format : formatsIn(folder.path()))
                found[format].insert(input.name);
        }
    return found;
}

/// Tells whether the programs that are tested read it: what is optional may be missing.
bool isReadHere(const std::string& format) {
#ifndef COARSEN_FILMS
    if (format == "Video") return false;
#endif
#ifndef COARSEN_DICOM_PROGRAM
    if (format == "DICOM") return false;
#endif
    return !format.empty();
}

TEST(EveryFormat, HasNastyInputs) {
    constexpr std::size_t least = 4;  // cut, empty, lying, damaged
    const auto inputs = spoiltInputs();
    for (const ImageFormat& format : imageFormats()) {
        if (!isReadHere(format.name)) continue;
        const auto its = inputs.find(format.name);
        EXPECT_GE(its == inputs.end() ? 0 : its->second.size(), least) << format.name << " needs more in tests/nasty";
    }
}

TEST(EveryFormat, HasAFuzzerAndACorpus) {
    const fs::path corpora = test::sourceFolder() / "tests/fuzz/corpus";
    std::set<std::string> begun;
    for (const auto& entry : fs::recursive_directory_iterator(corpora))
        for (const ImageFormat& format : imageFormats())
            if (const auto start = startOf(entry.path()); !start.empty() && format.recognises(start)) begun.insert(format.name);
    for (const auto& [format, fuzzer] : fuzzersByName)
        if (fs::exists(corpora / fuzzer)) begun.insert(format);
    for (const ImageFormat& format : imageFormats())
        EXPECT_THAT(begun, Contains(format.name)) << "needs a file in tests/fuzz/corpus";

    const std::string build = textIn("tests/fuzz/CMakeLists.txt");
    for (const auto& entry : fs::directory_iterator(corpora)) {
        if (!entry.is_directory()) continue;
        EXPECT_THAT(build, HasSubstr(entry.path().filename().string() + ".cpp"));
    }
}

TEST(EveryFormat, CanBeChosenWhereFilesAreOpened) {
    const std::vector<std::string> ofVolumes = volumeEndings();  // beside the pictures' own, in the window's dialogue
    for (const ImageFormat& format : imageFormats()) {
        const auto stored = std::ranges::find(volumes::storedFormats(), format.name, &volumes::StoredFormat::name);
        const bool isStored = stored != volumes::storedFormats().end();
        const bool isFolder = isStored && stored->isFolder;
        const bool isListed = isStored && std::ranges::all_of(stored->endings, [&](const std::string& ending) {
                                  return std::ranges::find(ofVolumes, ending) != ofVolumes.end();
                              });
        EXPECT_TRUE(!format.extensions.empty() || isFolder || isListed || format.name == "HDF5") << format.name;
    }
    EXPECT_THAT(ofVolumes, Contains(".h5"));
}

TEST(EveryFormat, StandsInThePagesOfFormats) {
    for (const char* const page : {"resources/reference/formats.md", "resources/manual/formats.md"}) {
        const std::string text = textIn(page);
        for (const ImageFormat& format : imageFormats())
            EXPECT_THAT(text, HasSubstr(wordsFor(format.name))) << page;
    }
}

}  // namespace

}  // namespace coarsen::nasty
