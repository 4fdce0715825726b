// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/engines.hpp"

#include "app/cli/commands.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iomanip>
#include <iostream>
#include <memory>

namespace coarsen::cli {

namespace {

/// What `auto` takes for the picture of the issues: 1500 x 750 pixels after flattening, offsets up to a third of the shorter
/// side.
EngineChoice usualChoice(const EngineList& engines) {
    PlanShape shape;
    shape.width = 1500;
    shape.height = 750;
    shape.maxLag = 250;
    return choose(engines, "auto", shape);
}

int printText(const EngineList& engines) {
    for (const auto& engine : engines) {
        const EngineDescription& description = engine->description();
        std::cout << std::left << std::setw(12) << description.name;
        if (description.unavailable.empty()) {
            std::cout << (description.exactness == Exactness::none ? "float32  " : "exact    ") << description.device << '\n';
        } else {
            std::cout << "not here: " << description.unavailable << '\n';
        }
    }
    const EngineChoice choice = usualChoice(engines);
    std::cout << "\nauto takes " << choice.engine->description().name
              << " for 1500 x 750 px and offsets up to 250 px: " << choice.reason << '\n';
    return allMeasured;
}

int printJson(const EngineList& engines) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& engine : engines) {
        const EngineDescription& description = engine->description();
        list.push_back({{"name", description.name},
                        {"available", description.unavailable.empty()},
                        {"reason", description.unavailable},
                        {"exact", description.exactness != Exactness::none},
                        {"device", description.device}});
    }
    const EngineChoice choice = usualChoice(engines);
    const nlohmann::ordered_json json{
        {"engines", list}, {"auto", choice.engine->description().name}, {"auto_reason", choice.reason}};
    std::cout << json.dump(2) << '\n';
    return allMeasured;
}

}  // namespace

void addEngines(CLI::App& app, const Engines& all, Command& chosen) {
    CLI::App* sub = app.add_subcommand("engines", "List the engines and devices there are, and which one 'auto' takes");
    auto asJson = std::make_shared<bool>(false);
    sub->add_flag("--json", *asJson, "Print JSON");
    sub->callback([&engines = all.correlation, &chosen, asJson] {
        chosen = [&engines, asJson] { return *asJson ? printJson(engines) : printText(engines); };
    });
}

}  // namespace coarsen::cli
