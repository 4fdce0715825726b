// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_stack.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/image/formats/tiff_scale.hpp"

#include <cmath>

namespace coarsen::formats {

namespace {

constexpr int mostPages = 1 << 24;

int countOf(std::string_view text) {
    const auto count = parseInteger(text);
    return count && *count >= 1 && *count <= mostPages ? static_cast<int>(*count) : 1;
}

/// Seconds in a unit of time as OME writes it.
std::optional<double> secondsIn(std::string_view unit) {
    return unit.empty() ? std::optional<double>(1) : coarsen::secondsIn(unit, UnitDialect::xml);
}

StackLayout omeStack(std::string_view text) {
    const auto value = [&](std::string_view key) { return valueAfter(text, std::string(" ") + std::string(key) + "=\"", "\""); };
    StackLayout stack;
    stack.times = countOf(value("SizeT"));
    stack.slices = countOf(value("SizeZ"));
    stack.channels = countOf(value("SizeC"));
    if (const std::string_view order = value("DimensionOrder"); order.size() == 5) stack.order = order.substr(2);
    const auto increment = positive(parseNumber(value("TimeIncrement")));
    const auto unit = secondsIn(value("TimeIncrementUnit"));
    if (increment && unit) stack.intervalS = positive(*increment * *unit);
    return stack;
}

StackLayout imageJStack(std::string_view text) {
    const auto value = [&](std::string_view key) { return valueAfter(text, "\n" + std::string(key) + "=", "\r\n"); };
    StackLayout stack;
    stack.channels = countOf(value("channels"));
    stack.times = countOf(value("frames"));
    // A plain stack calls its pages slices, whatever they are; only a hyperstack means it.
    if (value("hyperstack") == "true" || stack.channels > 1 || stack.times > 1)
        stack.slices = countOf(value("slices"));
    else
        stack.times = countOf(value("images"));
    stack.intervalS = positive(parseNumber(value("finterval")));
    if (const auto rate = positive(parseNumber(value("fps"))); rate && !stack.intervalS) stack.intervalS = positive(1 / *rate);
    return stack;
}

}  // namespace

StackLayout statedStack(std::string_view description) {
    if (description.starts_with("<?xml") || description.starts_with("<OME")) return omeStack(description);
    if (description.starts_with("ImageJ=")) return imageJStack(description);
    return {};
}

std::vector<double> statedPageTimes(std::string_view description, const StackLayout& stack, int pages) {
    constexpr std::string_view element = "Plane ";
    std::vector<double> times;
    for (std::size_t at = description.find(element); at != std::string_view::npos; at = description.find(element, at + 1)) {
        const std::string_view plane = description.substr(at, description.find('>', at) - at);
        const auto value = [&](std::string_view key) { return valueAfter(plane, " " + std::string(key) + "=\"", "\""); };
        const auto time = parseInteger(value("TheT"));
        const auto delta = parseNumber(value("DeltaT"));
        const auto unit = secondsIn(value("DeltaTUnit"));
        const bool isFirst = value("TheC") == "0" && value("TheZ") == "0";
        if (!isFirst || !time || !delta || !unit || *time < 0 || *time >= pages) continue;
        const int page = stack.pageOf(static_cast<int>(*time));
        if (page >= pages) continue;
        if (times.empty()) times.assign(static_cast<std::size_t>(pages), std::nan(""));
        times[static_cast<std::size_t>(page)] = *delta * *unit;
    }
    return times;
}

}  // namespace coarsen::formats
