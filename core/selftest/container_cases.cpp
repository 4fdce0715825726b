// SPDX-License-Identifier: GPL-3.0-or-later
// Files of volumes written number by number and read back.
#include "core/base/installed_part.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_volume_files.hpp"
#include "core/volume/hdf5_program/hdf5_answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace coarsen {

namespace {

/// Values that show a wrong order of bytes, of axes or of rows.
known_files::Voxels counted(SampleType type, std::endian order) {
    known_files::Voxels voxels{{7, 5, 9}, {0.5, 0.25, 2, true}, type, order};
    const bool isByte = type == SampleType::u8 || type == SampleType::s8;
    for (std::size_t i = 0; i < voxels.size.voxels(); ++i)
        voxels.numbers.push_back(static_cast<double>(isByte ? (7 * i + 3) % 127 : 97 * i + 5));
    return voxels;
}

/// The farthest of its voxels (grey values) or their sides (µm) off what was written; infinite where the size is another.
double offTruth(const Volume& volume, const known_files::Voxels& truth, bool hasSpacing) {
    if (volume.size() != truth.size || !volume.isAllValid()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (std::size_t i = 0; i < truth.numbers.size(); ++i)
        worst = std::max(worst, std::abs(static_cast<double>(volume.values()[i]) - truth.numbers[i]));
    const Spacing& spacing = volume.spacing();
    if (hasSpacing && !spacing.isInUm) return std::numeric_limits<double>::infinity();
    for (const auto& [found, written] :
         {std::pair{spacing.x, truth.spacing.x}, {spacing.y, truth.spacing.y}, {spacing.z, truth.spacing.z}})
        if (hasSpacing) worst = std::max(worst, std::abs(found - written));
    return worst;
}

/// Sizes of voxels are stated in decimal digits, or as a quotient.
constexpr double allowedOff = 1e-6;

void reportOff(SelfTestRun& run, const std::string& what, double off) {
    run.report(what + ": voxels and their size", "", off, 0, off, allowedOff);
}

void whole(SelfTestRun& run, const std::string& what, const std::string& name, const std::string& bytes,
           const known_files::Voxels& truth) {
    const ScratchFolder folder;
    known_files::write(folder.path() / name, bytes);
    reportOff(run, what, offTruth(readVolume(folder.path() / name), truth, true));
}

}  // namespace

void containerCases(SelfTestRun& run) {
    using enum SampleType;
    constexpr auto little = std::endian::little, big = std::endian::big;
    const auto u8s = counted(u8, little), u16s = counted(u16, little), swapped = counted(u16, big), floats = counted(f32, big),
               doubles = counted(f64, little);
    whole(run, "NIfTI-1, 16 bits", "a.nii", known_files::nifti1(u16s), u16s);
    whole(run, "NIfTI-1, floats, big-endian, gzip", "a.nii.gz", known_files::gzip(known_files::nifti1(floats)), floats);
    whole(run, "NIfTI-2, doubles", "a.nii", known_files::nifti2(doubles), doubles);
    whole(run, "MetaImage, 8 bits", "a.mha", known_files::metaImage(u8s, "LOCAL"), u8s);
    whole(run, "TIFF, 16 bits", "a.tif", known_files::tiff(u16s), u16s);
    whole(run, "TIFF, floats, big-endian", "a.tif", known_files::tiff(floats), floats);

    const ScratchFolder folder;
    const auto at = [&](const char* name) { return folder.path() / name; };
    known_files::write(at("b.mhd"), known_files::metaImage(swapped, "b.raw"));
    known_files::write(at("b.raw"), known_files::samplesOf(swapped));
    reportOff(run, "MetaImage beside its voxels, big-endian", offTruth(readVolume(at("b.mhd")), swapped, true));
    VolumeChoice layout;
    layout.raw = RawLayout{swapped.size, swapped.type, true, 0};
    reportOff(run, "no header, 16 bits, big-endian", offTruth(readVolume(at("b.raw"), layout), swapped, false));

    std::filesystem::create_directory(at("slices"));
    for (int z = 0; z < u16s.size.depth; ++z) {
        known_files::Voxels slice = u16s;
        const auto begin = slice.numbers.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(z) * u16s.size.slice());
        slice.numbers = {begin, begin + static_cast<std::ptrdiff_t>(u16s.size.slice())};
        slice.size.depth = 1;
        known_files::write(at("slices") / ("s_" + std::to_string(z + 1) + ".tif"), known_files::tiff(slice));
    }
    reportOff(run, "a folder of slices, 16 bits", offTruth(readVolume(at("slices")), u16s, false));

    const std::string hdf5Voxels = "HDF5, 16 bits: voxels and their size";
    if (installedPart(hdf5::programName).empty()) return run.reportAbsent(hdf5Voxels, "", allowedOff, "no HDF5 here");
    whole(run, "HDF5, 16 bits", "a.h5", known_files::hdf5({{"volume", u16s}}), u16s);
}

}  // namespace coarsen
