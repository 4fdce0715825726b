// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/arrays.hpp"
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "core/analysis/deformation.hpp"
#include "core/base/error.hpp"
#include "core/convolve/convolve.hpp"
#include "core/correlate/engines.hpp"
#include "core/displace/displacement.hpp"
#include "core/displace/pair_settings.hpp"
#include "core/preprocess/grey.hpp"
#include "core/register/engines.hpp"
#include "core/register/registration.hpp"
#include "core/register/wavelength.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// Values of float32, NaN where they are not defined.
std::vector<float> withHoles(std::span<const float> values, std::span<const std::uint8_t> valid) {
    std::vector<float> shown(values.begin(), values.end());
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (!valid[i]) shown[i] = std::numeric_limits<float>::quiet_NaN();
    return shown;
}

Floats convolved(const Pixels& pixels, const std::optional<Valid>& valid,
                 const nb::ndarray<const float, nb::ndim<2>, nb::c_contig>& taps, const std::string& border, double outside,
                 const std::string& scale, bool flips, const std::string& engine, int threads) {
    const Filter filter{
        static_cast<int>(taps.shape(1)), static_cast<int>(taps.shape(0)), {taps.data(), taps.data() + taps.size()}};
    ConvolutionSettings settings{.outside = outside, .flips = flips};
    writeField(ConvolutionSettings::fields(), "convolve", "border", settings, border);
    writeField(ConvolutionSettings::fields(), "convolve", "scale", settings, scale);
    Frame grey = Grey{}(frameOf(pixels, valid));
    Convolved answer = interruptibly([&](const Tell&, std::stop_token stop) {
        Convolver convolver(cpuConvolutionEngines(), engine, filter, settings, grey.image.width(), grey.image.height(), threads);
        return convolver(grey.image, grey.mask, std::move(stop));
    });
    const auto height = static_cast<std::size_t>(answer.image.height()), width = static_cast<std::size_t>(answer.image.width());
    return arrayOf(withHoles(answer.image.plane<float>(), answer.mask.pixels()), {height, width});
}

MaskedImage greyOf(const Pixels& pixels, const std::optional<Valid>& valid) {
    const Frame grey = Grey{}(frameOf(pixels, valid));
    return {grey.image, grey.mask};
}

Displacement shiftBetween(const Pixels& a, const std::optional<Valid>& aValid, const Pixels& b,
                          const std::optional<Valid>& bValid, int maxLag, const std::string& engine, int threads) {
    const MaskedImage one = greyOf(a, aValid), other = greyOf(b, bValid);
    if (one.image.width() != other.image.width() || one.image.height() != other.image.height())
        throw InputError("b", "it has another size than the other image", "crop both to one size");
    Displacement answer = interruptibly([&](const Tell&, std::stop_token stop) {
        PlanShape shape;
        shape.width = one.image.width();
        shape.height = one.image.height();
        shape.maxLag = PairSettings{.maxLag = maxLag}.maxLagFor(shape.width, shape.height);
        shape.isAutocorrelation = false;
        shape.threads = threads;
        const EngineChoice choice = choose(cpuEngines(), engine, shape);
        return displacementBetween(one, other, shape.maxLag, choice.engine, threads, std::move(stop));
    });
    if (!answer.peak.isFound())
        throw InputError(
            "b", "it cannot be compared with the other image: one of the two has no contrast, or too few valid pixels overlap",
            "look at both");
    return answer;
}

/// As options of the command line spell them.
RegistrationSettings registrationSettings(const std::map<std::string, std::string>& given, int threads) {
    RegistrationSettings settings;
    for (const auto& [name, text] : given) {
        const auto& fields = FlowSettings::fields();
        const auto field = std::ranges::find(fields, name, [](const Field<FlowSettings>& each) { return each.description.name; });
        if (field == fields.end()) {
            std::vector<std::string> known;
            for (const Field<FlowSettings>& each : fields)
                known.push_back(each.description.name);
            throw SettingError(name, "no setting of a registration is called so", "choose one of " + joined(known, " and "));
        }
        field->write(settings, valueFromText(field->description, name, text));
    }
    settings.threads = threads;
    return settings;
}

/// A registration with what it was asked of.
struct Registered {
    Registration found;
    Volume fixed;
    Sampling sampling = Sampling::cubic;
    int threads = 0;
    bool isPicture = false;
};

Registered registered(const Pixels& fixed, const std::optional<Valid>& fixedValid, const Pixels& moved,
                      const std::optional<Valid>& movedValid, bool arePictures,
                      const std::optional<std::array<double, 3>>& spacing, const std::map<std::string, std::string>& given,
                      const std::string& engine, int threads, const Progress& progress) {
    const RegistrationSettings asked = registrationSettings(given, threads);
    const auto chosen = chooseRegistration(cpuRegistrationEngines(), engine);
    const Spacing sides = spacing ? Spacing{(*spacing)[2], (*spacing)[1], (*spacing)[0], true} : Spacing{};
    std::optional<Frame> picture;
    Volume from, to;
    if (arePictures) {
        picture = Grey{}(frameOf(fixed, fixedValid));
        from = asSlice(*picture);
        to = asSlice(Grey{}(frameOf(moved, movedValid)));
    } else {
        from = volumeOf(fixed, fixedValid, sides, Keeping::copy);  // which warped() looks at later
        to = volumeOf(moved, movedValid, sides);
    }
    Registration found = interruptibly([&](const Tell& tell, std::stop_token stop) {
        RegistrationSettings settings = asked;
        settings.wavelength = picture ? structureWavelength(*picture, threads) : structureWavelength(from, threads, stop);
        Percent percent(progress, tell);
        const auto show = [&](const RegistrationProgress& now) {
            percent((now.level + static_cast<double>(now.evaluations) / now.most) / now.levels);
        };
        return registerVolumes(from, to, settings, *chosen, show, std::move(stop));
    });
    return {std::move(found), std::move(from), asked.sampling, threads, arePictures};
}

/// Values of a volume as an array (z, y, x), of a picture (y, x), by a function of values and shape.
template <typename Values, typename Make>
Floats arrayFor(const Registered& registered, Values&& values, Make make) {
    const VolumeSize& size = registered.found.u.size;
    const auto depth = static_cast<std::size_t>(size.depth), height = static_cast<std::size_t>(size.height),
               width = static_cast<std::size_t>(size.width);
    return registered.isPicture ? make(std::forward<Values>(values), {height, width})
                                : make(std::forward<Values>(values), {depth, height, width});
}

Floats arrayOverIts(Registered& registered, std::vector<float>& values) {
    return arrayFor(registered, values, arrayOver<float>);
}

Floats warpedOf(const Registered& registered) {
    WarpedValues drawn;
    {
        const nb::gil_scoped_release withoutLock;
        const auto values = registered.fixed.values();
        const auto valid = registered.fixed.valid();
        drawn = warped({values.begin(), values.end()}, {valid.begin(), valid.end()}, registered.found.u, registered.sampling,
                       registered.threads);
    }
    return arrayFor(registered, withHoles(drawn.values, drawn.valid), arrayOf<float>);
}

}  // namespace

void addComparing(nb::module_& module) {
    module.def("convolve", &convolved, nb::arg("pixels").noconvert(), nb::arg("valid").noconvert().none(),
               nb::arg("taps").noconvert(), nb::arg("border"), nb::arg("outside"), nb::arg("scale"), nb::arg("flips"),
               nb::arg("engine"), nb::arg("threads"));
    nb::class_<Displacement>(module, "Displacement")
        .def_prop_ro("dx", [](const Displacement& found) { return found.shift().x; })
        .def_prop_ro("dy", [](const Displacement& found) { return found.shift().y; })
        .def_prop_ro("err_x", [](const Displacement& found) { return found.found.error().xPx; })
        .def_prop_ro("err_y", [](const Displacement& found) { return found.found.error().yPx; })
        .def_prop_ro("peak", [](const Displacement& found) { return found.peak.value; })
        .def_prop_ro("second_peak", [](const Displacement& found) { return found.second.value; })
        .def_prop_ro("likeness", [](const Displacement& found) { return found.shift().correlation; })
        .def_ro("pairs", &Displacement::pairs)
        .def_ro("is_ambiguous", &Displacement::isAmbiguous)
        .def_ro("is_at_edge", &Displacement::isAtEdge);
    module.def("shift", &shiftBetween, nb::arg("a").noconvert(), nb::arg("a_valid").noconvert().none(), nb::arg("b").noconvert(),
               nb::arg("b_valid").noconvert().none(), nb::arg("max_lag"), nb::arg("engine"), nb::arg("threads"));
    nb::class_<Registered>(module, "Registered")
        .def(
            "along", [](Registered& of, std::size_t axis) { return arrayOverIts(of, of.found.u.along.at(axis)); },
            nb::rv_policy::reference_internal)
        .def_prop_ro(
            "jacobian", [](Registered& of) { return arrayOverIts(of, of.found.jacobian); }, nb::rv_policy::reference_internal)
        .def("warped", &warpedOf, nb::rv_policy::automatic)
        .def_prop_ro("drift",
                     [](const Registered& of) { return std::vector<double>(of.found.drift.begin(), of.found.drift.end()); })
        .def_prop_ro("rho", [](const Registered& of) { return of.found.rho; })
        .def_prop_ro("rho_drift", [](const Registered& of) { return of.found.driftRho; })
        .def_prop_ro("expected_err", [](const Registered& of) { return of.found.expectedError; })
        .def_prop_ro("wavelength", [](const Registered& of) { return of.found.wavelength; })
        .def_prop_ro("j_min", [](const Registered& of) { return of.found.jacobians.least; })
        .def_prop_ro("j_mean", [](const Registered& of) { return of.found.jacobians.mean; })
        .def_prop_ro("j_max", [](const Registered& of) { return of.found.jacobians.greatest; })
        .def_prop_ro("sigma", [](const Registered& of) { return of.found.sigma; })
        .def_prop_ro("lambda_", [](const Registered& of) { return of.found.lambda; })
        .def_prop_ro("is_evolving", [](const Registered& of) { return of.found.isEvolving; })
        .def_prop_ro("one_period_off", [](const Registered& of) { return of.found.onePeriodOff; })
        .def_prop_ro("remarks", [](const Registered& of) { return of.found.remarks; })
        .def_prop_ro("engine", [](const Registered& of) { return of.found.engine; });
    module.def("register", &registered, nb::arg("fixed").noconvert(), nb::arg("fixed_valid").noconvert().none(),
               nb::arg("moved").noconvert(), nb::arg("moved_valid").noconvert().none(), nb::arg("are_pictures"),
               nb::arg("spacing").none(), nb::arg("settings"), nb::arg("engine"), nb::arg("threads"), nb::arg("progress"));
}

}  // namespace coarsen::python
