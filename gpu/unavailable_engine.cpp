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
Description descriptionOf(std::string name, std::string device, std::string reason) {
    Description description;
    description.name = std::move(name);
    description.device = std::move(device);
    description.isGpu = true;
    description.unavailable = std::move(reason);
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

}  // namespace

std::shared_ptr<const CorrelationEngine> unavailableEngine(std::string name, std::string device, std::string reason) {
    using Unavailable = UnavailableEngine<CorrelationEngine, EngineDescription, CorrelationPlan, PlanShape>;
    return std::make_shared<Unavailable>(descriptionOf<EngineDescription>(std::move(name), std::move(device), std::move(reason)));
}

std::shared_ptr<const ConvolutionEngine> unavailableConvolution(std::string name, std::string device, std::string reason) {
    using Unavailable =
        UnavailableEngine<ConvolutionEngine, ConvolutionEngineDescription, ConvolutionPlan, ConvolutionShape, Filter>;
    auto description = descriptionOf<ConvolutionEngineDescription>(std::move(name), std::move(device), std::move(reason));
    description.cost = [](const ConvolutionShape&, const Filter&) { return std::numeric_limits<double>::infinity(); };
    return std::make_shared<Unavailable>(std::move(description));
}

std::shared_ptr<const C3dEngine> unavailableC3d(std::string name, std::string device, std::string reason) {
    using Unavailable = UnavailableEngine<C3dEngine, C3dEngineDescription, C3dPlan, C3dShape>;
    return std::make_shared<Unavailable>(
        descriptionOf<C3dEngineDescription>(std::move(name), std::move(device), std::move(reason)));
}

std::shared_ptr<const NlmEngine> unavailableNlm(std::string name, std::string device, std::string reason) {
    return std::make_shared<UnavailableNlm>(
        descriptionOf<NlmEngineDescription>(std::move(name), std::move(device), std::move(reason)));
}

}  // namespace coarsen::gpu
