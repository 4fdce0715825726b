// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/dicom_program/frames.hpp"

#include <cstdint>
#include <cstring>
#include <gdcmByteValue.h>
#include <gdcmImageChangePlanarConfiguration.h>
#include <gdcmSequenceOfFragments.h>
#include <optional>
#include <string_view>
#include <type_traits>

namespace coarsen::dicom {

namespace {

std::size_t frameBytes(const gdcm::Image& image) {
    return std::size_t{image.GetDimension(0)} * image.GetDimension(1) * image.GetPixelFormat().GetPixelSize();
}

/// Leaves the frames alone that are wanted, where each lies by itself in the file, so that the others are not unpacked. Says
/// whether it did.
bool keepFrames(gdcm::Image& image, std::size_t frames, std::size_t first, std::size_t count) {
    gdcm::DataElement kept = image.GetDataElement();
    if (const gdcm::SequenceOfFragments* const all = kept.GetSequenceOfFragments()) {
        if (all->GetNumberOfFragments() != frames) return false;
        gdcm::SmartPointer<gdcm::SequenceOfFragments> some = new gdcm::SequenceOfFragments;
        for (std::size_t i = first; i < first + count; ++i)
            some->AddFragment(all->GetFragment(i));
        kept.SetValue(*some);
    } else {
        const gdcm::ByteValue* const bytes = kept.GetByteValue();
        const std::size_t frame = frameBytes(image);
        if (!bytes || bytes->GetLength() / frame < frames) return false;
        kept.SetByteValue(bytes->GetPointer() + first * frame, static_cast<std::uint32_t>(count * frame));
    }
    image.SetDataElement(kept);
    image.SetDimension(2, static_cast<unsigned>(count));
    return true;
}

/// Bits beside those in use may be anything, overlays among them.
template <typename T>
void clean(std::vector<char>& samples, unsigned stored, unsigned highBit) {
    using Unsigned = std::make_unsigned_t<T>;
    constexpr unsigned bits = 8 * sizeof(T);
    if (stored == 0 || stored >= bits || highBit + 1 < stored || highBit >= bits) return;
    for (std::size_t at = 0; at + sizeof(T) <= samples.size(); at += sizeof(T)) {
        Unsigned sample;
        std::memcpy(&sample, samples.data() + at, sizeof(T));
        const auto raised = static_cast<T>(static_cast<Unsigned>(sample << (bits - 1 - highBit)));
        const auto value = static_cast<T>(raised >> (bits - stored));
        std::memcpy(samples.data() + at, &value, sizeof(T));
    }
}

void cleanSamples(std::vector<char>& samples, const gdcm::PixelFormat& format) {
    const unsigned stored = format.GetBitsStored(), high = format.GetHighBit();
    switch (format.GetScalarType()) {
        case gdcm::PixelFormat::UINT8:
            return clean<std::uint8_t>(samples, stored, high);
        case gdcm::PixelFormat::INT8:
            return clean<std::int8_t>(samples, stored, high);
        case gdcm::PixelFormat::UINT16:
            return clean<std::uint16_t>(samples, stored, high);
        case gdcm::PixelFormat::INT16:
            return clean<std::int16_t>(samples, stored, high);
        case gdcm::PixelFormat::UINT32:
            return clean<std::uint32_t>(samples, stored, high);
        case gdcm::PixelFormat::INT32:
            return clean<std::int32_t>(samples, stored, high);
        default:
            return;
    }
}

bool isJpeg2000(const gdcm::TransferSyntax& syntax) {
    return syntax == gdcm::TransferSyntax::JPEG2000Lossless || syntax == gdcm::TransferSyntax::JPEG2000;
}

/// Tells whether samples that JPEG 2000 packed have a sign, as its own header says in the byte Ssiz (ISO/IEC 15444-1, A.5.1).
std::optional<bool> isPackedWithSign(const gdcm::DataElement& pixels) {
    constexpr std::string_view mark = "\xFF\x4F\xFF\x51";
    constexpr std::size_t ssiz = 42, signBit = 0x80;
    const gdcm::SequenceOfFragments* const fragments = pixels.GetSequenceOfFragments();
    const gdcm::ByteValue* const first =
        fragments && fragments->GetNumberOfFragments() > 0 ? fragments->GetFragment(0).GetByteValue() : nullptr;
    if (!first) return std::nullopt;
    const std::string_view bytes(first->GetPointer(), first->GetLength());
    const std::size_t at = bytes.find(mark);
    if (at == bytes.npos || at + ssiz >= bytes.size()) return std::nullopt;
    return (static_cast<unsigned char>(bytes[at + ssiz]) & signBit) != 0;
}

/// Throws where the library would give other numbers than were stored.
void requireRightSamples(const gdcm::Image& image) {
    const gdcm::PixelFormat& format = image.GetPixelFormat();
    if (isJpeg2000(image.GetTransferSyntax()) &&
        isPackedWithSign(image.GetDataElement()).value_or(false) != (format.GetPixelRepresentation() == 1))
        throw Refused{Verdict::notRead, "its header and its packed samples differ in whether they have a sign"};
}

}  // namespace

std::vector<char> samplesOf(gdcm::Image image, std::size_t frames, std::size_t first, std::size_t count) {
    requireRightSamples(image);
    const bool isAlone = frames == 1 || keepFrames(image, frames, first, count);
    if (image.GetPixelFormat().GetSamplesPerPixel() > 1 && image.GetPlanarConfiguration() == 1) {
        gdcm::ImageChangePlanarConfiguration change;
        change.SetInput(image);
        change.SetPlanarConfiguration(0);
        if (!change.Change()) throw Refused{Verdict::broken};
        image = change.GetOutput();
    }
    std::vector<char> samples(image.GetBufferLength());
    const std::size_t frame = frameBytes(image), wanted = (isAlone ? count : frames) * frame;
    if (samples.size() != wanted || !image.GetBuffer(samples.data())) throw Refused{Verdict::broken};
    if (!isJpeg2000(image.GetTransferSyntax())) cleanSamples(samples, image.GetPixelFormat());
    if (isAlone) return samples;
    const auto from = samples.begin() + static_cast<std::ptrdiff_t>(first * frame);
    return {from, from + static_cast<std::ptrdiff_t>(count * frame)};
}

}  // namespace coarsen::dicom
