// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/dicom_program/stored_pixels.hpp"

#include "core/volume/dicom_program/attributes.hpp"
#include "core/volume/dicom_program/frames.hpp"
#include "core/volume/dicom_program/jpeg_frame.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <gdcmByteValue.h>
#include <gdcmSequenceOfFragments.h>
#include <gdcmTransferSyntax.h>
#include <optional>
#include <string>
#include <string_view>

namespace coarsen::dicom {

namespace {

using gdcm::Tag;
using gdcm::TransferSyntax;

[[noreturn]] void refuse(const std::string& words) {
    throw Refused{Verdict::notRead, words};
}

/// The bytes of an element as they stand; none where there is no such one.
std::string_view bytesIn(const gdcm::DataSet& set, const Tag& tag) {
    const gdcm::ByteValue* const bytes = set.FindDataElement(tag) ? set.GetDataElement(tag).GetByteValue() : nullptr;
    return bytes && bytes->GetPointer() ? std::string_view(bytes->GetPointer(), bytes->GetLength()) : std::string_view();
}

std::uint16_t wordAt(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[at]) | static_cast<unsigned char>(bytes[at + 1]) << 8);
}

/// Entries of one colour: of 16 bits, of 8 one behind the other, or of 8 in the low half of words, as some programs write them.
std::vector<std::uint16_t> entriesOf(std::string_view bytes, std::size_t count, int bits) {
    const bool areBytes = bits == 8 && bytes.size() < 2 * count;
    if (bytes.size() < (areBytes ? count : 2 * count)) refuse("its palette is shorter than it says");
    std::vector<std::uint16_t> entries(count);
    for (std::size_t i = 0; i < count; ++i)
        entries[i] = areBytes ? static_cast<unsigned char>(bytes[i]) : wordAt(bytes, 2 * i);
    if (bits == 8 && std::ranges::any_of(entries, [](std::uint16_t entry) { return entry > 0xFF; }))
        refuse("its palette has more bits than it says");
    return entries;
}

Palette paletteOf(const gdcm::DataSet& set) {
    Palette palette;
    for (std::size_t colour = 0; colour < palette.entries.size(); ++colour) {
        const auto element = [&](std::uint16_t first) { return Tag(0x0028, static_cast<std::uint16_t>(first + colour)); };
        const std::vector<double> said = numbersOf(set, element(0x1101));
        const std::string_view bytes = bytesIn(set, element(0x1201));
        if (said.size() != 3 || bytes.empty()) refuse("its colours are those of a palette that is not there, or is segmented");
        constexpr double mostEntries = 65536;
        const double count = said[0] == 0 ? mostEntries : said[0];
        const bool isAnother = colour > 0 && (said[1] != static_cast<double>(palette.first) || said[2] != palette.bits);
        if ((said[2] != 8 && said[2] != 16) || isAnother) refuse("its palette has entries of " + textOf(set, element(0x1101)));
        palette.first = std::llround(said[1]);
        palette.bits = static_cast<int>(said[2]);
        palette.entries[colour] = entriesOf(bytes, static_cast<std::size_t>(std::abs(count)), palette.bits);
    }
    return palette;
}

/// Luminance and differences of colour as red, green and blue.
void putColours(double y, double cb, double cr, std::vector<char>& to) {
    constexpr double middle = 128, redOfCr = 1.402, blueOfCb = 1.772, greenOfCb = 0.344136, greenOfCr = 0.714136;
    cb -= middle;
    cr -= middle;
    for (const double colour : {y + redOfCr * cr, y - greenOfCb * cb - greenOfCr * cr, y + blueOfCb * cb})
        to.push_back(static_cast<char>(static_cast<unsigned char>(std::clamp(std::round(colour), 0.0, 255.0))));
}

double sampleAt(std::string_view samples, std::size_t at) {
    return static_cast<unsigned char>(samples[at]);
}

std::vector<char> coloursOf(std::string_view samples) {
    std::vector<char> colours;
    colours.reserve(samples.size());
    for (std::size_t at = 0; at + 2 < samples.size(); at += 3)
        putColours(sampleAt(samples, at), sampleAt(samples, at + 1), sampleAt(samples, at + 2), colours);
    return colours;
}

/// Two luminances and the differences that they share, one after the other.
std::vector<char> coloursOfPairs(std::string_view samples) {
    std::vector<char> colours;
    colours.reserve(samples.size() / 2 * 3);
    for (std::size_t at = 0; at + 3 < samples.size(); at += 4)
        for (const std::size_t own : {at, at + 1})
            putColours(sampleAt(samples, own), sampleAt(samples, at + 2), sampleAt(samples, at + 3), colours);
    return colours;
}

template <typename T>
void append(std::vector<char>& to, T number) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &number, sizeof(T));
    to.insert(to.end(), bytes, bytes + sizeof(T));
}

/// The colours that indices of a type stand for.
template <typename Index>
std::vector<char> coloursOfIndices(const Palette& palette, std::string_view samples) {
    std::vector<char> colours;
    const auto last = static_cast<long long>(palette.entries[0].size()) - 1;
    for (std::size_t at = 0; at + sizeof(Index) <= samples.size(); at += sizeof(Index)) {
        Index index;
        std::memcpy(&index, samples.data() + at, sizeof(Index));
        const auto entry = static_cast<std::size_t>(std::clamp(static_cast<long long>(index) - palette.first, 0LL, last));
        for (std::size_t colour = 0; colour < (palette.isGrey() ? 1 : palette.entries.size()); ++colour) {
            if (palette.bits == 8)
                append(colours, static_cast<std::uint8_t>(palette.entries[colour][entry]));
            else
                append(colours, palette.entries[colour][entry]);
        }
    }
    return colours;
}

/// Samples of 32 bits whose higher word stands first: the library has put the bytes of each word in the machine's order.
std::vector<char> lowWordFirst(std::string_view samples) {
    std::vector<char> numbers(samples.begin(), samples.end());
    constexpr std::ptrdiff_t word = 2, both = 4;
    if constexpr (std::endian::native == std::endian::little)
        for (auto at = numbers.begin(); numbers.end() - at >= both; at += both)
            std::swap_ranges(at, at + word, at + word);
    return numbers;
}

/// Colours of a frame side by side, which may stand in planes.
std::string sideBySide(std::string_view frame, std::size_t sampleBytes, bool isPlanar) {
    std::string mixed(frame);
    constexpr std::size_t colours = 3;
    const std::size_t pixels = frame.size() / sampleBytes / colours;
    for (std::size_t pixel = 0; isPlanar && pixel < pixels; ++pixel)
        for (std::size_t colour = 0; colour < colours; ++colour)
            frame.copy(mixed.data() + (pixel * colours + colour) * sampleBytes, sampleBytes,
                       (colour * pixels + pixel) * sampleBytes);
    return mixed;
}

/// A sample of each bit, from the lowest of each byte on.
std::vector<char> samplesOfBits(std::string_view bytes, std::size_t first, std::size_t count) {
    std::vector<char> samples(count);
    constexpr std::size_t bitsOfByte = 8;
    for (std::size_t i = 0; i < count; ++i)
        samples[i] =
            static_cast<char>(static_cast<unsigned char>(bytes[(first + i) / bitsOfByte]) >> (first + i) % bitsOfByte & 1);
    return samples;
}

bool isPlainLittle(const TransferSyntax& syntax) {
    return !syntax.IsEncapsulated() && syntax != TransferSyntax::ExplicitVRBigEndian;
}

/// The only JPEG of 8 bits that all programs write.
bool isJpeg(const TransferSyntax& syntax) {
    return syntax == TransferSyntax::JPEGBaselineProcess1;
}

/// The packed bytes of a frame, which lies in a fragment of its own, or in all of them where it is alone.
std::string packedFrame(const gdcm::File& file, std::size_t frame, std::size_t frames) {
    const gdcm::DataSet& set = file.GetDataSet();
    const Tag pixelData(0x7fe0, 0x0010);
    const gdcm::SequenceOfFragments* const fragments =
        set.FindDataElement(pixelData) ? set.GetDataElement(pixelData).GetSequenceOfFragments() : nullptr;
    const std::size_t count = fragments ? fragments->GetNumberOfFragments() : 0;
    if (count == 0) throw Refused{Verdict::broken};
    if (frames > 1 && count != frames) refuse("its frames lie in " + std::to_string(count) + " packed parts");
    std::string packed;
    for (std::size_t i = frames > 1 ? frame : 0; i < (frames > 1 ? frame + 1 : count); ++i)
        if (const gdcm::ByteValue* const bytes = fragments->GetFragment(i).GetByteValue())
            packed.append(bytes->GetPointer(), bytes->GetLength());
    return packed;
}

std::vector<char> coloursOfJpegs(const gdcm::File& file, const Answer& answer, std::size_t first, std::size_t count) {
    std::vector<char> all;
    for (std::size_t frame = first; frame < first + count; ++frame) {
        const std::vector<char> one =
            coloursOfJpeg(packedFrame(file, frame, static_cast<std::size_t>(answer.frames)),
                          static_cast<std::size_t>(answer.width), static_cast<std::size_t>(answer.height));
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

/// Meaning of the words for colours, as far as they are read right in that transfer syntax.
std::optional<Meaning> meaningOfColours(const std::string& kind, int bits, const TransferSyntax& syntax) {
    constexpr int usual = 8, wide = 16;
    const bool isPlain = isPlainLittle(syntax);
    if (bits == usual && (kind == "RGB" || kind == "YBR_RCT" || kind == "YBR_ICT")) return Meaning::rgb;
    if (bits == wide && kind == "RGB" && isPlain) return Meaning::rgb;  // the library stops at them, or packed gives others
    if (bits == usual && kind == "YBR_FULL" && (isPlain || isJpeg(syntax))) return Meaning::ybr;
    if (bits == usual && kind == "YBR_FULL_422" && isJpeg(syntax)) return Meaning::ybr;
    if (bits == usual && kind == "YBR_FULL_422" && isPlain) return Meaning::ybr422;
    return std::nullopt;
}

/// Throws where samples come from places that are not told apart here.
void requireOneSegment(const gdcm::DataSet& set) {
    if (const std::size_t segments = itemsOf(set, Tag(0x0062, 0x0002)).size(); segments > 1)
        refuse("it holds " + std::to_string(segments) + " segments one behind the other");
}

/// The samples of the answer that a frame's bytes mean.
std::vector<char> samplesOfFrame(const StoredPixels& stored, const Answer& answer, std::string_view frame) {
    constexpr int byte = 8;
    switch (stored.meaning) {
        case Meaning::ybr422:
            if (answer.width % 2 != 0) refuse("its rows of YBR_FULL_422 are of an odd number of pixels");
            return coloursOfPairs(frame);
        case Meaning::ybr:
            return coloursOf(sideBySide(frame, 1, stored.isPlanar));
        case Meaning::rgb: {
            const std::string colours = sideBySide(frame, static_cast<std::size_t>(stored.bits / byte), stored.isPlanar);
            return {colours.begin(), colours.end()};
        }
        case Meaning::palette:
            if (stored.bits == byte) return coloursOfIndices<std::uint8_t>(stored.palette, frame);
            return stored.hasSign ? coloursOfIndices<std::int16_t>(stored.palette, frame)
                                  : coloursOfIndices<std::uint16_t>(stored.palette, frame);
        case Meaning::grey:
        case Meaning::bits:
            break;
    }
    return lowWordFirst(frame);
}

}  // namespace

StoredPixels storedPixelsOf(const gdcm::File& file) {
    const gdcm::DataSet& set = file.GetDataSet();
    const TransferSyntax& syntax = file.GetHeader().GetDataSetTransferSyntax();
    const std::string kind = textOf(set, Tag(0x0028, 0x0004));
    const auto whole = [&](std::uint16_t element, int otherwise) {
        return static_cast<int>(numberOf(set, Tag(0x0028, element)).value_or(otherwise));
    };
    constexpr int bit = 1, byte = 8, word = 16, longest = 32;
    StoredPixels stored;
    stored.bits = whole(0x0100, 0);
    stored.hasSign = whole(0x0103, 0) == 1;
    stored.isPlanar = whole(0x0006, 0) == 1;
    requireOneSegment(set);
    const int samples = whole(0x0002, 1);
    const bool isWhole = whole(0x0101, stored.bits) == stored.bits;
    if (samples == 1 && (kind == "MONOCHROME1" || kind == "MONOCHROME2")) {
        if (stored.bits == bit && !isPlainLittle(syntax)) refuse("its samples of one bit are packed, or big-endian");
        if (stored.bits == bit) stored.meaning = Meaning::bits;
        stored.isRaw = stored.bits == bit || (stored.bits == longest && syntax == TransferSyntax::ExplicitVRBigEndian);
        return stored;
    }
    if (samples == 1 && kind == "PALETTE COLOR" && isPlainLittle(syntax) && isWhole &&
        (stored.bits == byte || stored.bits == word)) {
        stored.meaning = Meaning::palette;
        stored.isRaw = true;
        stored.palette = paletteOf(set);
        return stored;
    }
    const auto meaning = samples == 3 ? meaningOfColours(kind, stored.bits, syntax) : std::nullopt;
    if (!meaning || (!isWhole && (*meaning != Meaning::rgb || stored.bits != byte)))
        refuse("its pixels are of the kind " + kind + ", of " + std::to_string(stored.bits) + " bits, in the transfer syntax " +
               std::string(syntax.GetString()));
    stored.meaning = *meaning;
    stored.isRaw = *meaning != Meaning::rgb || stored.bits != byte;
    return stored;
}

std::vector<char> rawSamplesOf(const gdcm::File& file, const StoredPixels& stored, const Answer& answer, std::size_t first,
                               std::size_t count) {
    if (stored.meaning == Meaning::ybr && isJpeg(file.GetHeader().GetDataSetTransferSyntax()))
        return coloursOfJpegs(file, answer, first, count);
    const std::string_view all = bytesIn(file.GetDataSet(), Tag(0x7fe0, 0x0010));
    const auto pixels = static_cast<std::size_t>(answer.width) * static_cast<std::size_t>(answer.height);
    const auto frames = static_cast<std::size_t>(answer.frames), bits = static_cast<std::size_t>(stored.bits);
    const bool areColours = stored.meaning == Meaning::rgb || stored.meaning == Meaning::ybr;
    constexpr std::size_t bitsOfByte = 8;
    const std::size_t bitsOfPixel = bits * (areColours ? 3 : stored.meaning == Meaning::ybr422 ? 2 : 1);
    if (all.size() < (pixels * frames * bitsOfPixel + bitsOfByte - 1) / bitsOfByte) throw Refused{Verdict::endsEarly};
    if (stored.meaning == Meaning::bits) return samplesOfBits(all, first * pixels, count * pixels);
    const std::size_t frameBytes = pixels * bitsOfPixel / bitsOfByte;
    std::vector<char> samples;
    for (std::size_t frame = first; frame < first + count; ++frame) {
        const std::vector<char> one = samplesOfFrame(stored, answer, all.substr(frame * frameBytes, frameBytes));
        samples.insert(samples.end(), one.begin(), one.end());
    }
    return samples;
}

}  // namespace coarsen::dicom
