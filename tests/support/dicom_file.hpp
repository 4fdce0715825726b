// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// DICOM files, made element by element (PS3.5) without the code that reads them.
namespace coarsen::test {

/// Elements one after the other.
class DicomElements {
public:
    DicomElements& put(std::uint32_t tag, const std::string& kind, std::string value) {
        if (value.size() % 2 == 1) value += kind == "UI" || kind == "OB" ? '\0' : ' ';
        const bool isLong = kind == "OB" || kind == "OW" || kind == "SQ" || kind == "UN";
        number<std::uint16_t>(tag >> 16);
        number<std::uint16_t>(tag);
        text_ += kind;
        if (isLong) number<std::uint16_t>(0);
        if (isLong)
            number<std::uint32_t>(value.size());
        else
            number<std::uint16_t>(value.size());
        text_ += value;
        return *this;
    }
    DicomElements& whole(std::uint32_t tag, int value, const std::string& kind = "US") {
        return put(tag, kind, numberText<std::uint16_t>(static_cast<std::uint16_t>(value)));
    }
    /// Several numbers of 16 bits.
    DicomElements& words(std::uint32_t tag, const std::vector<int>& values, const std::string& kind = "US") {
        std::string text;
        for (const int value : values)
            text += numberText<std::uint16_t>(static_cast<std::uint16_t>(value));
        return put(tag, kind, text);
    }
    /// A sequence of these items.
    DicomElements& items(std::uint32_t tag, const std::vector<DicomElements>& all) {
        DicomElements inner;
        for (const DicomElements& one : all) {
            inner.number<std::uint16_t>(0xFFFE);
            inner.number<std::uint16_t>(0xE000);
            inner.number<std::uint32_t>(one.text_.size());
            inner.text_ += one.text_;
        }
        return put(tag, "SQ", inner.text_);
    }
    /// Pixel data that are packed, a fragment for each frame.
    DicomElements& packed(const std::vector<std::string>& fragments) {
        text_ += std::string("\xE0\x7F\x10\0OB\0\0\xFF\xFF\xFF\xFF\xFE\xFF\0\xE0\0\0\0\0", 20);
        for (const std::string& one : fragments) {
            text_ += std::string("\xFE\xFF\0\xE0", 4);
            number<std::uint32_t>(one.size());
            text_ += one;
        }
        text_ += std::string("\xFE\xFF\xDD\xE0\0\0\0\0", 8);
        return *this;
    }
    /// All that follow are written so.
    DicomElements& bigEndian() {
        isBigEndian_ = true;
        return *this;
    }
    DicomElements& add(const DicomElements& more) {
        text_ += more.text_;
        return *this;
    }
    const std::string& text() const { return text_; }

private:
    template <typename T>
    std::string numberText(std::size_t value) const {
        std::string text;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            text += static_cast<char>(value >> 8 * (isBigEndian_ ? sizeof(T) - 1 - i : i));
        return text;
    }
    template <typename T>
    void number(std::size_t value) {
        text_ += numberText<T>(value);
    }

    std::string text_;
    bool isBigEndian_ = false;
};

inline constexpr const char* plainSyntax = "1.2.840.10008.1.2.1";
inline constexpr const char* rleSyntax = "1.2.840.10008.1.2.5";
inline constexpr const char* bigEndianSyntax = "1.2.840.10008.1.2.2";
inline constexpr const char* jpegSyntax = "1.2.840.10008.1.2.4.50";

/// Elements of a file of pixels, besides what a test adds; elements stand in the order of their tags.
struct DicomPicture {
    int width = 4, height = 2, bits = 16, stored = 16, hasSign = 0;
    std::string kind = "MONOCHROME2", syntax = plainSyntax;
    DicomElements before = {}, between = {}, behind = {};  ///< of groups up to 0020, of 0028 from 0030 on, of later ones
    int frames = 1;
    int colours = 1, planar = 0;

    bool isBigEndian() const { return syntax == bigEndianSyntax; }
    /// None yet, in its order of bytes.
    DicomElements elements() const { return isBigEndian() ? DicomElements().bigEndian() : DicomElements(); }
};

inline DicomElements dicomHead(const DicomPicture& picture) {
    DicomElements all = picture.elements().add(picture.before);
    all.whole(0x00280002, picture.colours).put(0x00280004, "CS", picture.kind);
    if (picture.colours > 1) all.whole(0x00280006, picture.planar);
    if (picture.frames > 1) all.put(0x00280008, "IS", std::to_string(picture.frames));
    all.whole(0x00280010, picture.height).whole(0x00280011, picture.width);
    return all;
}

inline DicomElements dicomBits(const DicomPicture& picture) {
    DicomElements all = picture.elements();
    all.whole(0x00280100, picture.bits).whole(0x00280101, picture.stored).whole(0x00280102, picture.stored - 1);
    return all.whole(0x00280103, picture.hasSign);
}

inline std::string withDicomMeta(const DicomPicture& picture, const std::string& dataSet) {
    DicomElements meta;
    meta.put(0x00020010, "UI", picture.syntax);
    std::string length(4, '\0');
    length[0] = static_cast<char>(meta.text().size());
    DicomElements all;
    all.put(0x00020000, "UL", length);
    return std::string(128, '\0') + "DICM" + all.text() + meta.text() + dataSet;
}

inline std::string dicomText(const DicomPicture& picture, const std::vector<int>& samples) {
    std::string pixels;
    for (const int sample : samples)
        for (int byte = 0; byte < (picture.bits + 7) / 8; ++byte)
            pixels += static_cast<char>(sample >> 8 * (picture.isBigEndian() ? (picture.bits + 7) / 8 - 1 - byte : byte));
    DicomElements data = picture.elements();
    data.put(0x7FE00010, "OW", pixels);
    return withDicomMeta(picture, dicomHead(picture).text() + picture.between.text() + dicomBits(picture).text() +
                                      picture.behind.text() + data.text());
}

/// A file of frames that are packed each by itself.
inline std::string packedDicom(const DicomPicture& picture, const std::vector<std::string>& fragments) {
    return withDicomMeta(picture,
                         dicomHead(picture).text() + picture.between.text() + dicomBits(picture).packed(fragments).text());
}

/// A frame packed by RLE (PS3.5, annex G) into one segment, in which `pixels` stand as they are.
inline std::string rleOf(const std::string& pixels) {
    constexpr std::size_t longestRun = 128;
    std::string text(64, '\0');
    text[0] = 1;
    text[4] = 64;
    for (std::size_t at = 0; at < pixels.size(); at += longestRun) {
        const std::string run = pixels.substr(at, longestRun);
        text += static_cast<char>(run.size() - 1) + run;
    }
    return text.size() % 2 == 0 ? text : text + '\0';
}

}  // namespace coarsen::test
