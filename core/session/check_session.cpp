// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/check_session.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr double mostPx = 1e9;  // beyond any picture

[[noreturn]] void refuse(const std::string& reason) {
    throw InputError("", reason, "use an earlier copy of the file");
}

/// "8, but there are 3 frames"
std::string beyond(int frame, std::size_t frames) {
    return std::to_string(frame) + ", but there " + (frames == 1 ? "is 1 frame" : "are " + std::to_string(frames) + " frames");
}

bool isAmong(int frame, std::size_t frames) {
    return frame >= 0 && static_cast<std::size_t>(frame) < frames;
}

void requireFrame(int frame, std::size_t frames, const char* list) {
    if (!isAmong(frame, frames)) refuse("'" + std::string(list) + "' names frame " + beyond(frame, frames));
}

void requireSize(const Calibration& calibration, const char* entry) {
    const bool isUnknown = calibration.pixelWidthUm == 0 && calibration.pixelHeightUm == 0 && calibration.pixelDepthUm == 0;
    const bool isDepthKnown = calibration.pixelDepthUm == 0 || calibration.isOfVolumes();
    if (!isUnknown && !(calibration.isKnown() && isDepthKnown))
        refuse("'" + std::string(entry) + "' has pixels of " + shortest(calibration.pixelWidthUm) + " x " +
               shortest(calibration.pixelHeightUm) + " um, which no pixel has");
}

bool isOfVolumes(const VolumeFrames& volumes) {
    const Spacing& spacing = volumes.first.spacing;
    return volumes.choice.channel >= 0 && volumes.first.size.depth >= 0 && areSides({spacing.x, spacing.y, spacing.z});
}

/// Why the fit cannot be drawn or written; empty when it can.
std::string damageOf(const GrowthFit& fit, std::size_t frames) {
    const auto law = std::ranges::find(growthModels(), fit.model, &GrowthModel::key);
    if (law == growthModels().end()) return "this program does not know the law";
    const auto areAmong = [&](int frame) { return isAmong(frame, frames); };
    if (!std::ranges::all_of(fit.frames, areAmong) || !std::ranges::all_of(fit.withoutWeight, areAmong) ||
        (fit.misfit.frame != Misfit{}.frame && !areAmong(fit.misfit.frame)))
        return "it names frames that are not there";
    if (!fit.isFitted()) return {};
    const bool hasItsParameters =
        std::ranges::equal(fit.parameters, law->parameters, {}, &FitParameter::name, &ModelParameter::name);
    if (!hasItsParameters) return "its parameters are not those of the law";
    return fit.covariance.size() == fit.parameters.size() * fit.parameters.size() ? "" : "its covariance has another size";
}

}  // namespace

void requireConsistent(const FrameResult& row, std::size_t frames) {
    requireFrame(row.frame, frames, "results");
    const auto refuseRow = [&](const std::string& reason) {
        refuse("the result of frame " + std::to_string(row.frame) + " " + reason);
    };
    if (row.page < 0) refuseRow("has page " + std::to_string(row.page));
    if (row.image.widthPx < 0 || row.image.heightPx < 0 || row.image.depthPx < 0)
        refuseRow("has a size of " + std::to_string(row.image.widthPx) + " x " + std::to_string(row.image.heightPx) + " px");
    const std::size_t radii = row.profile.value.size();
    if (row.profile.pairs.size() != radii || (row.profile.error.size() != radii && !row.profile.error.empty()))
        refuseRow("has a C1D whose values, errors and pairs are not equally many");
    for (const StoredSector& sector : row.sectors)
        if (sector.pairs.size() != sector.value.size()) refuseRow("has a sector whose values and pairs are not equally many");
    for (const StoredTerm& term : row.terms)
        if (term.value.empty() || term.pairs.size() != term.value.size() ||
            (term.error.size() != term.value.size() && !term.error.empty()))
            refuseRow("has a term whose values, errors and pairs are not equally many");
}

void requireConsistent(const Session& session) {
    const std::size_t frames = session.series.frames.size();
    if (frames == 0) refuse("'series.inputs' names no image");
    for (std::size_t i = 0; i < frames; ++i) {
        const FrameSource& source = session.series.frames[i];
        const std::string entry = "'series.inputs[" + std::to_string(i) + "]'";
        if (source.file.empty()) refuse(entry + " names no file");
        if (source.page < 0) refuse(entry + " has page " + std::to_string(source.page));
        for (const int page : source.channelPages)
            if (page < 0) refuse(entry + " has page " + std::to_string(page));
        if (!source.channelFiles.empty() && source.channelFiles.size() != source.channelPages.size())
            refuse(entry + " has " + std::to_string(source.channelPages.size()) + " channels in " +
                   std::to_string(source.channelFiles.size()) + " files");
        if (!source.sliceFiles.empty() && !session.series.volumes) refuse(entry + " has slices, and the frames are pictures");
        if (source.ownSize) requireSize(*source.ownSize, "series.inputs.calibration");
    }
    const ImageHeader& first = session.series.first;
    if (std::min({first.width, first.height, first.channels, first.bitsPerSample, first.pages, first.scene}) < 0)
        refuse("'series.first' has a number below 0");
    if (first.facts.bitsInUse && (*first.facts.bitsInUse < 1 || *first.facts.bitsInUse > first.bitsPerSample))
        refuse("'series.first.bits_in_use' is none of its " + std::to_string(first.bitsPerSample) + " bits");
    if (const auto& volumes = session.series.volumes; volumes && !isOfVolumes(*volumes))
        refuse("'series.volumes' has sizes or a channel that no volume has");
    requireSize(session.series.calibration, "series.calibration");
    requireSize(session.calibration, "calibration");
    if (!(session.times.intervalS > 0) || !std::isfinite(session.times.intervalS))
        refuse("'times.interval_s' is not more than 0 seconds");
    for (const int frame : session.excluded)
        requireFrame(frame, frames, "excluded");
    for (const auto& [frame, px] : session.manualRMaxPx) {
        requireFrame(frame, frames, "markers_px");
        if (!(std::abs(px) <= mostPx)) refuse("'markers_px' has no place in C1D for frame " + std::to_string(frame));
    }
    if (session.ensemble)
        for (const FrameGroup& group : session.ensemble->groups)
            for (const int frame : group.frames)
                requireFrame(frame, frames, "ensemble.groups");
    for (const auto& [frame, row] : session.results)
        requireConsistent(*row, frames);
    const ResultKeys chosen(commonKey("", session.calibration), session.manualRMaxPx);
    for (const auto& [frame, key] : session.resultKeys) {
        const bool isChosen = key.hasPixelsOf(chosen.of(frame)) && key.markerPx == chosen.of(frame).markerPx;
        requireFrame(frame, frames, isChosen ? "result_hashes" : "result_keys");
    }
}

std::vector<std::string> withoutDamagedFits(std::vector<GrowthFit>& fits, std::size_t frames) {
    std::vector<std::string> damages;
    std::erase_if(fits, [&](const GrowthFit& fit) {
        const std::string damage = damageOf(fit, frames);
        if (!damage.empty()) damages.push_back("the fit '" + fit.model + "' (" + damage + ")");
        return !damage.empty();
    });
    return damages;
}

}  // namespace coarsen
