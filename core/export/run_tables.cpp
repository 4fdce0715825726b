// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/run_tables.hpp"

#include "core/export/tables.hpp"

namespace coarsen {

namespace {

auto ofSession(std::string (*text)(const Session&)) {
    return [text](const TableSource& source) { return text(source.session); };
}

auto piecesOfSession(void (*write)(const Session&, const TextSink&)) {
    return [write](const TableSource& source, const TextSink& sink) { write(source.session, sink); };
}

bool measuresSectors(const Recipe& recipe) {
    return recipe.measure.sectors > 0;
}

bool measuresTerms(const Recipe& recipe) {
    return recipe.measure.terms != Terms::sum;
}

bool measuresSurfaces(const Recipe& recipe) {
    return recipe.surface.isOn;
}

bool knowsQuench(const Recipe& recipe) {
    return recipe.fit.t0S.has_value();
}

std::string shifts(const TableSource& source) {
    const bool isKnown = source.drift && !source.drift->isEmpty();
    return isKnown ? shiftsCsv(source.session.series, *source.drift) : std::string();
}

}  // namespace

const std::vector<RunTable>& runTables() {
    static const std::vector<RunTable> tables{
        {.file = "results.csv",
         .key = "results",
         .words = "one row a frame",
         .text = ofSession(resultsCsv),
         .pieces = piecesOfSession(writeResultsCsv)},
        {.file = "c1d.csv",
         .key = "c1d",
         .words = "every curve",
         .text = ofSession(c1dCsv),
         .pieces = piecesOfSession(writeC1dCsv)},
        {.file = "fit.json", .key = "fit", .words = "all models", .text = ofSession(fitJson)},
        {.file = "sectors.csv", .key = "c1d", .isMade = measuresSectors, .text = ofSession(sectorsCsv)},
        {.file = "terms.csv", .key = "c1d", .isMade = measuresTerms, .text = ofSession(termsCsv)},
        {.file = "exponents.csv",
         .key = "exponents",
         .words = "n by frame",
         .isUsual = false,
         .isMade = knowsQuench,
         .text = ofSession(exponentsCsv),
         .needs = "the time of the quench"},
        {.file = "surface.csv",
         .key = "surface",
         .words = "the interface",
         .isMade = measuresSurfaces,
         .text = ofSession(surfaceCsv),
         .needs = "surface.on"},
        {.file = "shifts.csv", .key = "shifts", .isOfDrift = true, .isMade = needsDrift, .text = shifts},
    };
    return tables;
}

}  // namespace coarsen
