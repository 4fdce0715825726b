// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a plain struct of parameters becomes a Step. Included by the steps' own .cpp files and by who needs typed parameters.

#include "core/preprocess/step.hpp"
#include "core/settings/fields.hpp"

#include <utility>

namespace coarsen {

struct Step::Concept {
    virtual ~Concept() = default;
    virtual const std::string& key() const = 0;
    virtual const std::string& label() const = 0;
    virtual const std::string& stageLabel() const = 0;
    virtual const std::string& help() const = 0;
    virtual bool canSwitchOff() const = 0;
    virtual const std::vector<FieldDescription>& fields() const = 0;
    virtual std::string summary() const = 0;
    virtual std::vector<Warning> warnings(const MeasuredFacts& facts) const = 0;
    virtual bool warnsWhileOff() const = 0;
    virtual bool isSaidByAbsence() const = 0;
    virtual bool isForDisplayOnly() const = 0;
    virtual bool isActing() const = 0;
    virtual bool needsPlanes() const = 0;
    virtual bool treatsPlanes() const = 0;
    virtual SurveyNeed surveyNeed() const = 0;
    virtual PixelRect kept(int frame, int width, int height) const = 0;
    virtual Mask userMask(int frame, int width, int height) const = 0;
    virtual bool isForeseen() const = 0;
    virtual FieldValue value(std::string_view field) const = 0;
    virtual std::shared_ptr<const Concept> with(std::string_view field, const FieldValue& value) const = 0;
    virtual std::shared_ptr<const Concept> ofAbsentKeys() const = 0;
    virtual std::size_t memory(PictureMemory& picture) const = 0;
    virtual Frame apply(const Frame& frame, const StepContext& context) const = 0;
    virtual bool isForVolumes() const = 0;
    virtual bool isForVolumesOnly() const = 0;
    virtual bool choosesPart() const = 0;
    virtual bool isFieldOf(std::string_view field, bool areVolumes) const = 0;
    virtual Volume apply(const Volume& volume, const VolumeContext& context) const = 0;
    virtual VoxelBox kept(int frame, const VolumeSize& size) const = 0;
    virtual std::size_t memory(const VolumeSize& size) const = 0;
    virtual std::string volumeKey(const VolumeContext& context) const = 0;
    virtual bool equals(const Concept& other) const = 0;
};

template <typename T>
struct Step::Model final : Step::Concept {
    static constexpr bool saysWhatIsKept = requires(const T& step) { step.kept(0, 1, 1); };
    static constexpr bool treatsVolumes = requires(const T& step, const Volume& volume, const VolumeContext& context) {
        step(volume, context);
    };
    static constexpr bool namesItself = requires(const T& step) { step.key(); };  ///< else its type has names and fields
    static constexpr bool hasUserMask = requires(const T& step) { step.userMask(0, 1, 1); };

    explicit Model(T theParameters) : parameters(std::move(theParameters)) {}

    const std::string& key() const override {
        if constexpr (namesItself) {
            return parameters.key();
        } else {
            static const std::string text = T::key;
            return text;
        }
    }
    const std::string& label() const override {
        if constexpr (namesItself) {
            return parameters.key();
        } else {
            static const std::string text = T::label;
            return text;
        }
    }
    const std::string& stageLabel() const override {
        if constexpr (namesItself) {
            return parameters.key();
        } else {
            static const std::string text = T::stageLabel;
            return text;
        }
    }
    const std::string& help() const override {
        static const std::string text = T::help;
        return text;
    }
    bool canSwitchOff() const override { return T::canSwitchOff; }
    const std::vector<FieldDescription>& fields() const override {
        if constexpr (namesItself) {
            return parameters.fields();
        } else {
            static const std::vector<FieldDescription> list = descriptions(T::fields());
            return list;
        }
    }
    std::string summary() const override { return parameters.summary(); }
    std::vector<Warning> warnings([[maybe_unused]] const MeasuredFacts& facts) const override {
        if constexpr (requires { parameters.warnings(facts); })
            return parameters.warnings(facts);
        else
            return {};
    }
    bool warnsWhileOff() const override {
        return requires {
            requires T::warnsWhileOff;
        };
    }
    bool isSaidByAbsence() const override {
        if constexpr (requires { requires T::isNewerThanItsRecipe; })
            return parameters == T{};
        else
            return false;
    }
    bool isForDisplayOnly() const override {
        if constexpr (requires { parameters.isForDisplayOnly(); })
            return parameters.isForDisplayOnly();
        else
            return false;
    }
    bool isActing() const override {
        if constexpr (requires { parameters.isActing(); })
            return parameters.isActing();
        else
            return true;
    }
    bool needsPlanes() const override {
        if constexpr (requires { parameters.needsPlanes(); })
            return parameters.needsPlanes();
        else
            return false;
    }
    bool treatsPlanes() const override {
        return requires {
            requires T::treatsPlanes;
        };
    }
    SurveyNeed surveyNeed() const override {
        if constexpr (requires { parameters.surveyNeed(); })
            return parameters.surveyNeed();
        else
            return {};
    }
    PixelRect kept([[maybe_unused]] int frame, [[maybe_unused]] int width, [[maybe_unused]] int height) const override {
        if constexpr (saysWhatIsKept)
            return parameters.kept(frame, width, height);
        else
            return {};
    }
    Mask userMask([[maybe_unused]] int frame, [[maybe_unused]] int width, [[maybe_unused]] int height) const override {
        if constexpr (hasUserMask)
            return parameters.userMask(frame, width, height);
        else
            return {};
    }
    bool isForeseen() const override { return saysWhatIsKept || hasUserMask; }
    std::size_t memory(PictureMemory& picture) const override {
        if constexpr (requires { parameters.memory(picture); }) return parameters.memory(picture);
        picture.sampleBytes = sizeof(float);
        picture.isMasked = true;
        return picture.bytes();
    }
    FieldValue value(std::string_view field) const override {
        if constexpr (namesItself)
            return parameters.value(field);
        else
            return readField(T::fields(), key(), field, parameters);
    }
    std::shared_ptr<const Concept> with(std::string_view field, const FieldValue& value) const override {
        T changed = parameters;
        if constexpr (namesItself)
            changed.set(field, value);
        else
            writeField(T::fields(), key(), field, changed, value);
        return std::make_shared<Model>(std::move(changed));
    }
    std::shared_ptr<const Concept> ofAbsentKeys() const override {
        if constexpr (namesItself)
            return std::make_shared<Model>(parameters);
        else
            return std::make_shared<Model>(withoutKeys(T::fields()));
    }
    Frame apply(const Frame& frame, [[maybe_unused]] const StepContext& context) const override {
        if constexpr (requires { parameters(frame, context); })
            return parameters(frame, context);
        else
            return parameters(frame);
    }
    bool isForVolumes() const override { return treatsVolumes; }
    bool isForVolumesOnly() const override {
        return requires {
            requires T::isForVolumesOnly;
        };
    }
    bool choosesPart() const override {
        return requires {
            requires T::choosesPart;
        };
    }
    bool isFieldOf([[maybe_unused]] std::string_view field, bool areVolumes) const override {
        if (areVolumes ? !treatsVolumes : isForVolumesOnly()) return false;
        if constexpr (requires { T::isFieldOfPictures(field); })
            if (areVolumes && T::isFieldOfPictures(field)) return false;
        if constexpr (requires { T::isFieldOfVolumes(field); })
            if (!areVolumes && T::isFieldOfVolumes(field)) return false;
        return true;
    }
    Volume apply(const Volume& volume, [[maybe_unused]] const VolumeContext& context) const override {
        if constexpr (treatsVolumes)
            return parameters(volume, context);
        else
            return volume;
    }
    VoxelBox kept([[maybe_unused]] int frame, const VolumeSize& size) const override {
        if constexpr (requires { parameters.kept(frame, size); })
            return parameters.kept(frame, size);
        else
            return wholeOf(size);
    }
    std::size_t memory(const VolumeSize& size) const override {
        if constexpr (requires { parameters.memory(size); })
            return parameters.memory(size);
        else
            return size.voxels() * (sizeof(float) + 1);
    }
    std::string volumeKey([[maybe_unused]] const VolumeContext& context) const override {
        if constexpr (requires { parameters.volumeKey(context); }) return parameters.volumeKey(context);
        if (!treatsVolumes || isForDisplayOnly()) return {};
        std::string text = key();
        for (const FieldDescription& field : fields())
            text += "," + field.name + "=" + textOf(value(field.name));
        return text;
    }
    bool equals(const Concept& other) const override {
        const auto* same = dynamic_cast<const Model*>(&other);
        return same && same->parameters == parameters;
    }

    T parameters;
};

template <typename T>
Step Step::of(T parameters) {
    Step step;
    step.parameters_ = std::make_shared<Model<T>>(std::move(parameters));
    return step;
}

template <typename T>
const T* Step::as() const {
    const auto* model = dynamic_cast<const Model<T>*>(parameters_.get());
    return model ? &model->parameters : nullptr;
}

}  // namespace coarsen
