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
#include <string>
#include <type_traits>

namespace coarsen::cli {

namespace {

using Json = nlohmann::ordered_json;

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

template <typename Description>
constexpr bool isOfCorrelation = std::is_same_v<Description, EngineDescription>;

void printEngine(const auto& description) {
    constexpr bool hasExactness = isOfCorrelation<std::remove_cvref_t<decltype(description)>>;
    std::cout << std::left << std::setw(hasExactness ? 12 : 14) << description.name;
    if (!description.unavailable.empty()) {
        std::cout << "not here: " << description.unavailable << '\n';
        return;
    }
    if constexpr (hasExactness) std::cout << (description.exactness == Exactness::none ? "float32  " : "exact    ");
    std::cout << description.device << '\n';
}

int printText(const Engines& all) {
    forEachFamily([&](const std::string& key, const char* heading, auto family) {
        if (key != "engines") std::cout << '\n' << heading << ":\n";
        for (const auto& engine : all.*family)
            printEngine(engine->description());
        if (key == "engines") {
            const EngineChoice choice = usualChoice(all.correlation);
            std::cout << "\nauto takes " << choice.engine->description().name
                      << " for 750 x 1500 px and offsets up to 250 px: " << choice.reason << '\n';
        } else if (key == "convolution_engines") {
            const std::string tunedUtc = tunedUtcOf(all.convolution);
            std::cout << "auto goes by "
                      << (tunedUtc.empty() ? "stated costs; --tune measures them here" : "costs measured on " + tunedUtc) << '\n';
        }
    });
    return allMeasured;
}

Json engineJson(const auto& description) {
    Json json{{"name", description.name}, {"available", description.unavailable.empty()}, {"reason", description.unavailable}};
    if constexpr (isOfCorrelation<std::remove_cvref_t<decltype(description)>>)
        json["exact"] = description.exactness != Exactness::none;
    json["device"] = description.device;
    return json;
}

int printJson(const Engines& all) {
    Json json;
    forEachFamily([&](const std::string& key, const char*, auto family) {
        json[key] = Json::array();
        for (const auto& engine : all.*family)
            json[key].push_back(engineJson(engine->description()));
        if (key == "engines") {
            const EngineChoice choice = usualChoice(all.correlation);
            json["auto"] = choice.engine->description().name;
            json["auto_reason"] = choice.reason;
        } else if (key == "convolution_engines") {
            json["convolution_tuned_utc"] = tunedUtcOf(all.convolution);
        }
    });
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
