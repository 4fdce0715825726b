// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The seam between Coarsen and its program coarsen-hdf5, which reads HDF5 files with their library: `coarsen-hdf5 PARENT
/// QUESTION DATASET`, the file on standard input, PARENT's process number, DATASET empty for the only one of three axes. It
/// answers with an Answer, and to `voxels` then with the samples in the machine's order, x fastest, to `list` with
/// as many Entries as the answer's width says. Coarsen believes nothing of it unseen.
namespace coarsen::hdf5 {

enum class Question : char { header = 'h', voxels = 'v', list = 'l' };

enum class Verdict : std::uint32_t {
    read = 1,       ///< the volume is as the sides and `type` say
    notOpened,      ///< the library opens no such file, in its `words`
    noDataset,      ///< of that name; `words` are those that would do
    severalOrNone,  ///< datasets of three axes, where none is named; they are in `words`
    otherAxes,      ///< the dataset's sides are in `words`
    noNumbers,      ///< whole or floating-point ones of 8 to 64 bits
    isElsewhere,    ///< its voxels are in other files
    damaged,        ///< in the library's `words`
};

/// Plain bytes.
struct Answer {
    std::uint32_t seam = 0;  ///< `seamVersion` of whoever built the program
    Verdict verdict{};
    std::uint32_t type = 0;          ///< of the samples: a SampleType
    std::uint32_t hasVoxelSize = 0;  ///< 1: the file states it
    std::int64_t width = 0, height = 0, depth = 0;
    double voxelUm[3] = {};  ///< along x, y, z
    char words[600] = {};    ///< ends with a zero
};

/// A dataset of three axes and numbers. Plain bytes.
struct Entry {
    std::int64_t width = 0, height = 0, depth = 0;
    std::uint32_t type = 0, hasVoxelSize = 0;
    double voxelUm[3] = {};
    char name[512] = {};  ///< its path; ends with a zero
};
inline constexpr std::int64_t mostEntries = 1000;

inline constexpr std::uint32_t seamVersion = 0x48350002;
inline constexpr const char* programName = "coarsen-hdf5";

}  // namespace coarsen::hdf5
