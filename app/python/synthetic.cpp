// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/python/arrays.hpp"
#include "app/python/interruptible.hpp"
#include "app/python/parts.hpp"
#include "core/base/parallel.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/synth/grains.hpp"
#include "core/synth/particles.hpp"
#include "core/synth/synthetic_series.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <nanobind/stl/function.h>
#include <nanobind/stl/vector.h>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// The frames of a series with what is true of each.
struct Synthetic {
    std::size_t depth = 0, height = 0, width = 0;  // depth 0: pictures
    std::vector<std::uint8_t> bytes;               // of 8 bits
    std::vector<std::uint16_t> words;              // of 16
    std::vector<double> timeS, rMaxPx, xiPx, driftXPx, driftYPx, driftZPx;

    explicit Synthetic(const SynthSettings& settings, int depth = 0)
        : depth(static_cast<std::size_t>(depth)),
          height(static_cast<std::size_t>(settings.height)),
          width(static_cast<std::size_t>(settings.width)) {
        const auto frames = static_cast<std::size_t>(settings.frames);
        const std::size_t values = frames * std::max<std::size_t>(1, this->depth) * height * width;
        settings.bits == 8 ? bytes.resize(values) : words.resize(values);
        for (std::vector<double>* column : {&timeS, &rMaxPx, &xiPx, &driftXPx, &driftYPx, &driftZPx})
            column->assign(frames, SyntheticFrame::nan);
    }

    template <typename T>
    void take(std::size_t index, std::span<const T> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t at = index * values.size() + i;
            if (bytes.empty())
                words[at] = static_cast<std::uint16_t>(values[i]);
            else
                bytes[at] = static_cast<std::uint8_t>(values[i]);
        }
    }

    void take(int frame, const SyntheticFrame& made) {
        const auto index = static_cast<std::size_t>(frame);
        made.image.visit([&](auto plane) { take(index, plane); });
        timeS[index] = made.timeS;
        rMaxPx[index] = made.rMaxPx;
        xiPx[index] = made.xiPx;
        driftXPx[index] = made.driftXPx;
        driftYPx[index] = made.driftYPx;
    }

    void take(int frame, const SyntheticVolume& made) {
        const auto index = static_cast<std::size_t>(frame);
        take(index, made.volume.values());
        timeS[index] = made.timeS;
        rMaxPx[index] = made.rMaxPx;
        driftXPx[index] = made.driftX;
        driftYPx[index] = made.driftY;
        driftZPx[index] = made.driftZ;
    }
};

/// Frames that come one by one, in order.
template <typename Settings>
using Frames = void (*)(const Settings&, const std::function<void(int, const SyntheticFrame&)>&, std::stop_token);

template <typename Settings>
Synthetic inOrder(const Settings& settings, const Progress& progress, Frames<Settings> frames) {
    return interruptibly([&](const Tell& tell, std::stop_token stop) {
        Synthetic made(settings);
        Percent percent(progress, tell);
        frames(
            settings,
            [&](int index, const SyntheticFrame& frame) {
                made.take(index, frame);
                percent((index + 1.0) / settings.frames);
            },
            std::move(stop));
        return made;
    });
}

/// Frames that do not depend on each other, on all cores.
template <typename Settings>
Synthetic inAnyOrder(const Settings& settings, const Progress& progress, SyntheticFrame (*frameOf)(const Settings&, int)) {
    return interruptibly([&](const Tell& tell, std::stop_token stop) {
        Synthetic made(settings);
        Percent percent(progress, tell);
        std::mutex mutex;
        int done = 0;
        parallelFor(
            static_cast<std::size_t>(settings.frames), 0,
            [&](std::size_t i) {
                const SyntheticFrame frame = frameOf(settings, static_cast<int>(i));
                const std::lock_guard lock(mutex);
                made.take(static_cast<int>(i), frame);
                percent(static_cast<double>(++done) / settings.frames);
            },
            stop);
        return made;
    });
}

Synthetic bicontinuous(const BicontinuousSettings& settings, const Progress& progress) {
    return interruptibly([&](const Tell& tell, std::stop_token stop) {
        Synthetic made(settings, settings.depth);
        Percent percent(progress, tell);
        for (int index = 0; index < settings.frames && !stop.stop_requested(); ++index) {
            made.take(index, bicontinuousVolume(settings, index));
            percent((index + 1.0) / settings.frames);
        }
        return made;
    });
}

/// Gives the frames as NumPy has them, of 8 or of 16 bits.
nb::ndarray<nb::numpy> framesOf(Synthetic& made) {
    const auto array = [&](auto& values) {
        const std::size_t frames = made.timeS.size();
        return made.depth == 0 ? nb::ndarray<nb::numpy>(arrayOver(values, {frames, made.height, made.width}))
                               : nb::ndarray<nb::numpy>(arrayOver(values, {frames, made.depth, made.height, made.width}));
    };
    return made.bytes.empty() ? array(made.words) : array(made.bytes);
}

Floats volumeArray(const VolumeSize& size, const std::vector<float>& values) {
    return arrayOf(values, {static_cast<std::size_t>(size.depth), static_cast<std::size_t>(size.height),
                            static_cast<std::size_t>(size.width)});
}

}  // namespace

void addSynthetic(nb::module_& module) {
    nb::class_<Synthetic>(module, "Synthetic")
        .def_prop_ro("frames", &framesOf, nb::rv_policy::reference_internal)
        .def_ro("time_s", &Synthetic::timeS)
        .def_ro("r_max_px", &Synthetic::rMaxPx)
        .def_ro("xi_px", &Synthetic::xiPx)
        .def_ro("drift_x_px", &Synthetic::driftXPx)
        .def_ro("drift_y_px", &Synthetic::driftYPx)
        .def_ro("drift_z_px", &Synthetic::driftZPx);
    nb::class_<CameraFaults>(module, "CameraFaults")
        .def_rw("light", &CameraFaults::light)
        .def_rw("dust", &CameraFaults::dust)
        .def_rw("drift", &CameraFaults::driftPx)
        .def_rw("noise", &CameraFaults::noise);
    nb::class_<SynthSettings>(module, "SynthSettings")
        .def_rw("width", &SynthSettings::width)
        .def_rw("height", &SynthSettings::height)
        .def_rw("frames", &SynthSettings::frames)
        .def_rw("interval", &SynthSettings::intervalS)
        .def_rw("t0", &SynthSettings::t0S)
        .def_rw("seed", &SynthSettings::seed)
        .def_rw("bits", &SynthSettings::bits)
        .def_rw("faults", &SynthSettings::faults);
    nb::enum_<RingLaw>(module, "RingLaw")
        .value("linear", RingLaw::linear)
        .value("power", RingLaw::power)
        .value("constant", RingLaw::constant);
    nb::enum_<ParticleField>(module, "ParticleField")
        .value("uniform", ParticleField::uniform)
        .value("shear", ParticleField::shear)
        .value("vortex", ParticleField::vortex);
    nb::class_<RingSettings, SynthSettings>(module, "RingSettings")
        .def(nb::init<>())
        .def_rw("r_max_from", &RingSettings::rMaxFromPx)
        .def_rw("r_max_to", &RingSettings::rMaxToPx)
        .def_rw("ring_width", &RingSettings::ringWidth)
        .def_rw("law", &RingSettings::law)
        .def_rw("exponent", &RingSettings::exponent)
        .def_rw("zoom", &RingSettings::zoom);
    nb::class_<ExponentialSettings, SynthSettings>(module, "ExponentialSettings")
        .def(nb::init<>())
        .def_rw("xi", &ExponentialSettings::xiPx);
    nb::class_<GrainSettings, SynthSettings>(module, "GrainSettings")
        .def(nb::init<>())
        .def_rw("grain", &GrainSettings::grainPx)
        .def_rw("period", &GrainSettings::periodPx);
    nb::class_<ParticleSettings, SynthSettings>(module, "ParticleSettings")
        .def(nb::init<>())
        .def_rw("field", &ParticleSettings::field)
        .def_rw("max_displacement", &ParticleSettings::maxDisplacementPx)
        .def_rw("particles_per_px", &ParticleSettings::perPx)
        .def_rw("diameter", &ParticleSettings::diameterPx)
        .def_rw("lost", &ParticleSettings::lost);
    nb::class_<CahnHilliardSettings, SynthSettings>(module, "CahnHilliardSettings")
        .def(nb::init<>())
        .def_rw("dt", &CahnHilliardSettings::dt)
        .def_rw("times", &CahnHilliardSettings::times)
        .def_rw("composition", &CahnHilliardSettings::meanComposition);
    nb::class_<BicontinuousSettings, SynthSettings>(module, "BicontinuousSettings")
        .def(nb::init<>())
        .def_rw("depth", &BicontinuousSettings::depth)
        .def_rw("wavelength_from", &BicontinuousSettings::wavelengthFromPx)
        .def_rw("wavelength_to", &BicontinuousSettings::wavelengthToPx)
        .def_rw("ring_width", &BicontinuousSettings::ringWidth)
        .def_rw("law", &BicontinuousSettings::law)
        .def_rw("exponent", &BicontinuousSettings::exponent)
        .def_rw("zoom", &BicontinuousSettings::zoom)
        .def_rw("kept", &BicontinuousSettings::kept);
    module.def("ring",
               [](const RingSettings& settings, const Progress& progress) { return inAnyOrder(settings, progress, ringFrame); });
    module.def("exponential", [](const ExponentialSettings& settings, const Progress& progress) {
        return inAnyOrder(settings, progress, exponentialFrame);
    });
    module.def("grains", [](const GrainSettings& settings, const Progress& progress) {
        return inAnyOrder(settings, progress, grainFrame);
    });
    module.def("particles", [](const ParticleSettings& settings, const Progress& progress) {
        return inOrder<ParticleSettings>(settings, progress, particleFrames);
    });
    module.def("cahn_hilliard", [](const CahnHilliardSettings& settings, const Progress& progress) {
        return inOrder<CahnHilliardSettings>(settings, progress, cahnHilliardFrames);
    });
    module.def("bicontinuous", &bicontinuous);
    nb::class_<FlowPairSettings>(module, "FlowPairSettings")
        .def(nb::init<>())
        .def("set_size",
             [](FlowPairSettings& settings, int depth, int height, int width) {
                 settings.size = {width, height, depth};
             })
        .def_rw("wavelength", &FlowPairSettings::wavelength)
        .def_rw("max_u", &FlowPairSettings::maxU)
        .def_rw("flow_scale", &FlowPairSettings::flowScale)
        .def_rw("noise", &FlowPairSettings::noise)
        .def_rw("kept", &FlowPairSettings::kept)
        .def_rw("seed", &FlowPairSettings::seed);
    nb::class_<FlowPair>(module, "FlowPair")
        .def_prop_ro(
            "fixed",
            [](const FlowPair& pair) {
                return volumeArray(pair.fixed.size(), {pair.fixed.values().begin(), pair.fixed.values().end()});
            },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "moved",
            [](const FlowPair& pair) {
                return volumeArray(pair.moved.size(), {pair.moved.values().begin(), pair.moved.values().end()});
            },
            nb::rv_policy::automatic)
        .def(
            "along", [](const FlowPair& pair, std::size_t axis) { return volumeArray(pair.fixed.size(), pair.u.at(axis)); },
            nb::rv_policy::automatic)
        .def_ro("rho", &FlowPair::rho);
    module.def("flow_pair", [](const FlowPairSettings& settings) {
        return interruptibly([&](const Tell&, std::stop_token) { return flowPair(settings); });
    });
}

}  // namespace coarsen::python
