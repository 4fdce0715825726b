// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/volume/volume_header.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

/// Tools that the readers of the single formats of volumes share; THE LIST of formats is in core/volume_files/read_volume.cpp.
namespace coarsen::volumes {

/// One format: how it is recognised and read. All functions throw InputError with the reason.
struct VolumeFormat {
    std::string name;                                      ///< "NIfTI"
    bool (*recognises)(std::span<const std::byte> start);  ///< by the first bytes, unpacked where `mayBeGzip`
    std::function<VolumeHeader(const std::filesystem::path& file, const VolumeChoice& choice)> header;
    std::function<Volume(const std::filesystem::path& file, const VolumeChoice& choice, const std::stop_token& stop)>
        read;  ///< empty after a stop, which is checked piece by piece
    bool mayBeGzip = false;
};

VolumeFormat hdf5();
bool isHdf5(const std::filesystem::path& file);  ///< by its first bytes; throws InputError where it cannot be read
VolumeFormat raw();                              ///< not in the list: without a header nothing recognises it

/// Tells whether a header of NIfTI or ANALYZE of that name stands beside its voxels: .hdr, .hdr.gz.
bool isNameOfPair(const std::filesystem::path& file);

/// The file that holds the voxels of a header: it may be the same. Empty where there is none, or the header cannot be read.
std::filesystem::path metaImageVoxels(const std::filesystem::path& file);
std::filesystem::path niftiPairVoxels(const std::filesystem::path& header);
std::filesystem::path nrrdSamples(const std::filesystem::path& header);

/// "copy it again from where it came from": what helps against a damaged or truncated file.
extern const char* const copyAgain;

/// "it is damaged (`reason`)".
InputError damaged(const std::filesystem::path& file, const std::string& reason);

/// Its voxels end after `there` of `needed` bytes: the message says how many are missing.
InputError endsEarly(const std::filesystem::path& file, std::uintmax_t there, std::uintmax_t needed);

/// "57 x 78 x 64".
std::string textOf(const VolumeSize& size);

/// Throws where the sides that a header declares cannot be: not positive, or absurdly large.
VolumeSize checkedSides(const std::filesystem::path& file, long long width, long long height, long long depth);
/// Throws where a side is 1, which no volume has.
void requireSlices(const std::filesystem::path& file, const VolumeSize& size);
/// Both.
VolumeSize checkedSize(const std::filesystem::path& file, long long width, long long height, long long depth);

/// The sides of voxels as a header states them, where voxels can have them; else cubes, and the remark says why.
Spacing statedSpacing(const std::array<double, 3>& sides, bool isInUm, std::string& remark);

/// The sides of voxels to each other where slices state the size of a pixel: slices count as being as far apart as pixels.
Spacing spacingOfPixels(double widthUm, double heightUm, std::string& remark);

/// Takes where a header lays its voxels, and remarks on axes that are turned, which are not followed.
void takePlacement(VolumeHeader& header, const Placement& placement);

/// Adds a sentence.
void addRemark(std::string& remark, const std::string& sentence);

/// Throws where there is no such time or channel.
void checkChoice(const std::filesystem::path& file, const VolumeHeader& header, const VolumeChoice& choice);

/// The voxels as they arrive, piece by piece, so that a header's promise takes no memory that the file does not fill.
///
/// Use, given `const std::filesystem::path& file, const std::function<void(std::span<float>)>& readInto`:
///
///     const VolumeSize size{64, 64, 32};
///     GrowingVolume growing(file, size, 0);
///     for (; growing.missing() > 0; growing.maskNotFinite())
///         readInto(growing.next(size.slice()));
///     const Volume volume = growing.finish({});
class GrowingVolume {
public:
    /// Throws where reading it takes more than the budget of memory: its voxels and `besides`.
    GrowingVolume(const std::filesystem::path& file, VolumeSize size, std::size_t besides);

    std::size_t missing() const { return size_.voxels() - values_.size(); }
    /// Room for the next values, at most `missing`; it is good until the next call.
    std::span<float> next(std::size_t count);
    /// Masks what next() gave last where it is no finite number.
    void maskNotFinite();
    /// Throws where no voxel is a number.
    Volume finish(Spacing spacing);

private:
    const std::filesystem::path& file_;
    VolumeSize size_;
    std::vector<float> values_;
    std::vector<std::uint8_t> valid_;
    std::size_t last_ = 0;  // where next() began
    std::size_t countMasked_ = 0;
};

}  // namespace coarsen::volumes
