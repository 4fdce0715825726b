// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/analysis/device_recipe.hpp"

#include "core/preprocess/grey.hpp"
#include "core/preprocess/step_of.hpp"

namespace coarsen::gpu {

namespace {

constexpr int widestGrowth = 16;  // px: every pixel looks at its whole neighbourhood

// Each of these sets the parameters that the kernels know to their defaults: what then differs from the default is unknown to
// them, so that a parameter that is new cannot be passed over.

bool isKnown(Flatten flatten) {
    if (flatten.method == FlattenMethod::automatic || flatten.method == FlattenMethod::blur ||
        flatten.method == FlattenMethod::overlay)
        flatten.method = Flatten{}.method;
    flatten.sigmaPx = Flatten{}.sigmaPx;
    flatten.order = Flatten{}.order;
    return flatten == Flatten{};
}

bool isKnown(Dust dust) {
    if (dust.find == DustFinding::thresholds || dust.find == DustFinding::specks) dust.find = Dust{}.find;
    if (dust.growPx <= widestGrowth) dust.growPx = Dust{}.growPx;
    dust.strength = Dust{}.strength;
    dust.lowPercent = Dust{}.lowPercent;
    dust.highPercent = Dust{}.highPercent;
    if (dust.treat == DustTreatment::copy) dust.treat = Dust{}.treat;
    dust.offsetPx = Dust{}.offsetPx;
    return dust == Dust{};
}

bool isIdle(const Dust& dust) {
    return dust.find == DustFinding::none && dust.strokes.empty();
}

bool isKnown(MeasureSettings measure) {
    if (measure.norm == NormMode::energy) measure.norm = MeasureSettings{}.norm;
    if (measure.errors == ErrorMethod::floor || measure.errors == ErrorMethod::none) measure.errors = MeasureSettings{}.errors;
    measure.maxLag = MeasureSettings{}.maxLag;
    measure.prominence = MeasureSettings{}.prominence;
    measure.weak = MeasureSettings{}.weak;
    measure.weakError = MeasureSettings{}.weakError;
    measure.maximum = MeasureSettings{}.maximum;
    measure.errorRule = MeasureSettings{}.errorRule;
    measure.smallRadii = MeasureSettings{}.smallRadii;
    measure.refining = MeasureSettings{}.refining;
    measure.xiStart = MeasureSettings{}.xiStart;
    measure.xiErrors = MeasureSettings{}.xiErrors;
    measure.ensembleErrors = MeasureSettings{}.ensembleErrors;
    measure.comb = MeasureSettings{}.comb;
    measure.bands = MeasureSettings{}.bands;
    measure.falseColour = MeasureSettings{}.falseColour;
    measure.spectrum = MeasureSettings{}.spectrum;
    measure.surround = MeasureSettings{}.surround;
    measure.twoLengths = MeasureSettings{}.twoLengths;
    return measure == MeasureSettings{};
}

}  // namespace

std::optional<DeviceRecipe> deviceRecipe(const Recipe& recipe) {
    DeviceRecipe device{{}, {}, {}, recipe.measure};
    if (!isKnown(recipe.measure)) return std::nullopt;
    bool isCropped = false;
    for (const Step& step : recipe.steps) {
        if (!step.isOn() || step.isForDisplayOnly() || step.as<Grey>()) continue;
        if (const auto* flatten = step.as<Flatten>(); flatten && isKnown(*flatten) && !device.dust && !isCropped) {
            device.flatten = *flatten;
        } else if (const auto* dust = step.as<Dust>(); dust && (isKnown(*dust) || isIdle(*dust)) && !isCropped) {
            if (!isIdle(*dust)) device.dust = *dust;
        } else if (const auto* crop = step.as<Crop>(); crop && crop->shapes.empty()) {
            device.crop = *crop;
            isCropped = true;
        } else {
            return std::nullopt;
        }
    }
    return device;
}

}  // namespace coarsen::gpu
