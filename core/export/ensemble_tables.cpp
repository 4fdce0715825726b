// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ensemble_tables.hpp"

#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace coarsen {

namespace {

std::string loweredName(std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

}  // namespace

std::vector<EnsembleGroup> ensembleGroups(const Session& session, std::stop_token stop) {
    std::vector<EnsembleGroup> groups;
    if (!session.ensemble) return groups;
    const std::set<int> upToDate = session.framesUpToDate();
    for (const FrameGroup& group : session.ensemble->groups) {
        std::vector<SharedResult> rows;
        for (const int frame : group.frames)
            if (upToDate.contains(frame) && !session.excluded.contains(frame)) rows.push_back(session.results.at(frame));
        Ensemble ensemble = ensembleOf(rows, session.recipe.measure, stop);
        if (stop.stop_requested()) break;
        groups.push_back({group.name, group.x, std::move(ensemble)});
    }
    return groups;
}

std::string ensembleCsv(const std::vector<EnsembleGroup>& groups) {
    std::string text =
        "group,x,images,length,value_px,err_px,low68,high68,sd_between,err_within,value_mean_of_maps_px,images_with\n";
    for (const EnsembleGroup& group : groups)
        for (const EnsembleLength& length : group.ensemble.lengths) {
            if (length.images == 0 && std::isnan(length.valuePx)) continue;
            text +=
                csvField(group.name) + ',' + shortest(group.x) + ',' + std::to_string(group.ensemble.images) + ',' + length.key;
            for (const double value : {length.valuePx, length.errorPx, length.low68Px, length.high68Px, length.betweenPx,
                                       length.withinPx, length.meanOfMapsPx})
                text += ',' + shortest(value);
            text += ',' + std::to_string(length.images) + '\n';
        }
    return text;
}

std::string ensembleC1dCsv(const EnsembleGroup& group, const Calibration& calibration) {
    const RadialProfile& profile = group.ensemble.profile;
    std::string text = "r_px,r_um,c,c_err,n\n";
    for (std::size_t i = 0; i < profile.size(); ++i) {
        const double micrometres = calibration.isKnown() ? profile.r[i] * calibration.umPerPx() : EnsembleLength::nan;
        text += shortest(profile.r[i]);
        for (const double value : {micrometres, profile.value[i], profile.error[i], profile.pairs[i]})
            text += ',' + shortest(value);
        text += '\n';
    }
    return text;
}

std::vector<std::string> groupFileNames(const std::vector<std::string>& groups) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const std::string& group : groups) {
        std::string plain = group;
        for (char& c : plain)
            if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.') c = '_';
        std::string name = plain;
        for (int more = 2; !taken.insert(loweredName(name)).second; ++more)
            name = plain + '_' + std::to_string(more);
        names.push_back(std::move(name));
    }
    return names;
}

}  // namespace coarsen
