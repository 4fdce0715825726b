// SPDX-License-Identifier: GPL-3.0-or-later
// How many places know a variant beside its own file: what a newcomer has to touch to add one more.
#include "tests/support/folders.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path projectRoot = coarsen::test::sourceFolder();

/// The file without comments, which may name anything.
std::string codeIn(const fs::path& file) {
    static const std::regex comment(R"re(//[^\n]*)re");
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return file.extension() == ".txt" ? text : std::regex_replace(text, comment, "");
}

bool isSource(const fs::path& file) {
    return file.filename() == "CMakeLists.txt" || std::set<std::string>{".hpp", ".cpp", ".cu", ".cuh"}.contains(file.extension());
}

/// One variant of its kind, that stands for the others, by the names that any code which knows of it would write.
struct Variant {
    std::string kind, names;
    std::set<std::string> own;     ///< its files
    std::set<std::string> places;  ///< further ones that name it
};

std::ostream& operator<<(std::ostream& out, const Variant& variant) {
    return out << variant.kind;
}

const std::vector<Variant> variants = {
    {"step",
     R"re(\bMedian\b|"median"|preprocess/median\.|\bmedian\.cpp)re",
     {"core/preprocess/median.cpp", "core/preprocess/median.hpp"},
     {"core/preprocess/steps.cpp", "core/preprocess/CMakeLists.txt"}},
    {"length",
     R"re(\brMoment\b|\br_moment\b)re",
     {"core/measure/r_moment.cpp"},
     {"core/measure/shipped_lengths.cpp", "core/measure/lengths.hpp", "core/measure/CMakeLists.txt",
      "app/window/theme/choice_words.cpp"}},  // the last: a shorter word
    {"model",
     R"re(\blsw\b)re",
     {"core/growth/lsw.cpp"},
     {"core/growth/models.hpp", "core/growth/CMakeLists.txt", "app/window/theme/choice_words.cpp"}},  // the same
    {"table",
     R"re(\bexponentsCsv\b|exponents\.csv|\bexponents_csv\.cpp)re",
     {"core/export/exponents_csv.cpp"},
     {"core/export/run_tables.cpp", "core/export/tables.hpp", "core/export/CMakeLists.txt"}},
    {"engine",
     R"re(\bcpuDirectEngine\b)re",
     {"core/correlate/cpu_direct.cpp"},
     {"core/correlate/engines.cpp", "core/correlate/engines.hpp"}},  // and CMake: convolution's has a cpu_direct.cpp, too
    {"format",
     R"re(\bbmp\b|\bBMP\b)re",
     {"core/image/formats/bmp.cpp"},
     {"core/image/decode.cpp", "core/image/formats/formats.hpp", "core/image/CMakeLists.txt"}},
    {"storedFormat",
     R"re(\bnrrd\b|\bNRRD\b)re",
     {"core/volume/formats/nrrd.cpp"},
     {"core/volume/formats/stored_format.cpp", "core/volume/formats/stored_format.hpp", "core/volume/CMakeLists.txt"}},
    {"folderFormat",
     R"re(\b[zZ]arr\b)re",
     {"core/volume/formats/zarr.cpp", "core/volume/formats/zarr_array.cpp", "core/volume/formats/zarr_array.hpp",
      "core/volume/formats/zarr_chunks.cpp", "core/volume/formats/zarr_planes.cpp", "core/volume/formats/zarr_planes.hpp"},
     {"core/volume/formats/stored_format.cpp", "core/volume/formats/stored_format.hpp", "core/volume/CMakeLists.txt"}},
    {"programFormat",
     R"re(\bdicom\b|\bDICOM\b)re",
     {"core/volume/formats/dicom.cpp", "core/volume/dicom_program/attributes.cpp", "core/volume/dicom_program/attributes.hpp",
      "core/volume/dicom_program/CMakeLists.txt", "core/volume/dicom_program/described.cpp",
      "core/volume/dicom_program/dicom_answer.hpp", "core/volume/dicom_program/dicom_reader.cpp",
      "core/volume/dicom_program/dicom_reader.hpp", "core/volume/dicom_program/frames.hpp",
      "core/volume/dicom_program/jpeg_frame.cpp", "core/volume/dicom_program/jpeg_frame.hpp",
      "core/volume/dicom_program/main.cpp", "core/volume/dicom_program/samples.cpp",
      "core/volume/dicom_program/stored_pixels.cpp", "core/volume/dicom_program/stored_pixels.hpp"},
     {"core/volume/formats/stored_format.cpp", "core/volume/formats/stored_format.hpp", "core/volume/CMakeLists.txt"}},
    {"panel",
     R"re(\bProfilePanel\b|\bprofile_panel\.)re",
     {"app/window/panels/correlation/profile_panel.cpp", "app/window/panels/correlation/profile_panel.hpp"},
     {"app/window/panels/correlation/correlation_panels.cpp", "app/window/panels/correlation/correlation_panels.hpp",
      "app/window/CMakeLists.txt"}},
};

class Places : public testing::TestWithParam<Variant> {};
INSTANTIATE_TEST_SUITE_P(Architecture, Places, testing::ValuesIn(variants), [](const auto& each) { return each.param.kind; });

TEST_P(Places, ThatKnowAVariantAreFew) {
    constexpr std::size_t most = 4;
    const Variant& variant = GetParam();
    const std::regex names(variant.names);
    std::set<std::string> found;
    for (const char* folder : {"app", "core", "gpu"})
        for (const auto& entry : fs::recursive_directory_iterator(projectRoot / folder)) {
            const std::string file = fs::relative(entry.path(), projectRoot).string();
            if (entry.is_regular_file() && isSource(file) && !variant.own.contains(file) &&
                std::regex_search(codeIn(entry.path()), names))
                found.insert(file);
        }

    EXPECT_EQ(found, variant.places);
    EXPECT_LE(found.size(), most);
    for (const std::string& file : variant.own)
        EXPECT_TRUE(fs::exists(projectRoot / file)) << file;
}

}  // namespace
