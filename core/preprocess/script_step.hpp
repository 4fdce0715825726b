// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/step.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A step by a function of the user's in Python, known by its name and the SHA-256 of its source. Every program reads, keeps and
/// writes a recipe that names it; only one that has the function (setStepScripts) takes a frame through it. It acts on cropped
/// pictures, before channels are made of their planes.
///
/// Use, given `const std::string& sha256, const Frame& frame`:
///
///     const ScriptStep unsharp("unsharp", sha256, {settingOf("strength", 0.5)});
///     const Frame sharpened = unsharp(frame);
struct ScriptStep {
    static constexpr const char* help = "A Python function of yours";
    static constexpr bool canSwitchOff = true;
    static constexpr const char* sourceField = "python";  ///< the setting that every such step has, and no other

    struct Setting {
        FieldDescription description;
        FieldValue value;
    };

    ScriptStep() = default;
    /// Throws SettingError: a name that is no word, of a step that the program has, a source that is no SHA-256; of settings, a
    /// value that its description does not allow, a name that stands twice or is taken.
    ScriptStep(std::string name, std::string sourceSha256, std::vector<Setting> settings);

    const std::string& key() const { return name_; }
    const std::string& sourceSha256() const { return sourceSha256_; }
    const std::vector<Setting>& settings() const { return settings_; }

    const std::vector<FieldDescription>& fields() const { return fields_; }
    FieldValue value(std::string_view field) const;
    void set(std::string_view field, const FieldValue& value);

    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    Frame operator()(const Frame& frame) const;
    bool operator==(const ScriptStep& other) const;

private:
    Setting& settingNamed(std::string_view field);

    std::string name_, sourceSha256_;
    std::vector<Setting> settings_;
    std::vector<FieldDescription> fields_;  // of the source and of the settings
};

/// A setting of the kind that such a value has, without limits: what is known of one whose function is not there.
ScriptStep::Setting settingOf(std::string name, FieldValue value);

/// The step of that kind that it is; null where it is another.
const ScriptStep* scriptStep(const Step& step);

/// The place among a recipe's steps that the next step of that kind has: behind those there are, before channels.
std::size_t placeOfNextScript(const std::vector<Step>& steps);

/// Functions of steps, asked from any thread.
class StepScripts {
public:
    virtual ~StepScripts() = default;
    /// Reason why it is not to be had, as a sentence's part; empty where it is.
    virtual std::string whyMissing(const ScriptStep& step) const = 0;
    /// The frame, of one channel, with the picture and mask that the function makes of it. Throws InputError: what the function
    /// raised, or why its answer cannot be taken.
    virtual Frame apply(const ScriptStep& step, const Frame& frame) const = 0;
};

/// Gives the functions that are asked for such steps from now on; to be called before any is applied.
void setStepScripts(std::shared_ptr<const StepScripts> scripts);

}  // namespace coarsen
