// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/strain.hpp"

#include "app/cli/commands.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"
#include "core/export/vtk_files.hpp"
#include "core/register/known_flow.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/write_nifti.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

struct StrainOptions {
    std::vector<std::string> flows, save;
    std::string output;
    int threads = 0;
    bool force = false, quiet = false;
};

constexpr const char* vtkName = "vtk";

std::string allNames() {
    std::string names;
    for (const StrainQuantity& quantity : strainQuantities())
        names += (names.empty() ? "" : ", ") + quantity.name;
    return names;
}

/// Names of the quantities whose maps are written.
std::set<std::string> mapsOf(const StrainOptions& options) {
    std::set<std::string> names;
    for (const std::string& name : options.save) {
        const bool isKnown = std::ranges::find(strainQuantities(), name, &StrainQuantity::name) != strainQuantities().end();
        if (name != "all" && name != vtkName && !isKnown)
            throw SettingError("--save", "'" + name + "' is no quantity", "give all, vtk, or " + allNames());
        for (const StrainQuantity& quantity : strainQuantities())
            if (name == "all" || name == quantity.name) names.insert(quantity.name);
    }
    return names;
}

std::string tableHeader() {
    std::string text = "file,quantity,unit,voxels,mean,sd";
    for (const double part : StrainStatistics::parts)
        text += part == 0 ? ",least" : part == 1 ? ",greatest" : ",p" + std::string(part < 0.1 ? "0" : "") + shortest(100 * part);
    return text + "\n";
}

/// As many digits as a map has.
std::string mapNumber(double value) {
    return shortest(static_cast<float>(value));
}

std::string tableRow(const std::string& file, const StrainQuantity& quantity, std::size_t voxels,
                     const StrainStatistics& statistics) {
    std::string text = csvField(file) + "," + quantity.name + "," + quantity.unit + "," + std::to_string(voxels) + "," +
                       mapNumber(statistics.mean) + "," + mapNumber(statistics.sd);
    for (const double value : statistics.quantiles)
        text += "," + mapNumber(value);
    return text + "\n";
}

/// The map as a volume: masked where it is not known.
Volume volumeOfMap(const KnownFlow& flow, StrainMap map) {
    std::vector<std::uint8_t> valid;
    if (map.known < map.values.size()) {
        valid.reserve(map.values.size());
        for (const float value : map.values)
            valid.push_back(!std::isnan(value));
    }
    return Volume(flow.u.size, flow.header.spacing, std::move(map.values), std::move(valid));
}

int measureStrain(const StrainOptions& options) {
    const Interrupt interrupt;
    const std::set<std::string> maps = mapsOf(options);
    const fs::path folder = options.output, table = folder / "strain.csv";
    const auto mapFile = [&](const std::string& flow, const std::string& quantity) {
        return folder / (stemOf(flow).string() + "_" + quantity + ".nii");
    };
    const bool savesVtk = std::ranges::find(options.save, vtkName) != options.save.end();
    const auto vtiFile = [&](const std::string& flow) { return folder / (stemOf(flow).string() + "_strain.vti"); };
    Paths targets{table};
    UsersFiles users;
    std::set<fs::path> stems;
    for (const std::string& flow : options.flows) {
        users.others.emplace_back(flow);
        if (!options.save.empty() && !stems.insert(stemOf(flow)).second)
            throw SettingError("strain", "maps of two of the files would be written under one name",
                               "take the maps in two calls, into folders of their own");
        if (savesVtk) targets.push_back(vtiFile(flow));
        for (const std::string& quantity : maps)
            targets.insert(targets.end(), {mapFile(flow, quantity), niftiMaskOf(mapFile(flow, quantity))});
    }
    Output output(options.output, targets, users, options.force);
    ProgressReport progress(progressFormNamed("auto"), options.quiet);
    const Threads threads(options.threads, interrupt.token());
    std::string rows = tableHeader(), summary;
    for (const std::string& file : options.flows) {
        const KnownFlow flow = readFlow(file, interrupt.token());
        const std::string name = displayName(file);
        const std::optional<Placement> placement = niftiPlacement(flow.header, flow.header.spacing);
        std::vector<std::vector<float>> all;
        for (const StrainQuantity& quantity : strainQuantities()) {
            if (interrupt.happened()) return interrupted;
            progress.showDoing(quantity.name + " of " + name);
            StrainMap map = strainMap(flow, quantity, threads);
            if (map.known == 0)
                throw InputError(name, "u has no voxel whose neighbours are known and where J > 0", "give another");
            const StrainStatistics found = statisticsOf(map);
            rows += tableRow(name, quantity, map.known, found);
            if (quantity.name == "volume" || quantity.name == "rotation")
                summary += (quantity.name == "volume" ? name + ": volume " : ", rotation ") + fixed(found.mean, 4) +
                           (quantity.name == "volume" ? "" : "°") + " in the mean, " + fixed(found.quantiles[1], 4) + " to " +
                           fixed(found.quantiles[5], 4) + " in nine of ten voxels" + (quantity.name == "volume" ? "" : "\n");
            if (savesVtk) all.push_back(map.values);
            if (!maps.contains(quantity.name)) continue;
            const fs::path target = mapFile(file, quantity.name);
            const Volume volume = volumeOfMap(flow, std::move(map));
            output.write(progress, [&] {
                writeNifti(target, volume, quantity.name, {}, placement);
                writeNiftiMask(niftiMaskOf(target), volume, placement);
            });
        }
        if (!savesVtk) continue;
        std::vector<VtkArray> arrays;
        for (std::size_t i = 0; i < all.size(); ++i)
            arrays.push_back({strainQuantities()[i].name, {all[i]}});
        output.write(progress, [&] {
            writeVti(vtiFile(file), {flow.u.size, flow.header.spacing, placement}, arrays,
                     "strain along the axes in which voxels are stored, rotation in degrees");
        });
    }
    progress.clearLine();
    output.write(progress, [&] { writeWhole(table, rows); });
    progress.summarise(summary);
    return allMeasured;
}

}  // namespace

void addStrain(CLI::App& app, Command& chosen) {
    CLI::App* sub = app.add_subcommand("strain", "Measure strain, volume change and rotation of a displacement");
    auto options = std::make_shared<StrainOptions>();
    sub->add_option("U", options->flows, "Displacements: u.nii as register writes it, or those of a series")
        ->type_name("FILE")
        ->required();
    addOutput(*sub, options->output, "Folder for strain.csv, a row for each quantity of each file, and the maps of --save")
        ->required();
    sub->add_option(
           "--save", options->save,
           "Also write maps, NAME_QUANTITY.nii: all, or of " + allNames() + "; vtk: all of them for ParaView, NAME_strain.vti")
        ->type_name("QUANTITY")
        ->delimiter(',');
    sub->add_option("--threads", options->threads, "Threads at most [all]")->type_name("N")->check(wholeOrZero());
    sub->add_flag("--force", options->force, "Replace what is in OUT");
    sub->add_flag("--quiet", options->quiet, "No summary and no progress");
    sub->footer(
        "With X = x - u(x) and F = dx/dX: e_xx to e_yz are E = (F'F - 1) / 2 along the axes in which voxels are stored, e_1 to\n"
        "e_3 its principal values, j = 1 / det F as register has it, volume = det F, rotation the angle of R in F = R U.\n"
        "Example: coarsen-cli strain flow/u.nii -o strain --save volume,rotation");
    sub->callback([&chosen, options] { chosen = [options] { return measureStrain(*options); }; });
}

}  // namespace coarsen::cli
