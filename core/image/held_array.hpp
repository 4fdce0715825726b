// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/shared_bytes.hpp"
#include "core/image/raw_image.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

/// Facts about an array that stands in the place of a file.
struct ArrayFacts {
    std::string type = {};        ///< of its values: "uint8", "uint16" or "float32"
    std::vector<int> shape = {};  ///< (y, x), (y, x, channel) or, of a volume, (z, y, x)
    bool isVolume = false;

    bool isFrame() const;  ///< some frame has that type and shape; the others ask no more of it
    std::size_t bytes() const;
    int bits() const;            ///< of a value; 0 of a type that no frame has
    ImageHeader header() const;  ///< of a picture, or of a volume's slices
    bool operator==(const ArrayFacts&) const = default;
};

/// An array that somebody else has, or reads when it is asked for. Asked from the run's threads: it sees to it itself that what
/// it reads stands that.
class HeldArray {
public:
    explicit HeldArray(ArrayFacts facts) : facts_(std::move(facts)) {}
    virtual ~HeldArray() = default;

    const ArrayFacts& facts() const { return facts_; }
    /// Its values in the order of its shape, facts().bytes() of them, where a value of its type may stand. Throws InputError
    /// where they cannot be had.
    virtual SharedBytes values() const = 0;

private:
    ArrayFacts facts_;
};

/// Stands for an array as long as it lives: whatever reads pictures or volumes finds the array under that path, below which the
/// system has no files.
///
/// Use, given `std::shared_ptr<const HeldArray> array`:
///
///     const ArrayFile file(array, "frame_0");
///     const RawImage picture = pictureOf(array->facts(), heldArray(file.path())->values());
class ArrayFile {
public:
    /// `name`: what the frame is called.
    ArrayFile(std::shared_ptr<const HeldArray> array, const std::string& name);
    ~ArrayFile();
    ArrayFile(const ArrayFile&) = delete;
    ArrayFile& operator=(const ArrayFile&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Tells whether the path is one of an array, there or gone.
bool isArrayPath(const std::filesystem::path& file);
/// The array under that path; null of files. Throws InputError where it has gone.
std::shared_ptr<const HeldArray> heldArray(const std::filesystem::path& file);

/// The picture that such values are, as a file holds it, of alternating channels; and the volume, whose voxels have the side 1
/// and are masked where they are not finite. They hold a picture of one channel, and a volume of finite float32, where these are.
/// Throws InputError where there are fewer or more values.
RawImage pictureOf(const ArrayFacts& facts, const SharedBytes& values);
Volume volumeOf(const ArrayFacts& facts, const SharedBytes& values);

}  // namespace coarsen
