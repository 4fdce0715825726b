// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/formats.hpp"
#include "core/volume/formats/library_program.hpp"
#include "core/volume/hdf5_program/hdf5_answer.hpp"
#include "core/volume/named_volumes.hpp"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Coarsen's side of coarsen-hdf5.
namespace coarsen::hdf5 {

/// All start the program. They throw InputError, also where the program is missing, breaks down over the file or does not come
/// to an end.
VolumeHeader headerOf(const std::filesystem::path& file, const std::string& dataset);  ///< of a picture, too: its depth is 1 then
/// Empty after a stop, which ends the program.
Volume volumeOf(const std::filesystem::path& file, const VolumeChoice& choice, const std::stop_token& stop = {});
/// A picture of its file, with the header that headerOf gave, as a volume of one slice; what is no number is masked.
Volume pictureOf(const std::filesystem::path& file, const VolumeHeader& header, const VolumeChoice& choice);
std::vector<NamedVolume> listOf(const std::filesystem::path& file);  ///< volumes that can be read

using volumes::NextBytes;

/// Take an answer apart that may be any bytes, about a file of `fileBytes` bytes. Nothing, or false, where it ends too soon. They
/// throw InputError where the answer refuses the file, or cannot be true.
std::optional<VolumeHeader> headerFrom(const NextBytes& next, const std::filesystem::path& file, const std::string& dataset,
                                       std::uintmax_t fileBytes);
std::optional<std::vector<NamedVolume>> listFrom(const NextBytes& next, const std::filesystem::path& file,
                                                 std::uintmax_t fileBytes);
bool voxelsFrom(const NextBytes& next, const VolumeHeader& header, volumes::GrowingVolume& volume);

/// The same as volumeOf, of any program.
Volume ask(const std::filesystem::path& program, const std::filesystem::path& file, const VolumeChoice& choice,
           const std::stop_token& stop = {});

}  // namespace coarsen::hdf5
