// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/dicom_program/dicom_answer.hpp"

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

/// Describes the frames of a file without its pixel data. Throws Refused where they are of a kind that is not read.
Answer described(const gdcm::File& file);

/// The samples of `count` frames from `first` on, unpacked, as the answer describes them. Throws Refused.
std::vector<char> samplesOf(gdcm::Image image, const Answer& answer, std::size_t first, std::size_t count);

}  // namespace coarsen::dicom
