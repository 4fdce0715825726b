// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scaling.hpp"
#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"
#include "core/export/provenance.hpp"
#include "core/export/recipe_words.hpp"
#include "core/export/surface_files.hpp"
#include "core/export/tables.hpp"
#include "core/measure/focus.hpp"
#include "core/session/row_texts.hpp"

#include <algorithm>
#include <functional>
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
    for (const auto& [frame, key] : session.resultKeys) {
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

std::string timeMeaning(TimeSource source) {
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
        case TimeSource::mtime:
            return "when the files were last written";
        case TimeSource::index:
            return "the frame's number: no times are known";
    }
    return "";
}

/// Who says the times; of an equal interval "typed" or a file's own words.
std::string bySuffix(const Session& session) {
    const std::string& by = session.series.timesBy;
    return by.empty() ? std::string() : " (" + by + ")";
}

/// Tells whether frames were measured with sizes of their own, which a typed one stands in for.
bool haveOwnSizes(const Session& session) {
    const auto hasOwnSize = [](const auto& result) { return result.second->ownUmPerPx > 0; };
    return !session.calibration.isTyped() && std::ranges::any_of(session.results, hasOwnSize);
}

struct Column {
    std::string name;
    std::function<std::string(const FrameResult&)> text;
};

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
    add("convolution engine", provenance.convolution);
    add("estimator", "R_max of " + std::string(session.series.volumes ? "the spherical mean of C3D" : "C1D") + ", " +
                         measureInWords(session.recipe));
    if (session.calibration.isKnown())
        add("pixel size", shortest(session.calibration.pixelWidthUm) + " x " + shortest(session.calibration.pixelHeightUm) +
                              (session.calibration.isOfVolumes() ? " x " + shortest(session.calibration.pixelDepthUm) : "") +
                              " um (" + session.calibration.source +
                              (haveOwnSizes(session) ? "; some frames have their own, um_per_px)" : ")"));
    if (!session.results.empty()) add("time", timeMeaning(session.results.begin()->second->timeSource) + bySuffix(session));
    if (const auto t0 = session.recipe.fit.t0S)
        add("t0", shortest(*t0) + (isNumbered(session) ? " frames" : " s") + ": the quench; time_s - t0 is the time since then");
    if (const std::string earlier = framesOfAnotherRecipe(session); !earlier.empty())
        add("frames measured with another recipe, out of date", earlier);
    add("date", session.finishedUtc);
    return text;
}

void addSurfaceColumns(std::vector<Column>& list, double umPerPx) {
    const auto add = [&list](const std::string& name, auto estimate) {
        const auto part = [estimate](double Estimate::*which) {
            return [=](const FrameResult& row) { return row.surface ? shortest(estimate(row).*which) : std::string(); };
        };
        list.push_back({name, part(&Estimate::value)});
        list.push_back({name + "_err", part(&Estimate::error)});
    };
    const auto measure = [](Estimate SurfaceMeasures::*which, double per) {
        return [=](const FrameResult& row) {
            const Estimate& found = row.surface->measures.*which;
            return Estimate{found.value / per, found.error / per};
        };
    };
    add("s_v_per_um", measure(&SurfaceMeasures::areaPerVolume, umPerPx));
    add("mean_curvature_per_um", measure(&SurfaceMeasures::meanH, umPerPx));
    add("euler", measure(&SurfaceMeasures::euler, 1));
    add("pieces", measure(&SurfaceMeasures::pieces, 1));
    add("volume_fraction", measure(&SurfaceMeasures::volumeFraction, 1));
    add("s_v_per_px", measure(&SurfaceMeasures::areaPerVolume, 1));
    add("euler_per_px3", measure(&SurfaceMeasures::eulerPerPx3, 1));
    for (const ScalingProduct& product : scalingProducts())
        add(std::string(product.key), product.of);
}

/// The columns of results.csv, in the order in which they came to be (reference/results.md).
std::vector<Column> columns(const Session& session) {
    using Row = const FrameResult&;
    const auto number = [](auto value) { return [value](Row row) { return shortest(value(row)); }; };
    const auto measured = [](auto value) {
        return [value](Row row) { return row.image.widthPx > 0 ? shortest(static_cast<double>(value(row))) : std::string(); };
    };
    const auto px = [](const char* key) { return [key](Row row) { return shortest(row.length(key).px); }; };
    const auto error = [](const char* key) { return [key](Row row) { return shortest(row.length(key).errorPx); }; };
    const auto axes = [](double OrientationFacts::*fact) {
        return [fact](Row row) { return row.image.orientation ? shortest((*row.image.orientation).*fact) : std::string(); };
    };
    const Calibration& size = session.calibration;
    std::vector<Column> list = {
        {"frame", [](Row row) { return std::to_string(row.frame); }},
        {"file", [](Row row) { return csvField(row.file); }},
        {"page", [](Row row) { return std::to_string(row.page); }},
        {"time_s", [](Row row) { return shortest(row.timeS); }},
        {"time_source", [](Row row) { return std::string(nameOf(row.timeSource)); }},
        {"status", [&session](Row row) { return std::string(nameOf(statusOf(row, session.excluded.contains(row.frame)))); }},
        {"quality", [](Row row) { return std::string(nameOf(row.rMax.quality)); }},
        {"r_max_px", px("r_max")},
        {"r_max_err_px", error("r_max")},
        {"r_max_um", number([&size](Row row) { return row.rMax.px * umPerPx(row, size); })},
        {"r_max_err_um", number([&size](Row row) { return row.rMax.errorPx * umPerPx(row, size); })},
        {"c_max", number([](Row row) { return row.rMax.c1d; })},
        {"r_min_px", px("r_min")},
        {"c_min", number([](Row row) { return row.length("r_min").c1d; })},
        {"r_zero_px", px("r_zero")},
        {"r_half_px", px("r_half")},
        {"shift_x_px", measured([](Row row) { return row.image.drift.xPx; })},
        {"shift_y_px", measured([](Row row) { return row.image.drift.yPx; })},
        {"width_px", measured([](Row row) { return row.image.widthPx; })},
        {"height_px", measured([](Row row) { return row.image.heightPx; })},
        {"valid_fraction", measured([](Row row) { return row.image.validFraction; })},
        {"engine", [](Row row) { return csvField(row.engine); }},
        {"message", [](Row row) { return csvField(row.message); }},
        {"r_min_err_px", error("r_min")},
        {"r_zero_err_px", error("r_zero")},
        {"r_half_err_px", error("r_half")},
        {"l_q1_px", px("l_q1")},
        {"l_qpeak_px", px("l_qpeak")},
        {"elongation", number([](Row row) { return row.anisotropy.elongation; })},
        {"elongation_deg", number([](Row row) { return row.anisotropy.angleDeg; })},
        {"domains", number([](Row row) { return row.domains(); })},
        {"saturated_fraction", number([](Row row) { return row.image.saturatedFraction; })},
        {"rotation_deg", measured([](Row row) { return row.image.drift.rotationDeg; })},
        {"shift_x_err_px", number([](Row row) { return row.image.drift.errorXPx; })},
        {"shift_y_err_px", number([](Row row) { return row.image.drift.errorYPx; })},
        {"rotation_err_deg", number([](Row row) { return row.image.drift.rotationErrorDeg; })},
    };
    for (const LengthEstimator& estimator : lengthEstimators()) {  // those that came later
        const std::string& key = estimator.key;
        if (std::ranges::find(list, key + "_px", &Column::name) != list.end()) continue;
        list.push_back({key + "_px", [key](Row row) { return shortest(row.length(key).px); }});
        list.push_back({key + "_err_px", [key](Row row) { return shortest(row.length(key).errorPx); }});
        if (!estimator.isFit) continue;
        list.push_back({key + "_from_px", [key](Row row) { return shortest(row.length(key).fitFromPx); }});
        list.push_back({key + "_to_px", [key](Row row) { return shortest(row.length(key).fitToPx); }});
    }
    list.push_back({"order_parameter", axes(&OrientationFacts::orderParameter)});
    list.push_back({"coherence_mean", axes(&OrientationFacts::coherenceMean)});
    list.push_back({"axis_deg", axes(&OrientationFacts::axisDeg)});
    const auto ofVolume = [](auto value) {
        return [value](Row row) { return row.image.depthPx > 0 ? shortest(static_cast<double>(value(row))) : std::string(); };
    };
    list.push_back({"depth_px", ofVolume([](Row row) { return row.image.depthPx; })});
    list.push_back({"shift_z_px", ofVolume([](Row row) { return row.image.drift.zPx; })});
    const auto ofDeformation = [](double DeformationFacts::*fact) {
        return [fact](Row row) { return row.deformation ? shortest((*row.deformation).*fact) : std::string(); };
    };
    list.push_back({"j_min", ofDeformation(&DeformationFacts::jMin)});
    list.push_back({"rho", ofDeformation(&DeformationFacts::rho)});
    list.push_back({"u_expected_err_px", ofDeformation(&DeformationFacts::expectedErrorPx)});
    list.push_back({"u_mean_px", ofDeformation(&DeformationFacts::meanPx)});
    list.push_back({"log_j_mean", ofDeformation(&DeformationFacts::logJMean)});
    addSurfaceColumns(list, size.isKnown() ? size.umPerPx() : ImageFacts::nan);
    const auto ofFocus = [](double Focus::*fact) {
        return [fact](Row row) {
            return row.image.depthPx > 0 ? std::string() : shortest(focusOf(unpacked(row.profile), row.rMax.px).*fact);
        };
    };
    list.push_back({"contrast", ofFocus(&Focus::contrast)});
    list.push_back({"sharpness", ofFocus(&Focus::sharpness)});
    for (const ScriptLength& length : session.recipe.lengths) {
        const auto part = [name = length.name](double LengthScale::*which) {
            return [=](const FrameResult& row) {
                const auto found = row.scriptLengths.find(name);
                return found == row.scriptLengths.end() ? std::string() : shortest(found->second.*which);
            };
        };
        list.push_back({length.column(), part(&LengthScale::px)});
        list.push_back({length.errorColumn(), part(&LengthScale::errorPx)});
    }
    if (haveOwnSizes(session)) list.push_back({"um_per_px", number([&size](Row row) { return umPerPx(row, size); })});
    return list;
}

}  // namespace

void writeResultsCsv(const Session& session, const TextSink& sink) {
    const std::vector<Column> list = columns(session);
    std::string text = comments(session);
    for (const Column& column : list)
        text += column.name + (&column == &list.back() ? "\n" : ",");
    sink(text);
    textsOfRows(
        session.results,
        [&](const FrameResult& row) {
            std::string line;
            for (const Column& column : list)
                line += column.text(row) + (&column == &list.back() ? "\n" : ",");
            return line;
        },
        sink);
}

std::string resultsCsv(const Session& session) {
    std::string text;
    writeResultsCsv(session, [&](std::string_view piece) { text += piece; });
    return text;
}

std::string surfaceCsv(const Session& session) {
    const SurfaceUnit unit = session.calibration.isKnown() ? SurfaceUnit{session.calibration.umPerPx(), "um"} : SurfaceUnit{};
    std::string text = surfaceCsvHeader();
    for (const auto& [frame, row] : session.results)
        if (row->surface) text += surfaceCsvRow(frame, row->surface->measures, unit);
    return text;
}

void writeC1dCsv(const Session& session, const TextSink& sink) {
    sink("frame,r_px,c1d,c1d_err,n\n");
    textsOfRows(
        session.results,
        [](const FrameResult& row) {
            const std::string start = std::to_string(row.frame) + ',';
            const StoredProfile& profile = row.profile;
            std::string lines;
            for (std::size_t r = 0; r < profile.value.size(); ++r) {
                lines += start + std::to_string(r) + ',' + shortest(profile.value[r]) + ',';
                if (r < profile.error.size()) lines += shortest(profile.error[r]);
                lines += ',';
                if (r < profile.pairs.size()) lines += shortest(profile.pairs[r]);
                lines += '\n';
            }
            return lines;
        },
        sink);
}

std::string c1dCsv(const Session& session) {
    std::string text;
    writeC1dCsv(session, [&](std::string_view piece) { text += piece; });
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

std::string termsCsv(const Session& session) {
    std::string text = "frame,term,r_px,c,c_err,n,c0,r_max_px\n";
    for (const auto& [frame, row] : session.results) {
        for (const StoredTerm& term : row->terms) {
            const std::string start = std::to_string(frame) + ',' + term.name + ',';
            const std::string end = ',' + shortest(term.value.front()) + ',' + shortest(term.rMaxPx) + '\n';
            for (std::size_t r = 0; r < term.value.size(); ++r) {
                text += start + std::to_string(r) + ',' + shortest(term.value[r]) + ',';
                if (r < term.error.size()) text += shortest(term.error[r]);
                text += ',' + shortest(term.pairs[r]) + end;
            }
        }
    }
    return text;
}

}  // namespace coarsen
