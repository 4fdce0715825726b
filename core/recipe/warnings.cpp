// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/uncertainty.hpp"
#include "core/recipe/recipe.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace coarsen {

namespace {

std::string rounded(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

void narrowBlur(std::vector<Warning>& list, const Recipe& recipe, double rMaxPx, double largestRMaxPx) {
    const Step* const flatten = recipe.step("flatten");
    if (!flatten || !flatten->isOn()) return;
    const auto method = std::get<std::string>(flatten->value("method"));
    if (method != "blur" && method != "overlay") return;
    const double sigma = std::get<double>(flatten->value("sigma"));
    const double largest = std::fmax(rMaxPx, largestRMaxPx);  // fmax passes over NaN
    if (!(sigma < largest)) return;
    const std::string needed = std::to_string(static_cast<int>(std::ceil(largest)));
    std::string text = "Blur sigma is " + rounded(sigma / largest, 2) + " of the largest R_max";
    if (rMaxPx < largest)
        text = "Blur sigma is " + rounded(sigma / rMaxPx, 2) + " R_max here and " + rounded(sigma / largest, 2) +
               " R_max in the largest frame";
    list.push_back({"flatten.sigma", text + ". Below 1 it starts to set R_max itself.", "flatten.sigma", needed,
                    "Use at least " + needed + " px"});
}

void wideMedian(std::vector<Warning>& list, const Recipe& recipe, double rMaxPx) {
    const Step* const median = recipe.step("median");
    if (!median || !median->isOn()) return;
    const int side = 2 * static_cast<int>(std::get<std::int64_t>(median->value("radius"))) + 1;
    if (!(rMaxPx < 6 * side)) return;  // there it moves R_max by 0.4 % (decisions.md)
    list.push_back({"median.radius",
                    "R_max is " + rounded(rMaxPx / side, 1) + " sides of the median's square. Below 6 it makes R_max longer.",
                    side > 3 ? "median.radius" : "median.on", side > 3 ? "1" : "false",
                    side > 3 ? "Use 3 × 3 px" : "Switch it off"});
}

void longOffset(std::vector<Warning>& list, const Recipe& recipe, int width, int height) {
    const int half = std::min(width, height) / 2;
    if (half < 1 || recipe.measure.maxLag <= half) return;
    list.push_back({"measure.max_lag",
                    "The largest offset is more than half the image (" + std::to_string(half) + " px); it is cut to that.",
                    "measure.max_lag", std::to_string(half), "Use " + std::to_string(half) + " px"});
}

void fewDomains(std::vector<Warning>& list, double rMaxPx, int width, int height) {
    const double domains = domainCount(width, height, rMaxPx);
    if (!(domains < 25)) return;  // fewer than five across
    list.push_back({"crop.width",
                    rounded(std::sqrt(domains), 1) + " domains across the image. Expect about \u00b1 " +
                        rounded(100 * 0.11 / std::sqrt(domains), 0) + " % per frame.",
                    "", "", ""});
}

}  // namespace

std::vector<Warning> warnings(const Recipe& recipe, double rMaxPx, double largestRMaxPx, int width, int height,
                              double saturatedFraction) {
    std::vector<Warning> list;
    narrowBlur(list, recipe, rMaxPx, largestRMaxPx);
    wideMedian(list, recipe, rMaxPx);
    longOffset(list, recipe, width, height);
    fewDomains(list, rMaxPx, width, height);
    if (recipe.measure.mean == MeanMode::none)
        list.push_back({"measure.mean", "Without mean subtraction a picture of usual contrast has no second maximum.",
                        "measure.mean", "global", "Use global mean"});
    if (saturatedFraction > 0.01)
        list.push_back(
            {"contrast.low",
             rounded(100 * saturatedFraction, 1) +
                 " % of the pixels are black or white to the limit of the camera. Clipping widens the scatter of R_max.",
             "", "", ""});
    return list;
}

}  // namespace coarsen
