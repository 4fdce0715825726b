// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/unavailable_engine.hpp"

#include "core/base/error.hpp"
#include "core/base/named_engine.hpp"

#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace coarsen::gpu {

namespace {

/// An engine of any of the families.
template <typename Engine, typename Plan, typename... Parts>
class UnavailableEngine final : public Described<Engine> {
public:
    explicit UnavailableEngine(typename Engine::Description description) { this->description_ = std::move(description); }
    std::unique_ptr<Plan> plan(Parts...) const override {
        throw EngineError(this->description_.name, this->description_.unavailable, "use a CPU engine");
    }
};

/// `family`: the type of the list's engines, which says what a plan of theirs is made of.
template <typename Engine, typename Description, typename Plan, typename... Parts>
std::shared_ptr<const Engine> unavailable(const EngineFamily<Description, Plan, Parts...>* /*family*/, Description description) {
    return std::make_shared<UnavailableEngine<Engine, Plan, Parts...>>(std::move(description));
}

}  // namespace

Engines unavailableEngines(const std::string& device, const std::string& reason) {
    Engines engines;
    const auto add = [&]<typename Engine>(std::vector<std::shared_ptr<const Engine>>& list, const char* name) {
        typename Engine::Description description;
        static_cast<NamedEngine&>(description) = {name, device, true, reason};
        if constexpr (std::is_same_v<Engine, ConvolutionEngine>)  // among which `auto` goes by costs alone
            description.cost = [](const ConvolutionShape&, const Filter&) { return std::numeric_limits<double>::infinity(); };
        list.push_back(unavailable<Engine>(static_cast<const Engine*>(nullptr), std::move(description)));
    };
    for (const char* name : {"gpu-direct", "gpu-fft"})
        add(engines.correlation, name);
    for (const char* name : {"gpu-direct", "gpu-separable", "gpu-fft"})
        add(engines.convolution, name);
    add(engines.volumes, "gpu-fft");
    add(engines.registration, "gpu-direct");
    add(engines.nlm, "gpu-direct");
    return engines;
}

}  // namespace coarsen::gpu
