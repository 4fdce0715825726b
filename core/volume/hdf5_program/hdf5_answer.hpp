// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The seam between Coarsen and its program coarsen-hdf5, which reads HDF5 files with their library: `coarsen-hdf5 PARENT
/// QUESTION DATASET TIME CHANNEL`, the file on standard input, PARENT's process number, DATASET empty for the only one that would
/// do, TIME and CHANNEL from 0. It answers with an Answer, and to `voxels` then with the samples of that time and channel in the
/// machine's order, x fastest, to `list` with as many Entries as the answer's width says. Coarsen believes nothing of it unseen.
namespace coarsen::hdf5 {

enum class Question : char { header = 'h', voxels = 'v', list = 'l' };

enum class Verdict : std::uint32_t {
    read = 1,         ///< the volume is as the sides and `type` say
    notOpened,        ///< the library opens no such file, in its `words`
    noDataset,        ///< of that name; `words` are those that would do
    severalOrNone,    ///< datasets that would do, where none is named; they are in `words`
    otherAxes,        ///< the dataset's sides are in `words`
    noSuchPart,       ///< there is no such time or channel
    severalPictures,  ///< datasets of two axes, none of them named; they are in `words`
    noNumbers,        ///< whole or floating-point ones of 8 to 64 bits
    isElsewhere,      ///< its voxels are in other files
    damaged,          ///< in the library's `words`
    packedOtherwise,  ///< by a filter that the library does not have here; its name is in `words`
    notUnderstood,    ///< the dataset is there, and the library cannot open it; which one and why is in `words`
};

/// Description of a dataset: pictures where its depth is 1, else volumes. Plain bytes; texts end with a zero.
struct Shape {
    std::uint32_t type = 0;        ///< of the samples: a SampleType
    std::uint32_t isStepSaid = 0;  ///< a bit of each axis whose step is said, x first
    std::int64_t width = 0, height = 0, depth = 0, times = 1, channels = 1;
    double step[4] = {};    ///< along x, y, z and t
    char unit[4][24] = {};  ///< of these; empty: none is said
    char by[40] = {};       ///< source: "element_size_um", "EMD"
};

/// Plain bytes.
struct Answer {
    std::uint32_t seam = 0;  ///< `seamVersion` of whoever built the program
    Verdict verdict{};
    Shape shape;
    char words[600] = {};  ///< ends with a zero; of what is read its dataset, where it was chosen among others
};

/// A dataset of numbers that would do. Plain bytes.
struct Entry {
    Shape shape;
    char name[512] = {};  ///< its path; ends with a zero
};
inline constexpr std::int64_t mostEntries = 1000;

inline constexpr std::uint32_t seamVersion = 0x48350004;
inline constexpr const char* programName = "coarsen-hdf5";

}  // namespace coarsen::hdf5
