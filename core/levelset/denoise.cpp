// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/denoise.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/levelset/differences.hpp"
#include "core/levelset/distance.hpp"
#include "core/levelset/surface_noise.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

constexpr std::array<std::pair<DenoiseMethod, std::string_view>, 5> methods{{{DenoiseMethod::automatic, "auto"},
                                                                             {DenoiseMethod::none, "none"},
                                                                             {DenoiseMethod::nlm, "nlm"},
                                                                             {DenoiseMethod::curvature, "curvature"},
                                                                             {DenoiseMethod::gaussian, "gaussian"}}};

constexpr double flowBandPx = 3;
constexpr int stepsBetweenDistances = 5;

[[noreturn]] void refuse(std::string_view text, const std::string& reason) {
    throw SettingError("--denoise", "'" + std::string(text) + "' does not fit: " + reason,
                       "write auto, none, nlm, curvature or gaussian, with settings as in nlm:m=96,rounds=1");
}

double positive(std::string_view text, std::string_view key, std::string_view value, double least, double most) {
    const std::optional<double> number = parseNumber(value);
    if (!number || !(*number >= least) || !(*number <= most))
        refuse(text, std::string(key) + " must be a number from " + shortest(least) + " to " + shortest(most));
    return *number;
}

int whole(std::string_view text, std::string_view key, std::string_view value, int least, int most) {
    const double number = positive(text, key, value, least, most);
    if (number != std::floor(number)) refuse(text, std::string(key) + " must be a whole number");
    return static_cast<int>(number);
}

/// Takes a setting of non-local means; true where they have one of that name.
bool setNlm(NlmSettings& nlm, std::string_view text, std::string_view key, std::string_view value) {
    if (key == "m")
        nlm.m = whole(text, key, value, 1, 1024);
    else if (key == "rounds")
        nlm.rounds = whole(text, key, value, 1, 10);
    else if (key == "band")
        nlm.bandPx = positive(text, key, value, 0.5, 4);
    else if (key == "c1")
        nlm.c1 = value == "inf" ? std::optional<double>() : positive(text, key, value, 1e-6, 1e12);
    else if (key == "c2")
        nlm.c2 = value == "auto" ? std::optional<double>() : positive(text, key, value, 1e-9, 1e9);
    else if (key == "radius")
        nlm.radiusPx = positive(text, key, value, 1, 1000);
    else if (key == "sweeps" && (value == "row" || value == "paper"))
        nlm.sweeps = value == "row" ? NlmSweeps::byRow : NlmSweeps::paper;
    else if (key == "mode" && value == "all")
        nlm.candidates = NlmCandidates::all;
    else if (key == "mode" && value == "radius")
        nlm.candidates = NlmCandidates::radius;
    else if (key == "mode" && value == "auto")
        nlm.candidates = NlmCandidates::automatic;
    else
        return false;
    return true;
}

bool setOne(DenoiseSettings& settings, std::string_view text, std::string_view key, std::string_view value) {
    if (settings.method == DenoiseMethod::nlm) return setNlm(settings.nlm, text, key, value);
    if (settings.method == DenoiseMethod::curvature && key == "time")
        settings.flowTimePx2 = positive(text, key, value, 0.001, 100);
    else if (settings.method == DenoiseMethod::gaussian && key == "sigma")
        settings.gaussianPx = positive(text, key, value, 0.05, 20);
    else
        return false;
    return true;
}

/// All rounds; false after a stop.
bool denoiseByNlm(LevelSet& distance, const NlmSettings& settings, const NlmRequest& request, int threads,
                  const std::stop_token& stop, const PartDone& onProgress, DenoiseReport& report) {
    std::shared_ptr<const NlmEngine> engine = chooseNlm(request);
    for (int i = 0; i < settings.rounds; ++i) {
        const PartDone onPart = [&](double part) {
            if (onProgress) onProgress((i + part) / settings.rounds);
        };
        std::optional<NlmRound> round;
        try {
            round = nonLocalMeansRound(distance, settings, *engine, threads, stop, onPart);
        } catch (const EngineError& error) {
            if (!engine->description().isGpu) throw;
            report.trouble = engine->description().name + " failed (" + error.what() + ")";
            engine = cpuSimdNlm();
            round = nonLocalMeansRound(distance, settings, *engine, threads, stop, onPart);
        }
        if (!round) return false;
        report.rounds.push_back(*round);
        redistance(distance, stop);
    }
    report.engine = engine->description().name;
    return !stop.stop_requested();
}

}  // namespace

DenoiseSettings denoiseNamed(std::string_view text) {
    DenoiseSettings settings;
    const std::size_t colon = text.find(':');
    const auto known = std::ranges::find(methods, text.substr(0, colon), &std::pair<DenoiseMethod, std::string_view>::second);
    if (known == methods.end()) refuse(text, "there is no such method");
    settings.method = known->first;
    std::string_view rest = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
    if (colon != std::string_view::npos && rest.empty()) refuse(text, "no setting follows the colon");
    while (!rest.empty()) {
        const std::string_view one = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos || !setOne(settings, text, one.substr(0, equals), one.substr(equals + 1)))
            refuse(text, std::string(nameOf(settings.method)) + " knows no '" + std::string(one) + "'");
    }
    return settings;
}

std::string textOf(const DenoiseSettings& settings) {
    const DenoiseSettings usual;
    std::string text;
    const auto add = [&](const char* key, const std::string& is, const std::string& was) {
        if (is != was) text += (text.empty() ? ":" : ",") + std::string(key) + '=' + is;
    };
    const auto numberOr = [](const std::optional<double>& number, const char* none) { return number ? shortest(*number) : none; };
    if (settings.method == DenoiseMethod::nlm) {
        const NlmSettings &is = settings.nlm, &was = usual.nlm;
        const auto nameOfMode = [](const NlmSettings& nlm) {
            return nlm.candidates == NlmCandidates::all ? "all" : nlm.candidates == NlmCandidates::radius ? "radius" : "auto";
        };
        const auto nameOfSweeps = [](const NlmSettings& nlm) { return nlm.sweeps == NlmSweeps::byRow ? "row" : "paper"; };
        add("m", std::to_string(is.m), std::to_string(was.m));
        add("rounds", std::to_string(is.rounds), std::to_string(was.rounds));
        add("band", shortest(is.bandPx), shortest(was.bandPx));
        add("c1", numberOr(is.c1, "inf"), numberOr(was.c1, "inf"));
        add("c2", numberOr(is.c2, "auto"), numberOr(was.c2, "auto"));
        add("mode", nameOfMode(is), nameOfMode(was));
        add("radius", shortest(is.radiusPx), shortest(was.radiusPx));
        add("sweeps", nameOfSweeps(is), nameOfSweeps(was));
    }
    if (settings.method == DenoiseMethod::curvature) add("time", shortest(settings.flowTimePx2), shortest(usual.flowTimePx2));
    if (settings.method == DenoiseMethod::gaussian) add("sigma", shortest(settings.gaussianPx), shortest(usual.gaussianPx));
    return std::string(nameOf(settings.method)) + text;
}

const Fields<DenoiseSettings>& DenoiseSettings::fields() {
    using S = DenoiseSettings;
    static const Fields<S> list = {
        spelledField<S>(
            "denoise", [](const S& settings) { return textOf(settings); },
            [](S& settings, const std::string& text) { settings = denoiseNamed(text); },
            {.label = "Denoise",
             .help = "auto; none; nlm[:m=,rounds=,band=,c1=,c2=,mode=auto|all|radius,radius=,sweeps=row|paper]; "
                     "curvature[:time=]; gaussian[:sigma=]",
             .form = "METHOD"}),
    };
    return list;
}

DenoiseMethod methodFor(const LevelSet& distance, double noisePx, const DenoiseSettings& settings) {
    const bool isNoisy = noisePx >= noisySurfacePx;
    const bool isNlm = isNoisy && bandOf(distance, settings.nlm.bandPx).size() <= mostElementsByThemselves;
    return isNlm ? DenoiseMethod::nlm : DenoiseMethod::none;
}

std::string_view nameOf(DenoiseMethod method) {
    return std::ranges::find(methods, method, &std::pair<DenoiseMethod, std::string_view>::first)->second;
}

bool flowByCurvature(LevelSet& distance, double timePx2, int threads, std::stop_token stop, const PartDone& onProgress) {
    const std::array<double, 3> steps = distance.steps();
    const double finest = std::min({steps[0], steps[1], steps[2]});
    const auto count = static_cast<int>(std::ceil(timePx2 / (0.1 * finest * finest)));  // explicit steps, stable below 1/6
    const double dt = timePx2 / count;
    std::vector<float> next;
    for (int step = 0; step < count; ++step) {
        if (stop.stop_requested()) return false;
        if (onProgress) onProgress(static_cast<double>(step) / count);
        if (step > 0 && step % stepsBetweenDistances == 0) redistance(distance, stop);
        next = distance.phi;
        const auto moveSlice = [&](std::size_t slice) {
            const auto z = static_cast<int>(slice);
            for (int y = 0; y < distance.size.height; ++y)
                for (int x = 0; x < distance.size.width; ++x) {
                    const std::size_t voxel = distance.size.index(x, y, z);
                    if (std::abs(static_cast<double>(distance.phi[voxel])) > flowBandPx || !distance.isValid(voxel)) continue;
                    const Differences at = differencesAt(distance, distance.phi, {x, y, z});
                    const double speed = (at.square * at.trace - at.bent) / std::max(at.square, 1e-6);
                    next[voxel] = static_cast<float>(static_cast<double>(distance.phi[voxel]) + dt * speed);
                }
        };
        parallelFor(static_cast<std::size_t>(distance.size.depth), threads, moveSlice, stop);
        distance.phi.swap(next);
    }
    redistance(distance, stop);
    return !stop.stop_requested();
}

bool blurDistance(LevelSet& distance, double sigmaPx, int threads, std::stop_token stop) {
    distance.phi =
        gaussianSmoothed(distance.size, distance.steps(), std::move(distance.phi), distance.valid, sigmaPx, threads, stop);
    redistance(distance, stop);
    return !stop.stop_requested();
}

std::optional<DenoiseReport> denoise(LevelSet& distance, const DenoiseSettings& settings, const NlmRequest& request, int threads,
                                     std::stop_token stop, const PartDone& onProgress) {
    DenoiseReport report;
    report.method = settings.method;
    switch (settings.method) {
        case DenoiseMethod::automatic:
        case DenoiseMethod::none:
            break;
        case DenoiseMethod::nlm:
            if (!denoiseByNlm(distance, settings.nlm, request, threads, stop, onProgress, report)) return {};
            break;
        case DenoiseMethod::curvature:
            if (!flowByCurvature(distance, settings.flowTimePx2, threads, stop, onProgress)) return {};
            break;
        case DenoiseMethod::gaussian:
            if (!blurDistance(distance, settings.gaussianPx, threads, stop)) return {};
            break;
    }
    return report;
}

}  // namespace coarsen
