// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "core/base/error.hpp"
#include "core/correlate/engines.hpp"
#include "core/measure/profile_lengths.hpp"
#include "core/recipe/recipe.hpp"

#include <algorithm>
#include <cmath>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// Gives the value that a key of the recipe ("measure.mean") means by that text.
MeasureSettings settingsWith(const std::string& mean, const std::string& norm) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "measure.mean", mean);
    setText(recipe, "measure.norm", norm);
    return recipe.measure;
}

CorrelationMap correlation(const Pixels& pixels, const std::optional<Valid>& valid, int maxLag, const std::string& mean,
                           const std::string& norm, const std::string& engine, int threads) {
    const MeasureSettings settings = settingsWith(mean, norm);
    const MaskedImage image = imageOf(pixels, valid);
    return interruptibly([&](const Tell&, std::stop_token stop) {
        PlanShape shape;
        shape.width = image.image.width();
        shape.height = image.image.height();
        shape.channels = image.image.channels();
        shape.maxLag = maxLag > 0 ? maxLag : maxLagFor(settings, shape.width, shape.height);
        shape.type = image.image.type();
        shape.threads = threads;
        const EngineChoice choice = choose(cpuEngines(), engine, shape);
        std::vector<CorrelationMap> maps =
            Correlator(choice.engine, shape, settings.mean, settings.norm).autocorrelation(std::span(&image, 1), std::move(stop));
        return maps.empty() ? CorrelationMap() : std::move(maps.front());  // empty after a stop
    });
}

CorrelationMap mapOf(const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& values) {
    if (values.shape(0) != values.shape(1) || values.shape(0) % 2 == 0 || values.shape(0) < 3)
        throw InputError("c2d", "its size is no square of 2 R + 1", "give C2D with offset (0, 0) in its middle");
    const int maxLag = static_cast<int>(values.shape(0) / 2);
    return CorrelationMap(maxLag, false, {values.data(), values.data() + values.size()},
                          std::vector<double>(values.size(), std::nan("")));
}

LengthScale lengthOf(const RadialProfile& profile, const std::string& kind, const Recipe& recipe) {
    const auto script = std::ranges::find(recipe.lengths, kind, &ScriptLength::name);
    if (script != recipe.lengths.end()) return lengthBy(*script, profile);
    const LengthEstimator* const estimator = lengthEstimator(kind);
    if (!estimator || !estimator->fromProfile) {
        std::string known;
        for (const LengthEstimator& each : lengthEstimators())
            if (each.fromProfile) known += (known.empty() ? "" : ", ") + each.key;
        throw SettingError("kind", "no length of C1D is called \"" + kind + "\"", "choose one of " + known);
    }
    ProfileLengths found;
    found.profile = profile;
    findLengths(found, recipe.measure);
    return kind == "r_max" ? found.rMax : found.lengths[kind];
}

}  // namespace

void addMeasuring(nb::module_& module) {
    nb::class_<CorrelationMap>(module, "Correlation")
        .def_prop_ro("max_lag", &CorrelationMap::maxLag)
        .def_prop_ro(
            "values", [](const CorrelationMap& map) { return wholeMap(map, map.values()); }, nb::rv_policy::automatic)
        .def_prop_ro(
            "pairs", [](const CorrelationMap& map) { return wholeMap(map, map.pairCounts()); }, nb::rv_policy::automatic)
        .def_ro("variance", &CorrelationMap::variance)
        .def_ro("engine", &CorrelationMap::engine);
    nb::class_<RadialProfile>(module, "Profile",
                              "C1D: value at r = 0, 1, ... R px, from so many pairs of pixels; float64 (R+1,) each.")
        .def_prop_ro(
            "r", [](RadialProfile& profile) { return arrayOver(profile.r, {profile.r.size()}); },
            nb::rv_policy::reference_internal)
        .def_prop_ro(
            "value", [](RadialProfile& profile) { return arrayOver(profile.value, {profile.value.size()}); },
            nb::rv_policy::reference_internal)
        .def_prop_ro(
            "pairs", [](RadialProfile& profile) { return arrayOver(profile.pairs, {profile.pairs.size()}); },
            nb::rv_policy::reference_internal);
    nb::class_<LengthScale>(module, "Length", "A length: px (NaN where there is none, and message says why), c1d there, quality.")
        .def_ro("px", &LengthScale::px)
        .def_ro("c1d", &LengthScale::c1d)
        .def_prop_ro("quality", [](const LengthScale& length) { return std::string(nameOf(length.quality)); })
        .def_ro("message", &LengthScale::message);
    module.def("correlate", &correlation, nb::arg("pixels").noconvert(), nb::arg("valid").noconvert().none(), nb::arg("max_lag"),
               nb::arg("mean"), nb::arg("norm"), nb::arg("engine"), nb::arg("threads"));
    module.def("map_of", &mapOf, nb::arg("values").noconvert());
    module.def(
        "radial_mean",
        [](const CorrelationMap& map, double aspect) {
            return (*AzimuthalAverager::shared(map.maxLag(), AzimuthRule::bilinear, aspect))(map);
        },
        nb::call_guard<nb::gil_scoped_release>());
    module.def("find_length", &lengthOf, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace coarsen::python
