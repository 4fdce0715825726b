// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/unavailable_engine.hpp"

#include "core/base/error.hpp"

namespace coarsen::gpu {

namespace {
class UnavailableEngine final : public CorrelationEngine {
public:
    explicit UnavailableEngine(EngineDescription description) : description_(std::move(description)) {}
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape&) const override {
        throw EngineError(description_.name, description_.unavailable, "use a CPU engine");
    }

private:
    EngineDescription description_;
};
}  // namespace

std::shared_ptr<const CorrelationEngine> unavailableEngine(std::string name, std::string device, std::string reason) {
    EngineDescription description;
    description.name = std::move(name);
    description.device = std::move(device);
    description.isGpu = true;
    description.unavailable = std::move(reason);
    return std::make_shared<UnavailableEngine>(std::move(description));
}

}  // namespace coarsen::gpu
