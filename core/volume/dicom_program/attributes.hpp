// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gdcmDataSet.h>
#include <gdcmTag.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::dicom {

/// The text of an attribute, without blanks and zeros at its ends; empty where there is none.
std::string textOf(const gdcm::DataSet& set, const gdcm::Tag& tag);

/// The numbers of an attribute that is written as text (DS, IS), or as binary numbers (US, SS, UL, FL, FD); empty where one is
/// none.
std::vector<double> numbersOf(const gdcm::DataSet& set, const gdcm::Tag& tag);
std::optional<double> numberOf(const gdcm::DataSet& set, const gdcm::Tag& tag);

/// The value of a sample that an attribute states in 16 bits, with or without a sign as samples have one.
std::optional<double> sampleOf(const gdcm::DataSet& set, const gdcm::Tag& tag, bool isSigned);

/// The items of a sequence.
std::vector<gdcm::DataSet> itemsOf(const gdcm::DataSet& set, const gdcm::Tag& tag);

/// Groups of an enhanced multi-frame file: PixelMeasures, PlanePosition, PlaneOrientation and PixelValueTransformation.
inline const gdcm::Tag pixelMeasures(0x0028, 0x9110), planePosition(0x0020, 0x9113), planeOrientation(0x0020, 0x9116),
    pixelValues(0x0028, 0x9145);

/// Attributes of the frames, wherever a file states them: itself, or the functional groups of an enhanced multi-frame one, of
/// each frame before those that all share.
class FrameAttributes {
public:
    explicit FrameAttributes(const gdcm::DataSet& file);

    /// The data set that holds an attribute of a frame: `group` is the sequence that holds it within functional groups. Null
    /// where none does.
    const gdcm::DataSet* holding(std::size_t frame, const gdcm::Tag& group, const gdcm::Tag& tag) const;
    std::vector<double> numbers(std::size_t frame, const gdcm::Tag& group, const gdcm::Tag& tag) const;

private:
    using Groups = std::vector<std::pair<gdcm::Tag, gdcm::DataSet>>;
    static Groups groupsIn(const gdcm::DataSet& functional);

    const gdcm::DataSet& file_;
    std::vector<Groups> ofFrames_;
    Groups shared_;
};

}  // namespace coarsen::dicom
