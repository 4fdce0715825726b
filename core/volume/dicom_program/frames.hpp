// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/dicom_program/dicom_answer.hpp"
#include "core/volume/dicom_program/stored_pixels.hpp"

#include <cstddef>
#include <gdcmFile.h>
#include <gdcmImage.h>
#include <string>
#include <vector>

namespace coarsen::dicom {

/// Refusals of what cannot be read, and why.
struct Refused {
    Verdict verdict = Verdict::notOpened;
    std::string words = {};
};

/// Throws Refused where the file holds other things than pictures.
void requirePicture(const gdcm::File& file);

/// Describes the frames of a file without its pixel data, whose samples are stored so. Throws Refused where they are of a kind
/// that is not read.
Answer described(const gdcm::File& file, const StoredPixels& stored);

/// The samples of `count` of `frames` frames from `first` on, unpacked by the library. Throws Refused.
std::vector<char> samplesOf(gdcm::Image image, std::size_t frames, std::size_t first, std::size_t count);

}  // namespace coarsen::dicom
