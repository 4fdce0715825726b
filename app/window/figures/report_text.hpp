// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/report.hpp"

#include <QStringList>

#include <vector>

namespace coarsen::window {

/// A table of words with the widths of its columns in mm.
struct TextTable {
    struct Row {
        QStringList cells;
        bool isStrong = false, isQuiet = false;
        bool startsGroup = false;  ///< a hairline above
        QString below = {};        ///< words across the table, under the cells
    };
    QStringList header;
    std::vector<double> widthsMm;
    std::vector<bool> isNumber;  ///< set right
    std::vector<Row> rows;
};

/// A name and what there is to say of it.
struct Fact {
    QString name, text;
};

QString reportSubtitle(const ReportContent& content);  ///< size, duration, scale of the series
QString scalingHeadline(const GrowthData& growth);     ///< above the charts of surfaces: whether growth is self-similar
QString scalingCaption(const GrowthData& growth);      ///< below them: by which figures
/// Result of the shown group, else of the series or the ensemble; empty: there is none.
QString reportHeadline(const ReportContent& content);
QString reportAnswer(const ReportContent& content);  ///< model, frames, what its error holds
TextTable fitTable(const GrowthData& growth);
QString ensembleHeadline(const EnsembleData& ensemble);  ///< the length of each group, of few; empty: there is none
/// Table of the lengths that were found of each group, with what the bootstrap over images says of them.
TextTable lengthTable(const EnsembleData& ensemble, const GrowthData& growth);
TextTable frameTable(const GrowthData& growth, bool isEnsemble = false);  ///< images of an ensemble have no time
TextTable sampleTable(const SamplesData& samples);                        ///< and the means of repeats
std::vector<Fact> recipeFacts(const ReportContent& content);
std::vector<Fact> originFacts(const ReportContent& content);
std::vector<Fact> remarks(const ReportContent& content);  ///< warnings, then notices; empty: none

}  // namespace coarsen::window
