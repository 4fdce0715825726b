// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/dicom_program/attributes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gdcmByteValue.h>
#include <gdcmSequenceOfItems.h>
#include <string_view>

namespace coarsen::dicom {

namespace {

const gdcm::ByteValue* bytesOf(const gdcm::DataSet& set, const gdcm::Tag& tag) {
    const gdcm::ByteValue* const bytes = set.FindDataElement(tag) ? set.GetDataElement(tag).GetByteValue() : nullptr;
    return bytes && bytes->GetLength() > 0 && bytes->GetPointer() ? bytes : nullptr;
}

/// Binary numbers, which the library has put in the machine's order.
template <typename T>
std::vector<double> binary(const gdcm::ByteValue& bytes) {
    std::vector<double> numbers;
    for (std::size_t at = 0; at + sizeof(T) <= bytes.GetLength(); at += sizeof(T)) {
        T number;
        std::memcpy(&number, bytes.GetPointer() + at, sizeof(T));
        numbers.push_back(static_cast<double>(number));
    }
    return numbers;
}

std::vector<double> written(const std::string& text) {
    std::vector<double> numbers;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('\\', from), text.size());
        const std::string part = text.substr(from, end - from);
        char* rest = nullptr;
        const double number = std::strtod(part.c_str(), &rest);
        const bool isNumber = rest != part.c_str() && std::string_view(rest).find_first_not_of(" ") == std::string_view::npos;
        if (!isNumber || !std::isfinite(number)) return {};
        numbers.push_back(number);
        from = end + 1;
    }
    return numbers;
}

}  // namespace

std::string textOf(const gdcm::DataSet& set, const gdcm::Tag& tag) {
    const gdcm::ByteValue* const bytes = bytesOf(set, tag);
    if (!bytes) return {};
    std::string text(bytes->GetPointer(), bytes->GetLength());
    constexpr std::string_view blanks(" \0\n\r\t", 5);
    text.erase(text.find_last_not_of(blanks) + 1);
    text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
    return text;
}

std::vector<double> numbersOf(const gdcm::DataSet& set, const gdcm::Tag& tag) {
    const gdcm::ByteValue* const bytes = bytesOf(set, tag);
    if (!bytes) return {};
    switch (set.GetDataElement(tag).GetVR()) {
        case gdcm::VR::FD:
            return binary<double>(*bytes);
        case gdcm::VR::FL:
            return binary<float>(*bytes);
        case gdcm::VR::UL:
            return binary<std::uint32_t>(*bytes);
        case gdcm::VR::US:
            return binary<std::uint16_t>(*bytes);
        case gdcm::VR::SS:
            return binary<std::int16_t>(*bytes);
        default:
            break;
    }
    return written(textOf(set, tag));
}

std::optional<double> numberOf(const gdcm::DataSet& set, const gdcm::Tag& tag) {
    const std::vector<double> numbers = numbersOf(set, tag);
    return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

std::optional<double> sampleOf(const gdcm::DataSet& set, const gdcm::Tag& tag, bool isSigned) {
    const gdcm::ByteValue* const bytes = bytesOf(set, tag);
    if (!bytes || bytes->GetLength() != sizeof(std::uint16_t)) return std::nullopt;
    return isSigned ? binary<std::int16_t>(*bytes).front() : binary<std::uint16_t>(*bytes).front();
}

std::vector<gdcm::DataSet> itemsOf(const gdcm::DataSet& set, const gdcm::Tag& tag) {
    std::vector<gdcm::DataSet> items;
    if (!set.FindDataElement(tag)) return items;
    const auto sequence = set.GetDataElement(tag).GetValueAsSQ();
    if (!sequence) return items;
    for (std::size_t i = 1; i <= sequence->GetNumberOfItems(); ++i)
        items.push_back(sequence->GetItem(i).GetNestedDataSet());
    return items;
}

FrameAttributes::FrameAttributes(const gdcm::DataSet& file) : file_(file) {
    for (const gdcm::DataSet& item : itemsOf(file, {0x5200, 0x9230}))
        ofFrames_.push_back(groupsIn(item));
    const std::vector<gdcm::DataSet> shared = itemsOf(file, {0x5200, 0x9229});
    if (!shared.empty()) shared_ = groupsIn(shared.front());
}

FrameAttributes::Groups FrameAttributes::groupsIn(const gdcm::DataSet& functional) {
    Groups groups;
    for (const gdcm::Tag& tag : {pixelMeasures, planePosition, planeOrientation, pixelValues})
        if (const auto items = itemsOf(functional, tag); !items.empty()) groups.emplace_back(tag, items.front());
    return groups;
}

const gdcm::DataSet* FrameAttributes::holding(std::size_t frame, const gdcm::Tag& group, const gdcm::Tag& tag) const {
    const auto in = [&](const Groups& groups) -> const gdcm::DataSet* {
        for (const auto& [name, set] : groups)
            if (name == group && set.FindDataElement(tag)) return &set;
        return nullptr;
    };
    if (frame < ofFrames_.size())
        if (const gdcm::DataSet* const found = in(ofFrames_[frame])) return found;
    if (const gdcm::DataSet* const found = in(shared_)) return found;
    return file_.FindDataElement(tag) ? &file_ : nullptr;
}

std::vector<double> FrameAttributes::numbers(std::size_t frame, const gdcm::Tag& group, const gdcm::Tag& tag) const {
    const gdcm::DataSet* const set = holding(frame, group, tag);
    return set ? numbersOf(*set, tag) : std::vector<double>();
}

}  // namespace coarsen::dicom
