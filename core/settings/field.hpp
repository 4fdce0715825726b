// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace coarsen {

enum class FieldKind { boolean, integer, real, choice, text, file, strokes, list };

/// A parameter's value as JSON and forms see it; a choice is its text, a file its path, strokes of a
/// brush a text (see Stroke), a list whole numbers with commas between them.
using FieldValue = std::variant<bool, std::int64_t, double, std::string>;

/// A parameter described for people and programs: from this come JSON, `--set`, messages and the window's form.
struct FieldDescription {
    std::string name;  ///< the key: "sigma"
    FieldKind kind = FieldKind::real;
    double lowest = 0, highest = 0;    ///< integer, real and list: inclusive limits; of a text: it spells a number or nothing
    std::string unit;                  ///< "px", "%", "s", or empty
    std::vector<std::string> choices;  ///< choice: the legal texts, default first
    std::string label;                 ///< "Blur sigma": for the form
    std::string help;                  ///< one sentence: meaning and when to change it
    std::string shownWhen;    ///< "method=blur": the form shows it only then; several: "method=blur|overlay"; empty: always
    bool isOptional = false;  ///< real: an empty text stands for none, in JSON null
    std::string zero = {};    ///< integer: what 0 stands for where it is no number: "whole width"
    std::string form = {};    ///< what an option's help shows of a value that its kind and unit do not tell: "WxH"
    std::string absent = {};  ///< value of a recipe without the key, which is then not written; empty: the default, written
};

/// One member of a struct of parameters, with its description. `write` takes values that passed `checked`.
template <typename Owner>
struct Field {
    FieldDescription description;
    std::function<FieldValue(const Owner&)> read;
    std::function<void(Owner&, const FieldValue&)> write;
};

template <typename Owner>
using Fields = std::vector<Field<Owner>>;

}  // namespace coarsen
