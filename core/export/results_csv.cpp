// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"
#include "core/export/provenance.hpp"
#include "core/export/recipe_words.hpp"
#include "core/export/tables.hpp"

#include <set>

namespace coarsen {

namespace {

/// "3-14, 20"
std::string framesOfAnotherRecipe(const Session& session) {
    const std::set<int> upToDate = session.framesUpToDate();
    std::string text;
    int first = -1, last = -1;
    const auto finish = [&] {
        if (first < 0) return;
        if (!text.empty()) text += ", ";
        text += std::to_string(first);
        if (last > first) text.append("-").append(std::to_string(last));
    };
    for (const auto& [frame, hash] : session.resultHashes) {
        if (upToDate.contains(frame) || !session.results.contains(frame)) continue;
        if (first < 0 || frame != last + 1) {
            finish();
            first = frame;
        }
        last = frame;
    }
    finish();
    return text;
}

bool isNumbered(const Session& session) {
    return !session.results.empty() && session.results.begin()->second->timeSource == TimeSource::index;
}

const char* timeMeaning(TimeSource source) {
    switch (source) {
        case TimeSource::filename:
            return "from the file names";
        case TimeSource::exif:
            return "from EXIF";
        case TimeSource::tiff:
            return "from TIFF tags";
        case TimeSource::video:
            return "from the film's time stamps";
        case TimeSource::interval:
            return "at an equal interval";
        case TimeSource::table:
            return "from a table";
        case TimeSource::index:
            return "the frame's number: no times are known";
    }
    return "";
}

std::string comments(const Session& session) {
    const Provenance provenance = provenanceOf(session);
    std::string text = "# " + provenance.software + "\n";
    const auto add = [&text](const std::string& key, const std::string& value) {
        std::string line = value;
        for (char& letter : line)
            if (letter == '\n' || letter == '\r') letter = ' ';
        text += "# " + key + ": " + line + "\n";
    };
    add("recipe sha256", provenance.recipeSha256);
    add("input sha256", provenance.inputSha256);
    add("engine", provenance.engine);
    add("device", provenance.device);
    add("estimator", "R_max of C1D, " + measureInWords(session.recipe));
    if (session.calibration.isKnown())
        add("pixel size", shortest(session.calibration.pixelWidthUm) + " x " + shortest(session.calibration.pixelHeightUm) +
                              " um (" + session.calibration.source + ")");
    if (!session.results.empty()) add("time", timeMeaning(session.results.begin()->second->timeSource));
    if (const auto t0 = session.recipe.fit.t0S)
        add("t0", shortest(*t0) + (isNumbered(session) ? " frames" : " s") + ": the quench; time_s - t0 is the time since then");
    if (const std::string earlier = framesOfAnotherRecipe(session); !earlier.empty())
        add("frames measured with another recipe, out of date", earlier);
    add("date", session.finishedUtc);
    return text;
}

}  // namespace

std::string resultsCsv(const Session& session) {
    const bool isCalibrated = session.calibration.isKnown();
    const double umPerPx = isCalibrated ? session.calibration.umPerPx() : FrameResult::nan;
    std::string text = comments(session);
    text +=
        "frame,file,page,time_s,time_source,status,quality,r_max_px,r_max_err_px,r_max_um,r_max_err_um,c_max,r_min_px,c_min,"
        "r_zero_px,r_half_px,shift_x_px,shift_y_px,width_px,height_px,valid_fraction,engine,message,r_min_err_px,r_zero_err_px,"
        "r_half_err_px,l_q1_px,l_qpeak_px,elongation,elongation_deg,domains,saturated_fraction,rotation_deg,shift_x_err_px,"
        "shift_y_err_px,rotation_err_deg\n";
    for (const auto& [frame, result] : session.results) {
        const FrameResult& row = *result;
        text += std::to_string(row.frame) + ',' + csvField(row.file) + ',' + std::to_string(row.page) + ',' +
                shortest(row.timeS) + ',' + std::string(nameOf(row.timeSource)) + ',' +
                std::string(nameOf(statusOf(row, session.excluded.contains(frame)))) + ',' +
                std::string(nameOf(row.rMax.quality));
        for (const double value : {row.rMax.px, row.rMax.errorPx, row.rMax.px * umPerPx, row.rMax.errorPx * umPerPx, row.rMax.c1d,
                                   row.rMin.px, row.rMin.c1d, row.rZero.px, row.rHalf.px})
            text += ',' + shortest(value);
        const bool isMeasured = row.widthPx > 0;
        for (const double value :
             {row.shiftXPx, row.shiftYPx, static_cast<double>(row.widthPx), static_cast<double>(row.heightPx), row.validFraction})
            text += ',' + (isMeasured ? shortest(value) : "");
        text += ',' + csvField(row.engine) + ',' + csvField(row.message);
        for (const double value :
             {row.rMin.errorPx, row.rZero.errorPx, row.rHalf.errorPx, row.firstMoment.px, row.spectrumPeak.px,
              row.anisotropy.elongation, row.anisotropy.angleDeg, row.domains(), row.saturatedFraction})
            text += ',' + shortest(value);
        text += ',' + (isMeasured ? shortest(row.rotationDeg) : "");
        for (const double error : {row.shiftErrorXPx, row.shiftErrorYPx, row.rotationErrorDeg})
            text += ',' + shortest(error);
        text += '\n';
    }
    return text;
}

std::string c1dCsv(const Session& session) {
    std::string text = "frame,r_px,c1d,c1d_err,n\n";
    for (const auto& [frame, row] : session.results) {
        const std::string start = std::to_string(frame) + ',';
        const StoredProfile& profile = row->profile;
        for (std::size_t r = 0; r < profile.value.size(); ++r) {
            text += start + std::to_string(r) + ',' + shortest(profile.value[r]) + ',';
            if (r < profile.error.size()) text += shortest(profile.error[r]);
            text += ',';
            if (r < profile.pairs.size()) text += shortest(profile.pairs[r]);
            text += '\n';
        }
    }
    return text;
}

std::string sectorsCsv(const Session& session) {
    std::string text = "frame,sector_deg,r_px,c,n,r_max_px\n";
    for (const auto& [frame, row] : session.results) {
        for (const StoredSector& sector : row->sectors) {
            const std::string start = std::to_string(frame) + ',' + shortest(sector.angleDeg) + ',';
            const std::string end = ',' + shortest(sector.rMaxPx) + '\n';
            for (std::size_t r = 0; r < sector.value.size(); ++r)
                text += start + std::to_string(r) + ',' + shortest(sector.value[r]) + ',' + shortest(sector.pairs[r]) + end;
        }
    }
    return text;
}

}  // namespace coarsen
