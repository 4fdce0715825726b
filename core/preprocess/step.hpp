// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/preprocess/survey_need.hpp"
#include "core/preprocess/volume_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"
#include "core/volume/voxel_box.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// One step of a recipe with its parameters: a value that compares and copies. What kind of step it is, is fixed when it is made.
/// Wraps a plain struct of parameters (Grey, Flatten, Dust, ...) that lists its fields and is a function Frame -> Frame.
///
/// Use, given `Step median, const Frame& frame, const StepContext& context`:
///
///     median.switchTo(true);
///     median.set("radius", FieldValue{std::int64_t{2}});  // throws SettingError
///     const Frame after = median.apply(frame, context);
class Step {
public:
    /// T has static texts `key`, `label`, `stageLabel`, `help`, the flag `canSwitchOff`, `static const Fields<T>& fields()`,
    /// `std::string summary() const`, `Frame operator()(const Frame&) const` and `operator==`. Its operator() may take a
    /// `const StepContext&`, too. It may have besides what the
    /// members below ask for: `warnings(const MeasuredFacts&)`, with the flag `warnsWhileOff`; the flag `isNewerThanItsRecipe`
    /// (it stands in a recipe once it differs from the default); the flag `treatsPlanes` (it says itself what becomes of the
    /// frame's planes, which else go through it one by one); `needsPlanes()`; `isActing()`; `isForDisplayOnly()`;
    /// `surveyNeed()`; `kept(frame, width, height)`; `userMask(frame, width, height)`;
    /// `memory(PictureMemory&)`. A step for volumes, too, has `Volume operator()(const Volume&, const VolumeContext&) const`, and
    /// besides what the members below ask of volumes: the flags `isForVolumesOnly` and `choosesPart`; `kept(frame, VolumeSize)`;
    /// `memory(VolumeSize)`; `volumeKey(const VolumeContext&)`; `isFieldOfPictures(field)` and `isFieldOfVolumes(field)`. Defined
    /// in step_of.hpp.
    template <typename T>
    static Step of(T parameters);

    const std::string& key() const;         ///< "flatten"
    const std::string& label() const;       ///< "Flatten"
    const std::string& stageLabel() const;  ///< "Flat": the picture after it, in one short word
    const std::string& help() const;
    bool canSwitchOff() const;
    const std::vector<FieldDescription>& fields() const;
    std::string summary() const;  ///< its present effect, in few words: "divide by polynomial, order 2"

    bool isOn() const { return on_; }
    void switchTo(bool on);  ///< throws SettingError when the step cannot be switched off

    /// True where the step is on and does something: one that cannot be switched off may be set to leave every frame as it is.
    bool isActing() const;

    /// Warnings of the step about its settings; none while it is off, unless the warning is of the picture.
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;

    /// True where a recipe says all of the step by lacking it, as those do that are older than the step: it is off, or cannot be,
    /// and as by default.
    bool isSaidByAbsence() const;

    /// Sets what a recipe means that has the step with none of its keys; on or off it stays.
    void resetToAbsent();

    /// True where the step's settings change no pixel that is measured.
    bool isForDisplayOnly() const;

    /// True where the step looks at the frame's planes; false while it is off.
    bool needsPlanes() const;

    /// Knowledge that the step needs of the series; nothing while it is off.
    SurveyNeed surveyNeed() const;

    /// Rectangle that the step will leave of a picture of that size; empty: all of it, also while it is off. Of `anyFrame`: a
    /// rectangle that is at least as large as that of each.
    PixelRect kept(int frame, int width, int height) const;
    /// Where the user leaves nothing out, in the frame of that index and size; all valid without any and while it is off.
    Mask userMask(int frame, int width, int height) const;
    /// True where the step can say what it will leave, or what the user leaves out.
    bool isForeseen() const;

    /// Memory that the step holds at most beside the picture that it is given, its answer included, bytes; `picture` becomes the
    /// answer. A step that does not say is taken to make a masked picture of float32.
    std::size_t memory(PictureMemory& picture) const;

    FieldValue value(std::string_view field) const;             ///< throws SettingError: unknown field
    void set(std::string_view field, const FieldValue& value);  ///< throws SettingError: unknown field, wrong kind, out of range

    /// The frame after this step; the same frame when the step is off. Pure: same frame, same context, same parameters, same
    /// pixels on any thread.
    Frame apply(const Frame& frame, const StepContext& context) const;

    bool isForVolumes() const;                                      ///< it treats volumes, too
    bool isForVolumesOnly() const;                                  ///< a picture goes through it as it is
    bool choosesPart() const;                                       ///< of a volume it only says which part is measured
    bool isFieldOf(std::string_view field, bool areVolumes) const;  ///< true where that setting can act on them

    /// The volume after this step; the same where the step is off or made for pictures. Pure, as for frames.
    Volume apply(const Volume& volume, const VolumeContext& context) const;

    /// Memory that the step holds at most beside a volume of that size that it is given, its answer included, bytes: one copy
    /// with a mask where it does not say; 0 where it leaves all voxels as they are.
    std::size_t memory(const VolumeSize& size) const;

    /// The part that it will leave of a volume of that size: the whole where it says nothing. Of `anyFrame`: a box that is at
    /// least as large as that of each.
    VoxelBox kept(int frame, const VolumeSize& size) const;

    /// Key of all that decides about the voxels after this step, as text: two volumes that were equal before it and have the same
    /// text are equal after it. Empty where the step leaves every volume as it is.
    std::string volumeKey(const VolumeContext& context) const;

    /// The typed parameters, or nullptr when this is another kind of step.
    template <typename T>
    const T* as() const;

    bool operator==(const Step& other) const;

private:
    struct Concept;
    template <typename T>
    struct Model;
    std::shared_ptr<const Concept> parameters_;  // immutable, so that copies can share it
    bool on_ = true;
};

}  // namespace coarsen
