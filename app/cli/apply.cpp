// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/entrance.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/numbers.hpp"
#include "core/base/version.hpp"
#include "core/export/ply_mesh.hpp"
#include "core/export/point_table.hpp"
#include "core/export/surface_files.hpp"
#include "core/register/apply_flow.hpp"
#include "core/register/flow_inverter.hpp"
#include "core/register/inverse_flow.hpp"
#include "core/register/registration.hpp"
#include "core/series/volume_series.hpp"
#include "core/settings/fields.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/write_nifti.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Place = std::array<double, 3>;

struct ApplyOptions {
    std::string flow, output;
    std::vector<std::string> inputs, labels, save;
    AnalyzeOptions part;     // of volumes
    std::vector<int> times;  // likewise
    ApplySettings settings;
    InversionSettings inversion;
    int threads = 0;
    bool asStored = false, force = false, quiet = false;

    bool savesInverse() const { return !save.empty(); }
    bool goesBack() const { return settings.to == CarriedTo::fixed; }
};

enum class Kind { volume, labels, points, surface };

std::string wordFor(Kind kind) {
    switch (kind) {
        case Kind::labels:
            return "labels";
        case Kind::points:
            return "points";
        case Kind::surface:
            return "surface";
        default:
            return "volume";
    }
}

/// A file that is carried, and the file that it becomes.
struct Carried {
    std::string file;
    Kind kind;
    fs::path target;
};

/// The kind of a file by its name.
Kind kindOf(const fs::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return ending == ".csv" ? Kind::points : ending == ".ply" ? Kind::surface : Kind::volume;
}

std::vector<Carried> carriedBy(const ApplyOptions& options) {
    std::vector<Carried> all;
    std::set<fs::path> targets;
    const auto add = [&](const std::string& file, Kind kind) {
        fs::path name = fs::path(file).lexically_normal();
        if (!name.has_filename()) name = name.parent_path();  // a folder, with / behind it
        const char* const ending = kind == Kind::points ? ".csv" : kind == Kind::surface ? ".ply" : ".nii";
        const fs::path target = fs::path(options.output) / (stemOf(name).string() + ending);
        if (!targets.insert(target).second)
            throw SettingError("apply", "two of the files would be written as " + displayName(target),
                               "carry them in two calls, into folders of their own");
        all.push_back({file, kind, target});
    };
    for (const std::string& file : options.inputs)
        add(file, kindOf(file));
    for (const std::string& file : options.labels)
        add(file, Kind::labels);
    if (all.empty() && !options.savesInverse())
        throw SettingError("apply", "nothing is named that u is put on",
                           "name volumes, points or surfaces, or ask for --save inverse");
    return all;
}

std::string voxelsText(const VolumeSize& size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height) + " x " + std::to_string(size.depth) + " voxels";
}

/// The sentences but the last one, which says what a command does that goes on all the same.
std::string withoutLastSentence(const std::string& text) {
    const std::size_t end = text.rfind(". ");
    return end == std::string::npos ? text : text.substr(0, end);
}

/// Labels are whole numbers that float32, which is written, can say.
void requireLabels(const std::string& name, const Volume& volume) {
    constexpr float mostLabel = 1 << 24;
    for (std::size_t i = 0; i < volume.values().size(); ++i) {
        const float value = volume.values()[i];
        if (!volume.isAllValid() && volume.valid()[i] == 0) continue;
        if (value != std::round(value) || std::abs(value) > mostLabel)
            throw InputError(name, "a voxel has " + shortest(value) + ", which is no label",
                             "give whole numbers of at most 16777216, or name it without --labels");
    }
}

/// Puts a displacement on one file after the other.
class Applier {
public:
    Applier(const ApplyOptions& options, KnownFlow flow, const Threads& threads, ProgressReport& report)
        : options_(options), name_(displayName(options.flow)), flow_(std::move(flow)), threads_(threads), report_(report) {}

    /// Facts for the report; what is written is kept until `write`.
    Json carry(const Carried& file) {
        Json facts{{"file", displayName(file.file)}, {"as", wordFor(file.kind)}, {"written", displayName(file.target)}};
        if (file.kind == Kind::points)
            carryPoints(file, facts);
        else if (file.kind == Kind::surface)
            carrySurface(file, facts);
        else
            carryVolume(file, facts);
        return facts;
    }

    /// The inverse of u with what is to be said of it; found once.
    const InverseFlow& inverse() {
        if (!inverse_) inverse_.emplace(inverseOf(between(), options_.inversion, threads_));
        return *inverse_;
    }
    bool hasInverse() const { return inverse_.has_value(); }

private:
    const FlowBetweenVoxels& between() {
        if (!between_) between_.emplace(flow_, options_.settings.sampling, threads_);
        return *between_;
    }

    /// Sides of a voxel in the unit of points and surfaces.
    Place sides() const {
        const Spacing& spacing = flow_.header.spacing;
        const double per = unitOf(spacing).perPx / spacing.perPx();
        return {spacing.x * per, spacing.y * per, spacing.z * per};
    }
    std::string unit() const { return unitOf(flow_.header.spacing).name; }

    Volume laid(const std::string& file) {
        const OpenedFrame frame = openFrame(file, options_.part, timeOf(options_.times, false), Takes::volumes, "apply", report_);
        const std::string name = displayName(file);
        const Volume volume = frame.volume();
        VolumeHeader header = frame.series.volumes->first;
        header.spacing = volume.spacing();
        LaidVolume laid = options_.asStored ? LaidVolume{volume, whatDiffers(name_, flow_.header, name, header)}
                                            : laidAs(name_, flow_.header, name, header, volume);
        if (!(laid.volume.size() == flow_.u.size))
            throw InputError(name, "it has " + voxelsText(laid.volume.size()) + ", " + name_ + " has " + voxelsText(flow_.u.size),
                             "give a volume with the voxels of the two that u was found between");
        for (const Said& said : laid.said) {
            if (said.code != "orient.mended" && !options_.asStored)
                throw InputError(name, withoutLastSentence(said.text), "--as-stored takes both as they are stored");
            report_.clearLine();
            report_.say(said.text);
        }
        return laid.volume;
    }

    void carryVolume(const Carried& file, Json& facts) {
        const bool areLabels = file.kind == Kind::labels;
        const Volume volume = laid(file.file);
        if (areLabels) requireLabels(displayName(file.file), volume);
        const DrawnBy by = areLabels                                        ? DrawnBy::nearest
                           : options_.settings.sampling == Sampling::linear ? DrawnBy::linear
                                                                            : DrawnBy::cubic;
        const Spacing spacing = flow_.header.spacing.isInUm ? flow_.header.spacing : volume.spacing();
        const KnownFlow& flow = options_.goesBack() ? inverse().flow : flow_;
        if (threads_.stop.stop_requested()) return;
        const Volume drawn = drawnAlong(volume, flow, by, threads_).withSpacing(spacing);
        if (threads_.stop.stop_requested()) return;
        const std::optional<Placement> placement = niftiPlacement(flow_.header, spacing);
        writeNifti(file.target, drawn, areLabels ? "labels, the nearest voxel's" : "values drawn along by u", {}, placement);
        writeNiftiMask(niftiMaskOf(file.target), drawn, placement);
        facts["voxels"] = drawn.size().voxels();
        facts["masked"] = std::ranges::count(drawn.valid(), 0);
    }

    /// Where places were carried to, in the unit of `places`; nothing where they have none.
    std::vector<std::optional<Place>> carried(const std::string& name, const std::vector<Place>& places) {
        const Place voxel = sides();
        std::vector<VoxelPlace> inVoxels;
        inVoxels.reserve(places.size());
        for (const Place& place : places)
            inVoxels.push_back({place[0] / voxel[0], place[1] / voxel[1], place[2] / voxel[2]});
        requireWithin(name, inVoxels);
        std::vector<std::optional<Place>> answers;
        answers.reserve(places.size());
        for (const std::optional<VoxelPlace>& at : carriedVoxels(inVoxels))
            answers.push_back(at ? std::optional<Place>({(*at)[0] * voxel[0], (*at)[1] * voxel[1], (*at)[2] * voxel[2]})
                                 : std::nullopt);
        return answers;
    }

    std::vector<std::optional<VoxelPlace>> carriedVoxels(const std::vector<VoxelPlace>& places) {
        std::vector<std::optional<VoxelPlace>> answers;
        answers.reserve(places.size());
        if (options_.goesBack()) {
            for (const VoxelPlace& x : places) {
                const std::optional<VoxelPlace> u = between().at(x);
                answers.push_back(u ? std::optional<VoxelPlace>({x[0] - (*u)[0], x[1] - (*u)[1], x[2] - (*u)[2]}) : std::nullopt);
            }
            return answers;
        }
        if (!inverter_) inverter_.emplace(between(), options_.inversion, threads_);
        for (const FlowInverter::Found& found : (*inverter_)(places))
            answers.push_back(found.isFound ? std::optional(found.place) : std::nullopt);
        return answers;
    }

    void requireWithin(const std::string& name, const std::vector<VoxelPlace>& places) const {
        const VolumeSize& size = flow_.u.size;
        const Place last{size.width - 1.0, size.height - 1.0, size.depth - 1.0}, voxel = sides();
        const bool isAnyWithin = std::ranges::any_of(places, [&](const VoxelPlace& place) {
            return std::ranges::all_of(std::array{0, 1, 2}, [&](int axis) {
                const auto i = static_cast<std::size_t>(axis);
                return place[i] >= 0 && place[i] <= last[i];
            });
        });
        if (isAnyWithin || places.empty()) return;
        const auto length = [&](std::size_t axis) { return significant(last[axis] * voxel[axis], 6); };
        throw InputError(name,
                         "none of its " + std::to_string(places.size()) + " positions lies within the volume of " + name_ + ", " +
                             length(0) + " x " + length(1) + " x " + length(2) + ' ' + unit(),
                         "give positions in " + unit() + " from the middle of the volume's first voxel on");
    }

    /// Says how many have no place.
    void tellLost(const std::string& name, std::size_t lost, const std::string& what, Json& facts) {
        facts["without"] = lost;
        if (lost == 0) return;
        report_.clearLine();
        report_.say(std::to_string(lost) + " of the " + what + " of " + name +
                    " come from or go outside the volume, or lie where u is not known or has no inverse");
    }

    void carryPoints(const Carried& file, Json& facts) {
        const std::string name = displayName(file.file);
        PointTable table = readPoints(file.file);
        std::vector<Place> places;
        for (const auto& place : table.places)
            if (place) places.push_back(*place);
        const std::vector<std::optional<Place>> answers = carried(name, places);
        std::size_t next = 0, lost = 0;
        for (auto& place : table.places) {
            if (!place) continue;
            place = answers[next++];
            lost += !place;
        }
        facts["unit"] = unit();
        facts["points"] = places.size();
        tellLost(name, lost, "points", facts);
        writeWhole(file.target, pointsCsv(table));
    }

    void carrySurface(const Carried& file, Json& facts) {
        const std::string name = displayName(file.file);
        PlyMesh mesh = readPly(file.file);
        requireUnit(name, mesh);
        std::vector<Place> places;
        for (std::size_t v = 0; v < mesh.vertices(); ++v)
            places.push_back(mesh.place(v));
        const std::vector<std::optional<Place>> answers = carried(name, places);
        std::vector<std::uint8_t> isKept(places.size());
        for (std::size_t v = 0; v < places.size(); ++v) {
            isKept[v] = answers[v].has_value();
            if (answers[v]) mesh.setPlace(v, *answers[v]);
        }
        mesh.keep(isKept);
        if (mesh.vertices() == 0)
            throw InputError(name, "none of its vertices stays within the volume of " + name_, "give a surface of that volume");
        mesh.comments.push_back("carried by " + name_ + "; all but x, y and z is as it was before");
        facts["unit"] = unit();
        facts["vertices"] = places.size();
        tellLost(name, places.size() - mesh.vertices(), "vertices", facts);
        writePly(file.target, mesh);
    }

    /// A surface of ours says its unit, others say none.
    void requireUnit(const std::string& name, const PlyMesh& mesh) {
        for (const std::string& comment : mesh.comments) {
            constexpr std::string_view start = "lengths in ";
            if (!comment.starts_with(start)) continue;
            const std::string stated = comment.substr(start.size(), comment.find_first_of(",;", start.size()) - start.size());
            if (stated == unit()) return;
            throw InputError(name, "its lengths are in " + stated + ", those of " + name_ + " in " + unit(),
                             "find u between volumes whose size of a voxel is stated as that of the surface's");
        }
        report_.clearLine();
        report_.say(name + " does not say the unit of its positions: " + unit() +
                    " are taken, from the middle of the first voxel on");
    }

    const ApplyOptions& options_;
    std::string name_;
    KnownFlow flow_;
    Threads threads_;
    ProgressReport& report_;
    std::optional<FlowBetweenVoxels> between_;
    std::optional<FlowInverter> inverter_;
    std::optional<InverseFlow> inverse_;
};

Json inverseFacts(const InverseFlow& inverse) {
    const auto orNull = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    return {{"residual_mean_px", orNull(inverse.residualMean)},
            {"residual_max_px", orNull(inverse.residualMost)},
            {"iterations", inverse.iterations},
            {"voxels", inverse.flow.u.size.voxels()},
            {"without", inverse.without}};
}

std::string inverseSummary(const InverseFlow& inverse) {
    return "Inverse of u: off by " + significant(inverse.residualMean, 2) + " voxel in the mean and " +
           significant(inverse.residualMost, 2) + " at most after " + std::to_string(inverse.iterations) + " steps; none at " +
           std::to_string(inverse.without) + " of " + std::to_string(inverse.flow.u.size.voxels()) + " voxels\n";
}

/// Asks for the memory that carrying takes beside what is read; u is there already.
void requireMemory(const std::string& name, const VolumeSize& size) {
    constexpr std::size_t aVoxel = 70;  // u, its spline, J, the inverse, a volume, its spline and what becomes of it
    const std::size_t needed = aVoxel * size.voxels();
    if (needed > memoryBudget())
        throw InputError(name,
                         "putting it on other things takes about " + bytesText(needed) + " of memory, and " +
                             bytesText(memoryBudget()) + " may be used",
                         "crop the volumes before u is found, or allow more (--memory)");
}

int applyFlow(const ApplyOptions& options) {
    const Interrupt interrupt;
    const std::vector<Carried> files = carriedBy(options);
    const fs::path report = fs::path(options.output) / "report.json", inverse = fs::path(options.output) / "u_inverse.nii";
    Paths targets{report};
    if (options.savesInverse()) targets.insert(targets.end(), {inverse, niftiMaskOf(inverse)});
    UsersFiles users;
    users.others = {options.flow};
    for (const Carried& file : files) {
        targets.push_back(file.target);
        if (file.kind == Kind::volume || file.kind == Kind::labels) targets.push_back(niftiMaskOf(file.target));
        users.others.emplace_back(file.file);
    }
    Output output(options.output, targets, users, options.force);
    ProgressReport progress(progressFormNamed("auto"), options.quiet);
    if (!options.part.memory.empty()) memoryOf(options.part);
    KnownFlow flow = readFlow(options.flow, interrupt.token());
    requireMemory(displayName(options.flow), flow.u.size);
    if (interrupt.happened()) return interrupted;
    Applier applier(options, std::move(flow), {options.threads, interrupt.token()}, progress);
    const auto word = [&](const char* field) {
        return textOf(readField(ApplySettings::fields(), "apply", field, options.settings));
    };
    Json facts{{"software", std::string("Coarsen ") + version},
               {"flow", displayName(options.flow)},
               {"convention", flowConvention},
               {"to", word("to")},
               {"sampling", word("sampling")},
               {"tolerance_px", options.inversion.tolerance},
               {"iterations", options.inversion.iterations},
               {"inverse", Json()},
               {"files", Json::array()}};
    std::string summary;
    for (const Carried& file : files) {
        progress.showDoing("carrying " + displayName(file.file));
        output.write(progress, [&] { facts["files"].push_back(applier.carry(file)); });
        if (interrupt.happened()) return interrupted;
        summary += displayName(file.file) + " as " + wordFor(file.kind) + ": " + file.target.string() + '\n';
    }
    if (options.savesInverse()) {
        progress.showDoing("finding the inverse");
        const InverseFlow& found = applier.inverse();
        if (interrupt.happened()) return interrupted;
        output.write(progress, [&] { writeFlow(inverse, found.flow, inverseConvention); });
    }
    if (applier.hasInverse()) {
        facts["inverse"] = inverseFacts(applier.inverse());
        summary += inverseSummary(applier.inverse());
    }
    progress.clearLine();
    output.write(progress, [&] { writeWhole(report, facts.dump(2) + "\n"); });
    progress.summarise(summary);
    return allMeasured;
}

}  // namespace

void addApply(CLI::App& app, Command& chosen) {
    CLI::App* sub = app.add_subcommand("apply", "Put a displacement on other volumes, labels, points and surfaces");
    auto options = std::make_shared<ApplyOptions>();
    sub->add_option("U", options->flow, "The displacement: u.nii as register writes it")->type_name("FILE")->required();
    sub->add_option("INPUT", options->inputs,
                    "What lies as FIXED of register (with --to fixed as MOVED): volumes, points (.csv with columns x, y, z) and "
                    "surfaces (.ply)")
        ->type_name("FILE");
    sub->add_option("--labels", options->labels, "Volume of labels, which are whole numbers: the nearest voxel's, never mixed")
        ->type_name("FILE");
    addOutput(*sub, options->output, "Folder for what is carried, each file under its name, .nii, .csv or .ply; and report.json")
        ->required();
    sub->add_option("--save", options->save, "Also write inverse, the inverse of u: u_inverse.nii")
        ->type_name("inverse")
        ->delimiter(',')
        ->check(CLI::IsMember({"inverse"}));
    addFieldOptions(*sub, ApplySettings::fields(), options->settings);
    addFieldOptions(*sub, InversionSettings::fields(), options->inversion);
    addTimes(*sub, options->times);
    addVolumePart(*sub, options->part);
    sub->add_flag("--as-stored", options->asStored,
                  "Take voxels as they are stored, also where headers state other sizes, places or directions");
    sub->add_option("--threads", options->threads, "Threads at most [all]")->type_name("N")->check(wholeOrZero());
    sub->add_flag("--force", options->force, "Replace what is in OUT");
    sub->add_flag("--quiet", options->quiet, "No summary and no progress");
    sub->footer(
        "u is in voxels, MOVED(x) = FIXED(x - u(x)): volumes are drawn from x - u(x), and a point at X goes to the x with\n"
        "x - u(x) = X; --to fixed goes the other way. Positions are in µm where the size of a voxel is known, else in px,\n"
        "from the middle of the first voxel on.\n"
        "Example: coarsen-cli apply flow/u.nii second.nii points.csv surface.ply --labels grains.nii -o carried");
    sub->callback([&chosen, options] { chosen = [options] { return applyFlow(*options); }; });
}

}  // namespace coarsen::cli
