// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/unavailable_engine.hpp"

#include "core/base/error.hpp"

#include <limits>
#include <utility>

namespace coarsen::gpu {

namespace {

/// An engine of one of the families.
template <typename Engine, typename Description, typename Plan, typename... Wanted>
class UnavailableEngine final : public Engine {
public:
    explicit UnavailableEngine(Description description) : description_(std::move(description)) {}
    const Description& description() const noexcept override { return description_; }
    std::unique_ptr<Plan> plan(const Wanted&...) const override {
        throw EngineError(description_.name, description_.unavailable, "use a CPU engine");
    }

private:
    Description description_;
};

template <typename Description>
Description descriptionOf(const std::string& name, const std::string& device, const std::string& reason) {
    Description description;
    description.name = name;
    description.device = device;
    description.isGpu = true;
    description.unavailable = reason;
    return description;
}

class UnavailableNlm final : public NlmEngine {
public:
    explicit UnavailableNlm(NlmEngineDescription description) : description_(std::move(description)) {}
    const NlmEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<NlmSearch> search(const NlmTask&) const override {
        throw EngineError(description_.name, description_.unavailable, "use a CPU engine");
    }

private:
    NlmEngineDescription description_;
};

class UnavailableRegistration final : public RegistrationEngine {
public:
    explicit UnavailableRegistration(RegistrationEngineDescription description) : description_(std::move(description)) {}
    const RegistrationEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<RegistrationLevel> level(const RegistrationPair&, const ForceSettings&, Flow) const override {
        throw EngineError(description_.name, description_.unavailable, "use a CPU engine");
    }

private:
    RegistrationEngineDescription description_;
};

}  // namespace

Engines unavailableEngines(const std::string& device, const std::string& reason) {
    const auto correlation = [&](const char* name) -> std::shared_ptr<const CorrelationEngine> {
        using Unavailable = UnavailableEngine<CorrelationEngine, EngineDescription, CorrelationPlan, PlanShape>;
        return std::make_shared<Unavailable>(descriptionOf<EngineDescription>(name, device, reason));
    };
    const auto convolution = [&](const char* name) -> std::shared_ptr<const ConvolutionEngine> {
        using Unavailable =
            UnavailableEngine<ConvolutionEngine, ConvolutionEngineDescription, ConvolutionPlan, ConvolutionShape, Filter>;
        auto description = descriptionOf<ConvolutionEngineDescription>(name, device, reason);
        description.cost = [](const ConvolutionShape&, const Filter&) { return std::numeric_limits<double>::infinity(); };
        return std::make_shared<Unavailable>(std::move(description));
    };
    using UnavailableC3d = UnavailableEngine<C3dEngine, C3dEngineDescription, C3dPlan, C3dShape>;
    Engines engines({correlation("gpu-direct"), correlation("gpu-fft")},
                    {convolution("gpu-direct"), convolution("gpu-separable"), convolution("gpu-fft")},
                    {std::make_shared<UnavailableC3d>(descriptionOf<C3dEngineDescription>("gpu-fft", device, reason))});
    engines.registration.push_back(
        std::make_shared<UnavailableRegistration>(descriptionOf<RegistrationEngineDescription>("gpu-direct", device, reason)));
    engines.nlm.push_back(std::make_shared<UnavailableNlm>(descriptionOf<NlmEngineDescription>("gpu-direct", device, reason)));
    return engines;
}

}  // namespace coarsen::gpu
