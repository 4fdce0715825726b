// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engines.hpp"
#include "core/correlate/engines.hpp"
#include "core/correlate/volume/engines.hpp"
#include "core/levelset/nlm_engines.hpp"
#include "core/register/engines.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

class FrameBackend;
class TrackBackend;

/// All that computes, by what it computes; main puts it together. A new kind of engine is a list here.
struct Engines {
    EngineList correlation;
    ConvolutionEngineList convolution;                          ///< of steps that filter and blur; empty: the CPU's
    std::vector<std::shared_ptr<const FrameBackend>> frames;    ///< that do a whole recipe in the name of an engine above
    std::vector<std::shared_ptr<const TrackBackend>> tracking;  ///< that follow pictures in the name of such an engine
    C3dEngineList volumes;                                      ///< of C3D; empty: the CPU's
    NlmEngineList nlm;                                          ///< of non-local means; empty: the CPU's
    RegistrationEngineList registration;                        ///< of volumes; empty: the CPU's

    Engines() = default;
    Engines(EngineList those, ConvolutionEngineList convolve = {}, C3dEngineList c3d = {})
        : correlation(std::move(those)), convolution(std::move(convolve)), volumes(std::move(c3d)) {}

    void join(Engines others);
    Engines withoutGpus() const;
};

/// THE LIST of the families of engines: calls `visit` with each one's key in JSON, its heading and its member. What names all
/// families goes through it.
template <typename Visit>
void forEachFamily(const Visit& visit) {
    visit("engines", "Correlation", &Engines::correlation);
    visit("convolution_engines", "Filters and blurs", &Engines::convolution);
    visit("volume_engines", "Volumes", &Engines::volumes);
    visit("registration_engines", "Registration", &Engines::registration);
    visit("nlm_engines", "Non-local means of surfaces", &Engines::nlm);
}

/// Choice of the engine that may be used, and of the number of its threads.
struct EngineRequest {
    Engines engines;  ///< all there are, from main
    std::string name = "auto";
    bool exact = false;
    int threads = 0;                   ///< of one plan
    std::string convolution = "auto";  ///< the convolution engine's name

    ConvolutionRequest forConvolution() const;
    C3dRequest forVolumes() const;  ///< `name` chooses among the engines of volumes, too
    NlmRequest forNlm() const;      ///< a CPU where `name` is one, else auto
    /// For registrations: the CPU where `name` is a CPU's, else a GPU where there is one.
    std::shared_ptr<const RegistrationEngine> forRegistration() const;
    /// When the costs were measured by which the convolution engine is chosen, ISO 8601; empty: they are stated ones, or the
    /// engine is asked for by name.
    std::string tunedUtc() const;
};

}  // namespace coarsen
