// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface.hpp"

#include "app/cli/commands.hpp"
#include "app/cli/entrance.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/version.hpp"
#include "core/export/surface_files.hpp"
#include "core/export/vtk_files.hpp"
#include "core/levelset/surface_choices.hpp"
#include "core/settings/fields.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/write_nifti.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <iomanip>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

struct SurfaceOptions {
    std::string volume, output, engine = "auto", since;
    AnalyzeOptions part;  // of both files
    std::vector<std::string> save;
    std::vector<int> times;  // of VOLUME, and of that of --since
    SurfaceChoices choices;  // but for how it is denoised, which is one word here:
    DenoiseSettings denoise{.method = DenoiseMethod::automatic, .nlm = {}};
    int threads = 0;
    bool asStored = false, force = false, quiet = false;
};

std::string phaseOf(const SurfaceOptions& options) {
    return textOf(readField(SurfaceChoices::fields(), "surface", "phase", options.choices));
}

SurfaceSettings settingsOf(const SurfaceOptions& options, const Engines& engines) {
    SurfaceSettings settings = options.choices.settings(options.threads);
    settings.denoise = options.denoise;
    settings.nlm = {engines.nlm, options.engine};
    chooseNlm(settings.nlm);  // throws where it cannot be used, before anything is read
    return settings;
}

OpenedFrame opened(const SurfaceOptions& options, bool isFormer, ProgressReport& report) {
    const std::string& file = isFormer ? options.since : options.volume;
    return openFrame(file, options.part, timeOf(options.times, isFormer), Takes::volumes, "surface", report);
}

/// NaN is null.
nlohmann::ordered_json known(double number) {
    return std::isfinite(number) ? nlohmann::ordered_json(number) : nlohmann::ordered_json();
}

nlohmann::ordered_json pairOf(const Estimate& estimate, double factor = 1) {
    return {{"value", known(estimate.value * factor)}, {"error", known(estimate.error * factor)}};
}

nlohmann::ordered_json denoisingOf(const SurfaceAnswer& answer, const SurfaceSettings& settings, double perPx) {
    const DenoiseMethod method = answer.denoised ? answer.denoised->method : DenoiseMethod::none;
    nlohmann::ordered_json json{
        {"method", nameOf(method)}, {"asked", nameOf(settings.denoise.method)}, {"noise", known(answer.noisePx * perPx)}};
    if (method == DenoiseMethod::curvature) json["time_px2"] = settings.denoise.flowTimePx2;
    if (method == DenoiseMethod::gaussian) json["sigma_px"] = settings.denoise.gaussianPx;
    if (!answer.denoised) return json;
    if (method == DenoiseMethod::nlm) {
        const NlmSettings& nlm = settings.denoise.nlm;
        json["engine"] = answer.denoised->engine;
        json["band_px"] = nlm.bandPx;
        json["c1_px2"] = nlm.c1 ? nlohmann::ordered_json(*nlm.c1) : nlohmann::ordered_json("infinite");
        json["sweeps"] = nlm.sweeps == NlmSweeps::byRow ? "row" : "paper";
        for (const NlmRound& round : answer.denoised->rounds) {
            nlohmann::ordered_json one{{"elements", round.elements}, {"m", round.m}, {"c2_px2", round.c2}};
            one["mode"] = round.candidates == NlmCandidates::all ? "all" : "radius";
            if (round.candidates == NlmCandidates::radius) one["radius_px"] = nlm.radiusPx;
            one["search_s"] = round.searchS;
            one["sweeps_s"] = round.sweepS;
            json["rounds"].push_back(std::move(one));
        }
    }
    json["s_v_before"] = known(answer.areaPerVolumeBefore / perPx);
    json["removed_mean"] = known(answer.removed->mean * perPx);
    json["removed_rms"] = known(answer.removed->rms * perPx);
    return json;
}

/// From the volume that `--since` names.
std::optional<SurfaceDisplacement> movedOf(const SurfaceOptions& options, const SurfaceSettings& settings,
                                           const VolumeHeader& header, const SurfaceAnswer& answer, ProgressReport& report,
                                           const std::stop_token& stop) {
    const OpenedFrame since = opened(options, true, report);
    const std::string name = displayName(options.volume), sinceName = displayName(options.since);
    const VolumeHeader& ofSince = since.series.volumes->first;
    const LaidVolume laid = options.asStored ? LaidVolume{since.volume(), whatDiffers(name, header, sinceName, ofSince)}
                                             : laidAs(name, header, sinceName, ofSince, since.volume());
    report.clearLine();
    for (const Said& said : laid.said)
        report.say(said.text);
    const auto former = surfaceDistance(laid.volume, settings, stop);
    if (!former) return {};
    if (!(laid.volume.size() == answer.distance.size) || !(laid.volume.spacing() == answer.distance.spacing))
        throw InputError(displayName(options.since),
                         "its voxels are not as many and as large as those of " + displayName(options.volume),
                         "name an earlier volume of the same series");
    return surfaceDisplacement(answer.mesh, *former, {}, stop);
}

nlohmann::ordered_json reportOf(const SurfaceOptions& options, const SurfaceSettings& settings, const SurfaceAnswer& answer,
                                const SurfaceDisplacement* moved) {
    const SurfaceMeasures& measures = answer.measures;
    const SurfaceUnit unit = unitOf(answer.distance.spacing);
    const CurvatureHistogram& histogram = answer.histogram;
    const double per = 1 / unit.perPx;
    nlohmann::ordered_json json;
    json["software"] = std::string("Coarsen ") + version;
    json["file"] = displayName(options.volume);
    json["level"] = answer.level;
    json["level_found_by"] = settings.level.level ? "given" : "Otsu";
    json["phase"] = phaseOf(options);
    json["smooth_px"] = settings.level.smoothPx;
    json["borders"] = textOf(readField(SurfaceChoices::fields(), "surface", "borders", options.choices));
    json["length_unit"] = unit.name;
    json["px"] = unit.perPx;
    json["denoise"] = denoisingOf(answer, settings, unit.perPx);
    json["s_v"] = pairOf(measures.areaPerVolume, per);
    json["volume_fraction"] = pairOf(measures.volumeFraction);
    json["h_mean"] = pairOf(measures.meanH, per);
    json["h_sd"] = pairOf(measures.sdH, per);
    json["k_mean"] = pairOf(measures.meanK, per * per);
    json["euler"] = {{"closed", measures.topology.euler},
                     {"error", known(measures.euler.error)},
                     {"in_volume", measures.topology.eulerPerVolume}};
    json["euler_per_volume"] = pairOf(measures.eulerPerPx3, per * per * per);
    json["euler_per_px3"] = pairOf(measures.eulerPerPx3);
    json["s_v_per_px"] = pairOf(measures.areaPerVolume);
    json["genus"] = pairOf(measures.genus);
    json["pieces"] = pairOf(measures.pieces);
    json["cavities"] = measures.topology.cavities;
    json["curvature_histogram"] = {{"bins", CurvatureHistogram::bins},
                                   {"h_most", histogram.mostH * per},
                                   {"k_most", histogram.mostK * per * per},
                                   {"h", histogram.h},
                                   {"k", histogram.k},
                                   {"joint", histogram.joint}};
    if (moved)
        json["moved"] = {{"since", displayName(options.since)},
                         {"mean", known(moved->mean * unit.perPx)},
                         {"rms", known(moved->rms * unit.perPx)}};
    return json;
}

/// Text of three significant digits.
std::string significantText(double number) {
    std::ostringstream text;
    text << std::setprecision(3) << number;
    return text.str();
}

std::string withError(const Estimate& estimate, double factor, const std::string& unit) {
    if (!(estimate.error > 0)) return shortest(static_cast<float>(estimate.value * factor)) + unit;
    const RoundedPair pair = roundedToError(estimate.value * factor, estimate.error * factor);
    return pair.value + " ± " + pair.error + unit;
}

std::string summaryOf(const SurfaceOptions& options, const SurfaceAnswer& answer, const SurfaceDisplacement* moved) {
    const SurfaceMeasures& measures = answer.measures;
    const SurfaceUnit unit = unitOf(answer.distance.spacing);
    const std::string length = unit.name == "um" ? "µm" : unit.name;
    const double per = 1 / unit.perPx;
    std::ostringstream text;
    text << displayName(options.volume) << ": level " << shortest(static_cast<float>(answer.level)) << ", the "
         << phaseOf(options) << " phase fills " << withError(measures.volumeFraction, 100, " %") << '\n'
         << "Area per volume  " << withError(measures.areaPerVolume, per, " / " + length) << '\n'
         << "Mean curvature   " << withError(measures.meanH, per, " / " + length) << ", spread "
         << withError(measures.sdH, per, "") << '\n'
         << "Pieces           " << measures.topology.pieces << ", cavities " << measures.topology.cavities << ", genus "
         << measures.topology.genus() << ", Euler number " << measures.topology.euler << '\n';
    if (answer.denoised)
        text << "Noise of " << significantText(answer.noisePx * unit.perPx) << ' ' << length << ", denoised by "
             << nameOf(answer.denoised->method) << "; the area per volume was "
             << shortest(static_cast<float>(answer.areaPerVolumeBefore * per)) << " / " << length
             << " before, and the surface was moved by " << significantText(answer.removed->rms * unit.perPx) << ' ' << length
             << " (root mean square)\n";
    else if (std::isfinite(answer.noisePx))
        text << "Noise of the surface " << significantText(answer.noisePx * unit.perPx) << ' ' << length << ", not denoised\n";
    if (moved)
        text << "Since " << displayName(options.since) << " the surface moved by " << significantText(moved->rms * unit.perPx)
             << ' ' << length << " (root mean square), by " << significantText(moved->mean * unit.perPx)
             << " outwards in the mean\n";
    if (answer.denoised && !answer.denoised->rounds.empty() &&
        answer.denoised->rounds.front().candidates == NlmCandidates::radius)
        text << "Elements were compared within a radius only, not over the entire band.\n";
    return text.str();
}

int measureOne(const SurfaceOptions& options, const Engines& engines) {
    const Interrupt interrupt;
    const fs::path folder = options.output;
    const fs::path distance = folder / "phi.nii", mesh = folder / "surface.ply", table = folder / "surface.csv",
                   report = folder / "report.json", vtp = folder / "surface.vtp", vti = folder / "phi.vti";
    SurfaceSettings settings = settingsOf(options, engines);
    UsersFiles users;
    users.others = {options.volume};
    if (!options.since.empty()) users.others.emplace_back(options.since);
    Paths targets{distance, niftiMaskOf(distance), mesh, table, report};
    const bool savesVtk = !options.save.empty();
    if (savesVtk) targets.insert(targets.end(), {vtp, vti});
    Output output(options.output, targets, users, options.force);
    ProgressReport progress(progressFormNamed("auto"), options.quiet);
    std::optional<SurfaceAnswer> answer;
    std::optional<SurfaceDisplacement> moved;
    std::string measured;
    std::optional<Placement> placement;
    settings.onProgress = [&](double part) {
        progress.showDoing("measuring " + displayName(measured) + ", " + std::to_string(std::lround(100 * part)) + " %");
    };
    try {
        measured = options.volume;
        const OpenedFrame frame = opened(options, false, progress);
        const VolumeHeader& header = frame.series.volumes->first;
        answer = measureSurface(frame.volume(), settings, interrupt.token());
        if (answer) placement = niftiPlacement(header, answer->distance.spacing);
        if (answer && !options.since.empty()) {
            measured = options.since;
            moved = movedOf(options, settings, header, *answer, progress, interrupt.token());
        }
    } catch (const InputError& error) {  // which does not know the file of its volume
        progress.clearLine();
        if (error.subject() != "the volume") throw;
        throw InputError(displayName(measured), error.reason(), error.remedy());
    }
    progress.clearLine();
    if (interrupt.happened() || !answer) return interrupted;
    const SurfaceDisplacement* const since = moved ? &*moved : nullptr;
    if (answer->denoised && !answer->denoised->trouble.empty())
        progress.say("the CPU took over, because " + answer->denoised->trouble);
    output.write(progress, [&] {
        const LevelSet& set = answer->distance;
        writeDistanceNifti(distance, set, {}, placement);
        writeNiftiMask(niftiMaskOf(distance), Volume(set.size, set.spacing, set.phi, set.valid), placement);
        writeSurfacePly(mesh, *answer, since);
        if (savesVtk) {
            writeSurfaceVtp(vtp, *answer, since, placement);
            writeDistanceVti(vti, set, placement);
        }
        writeWhole(table, surfaceCsvHeader() + surfaceCsvRow(0, answer->measures, unitOf(answer->distance.spacing)));
        writeWhole(report, reportOf(options, settings, *answer, since).dump(2) + "\n");
    });
    progress.summarise(summaryOf(options, *answer, since));
    return allMeasured;
}

}  // namespace

void addSurface(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub =
        app.add_subcommand("surface", "Measure the interface of a volume, with its noise removed: area, curvature, topology");
    auto options = std::make_shared<SurfaceOptions>();
    sub->add_option("VOLUME", options->volume, "A file of any format of volumes, TIFF, a folder of slices, or raw voxels")
        ->type_name("FILE")
        ->required();
    addOutput(*sub, options->output,
              "Folder for phi.nii (and phi_mask.nii where voxels are masked), surface.ply, surface.csv and report.json")
        ->required();
    addFieldOptions(*sub, SurfaceChoices::fields(), options->choices, {"level", "phase", "smooth", "borders"});
    addFieldOptions(*sub, DenoiseSettings::fields(), options->denoise);
    sub->add_option("--since", options->since,
                    "An earlier volume of the same voxels: how far the surface has moved since it, at every vertex")
        ->type_name("FILE");
    sub->add_option("--save", options->save, "Also write vtk, the surface and its distance for ParaView: surface.vtp and phi.vti")
        ->type_name("vtk")
        ->delimiter(',')
        ->check(CLI::IsMember({"vtk"}));
    std::string names = "auto";
    for (const auto& engine : engines.nlm)
        names += " | " + engine->description().name;
    sub->add_option("--engine", options->engine, "Engine of non-local means: " + names)->type_name("NAME")->capture_default_str();
    addTimes(*sub, options->times);
    addVolumePart(*sub, options->part);
    sub->add_flag("--as-stored", options->asStored,
                  "Compare with --since as voxels are stored, also where the headers say that one is mirrored or turned");
    sub->add_option("--threads", options->threads, "Threads at most [all]")->type_name("N")->check(wholeOrZero());
    sub->add_flag("--force", options->force, "Replace what is in OUT");
    sub->add_flag("--quiet", options->quiet, "No summary and no progress");
    sub->footer(
        "By default (auto) a surface is denoised, by non-local means, only where its noise is 0.12 px or more and no more than\n"
        "20,000 voxels lie beside it. Non-local means need no setting that depends on the noise, but 2 to 9 % of the area of "
        "fine\n"
        "structures goes with it: s_v_before in report.json has the area before. On bicontinuous surfaces they do no better than "
        "a\n"
        "Gaussian or curvature flow that were set with knowledge of the truth. One round; two of smooth shapes; never more. "
        "Against\n"
        "plain noise of voxels --smooth, before the level, is the better means.\n"
        "Example: coarsen-cli surface gel.nii.gz -o surface --level auto --denoise nlm:m=96,rounds=1");
    sub->callback([&chosen, &engines, options] { chosen = [&engines, options] { return measureOne(*options, engines); }; });
}

}  // namespace coarsen::cli
