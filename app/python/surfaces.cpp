// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "core/base/error.hpp"
#include "core/export/surface_files.hpp"
#include "core/levelset/surface_choices.hpp"
#include "core/settings/fields.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// Writes a field as the option of that name spells it.
void take(SurfaceChoices& choices, const std::string& name, const std::string& text) {
    for (const Field<SurfaceChoices>& field : SurfaceChoices::fields())
        if (field.description.name == name) field.write(choices, valueFromText(field.description, name, text));
}

SurfaceAnswer surfaceOf(const Pixels& pixels, const std::optional<Valid>& valid,
                        const std::optional<std::array<double, 3>>& spacing, const std::string& level, const std::string& phase,
                        const std::string& smooth, const std::string& borders, const std::string& denoise, int threads,
                        const Progress& progress) {
    SurfaceChoices choices;
    take(choices, "level", level);
    take(choices, "phase", phase);
    take(choices, "smooth", smooth);
    take(choices, "borders", borders);
    SurfaceSettings settings = choices.settings(threads);
    settings.denoise = denoiseNamed(denoise);
    const Volume volume =
        volumeOf(pixels, valid, spacing ? Spacing{(*spacing)[2], (*spacing)[1], (*spacing)[0], true} : Spacing{});
    return *interruptibly([&](const Tell& tell, std::stop_token stop) {
        Percent percent(progress, tell);
        settings.onProgress = [&](double part) { percent(part); };
        std::optional<SurfaceAnswer> answer = measureSurface(volume, settings, stop);
        return answer ? std::move(answer) : std::optional<SurfaceAnswer>(SurfaceAnswer{});  // stopped: it goes nowhere
    });
}

/// Corners in the array's order of axes, in units of length.
Floats verticesOf(const SurfaceAnswer& answer) {
    const SurfaceUnit unit = unitOf(answer.distance.spacing);
    std::vector<float> all;
    all.reserve(3 * answer.mesh.vertices.size());
    for (const SurfaceMesh::Vertex& vertex : answer.mesh.vertices)
        for (std::size_t axis = 3; axis-- > 0;)
            all.push_back(static_cast<float>(static_cast<double>(vertex[axis]) * unit.perPx));
    return arrayOf(std::move(all), {answer.mesh.vertices.size(), 3});
}

nb::ndarray<nb::numpy, std::uint32_t> trianglesOf(const SurfaceAnswer& answer) {
    std::vector<std::uint32_t> all;
    all.reserve(3 * answer.mesh.triangles.size());
    for (const SurfaceMesh::Triangle& triangle : answer.mesh.triangles)
        all.insert(all.end(), triangle.begin(), triangle.end());
    return arrayOf(std::move(all), {answer.mesh.triangles.size(), 3});
}

/// In 1 / unit to the power, NaN where it is not known.
Floats curvatureOf(const SurfaceAnswer& answer, const std::vector<float>& perPx, int power) {
    const double per = 1 / std::pow(unitOf(answer.distance.spacing).perPx, power);
    std::vector<float> all(perPx.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = answer.curvatures.isKnown[i] ? static_cast<float>(static_cast<double>(perPx[i]) * per)
                                              : std::numeric_limits<float>::quiet_NaN();
    return arrayOf(std::move(all), {perPx.size()});
}

Floats distanceOf(const SurfaceAnswer& answer) {
    const LevelSet& set = answer.distance;
    std::vector<float> all = set.phi;
    const auto perPx = static_cast<float>(unitOf(set.spacing).perPx);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = set.isValid(i) ? all[i] * perPx : std::numeric_limits<float>::quiet_NaN();
    return arrayOf(std::move(all), {static_cast<std::size_t>(set.size.depth), static_cast<std::size_t>(set.size.height),
                                    static_cast<std::size_t>(set.size.width)});
}

}  // namespace

void addSurfaces(nb::module_& module) {
    nb::class_<SurfaceAnswer>(module, "Surface")
        .def_ro("level", &SurfaceAnswer::level)
        .def_prop_ro("unit", [](const SurfaceAnswer& answer) { return unitOf(answer.distance.spacing).name; })
        .def("csv",
             [](const SurfaceAnswer& answer) {
                 return surfaceCsvHeader() + surfaceCsvRow(0, answer.measures, unitOf(answer.distance.spacing));
             })
        .def_prop_ro(
            "area_per_volume_before",
            [](const SurfaceAnswer& answer) { return answer.areaPerVolumeBefore / unitOf(answer.distance.spacing).perPx; })
        .def_prop_ro("vertices", &verticesOf, nb::rv_policy::automatic)
        .def_prop_ro("triangles", &trianglesOf, nb::rv_policy::automatic)
        .def_prop_ro(
            "mean_curvature", [](const SurfaceAnswer& answer) { return curvatureOf(answer, answer.curvatures.mean, 1); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "gaussian_curvature", [](const SurfaceAnswer& answer) { return curvatureOf(answer, answer.curvatures.gaussian, 2); },
            nb::rv_policy::automatic)
        .def_prop_ro("distance", &distanceOf, nb::rv_policy::automatic)
        .def(
            "write_ply", [](const SurfaceAnswer& answer, const std::filesystem::path& file) { writeSurfacePly(file, answer); },
            nb::call_guard<nb::gil_scoped_release>());
    module.def("surface", &surfaceOf, nb::arg("pixels").noconvert(), nb::arg("valid").noconvert().none(),
               nb::arg("spacing").none(), nb::arg("level"), nb::arg("phase"), nb::arg("smooth"), nb::arg("borders"),
               nb::arg("denoise"), nb::arg("threads"), nb::arg("progress"));
}

}  // namespace coarsen::python
