// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/sample.hpp"

#include "core/base/error.hpp"

#include <cmath>
#include <utility>

namespace coarsen {

namespace {

FrameCounts countsOf(const Session& session, const std::vector<FrameResult>& rows, const std::string& length) {
    FrameCounts counts;
    counts.frames = static_cast<int>(session.series.frames.size());
    for (const FrameResult& row : rows) {
        if (row.status == FrameStatus::excluded)
            ++counts.excluded;
        else if (row.status == FrameStatus::failed)
            ++counts.failed;
        else if (row.hasLength(length))
            ++counts.measured;
        else
            ++counts.noPeak;
    }
    counts.outOfDate = static_cast<int>(rows.size() - session.framesUpToDate().size());
    return counts;
}

double meanContrast(const std::vector<FrameResult>& rows) {
    double sum = 0;
    int count = 0;
    for (const FrameResult& row : rows) {
        if (row.status == FrameStatus::excluded || !(row.profile.variance >= 0)) continue;
        sum += std::sqrt(row.profile.variance);
        ++count;
    }
    return count > 0 ? sum / count : Sample::nan;
}

std::string whyNothing(const Sample& sample, const std::vector<FrameResult>& rows) {
    if (!sample.growth.points.empty()) return {};
    if (rows.empty()) return "It is not measured yet";
    return "No frame of its " + std::to_string(sample.counts.frames) + " gave a length";
}

Sample named(const ProjectSeries& series) {
    Sample sample;
    sample.name = series.shownName();
    sample.group = series.group;
    sample.x = series.x;
    return sample;
}

}  // namespace

Sample sampleOf(const Session& session, const ProjectSeries& series) {
    Sample sample = named(series);
    if (series.name.empty() && !session.name.empty()) sample.name = session.name;
    sample.settings = fitOf(session.recipe);
    sample.growth = growthOf(session);
    const std::vector<FrameResult> rows = session.rows();
    sample.counts = countsOf(session, rows, sample.settings.length);
    sample.problem = whyNothing(sample, rows);
    if (!sample.growth.points.empty())
        sample.fits = session.fits.empty() ? fitGrowth(sample.growth, sample.settings) : session.fits;
    sample.contrast = meanContrast(rows);
    sample.collapse = masterCurveOf(rows, sample.settings.length, session.recipe.measure.refining);
    return sample;
}

Sample readSample(const ProjectSeries& series) {
    try {
        return sampleOf(readSession(series.path), series);
    } catch (const Error& error) {
        return sampleWithout(series, error.what());
    }
}

Sample sampleWithout(const ProjectSeries& series, std::string problem) {
    Sample sample = named(series);
    sample.problem = std::move(problem);
    return sample;
}

}  // namespace coarsen
