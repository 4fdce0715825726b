// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/entrance.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "core/analysis/deformation.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/said.hpp"
#include "core/export/image_files.hpp"
#include "core/export/vtk_files.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/register/engines.hpp"
#include "core/register/flow_quality.hpp"
#include "core/register/registration.hpp"
#include "core/register/wavelength.hpp"
#include "core/settings/fields.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/write_nifti.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct RegisterOptions {
    std::string fixed, moved, output, engine = "auto", against;
    std::vector<std::string> save;
    AnalyzeOptions part;     // of both files
    std::vector<int> times;  // of both, or of each
    RegistrationSettings settings;
    bool asStored = false, force = false, quiet = false;
};

/// Two frames to be registered; a picture is a volume of one slice.
struct FramePair {
    Volume fixed, moved;
    std::optional<Frame> picture;             // that `fixed` is, if it is one
    std::vector<Said> said;                   // what their headers state differently
    std::optional<Placement> placement = {};  // of the voxels of `fixed`, for what is written

    const char* unit() const { return picture ? "px" : "voxels"; }
    std::string fileOf(const std::string& what, const std::string& ofVolumes) const {
        return what + (picture ? ".tif" : ofVolumes);
    }
};

/// null where it is not known.
Json orNull(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json settingsOf(const RegistrationSettings& settings, const Registration& answer) {
    const auto word = [&](const char* field) {
        return textOf(readField<FlowSettings>(FlowSettings::fields(), "register", field, settings));
    };
    return {{"sigma_px", answer.sigma},           {"lambda", answer.lambda},          {"levels", answer.levels},
            {"sampling", word("sampling")},       {"presmooth_px", answer.presmooth}, {"presmooth_by", word("presmooth_by")},
            {"regulariser", word("regulariser")}, {"evolving", answer.isEvolving},    {"likeness", word("likeness")},
            {"brightness", word("brightness")},   {"tolerance", settings.tolerance},  {"iterations", settings.iterations},
            {"force_term", word("force_term")},   {"engine", answer.engine}};
}

Json brightnessOf(const Registration& answer) {
    if (!answer.brightness) return {};
    const Brightness& found = *answer.brightness;
    return {{"gain", found.gain},
            {"offset", found.offset},
            {"slow_gain", {found.leastGain, found.greatestGain}},
            {"left", found.left}};
}

Json reportOf(const RegisterOptions& options, const RegistrationSettings& settings, const Registration& answer,
              const std::vector<Said>& differences) {
    Json flags = Json::array(), said = Json::array();
    for (const Said& one : differences)
        said.push_back({{"code", one.code}, {"text", one.text}});
    if (answer.mayBeOnePeriodOff()) flags.push_back("may have locked one period off");
    return {{"fixed", displayName(options.fixed)},
            {"moved", displayName(options.moved)},
            {"convention", flowConvention},
            {"settings", settingsOf(settings, answer)},
            {"wavelength_px", orNull(answer.wavelength)},
            {"drift_px", answer.drift},
            {"energy",
             {{"likeness_before", answer.before.mismatch},
              {"likeness", answer.after.mismatch},
              {"bend", answer.after.regularisation},
              {"total", answer.after.energy(answer.lambda)}}},
            {"evaluations", answer.evaluations},
            {"j_min", answer.jacobians.least},
            {"j_min_inside", orNull(answer.leastInside)},
            {"j_mean", answer.jacobians.mean},
            {"j_max", answer.jacobians.greatest},
            {"log_j", {{"mean", answer.jacobians.logMean}, {"sd", answer.jacobians.logSd}, {"skew", answer.jacobians.logSkew}}},
            {"rho_drift", orNull(answer.driftRho)},
            {"rho", orNull(answer.rho)},
            {"expected_err_px", orNull(answer.expectedError)},
            {"brightness", brightnessOf(answer)},
            {"noise", orNull(answer.noise)},
            {"flags", flags},
            {"one_period_off", answer.mayBeOnePeriodOff() ? Json(answer.onePeriodOff) : Json()},
            {"remarks", answer.remarks},
            {"said", said}};
}

double longestOf(const Flow& u) {
    double longest = 0;
    for (std::size_t i = 0; i < u.size.voxels(); ++i)
        longest = std::max(longest, static_cast<double>(std::hypot(u.along[0][i], u.along[1][i], u.along[2][i])));
    return longest;
}

/// Least J farther in, where it is another: near the faces a flow is hardly known.
std::string insideText(const Registration& answer) {
    if (!(answer.leastInside > answer.jacobians.least)) return "";
    return " (" + fixed(answer.leastInside, 2) + " and more farther than " + fixed(faceMargin, 0) + " px from the faces)";
}

std::string summaryOf(const RegisterOptions& options, const Registration& answer, const std::string& unit) {
    std::ostringstream text;
    text << displayName(options.moved) << " is " << displayName(options.fixed) << " displaced by up to "
         << fixed(longestOf(answer.u), 2) << ' ' << unit << ", of which the drift is " << fixed(answer.drift[0], 2) << ", "
         << fixed(answer.drift[1], 2) << ", " << fixed(answer.drift[2], 2) << "; J " << fixed(answer.jacobians.least, 2) << " to "
         << fixed(answer.jacobians.greatest, 2) << insideText(answer) << ", rho " << fixed(answer.rho, 4) << '\n';
    if (std::isfinite(answer.expectedError))
        text << "Expected error of the displacement, from the structure's own change: " << fixed(answer.expectedError, 2) << ' '
             << unit << '\n';
    return text.str();
}

void sayDoubts(ProgressReport& report, const Registration& answer) {
    if (answer.mayBeOnePeriodOff())
        report.say("It may have locked one period off in places: " + answer.onePeriodOff +
                   "; frames closer in time, or one more of --levels, will decide it");
    for (const std::string& remark : answer.remarks)
        report.say(remark);
}

/// Difference of a second engine's answer for the same two from the first's.
struct EngineDifference {
    std::string engine;
    std::vector<float> everywhere;  ///< |u - u of the other|
    double mean = 0, most = 0;
};

EngineDifference differenceOf(const Registration& answer, const Registration& other) {
    EngineDifference difference{other.engine, std::vector<float>(answer.u.size.voxels())};
    for (std::size_t i = 0; i < difference.everywhere.size(); ++i) {
        const auto off = [&](std::size_t axis) { return answer.u.along[axis][i] - other.u.along[axis][i]; };
        difference.everywhere[i] = std::hypot(off(0), off(1), off(2));
        difference.mean += static_cast<double>(difference.everywhere[i]);
        difference.most = std::max(difference.most, static_cast<double>(difference.everywhere[i]));
    }
    difference.mean /= static_cast<double>(difference.everywhere.size());
    return difference;
}

/// Names what two pictures state differently: sizes of pixels.
std::vector<Said> whatDiffers(const RegisterOptions& options, const OpenedFrame& fixed, const OpenedFrame& moved) {
    const std::string ofFixed = displayName(options.fixed), ofMoved = displayName(options.moved);
    const Calibration &a = fixed.calibration, &b = moved.calibration;
    if (!a.isKnown() || !b.isKnown()) return {};
    const auto areAlike = [](double one, double other) { return std::abs(one / other - 1) <= 1e-3; };
    if (areAlike(a.pixelWidthUm, b.pixelWidthUm) && areAlike(a.pixelHeightUm, b.pixelHeightUm)) return {};
    const auto text = [](const Calibration& size) {
        return shortest(size.pixelWidthUm) + " x " + shortest(size.pixelHeightUm) + " \u00B5m";
    };
    return {{"size.differs",
             "Pixels differ in size: those of " + ofFixed + " are " + text(a) + ", those of " + ofMoved + " " + text(b) +
                 ". They are compared one by one, as if they were of one size.",
             {}}};
}

FramePair pairOf(const RegisterOptions& options, ProgressReport& report) {
    const auto opened = [&](const std::string& file, bool isMoved) {
        return openFrame(file, options.part, timeOf(options.times, isMoved), Takes::either, "register", report);
    };
    const OpenedFrame fixed = opened(options.fixed, false), moved = opened(options.moved, true);
    if (fixed.isVolume() != moved.isVolume())
        throw InputError(displayName(fixed.isVolume() ? options.fixed : options.moved), "it is a volume, and the other a picture",
                         "give two of a kind; --z takes one slice of a TIFF that holds several");
    if (fixed.isVolume()) {
        const VolumeHeader &header = fixed.series.volumes->first, &ofMoved = moved.series.volumes->first;
        const std::string name = displayName(options.fixed), movedName = displayName(options.moved);
        const Volume volume = fixed.volume();
        LaidVolume laid = options.asStored ? LaidVolume{moved.volume(), coarsen::whatDiffers(name, header, movedName, ofMoved)}
                                           : laidAs(name, header, movedName, ofMoved, moved.volume());
        return {volume, std::move(laid.volume), std::nullopt, std::move(laid.said), niftiPlacement(header, volume.spacing())};
    }
    const std::vector<Said> differences = whatDiffers(options, fixed, moved);
    const Frame grey = Grey{}(fixed.picture());
    return {asSlice(grey), asSlice(Grey{}(moved.picture())), grey, differences};
}

std::optional<double> wavelengthIn(const FramePair& pair, int threads, std::stop_token stop) {
    return pair.picture ? structureWavelength(*pair.picture, threads) : structureWavelength(pair.fixed, threads, stop);
}

/// A float TIFF of a picture, NIfTI of a volume.
void writeLike(const FramePair& pair, const fs::path& file, const Volume& volume, const char* description) {
    if (!pair.picture) {
        writeNifti(file, volume, description, {}, pair.placement);
        return;
    }
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!volume.isAllValid() && !volume.valid()[i]) values[i] = std::numeric_limits<float>::quiet_NaN();
    writeFloatTiff(file, Image(volume.size().width, volume.size().height, std::move(values)), pair.picture->greyUnit);
}

/// The displacement, J and what becomes of FIXED, for ParaView.
void writeFlowVti(const FramePair& pair, const fs::path& file, const Registration& answer, const Volume& warped) {
    const VtkGrid grid{warped.size(), warped.spacing(), pair.placement};
    const std::array<std::vector<float>, 3> lengths = displacementIn(grid, answer.u.along);
    std::vector<float> drawn(warped.values().begin(), warped.values().end());
    for (std::size_t i = 0; i < drawn.size(); ++i)
        if (!warped.isAllValid() && warped.valid()[i] == 0) drawn[i] = std::numeric_limits<float>::quiet_NaN();
    writeVti(file, grid,
             {{"displacement", {lengths[0], lengths[1], lengths[2]}},
              {"u", {answer.u.along[0], answer.u.along[1], answer.u.along[2]}},
              {"j", {answer.jacobian}},
              {"warped", {drawn}}},
             std::string(flowConvention) + ", along the axes in which voxels are stored; displacement is u in lengths, in space");
}

/// The registration knows no files.
std::string fileMeantBy(const std::string& subject, const RegisterOptions& options) {
    if (subject == fixedVolume) return displayName(options.fixed);
    if (subject == movedVolume) return displayName(options.moved);
    return displayName(options.fixed) + " and " + displayName(options.moved);
}

Volume warpedFixed(const Volume& fixed, const Registration& answer, const RegistrationSettings& settings) {
    const std::vector<float> values(fixed.values().begin(), fixed.values().end());
    const std::vector<std::uint8_t> valid(fixed.valid().begin(), fixed.valid().end());
    WarpedValues drawn = warped(values, valid, answer.u, settings.sampling, settings.threads);
    return Volume(fixed.size(), fixed.spacing(), std::move(drawn.values), std::move(drawn.valid));
}

/// Where a GPU that `auto` chose fails or has no room, the CPU takes over and the answer says so.
Registration registerOn(const RegistrationEngine& engine, bool mayChange, const Volume& fixed, const Volume& moved,
                        const RegistrationSettings& settings, const std::function<void(const RegistrationProgress&)>& show,
                        std::stop_token stop) {
    try {
        return registerVolumes(fixed, moved, settings, engine, show, stop);
    } catch (const EngineError& error) {
        if (!mayChange || !engine.description().isGpu) throw;
        Registration answer = registerVolumes(fixed, moved, settings, *cpuSimdRegistration(), show, stop);
        answer.remarks.push_back(engine.description().name + " was not used: " + error.reason());
        return answer;
    }
}

int registerTwo(const RegistrationEngineList& engines, const RegisterOptions& options) {
    const Interrupt interrupt;
    RegistrationSettings settings = options.settings;
    const auto engine = chooseRegistration(engines, options.engine);
    ProgressReport progress(progressFormNamed("auto"), options.quiet);
    const FramePair pair = pairOf(options, progress);
    const auto rival = options.against.empty() ? nullptr : chooseRegistration(engines, options.against);
    const bool savesJ = std::ranges::find(options.save, "j") != options.save.end(),
               savesVtk = std::ranges::find(options.save, "vtk") != options.save.end();
    const fs::path folder = options.output, field = folder / "u.nii", drawn = folder / pair.fileOf("warped", ".nii"),
                   report = folder / "report.json", jacobian = folder / pair.fileOf("j", ".nii"),
                   off = folder / pair.fileOf("u_difference", ".nii"), vti = folder / "flow.vti";
    std::vector<fs::path> targets{field, drawn, report};
    if (!pair.picture) targets.push_back(niftiMaskOf(drawn));
    if (savesJ) targets.push_back(jacobian);
    if (savesVtk) targets.push_back(vti);
    if (rival) targets.push_back(off);
    UsersFiles users;
    users.pictures = {options.fixed, options.moved};
    Output output(options.output, targets, users, options.force);
    const Volume &fixed = pair.fixed, &moved = pair.moved;

    progress.showDoing("measuring the structure");
    settings.wavelength = wavelengthIn(pair, settings.threads, interrupt.token());
    const auto show = [&](const RegistrationProgress& now) {
        progress.showDoing("level " + std::to_string(now.level + 1) + " of " + std::to_string(now.levels) + ", step " +
                           std::to_string(now.evaluations) + ", energy " + shortest(static_cast<float>(now.energy)));
    };
    const auto registered = [&](const RegistrationEngine& by, bool mayChange) {
        try {
            return registerOn(by, mayChange, fixed, moved, settings, show, interrupt.token());
        } catch (const InputError& error) {
            throw InputError(fileMeantBy(error.subject(), options), error.reason(), error.remedy());
        }
    };
    const Registration answer = registered(*engine, options.engine == "auto");
    std::optional<EngineDifference> difference;
    if (rival && answer.isDone)
        if (const Registration other = registered(*rival, false); other.isDone) difference = differenceOf(answer, other);
    progress.clearLine();
    if (!answer.isDone || (rival && !difference)) return interrupted;
    Json facts = reportOf(options, settings, answer, pair.said);
    if (difference)
        facts["against"] = {{"engine", difference->engine},
                            {"u_difference_mean_px", difference->mean},
                            {"u_difference_max_px", difference->most}};
    output.write(progress, [&] {
        writeNiftiVectors(field, fixed.size(), fixed.spacing(), {answer.u.along[0], answer.u.along[1], answer.u.along[2]},
                          flowConvention, {}, pair.placement);
        const Volume warped = warpedFixed(fixed, answer, settings);
        writeLike(pair, drawn, warped, "fixed(x - u(x)), to be compared with moved");
        if (!pair.picture) writeNiftiMask(niftiMaskOf(drawn), warped, pair.placement);
        if (savesJ) writeLike(pair, jacobian, Volume(fixed.size(), fixed.spacing(), answer.jacobian), "J = det(I - Du)");
        if (savesVtk) writeFlowVti(pair, vti, answer, warped);
        if (difference)
            writeLike(pair, off, Volume(fixed.size(), fixed.spacing(), difference->everywhere), "|u - u of the other engine|");
        writeWhole(report, facts.dump(2) + "\n");
    });
    progress.summarise(summaryOf(options, answer, pair.unit()));
    if (difference)
        progress.summarise(answer.engine + " and " + difference->engine + " differ by " +
                           shortest(static_cast<float>(difference->mean)) + ' ' + pair.unit() + " on average, " +
                           shortest(static_cast<float>(difference->most)) + " at most\n");
    for (const Said& said : pair.said)
        progress.say(said.text);
    sayDoubts(progress, answer);
    return allMeasured;
}

}  // namespace

void addRegister(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub =
        app.add_subcommand("register", "Find the flow that carries one volume or picture into another (unbiased, non-linear)");
    auto options = std::make_shared<RegisterOptions>();
    RegistrationSettings& settings = options->settings;
    sub->add_option(
           "FIXED", options->fixed,
           "The volume that is moved: a file of any format of volumes, a TIFF of several pages, a folder of slices, or raw "
           "with --raw; or a picture")
        ->type_name("FILE")
        ->required();
    sub->add_option("MOVED", options->moved, "The volume or picture that it became, of the same size")
        ->type_name("FILE")
        ->required();
    addOutput(*sub, options->output,
              "Folder for u.nii (the displacement), warped.nii and its mask warped_mask.nii (of pictures warped.tif) and "
              "report.json")
        ->required();
    addFieldOptions<FlowSettings>(*sub, FlowSettings::fields(), settings);
    sub->add_option(
           "--save", options->save,
           "Also write j, the map of J = det(I - Du): j.nii, of pictures j.tif; vtk: u, J and warped for ParaView, flow.vti")
        ->type_name("j,vtk")
        ->delimiter(',')
        ->check(CLI::IsMember({"j", "vtk"}));
    addTimes(*sub, options->times);
    addSliceAndPosition(*sub, options->part);
    addVolumePart(*sub, options->part);
    sub->add_flag("--as-stored", options->asStored,
                  "Compare voxels as they are stored, also where the headers say that MOVED is mirrored or turned");
    sub->add_option("--engine", options->engine, "auto (a GPU where there is one), cpu-simd or gpu-direct")
        ->type_name("NAME")
        ->capture_default_str();
    sub->add_option("--against", options->against,
                    "Register by this engine, too: u_difference.nii is how far the two displacements differ")
        ->type_name("NAME");
    sub->add_option("--threads", settings.threads, "Threads at most [all]")->type_name("N")->check(wholeOrZero());
    sub->add_flag("--force", options->force, "Replace what is in OUT");
    sub->add_flag("--quiet", options->quiet, "No summary and no progress");
    sub->footer("u is in voxels, MOVED(x) = FIXED(x - u(x)). Example: coarsen-cli register t1.nii t2.nii -o flow --evolving yes");
    sub->callback(
        [&engines, &chosen, options] { chosen = [&engines, options] { return registerTwo(engines.registration, *options); }; });
}

}  // namespace coarsen::cli
