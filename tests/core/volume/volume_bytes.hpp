// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume_files/read_volume.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Small volumes as files hold them, made without the code that reads them.
namespace coarsen::test {

using Bytes = std::vector<std::byte>;

struct NiftiRecipe {
    int version = 1;
    bool isBigEndian = false;
    std::vector<int> sides{2, 3, 4};
    std::array<double, 5> steps{0.5, 0.5, 2, 1, 1};  ///< along x, y, z, time, channel
    int units = 3;                                   ///< 3: µm; 2: mm; 1: m; + 8: s; + 16: ms
    int datatype = 2;                                ///< 2: u8
    double voxelsAt = -1;                            ///< below 0: behind the header
    double slope = 0, intercept = 0;
    int qform = 0, sform = 0;
    std::array<double, 3> quaternion{};
    std::array<std::array<double, 3>, 3> axes{};
    std::string mark{};  ///< empty: of one file
    Bytes voxels{};      ///< as they are stored
};
Bytes niftiOf(const NiftiRecipe& recipe);

Bytes gzipOf(const Bytes& bytes);
Bytes zlibOf(const Bytes& bytes);

/// The numbers as samples of that type.
Bytes samplesOf(const std::vector<double>& numbers, SampleType type, bool isBigEndian);

/// 0, 1, 2, ...
std::vector<double> countingUp(std::size_t count);

Bytes joined(std::string_view text, const Bytes& bytes);

/// A file of these bytes in a folder of its own.
class MadeFile {
public:
    MadeFile(const std::string& name, const Bytes& bytes);
    std::filesystem::path path() const { return folder_ / name_; }
    const TemporaryFolder& folder() const { return folder_; }
    void beside(const std::string& name, const Bytes& bytes) const;

private:
    TemporaryFolder folder_;
    std::string name_;
};

/// The message of the InputError that reading makes, "" where it makes none.
std::string refusal(const std::filesystem::path& file, const VolumeChoice& choice = {});

std::vector<float> valuesOf(const Volume& volume);

/// A budget of memory for as long as it lives.
class LittleMemory {
public:
    explicit LittleMemory(std::size_t bytes);
    ~LittleMemory();
};

}  // namespace coarsen::test
