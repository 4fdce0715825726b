// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/tuning.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/machine.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/base/version.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace coarsen {

namespace {

constexpr const char* tuningTitle =
    "# Coarsen: costs of convolution engines, measured; coarsen-cli engines --tune writes them anew";
constexpr const char* tuningColumns = "engine,width,height,filter_width,filter_height,threads,ns_per_pixel";
constexpr std::pair<int, int> tunedImages[] = {{300, 200}, {1500, 750}, {2048, 2048}};
constexpr std::pair<int, int> tunedFilters[] = {{3, 3},   {5, 5},   {7, 7},   {9, 9},  {11, 11}, {13, 13}, {15, 15}, {19, 19},
                                                {25, 25}, {31, 31}, {43, 43}, {1, 3},  {1, 9},   {1, 21},  {1, 43},  {3, 1},
                                                {9, 1},   {21, 1},  {43, 1},  {15, 5}, {5, 15},  {43, 9},  {9, 43}};
constexpr double hopeless = 6;  // times the least stated cost

/// The taps do not change what an engine takes, but that they are of rank 1.
Filter boxFilter(int width, int height) {
    return {width, height, std::vector<float>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1.0F)};
}

/// The least of some runs: what else the machine does only adds to it.
double measuredNanoseconds(const ConvolutionEngine& engine, const ConvolutionShape& shape, const Filter& filter) {
    using Clock = std::chrono::steady_clock;
    constexpr int leastRuns = 3;
    constexpr double leastSeconds = 0.03;
    const auto plan = engine.plan(shape, filter);
    std::mt19937 random(1);
    std::vector<float> padded(shape.paddedSize()), answer(shape.answerSize());
    for (float& pixel : padded)
        pixel = static_cast<float>(random() >> 24);
    plan->run(padded, answer);  // fills caches and pages
    double least = std::numeric_limits<double>::infinity(), all = 0;
    for (int run = 0; run < leastRuns || all < leastSeconds; ++run) {
        const auto start = Clock::now();
        plan->run(padded, answer);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        least = std::min(least, seconds);
        all += seconds;
    }
    return 1e9 * least / static_cast<double>(shape.answerSize());
}

/// A measured cost over the stated one, where it was measured.
struct CostFactor {
    ConvolutionShape at;
    double factor;
};

double squaredDistance(const ConvolutionShape& a, const ConvolutionShape& b) {
    const auto apart = [](double one, double other) { return std::pow(std::log(one / other), 2); };
    const double pixels = static_cast<double>(a.answerSize()) / static_cast<double>(b.answerSize());
    return apart(a.filterWidth, b.filterWidth) + apart(a.filterHeight, b.filterHeight) + apart(std::sqrt(pixels), 1) +
           4 * apart(threadCount(a.threads), threadCount(b.threads));  // another number of threads is another matter
}

/// Shepard's interpolation (1968) between what was measured: near a measured shape its own factor.
double factorAt(const ConvolutionShape& shape, const std::vector<CostFactor>& factors) {
    double sum = 0, weights = 0;
    for (const CostFactor& each : factors) {
        const double weight = 1 / std::pow(squaredDistance(shape, each.at) + 1e-6, 2);
        sum += weight * std::log(each.factor);
        weights += weight;
    }
    return weights > 0 ? std::exp(sum / weights) : 1;
}

class TunedConvolution final : public Described<ConvolutionEngine> {
public:
    TunedConvolution(std::shared_ptr<const ConvolutionEngine> engine, const ConvolutionTuning& tuning)
        : engine_(std::move(engine)) {
        description_ = engine_->description();
        std::vector<CostFactor> factors;
        for (const MeasuredCost& measured : tuning.costs) {
            if (measured.engine != description_.name) continue;
            const double stated =
                description_.cost(measured.shape, boxFilter(measured.shape.filterWidth, measured.shape.filterHeight));
            if (stated > 0 && std::isfinite(stated)) factors.push_back({measured.shape, measured.nanoseconds / stated});
        }
        if (factors.empty()) return;
        description_.tuned = tuning.dateUtc;
        description_.cost = [stated = description_.cost, factors = std::move(factors)](const ConvolutionShape& shape,
                                                                                       const Filter& filter) {
            return stated(shape, filter) * factorAt(shape, factors);
        };
    }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return engine_->plan(shape, filter);
    }

private:
    std::shared_ptr<const ConvolutionEngine> engine_;
};

std::vector<std::string> partsOf(const std::string& line, char separator) {
    std::vector<std::string> parts;
    std::istringstream text(line);
    for (std::string part; std::getline(text, part, separator);)
        parts.push_back(part);
    return parts;
}

std::optional<MeasuredCost> measuredCostFrom(const std::string& line) {
    const std::vector<std::string> parts = partsOf(line, ',');
    if (parts.size() != 7) return std::nullopt;
    MeasuredCost cost{.engine = parts[0], .shape = {}, .nanoseconds = parseNumber(parts[6]).value_or(0)};
    int* const sizes[] = {&cost.shape.width, &cost.shape.height, &cost.shape.filterWidth, &cost.shape.filterHeight,
                          &cost.shape.threads};
    for (std::size_t i = 0; i < std::size(sizes); ++i) {
        const auto number = parseInteger(parts[i + 1]);
        if (!number || *number < 1 || *number > 1'000'000) return std::nullopt;
        *sizes[i] = static_cast<int>(*number);
    }
    const bool isCost = std::isfinite(cost.nanoseconds) && cost.nanoseconds > 0;
    return isCost ? std::optional(cost) : std::nullopt;
}

/// Nothing where it is damaged.
std::optional<ConvolutionTuning> tuningFrom(const std::string& text) {
    ConvolutionTuning tuning;
    std::istringstream lines(text);
    std::string title, machine, date, columns;
    if (!std::getline(lines, title) || !std::getline(lines, machine) || !std::getline(lines, date) ||
        !std::getline(lines, columns) || title != tuningTitle || !machine.starts_with("# machine: ") ||
        !date.starts_with("# date: ") || columns != tuningColumns)
        return std::nullopt;
    tuning.machine = machine.substr(machine.find(':') + 2);
    tuning.dateUtc = date.substr(date.find(':') + 2);
    for (std::string line; std::getline(lines, line);) {
        const auto cost = measuredCostFrom(line);
        if (!cost) return std::nullopt;
        tuning.costs.push_back(*cost);
    }
    return tuning.costs.empty() ? std::nullopt : std::optional(tuning);
}

}  // namespace

std::string tuningMachine(const ConvolutionEngineList& engines) {
    std::string name = std::string("Coarsen ") + version + "; " + machineName();
    for (const auto& engine : engines)
        if (engine->description().unavailable.empty())
            name += "; " + engine->description().name + ": " + engine->description().device;
    return name;
}

ConvolutionTuning measuredTuning(const ConvolutionEngineList& engines, std::string dateUtc,
                                 const std::function<void(int, int)>& progress, std::stop_token stop) {
    ConvolutionTuning tuning{tuningMachine(engines), std::move(dateUtc), {}};
    std::vector<ConvolutionShape> shapes;
    for (const int threads : std::set{1, threadCount()})
        for (const auto& [width, height] : tunedImages)
            for (const auto& [filterWidth, filterHeight] : tunedFilters)
                shapes.push_back({width, height, filterWidth, filterHeight, threads});
    for (std::size_t i = 0; i < shapes.size() && !stop.stop_requested(); ++i) {
        const Filter filter = boxFilter(shapes[i].filterWidth, shapes[i].filterHeight);
        const auto costOf = [&](const auto& engine) { return engine->description().cost(shapes[i], filter); };
        double least = std::numeric_limits<double>::infinity();
        for (const auto& engine : engines)
            if (engine->description().unavailable.empty()) least = std::min(least, costOf(engine));
        for (const auto& engine : engines)
            if (engine->description().unavailable.empty() && costOf(engine) < hopeless * least)
                tuning.costs.push_back({engine->description().name, shapes[i], measuredNanoseconds(*engine, shapes[i], filter)});
        progress(static_cast<int>(i) + 1, static_cast<int>(shapes.size()));
    }
    return tuning;
}

ConvolutionEngineList tuned(const ConvolutionEngineList& engines, const ConvolutionTuning& tuning) {
    ConvolutionEngineList list;
    for (const auto& engine : engines)
        list.push_back(std::make_shared<TunedConvolution>(engine, tuning));
    return list;
}

std::filesystem::path tuningFile() {
    constexpr const char* name = "convolution-tuning.csv";
    const auto folderIn = [](const char* variable) {
        const char* const folder = std::getenv(variable);
        return std::filesystem::path(folder ? folder : "");
    };
    if (const auto own = folderIn("COARSEN_SETTINGS_DIR"); !own.empty()) return own / name;
    if (const auto cache = folderIn("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "coarsen" / name;
    if (const auto home = folderIn("HOME"); !home.empty()) return home / ".cache" / "coarsen" / name;
    return {};
}

void makeFolderOf(const std::filesystem::path& tuning) {
    constexpr const char* remedy = "name a folder that you may write to in XDG_CACHE_HOME";
    if (tuning.empty()) throw StorageError("the cache folder", "there is no HOME to find it in", remedy);
    const std::filesystem::path folder = tuning.parent_path();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw StorageError(folder.string(), "the folder cannot be made (" + error.message() + ")", remedy);
    if (::access(folder.c_str(), W_OK) != 0) throw StorageError(folder.string(), "nothing can be written there", remedy);
}

void writeTuning(const std::filesystem::path& file, const ConvolutionTuning& tuning) {
    makeFolderOf(file);
    std::string text =
        std::string(tuningTitle) + "\n# machine: " + tuning.machine + "\n# date: " + tuning.dateUtc + "\n" + tuningColumns + "\n";
    for (const MeasuredCost& cost : tuning.costs) {
        text += cost.engine;
        for (const int size :
             {cost.shape.width, cost.shape.height, cost.shape.filterWidth, cost.shape.filterHeight, cost.shape.threads})
            text += "," + std::to_string(size);
        text += "," + shortest(static_cast<float>(cost.nanoseconds)) + "\n";
    }
    writeWhole(file, text);
}

KnownTuning knownTuning(const std::filesystem::path& file, const std::string& machine) {
    constexpr std::size_t largest = std::size_t{1} << 20;
    constexpr const char* remedy = "; engines are chosen by their stated costs. coarsen-cli engines --tune measures anew";
    std::error_code error;
    if (file.empty() || !std::filesystem::exists(file, error)) return {};
    try {
        const auto bytes = readWhole(file, largest);
        auto tuning = tuningFrom({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        if (!tuning) return {{}, file.string() + ": it is damaged, or of another version" + remedy};
        if (tuning->machine != machine) return {{}, file.string() + ": it was measured on another machine or version" + remedy};
        return {std::move(tuning), {}};
    } catch (const Error& problem) {
        return {{}, std::string(problem.what()) + remedy};
    }
}

}  // namespace coarsen
