// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/batch_summary.hpp"

#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/project/condition.hpp"
#include "core/project/sample_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen::cli {

namespace {

constexpr std::size_t mostLines = 60;

using Line = std::vector<std::string>;

/// Letters, not bytes.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string laidOut(const std::vector<Line>& lines) {
    std::vector<std::size_t> widths(lines.front().size());
    for (const Line& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(line[i]));
    std::string text;
    for (const Line& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i)
            row += line[i] + std::string(i + 1 < line.size() ? widths[i] - widthOf(line[i]) + 2 : 0, ' ');
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + '\n';
    }
    return text;
}

std::string withError(const SampleValue& value) {
    if (std::isnan(value.value)) return "-";
    const RoundedPair pair = roundedToError(value.value, value.error);
    return pair.value + (pair.error.empty() ? "" : " ± " + pair.error);
}

std::string micro(std::string unit) {
    if (const auto at = unit.find("um"); at != std::string::npos) unit.replace(at, 2, "µm");
    return unit;
}

/// "v = 0.0150 ± 0.0001 µm/s": the chosen law's first parameter.
std::string valueText(const FittedGrowth& fitted) {
    const SampleValue value = sampleColumn("law_value").value(SampleLine(fitted), SampleValue().value);
    const GrowthFit* const fit = fitted.chosenFit();
    if (!fit) return "-";
    if (weakFramesOf(fitted.growth, *fit).areAll()) return "- (weak frames only)";
    return fit->parameters.front().name + " = " + withError(value) + ' ' + micro(unitOf(sampleColumn("law_value"), fitted));
}

std::string exponentText(const FittedGrowth& fitted) {
    const GrowthFit* const fit = fitted.chosenFit();
    if (fit && weakFramesOf(fitted.growth, *fit).areAll()) return "-";
    return withError(sampleColumn("exponent").value(SampleLine(fitted), SampleValue().value));
}

std::string xText(double x) {
    return std::isnan(x) ? "-" : shortest(x);
}

Line lineOf(const Sample& sample) {
    const FrameCounts& counts = sample.counts;
    const GrowthFit* const fit = sample.chosenFit();
    const std::size_t weak = fit ? weakFramesOf(sample.growth, *fit).weak : 0;
    return {sample.name,
            xText(sample.x),
            std::to_string(counts.measured) + " of " + std::to_string(counts.frames) +
                (weak > 0 ? ", " + std::to_string(weak) + " weak" : ""),
            sample.settings.chosenModel(),
            valueText(sample),
            exponentText(sample)};
}

Line lineOf(const Condition& condition) {
    return {condition.name,       xText(condition.x),     std::to_string(condition.repeats), condition.settings.chosenModel(),
            valueText(condition), exponentText(condition)};
}

}  // namespace

std::string batchSummary(const Batch& batch, const std::string& output) {
    const BatchResult& result = batch.result();
    std::vector<Line> lines{{"Series", "x", "frames", "law", "its value", "exponent n"}};
    std::size_t more = 0;
    for (std::size_t i = 0; i < result.samples.size(); ++i) {
        if (result.outcomes[i].state == SeriesState::failed || result.outcomes[i].state == SeriesState::waiting) continue;
        if (lines.size() > mostLines)
            ++more;
        else
            lines.push_back(lineOf(result.samples[i]));
    }
    std::string text = laidOut(lines);
    if (more > 0) text += "and " + std::to_string(more) + " more in summary.csv\n";
    const std::vector<Condition> conditions = conditionsOf(result.samples);
    if (std::ranges::any_of(conditions, [](const Condition& each) { return each.repeats > 1; })) {
        lines = {{"Condition", "x", "repeats", "law", "its value", "exponent n"}};
        for (const Condition& condition : conditions)
            if (condition.repeats > 0 && lines.size() <= mostLines) lines.push_back(lineOf(condition));
        text += '\n' + laidOut(lines);
        for (const Condition& condition : conditions) {
            if (!condition.problem.empty() && condition.repeats > 1) text += condition.name + ": " + condition.problem + '\n';
            for (const std::string& note : condition.notes)
                text += condition.name + ": " + note + '\n';
        }
    }
    text += "\nWrote   ";
    for (const std::string& table : batchTables())
        text += table + ", ";
    text += displayName(batch.projectFile()) + " and a folder for each series in " + output + '\n';
    text += "Figures coarsen --export " + output + "/figures " + output + "/batch.json\n";
    return text;
}

}  // namespace coarsen::cli
