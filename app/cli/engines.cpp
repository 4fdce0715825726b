// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/engines.hpp"

#include "app/cli/commands.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/progress.hpp"
#include "app/cli/tuning.hpp"
#include "core/base/utc_time.hpp"
#include "core/convolve/tuning.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iomanip>
#include <iostream>
#include <memory>

namespace coarsen::cli {

namespace {

/// Engine that `auto` takes for a picture of the size of Lu et al. 2010, flattened: 750 wide and 1500 high, offsets up to a third
/// of the shorter side.
EngineChoice usualChoice(const EngineList& engines) {
    PlanShape shape;
    shape.width = 750;
    shape.height = 1500;
    shape.maxLag = 250;
    return choose(engines, "auto", shape);
}

std::string tunedUtcOf(const ConvolutionEngineList& engines) {
    return EngineRequest{.engines = {{}, engines}}.tunedUtc();
}

int printText(const Engines& all) {
    const EngineList& engines = all.correlation;
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
              << " for 750 x 1500 px and offsets up to 250 px: " << choice.reason << '\n';

    std::cout << "\nFilters and blurs:\n";
    for (const auto& engine : all.convolution) {
        const ConvolutionEngineDescription& description = engine->description();
        std::cout << std::left << std::setw(14) << description.name
                  << (description.unavailable.empty() ? description.device : "not here: " + description.unavailable) << '\n';
    }
    const std::string tunedUtc = tunedUtcOf(all.convolution);
    std::cout << "auto goes by "
              << (tunedUtc.empty() ? "stated costs; --tune measures them here" : "costs measured on " + tunedUtc) << '\n';

    std::cout << "\nVolumes:\n";
    for (const auto& engine : all.volumes) {
        const C3dEngineDescription& description = engine->description();
        std::cout << std::left << std::setw(14) << description.name
                  << (description.unavailable.empty() ? description.device : "not here: " + description.unavailable) << '\n';
    }
    std::cout << "\nRegistration:\n";
    for (const auto& engine : all.registration) {
        const RegistrationEngineDescription& description = engine->description();
        std::cout << std::left << std::setw(14) << description.name
                  << (description.unavailable.empty() ? description.device : "not here: " + description.unavailable) << '\n';
    }

    std::cout << "\nNon-local means of surfaces:\n";
    for (const auto& engine : all.nlm) {
        const NlmEngineDescription& description = engine->description();
        std::cout << std::left << std::setw(14) << description.name
                  << (description.unavailable.empty() ? description.device : "not here: " + description.unavailable) << '\n';
    }
    return allMeasured;
}

int printJson(const Engines& all) {
    const EngineList& engines = all.correlation;
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
    nlohmann::ordered_json convolution = nlohmann::ordered_json::array();
    for (const auto& engine : all.convolution) {
        const ConvolutionEngineDescription& description = engine->description();
        convolution.push_back({{"name", description.name},
                               {"available", description.unavailable.empty()},
                               {"reason", description.unavailable},
                               {"device", description.device}});
    }
    nlohmann::ordered_json volumes = nlohmann::ordered_json::array();
    for (const auto& engine : all.volumes) {
        const C3dEngineDescription& description = engine->description();
        volumes.push_back({{"name", description.name},
                           {"available", description.unavailable.empty()},
                           {"reason", description.unavailable},
                           {"device", description.device}});
    }
    nlohmann::ordered_json registration = nlohmann::ordered_json::array();
    for (const auto& engine : all.registration) {
        const RegistrationEngineDescription& description = engine->description();
        registration.push_back({{"name", description.name},
                                {"available", description.unavailable.empty()},
                                {"reason", description.unavailable},
                                {"device", description.device}});
    }
    nlohmann::ordered_json nlm = nlohmann::ordered_json::array();
    for (const auto& engine : all.nlm) {
        const NlmEngineDescription& description = engine->description();
        nlm.push_back({{"name", description.name},
                       {"available", description.unavailable.empty()},
                       {"reason", description.unavailable},
                       {"device", description.device}});
    }
    const nlohmann::ordered_json json{{"engines", list},
                                      {"auto", choice.engine->description().name},
                                      {"auto_reason", choice.reason},
                                      {"convolution_engines", convolution},
                                      {"convolution_tuned_utc", tunedUtcOf(all.convolution)},
                                      {"volume_engines", volumes},
                                      {"registration_engines", registration},
                                      {"nlm_engines", nlm}};
    std::cout << json.dump(2) << '\n';
    return allMeasured;
}

/// Measures what convolutions cost and keeps it; false: interrupted.
bool tune(const ConvolutionEngineList& engines) {
    const std::filesystem::path file = tuningFile();
    makeFolderOf(file);
    const Interrupt interrupt;
    ProgressReport report(progressFormNamed("auto"));
    const ConvolutionTuning tuning = measuredTuning(
        engines, utcNow(),
        [&](int done, int total) { report.showDoing(std::to_string(done) + " of " + std::to_string(total) + " shapes timed"); },
        interrupt.token());
    report.end();
    if (interrupt.happened()) return false;
    writeTuning(file, tuning);
    std::cerr << "coarsen-cli: " << tuning.costs.size() << " timings in " << file.string() << '\n';
    return true;
}

}  // namespace

void addEngines(CLI::App& app, const Engines& all, Command& chosen) {
    CLI::App* sub = app.add_subcommand("engines", "List the engines and devices there are, and which one 'auto' takes");
    struct Options {
        bool asJson = false, tunes = false, ignoresTuning = false;
    };
    auto options = std::make_shared<Options>();
    sub->add_flag("--json", options->asJson, "Print JSON");
    CLI::Option* const tunes =
        sub->add_flag("--tune", options->tunes,
                      "Time the convolution engines on this machine first, about a minute: 'auto' goes by it from then on");
    addNoTune(*sub, options->ignoresTuning);
    sub->get_option("--no-tune")->excludes(tunes);
    sub->footer("What --tune finds is kept in the user's cache folder: ~/.cache/coarsen, or that of XDG_CACHE_HOME.");
    sub->callback([&all, &chosen, options] {
        chosen = [&all, options]() -> int {
            if (options->tunes && !tune(all.convolution)) return interrupted;
            const Engines engines = withTuning(all, options->ignoresTuning);
            return options->asJson ? printJson(engines) : printText(engines);
        };
    });
}

}  // namespace coarsen::cli
