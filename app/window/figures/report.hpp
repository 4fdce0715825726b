// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/figures/figures.hpp"

#include <QByteArray>

#include <memory>

namespace coarsen::window {

/// Content of a report: values, so that it does not change while it is drawn.
struct ReportContent {
    Session session;
    std::shared_ptr<const GrowthData> growth;
    PreviewPointer preview;  ///< of the frame shown; may be none
    bool logarithmic = false;
    QString timeSource;
    std::vector<Warning> warnings;
    std::vector<Notice> notices;
    std::shared_ptr<const SamplesData> samples = {};    ///< of several; null: one series only
    std::shared_ptr<const EnsembleData> ensemble = {};  ///< of independent images, which have no growth; null: a series
};
ReportContent reportContent(const Document& document, bool logarithmic);

/// A PDF on A4: the answer with its chart, one frame with C2D and C1D, fits, recipe, origin, warnings, and the row of every
/// frame; of an ensemble the length against the condition, C1D of each group and a table of lengths in place of growth and fits.
/// Drawn piece by piece in the window's thread, because plots belong to it; nobody waits longer than one plot takes.
///
/// Use, given `const Document& document, const std::function<void()>& handleEvents`:
///
///     Report report(reportContent(document, false));
///     while (report.drawNext()) handleEvents();
///     const QByteArray pdf = report.pdf();
class Report {
public:
    explicit Report(ReportContent content);
    ~Report();

    bool drawNext();  ///< the next piece; false when the last one is drawn
    int pages() const;
    int pieces() const;
    QByteArray pdf() const;  ///< once all is drawn

private:
    struct Layout;
    std::unique_ptr<Layout> layout_;
};

}  // namespace coarsen::window
