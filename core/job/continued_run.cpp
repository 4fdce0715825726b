// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/continued_run.hpp"

#include "core/analysis/row_times.hpp"
#include "core/base/error.hpp"
#include "core/job/grown_series.hpp"
#include "core/series/frame_order.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

std::optional<Session> sessionIn(const fs::path& folder) {
    const fs::path file = folder / "session.coarsen";
    if (!fs::exists(file)) return std::nullopt;
    return readSession(file);
}

/// Rules by which a result there was measured: others than the identity's where there are such.
int rulesOf(const Session& finished, const RunIdentity& identity) {
    int rules = identity.rules;
    for (const auto& [frame, key] : finished.resultKeys)
        if (key.rules != identity.rules) rules = key.rules;
    return rules;
}

bool isOfRecipe(const Session& finished, const RunIdentity& identity) {
    return std::ranges::all_of(finished.resultKeys,
                               [&](const auto& entry) { return entry.second.measurement == identity.recipe; });
}

/// By the run that was interrupted.
bool isToBeReplaced(const Session& finished, bool isInterrupted, const RunIdentity& identity) {
    return isInterrupted && (!isOfRecipe(finished, identity) || rulesOf(finished, identity) != identity.rules);
}

void requireSameRun(const Session& finished, const RunIdentity& identity, const Session& session, const fs::path& folder) {
    const std::string file = (folder / "session.coarsen").string();
    requireSameRules(file, "the results there were", rulesOf(finished, identity), identity.rules);
    if (!isOfRecipe(finished, identity))
        throw InputError(file,
                         "the results there were made with another recipe, or another file that it names or order of frames that "
                         "it stabilises",
                         "give the same settings, or measure everything again with --force");
    if (!commonKey("", finished.calibration).hasPixelsOf(commonKey("", session.calibration)))
        throw InputError(file, "the results there were made with pixels of another shape",
                         "give the same pixel size, or measure everything again with --force");
}

/// The units in which times were typed: this run's of what it gives, else the session's.
std::map<std::string, TimeUnit> typedUnits(const Session& finished, const RunChoices& choices, const Session& session) {
    const auto isGiven = [&choices](const auto& typed) {
        return typed.first.starts_with("fit.") ? choices.givesFit : choices.givesTimes;
    };
    std::map<std::string, TimeUnit> units = finished.typedUnits;
    std::erase_if(units, isGiven);
    std::ranges::copy_if(session.typedUnits, std::inserter(units, units.end()), isGiven);
    return units;
}

/// Takes what the user chose in the window since.
void takeChoices(const Session& finished, const RunChoices& choices, Session& session) {
    session.name = finished.name;
    session.excluded = finished.excluded;
    session.manualRMaxPx = finished.manualRMaxPx;
    session.viewJson = finished.viewJson;
    session.timeUnit = finished.timeUnit;
    session.typedUnits = typedUnits(finished, choices, session);
    if (!choices.givesFit) session.recipe.fit = finished.recipe.fit;
    if (!choices.givesPixelSize) session.calibration = finished.calibration;
    if (!choices.givesTimes && finished.times != session.times) {
        const FrameOrder asked = session.times.order;
        session.times = finished.times;
        if (choices.givesOrder) session.times.order = asked;
        assignTimes(session.series, session.times);
    }
}

/// Throws InputError when an image is no longer the one that the row was measured from.
void requireSameImages(const Session& session, const FrameResults& known) {
    for (const auto& [frame, row] : known)
        if (frame < 0 || frame >= std::ssize(session.series.frames))
            throw InputError(row->file, "the run measured it, and it is not among the images now",
                             "name the same images, or measure everything again with --force");
    Session measured = session;
    measured.results = known;
    const InputCheck check = checkInputs(measured);
    for (const auto& frames : {check.missing, check.changed})
        if (!frames.empty())
            throw InputError(session.series.frames[static_cast<std::size_t>(frames.front())].name,
                             "the image is not the one that the interrupted run measured",
                             "measure everything again with --force");
}

}  // namespace

void requireSameSettingsIn(const fs::path& folder, const RunIdentity& identity, const Session& session) {
    const bool isInterrupted = fs::exists(folder / RunJournal::fileName);
    if (isInterrupted) requireSameJournal(folder, identity);
    std::optional<Session> finished;
    try {
        finished = sessionIn(folder);
    } catch (const InputError&) {
        return;
    }
    if (finished && !isToBeReplaced(*finished, isInterrupted, identity)) requireSameRun(*finished, identity, session, folder);
}

FrameResults continuedRun(const fs::path& folder, const RunChoices& choices, const RunIdentity& identity, Session& session,
                          RunRequest& request, RunReport& report) {
    const bool isInterrupted = fs::exists(folder / RunJournal::fileName);
    JournalRows left;
    if (isInterrupted) left = readJournal(folder, identity, session.series.frames.size());
    for (const std::string& damage : left.damages)
        report.say(damage);
    FrameResults known = std::move(left.rows);
    session.neighbourCorrelations = std::move(left.neighbourCorrelations);
    std::size_t framesBefore = left.frames;
    std::optional<Session> finished = sessionIn(folder);
    if (finished && isToBeReplaced(*finished, isInterrupted, identity)) finished.reset();
    if (finished) {
        requireSameRun(*finished, identity, session, folder);
        requireSameBeginning(inputsOf(finished->series), identity.files);
        framesBefore = std::max(framesBefore, finished->series.frames.size());
        takeChoices(*finished, choices, session);
        for (const int frame : finished->framesUpToDate())
            if (!isInterrupted || finished->manualRMaxPx.contains(frame)) known[frame] = finished->results.at(frame);
        const auto order = framesInOrder(finished->series);
        NeighbourCorrelations alike = finished->neighbourCorrelations;
        if (order != framesInOrder(session.series) && orderKey(finished->series) != orderKey(session.series)) {
            alike = inOtherOrder(alike, order, framesInOrder(session.series));
            std::erase_if(known, [&](const auto& row) { return !alike.contains(row.first); });  // it has another neighbour
        }
        for (const auto& [frame, neighbourCorrelation] : alike)
            session.neighbourCorrelations.emplace(frame, neighbourCorrelation);
    }
    requireSameImages(session, known);
    retime(known, session.series);
    request.series = session.series;
    request.recipe = session.recipe;
    request.calibration = session.calibration;
    request.excluded = session.excluded;
    request.manualRMaxPx = session.manualRMaxPx;
    if (const std::string why = whyGrowthOutdates(request, framesBefore); !known.empty() && !why.empty()) {
        report.say(why);
        known.clear();
        session.neighbourCorrelations.clear();
    }
    return known;
}

}  // namespace coarsen
