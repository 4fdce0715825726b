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
    virtual bool isForDisplayOnly() const = 0;
    virtual FieldValue value(std::string_view field) const = 0;
    virtual std::shared_ptr<const Concept> with(std::string_view field, const FieldValue& value) const = 0;
    virtual Frame apply(const Frame& frame) const = 0;
    virtual bool equals(const Concept& other) const = 0;
};

template <typename T>
struct Step::Model final : Step::Concept {
    explicit Model(T theParameters) : parameters(std::move(theParameters)) {}

    const std::string& key() const override {
        static const std::string text = T::key;
        return text;
    }
    const std::string& label() const override {
        static const std::string text = T::label;
        return text;
    }
    const std::string& stageLabel() const override {
        static const std::string text = T::stageLabel;
        return text;
    }
    const std::string& help() const override {
        static const std::string text = T::help;
        return text;
    }
    bool canSwitchOff() const override { return T::canSwitchOff; }
    const std::vector<FieldDescription>& fields() const override {
        static const std::vector<FieldDescription> list = descriptions(T::fields());
        return list;
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
    bool isForDisplayOnly() const override {
        if constexpr (requires { parameters.isForDisplayOnly(); })
            return parameters.isForDisplayOnly();
        else
            return false;
    }
    FieldValue value(std::string_view field) const override { return readField(T::fields(), key(), field, parameters); }
    std::shared_ptr<const Concept> with(std::string_view field, const FieldValue& value) const override {
        T changed = parameters;
        writeField(T::fields(), key(), field, changed, value);
        return std::make_shared<Model>(std::move(changed));
    }
    Frame apply(const Frame& frame) const override { return parameters(frame); }
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
