// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"
#include "app/python/parts.hpp"
#include "core/base/error.hpp"
#include "core/measure/script_length.hpp"
#include "core/preprocess/script_step.hpp"

#include <cstdint>
#include <memory>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// Where decorated functions are kept; with the interpreter's lock.
nb::object kept() {
    return nb::module_::import_("coarsen._scripts");
}

/// Answer of `call`, which needs the interpreter's lock and is given it. What Python raises there is an InputError about
/// `subject`.
template <typename Call>
auto asking(const std::string& subject, Call call) {
    const nb::gil_scoped_acquire withLock;
    try {
        return call();
    } catch (nb::python_error& error) {
        throw InputError(subject, nb::cast<std::string>(kept().attr("in_words")(error.value())));
    } catch (const nb::cast_error&) {
        throw InputError(subject, "what it returned cannot be taken");
    }
}

nb::dict settingsOf(const ScriptStep& step) {
    nb::dict values;
    for (const ScriptStep::Setting& setting : step.settings())
        std::visit([&](const auto& value) { values[setting.description.name.c_str()] = value; }, setting.value);
    return values;
}

/// 1 of a pixel that is not valid, as Python's functions see a mask.
nb::ndarray<nb::numpy, std::uint8_t> hiddenIn(const Frame& frame) {
    const auto valid = frame.mask.pixels();
    std::vector<std::uint8_t> hidden(frame.image.planeSize());
    for (std::size_t i = 0; i < valid.size(); ++i)
        hidden[i] = valid[i] ? 0 : 1;
    const auto height = static_cast<std::size_t>(frame.image.height()), width = static_cast<std::size_t>(frame.image.width());
    return arrayOf(std::move(hidden), {height, width});
}

class PythonSteps final : public StepScripts {
public:
    std::string whyMissing(const ScriptStep& step) const override {
        return asking(step.key(),
                      [&] { return nb::cast<std::string>(kept().attr("why_step_is_missing")(step.key(), step.sourceSha256())); });
    }

    Frame apply(const ScriptStep& step, const Frame& frame) const override {
        return asking("step " + step.key(), [&] {
            const nb::object answer =
                kept().attr("apply_step")(step.key(), viewOf(frame.image), hiddenIn(frame), settingsOf(step));
            const MaskedImage made =
                imageOf(nb::cast<Pixels>(answer[0], false), nb::cast<std::optional<Valid>>(answer[1], false), Keeping::copy);
            Frame after = frame;
            after.image = made.image;
            after.mask = made.mask;
            return after;
        });
    }
};

class PythonLengths final : public LengthScripts {
public:
    std::string whyMissing(const ScriptLength& length) const override {
        return asking(length.name, [&] {
            return nb::cast<std::string>(kept().attr("why_length_is_missing")(length.name, length.sourceSha256));
        });
    }

    LengthScale find(const ScriptLength& length, const RadialProfile& profile) const override {
        return asking("length " + length.name, [&] {
            const auto column = [](const std::vector<double>& values) { return arrayOf(values, {values.size()}); };
            const nb::object answer =
                kept().attr("find_length")(length.name, column(profile.r), column(profile.value), column(profile.pairs));
            LengthScale found;
            found.px = nb::cast<double>(answer[0]);
            found.errorPx = nb::cast<double>(answer[1]);
            if (found.isFound()) found.quality = Quality::good;
            return found;
        });
    }
};

}  // namespace

void addScripts(nb::module_&) {
    setStepScripts(std::make_shared<const PythonSteps>());
    setLengthScripts(std::make_shared<const PythonLengths>());
}

}  // namespace coarsen::python
