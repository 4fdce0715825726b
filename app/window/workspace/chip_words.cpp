// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/chip_words.hpp"

#include "app/window/theme/words.hpp"
#include "core/series/frame_sizes.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace coarsen::window {

namespace {

struct ChipTexts {
    Q_DECLARE_TR_FUNCTIONS(ChipTexts)
};

template <typename Line>
const Line* currentOf(const std::vector<Line>& lines) {
    const auto current = std::ranges::find_if(lines, [](const Line& line) { return line.isCurrent; });
    return current == lines.end() ? nullptr : &*current;
}

/// Names of the lines that differ and could count: "; names differ".
template <typename Line>
QString differing(const std::vector<Line>& lines) {
    QStringList others;
    for (const Line& line : lines)
        if (!line.isCurrent && line.differs && line.trust != Trust::offered) others << line.ifOther;
    if (others.isEmpty()) return {};
    return "; " + (others.size() == 1 ? others.front() : ChipTexts::tr("others differ"));
}

/// The doubts, for where there is little room: that it is to be checked, and that others differ.
template <typename Line>
QString doubtOf(const Line* current, const std::vector<Line>& lines) {
    const QString doubt =
        (current && current->trust == Trust::inherited ? ChipTexts::tr("; to be checked") : QString()) + differing(lines);
    return doubt.isEmpty() ? doubt : " · " + doubt.mid(2);
}

template <typename Line>
QStringList sentencesOf(const std::vector<Line>& lines) {
    QStringList sentences;
    for (const Line& line : lines)
        if (!line.isCurrent) sentences << ChipTexts::tr("%1: %2 (%3).").arg(line.by, line.value, wordsOf(line.trust));
    if (!sentences.isEmpty()) sentences.prepend(ChipTexts::tr("Also offered:"));
    return sentences;
}

}  // namespace

ChipWords chipOfSizes(const Document& document) {
    const Session& session = document.session();
    const Calibration& now = session.calibration;
    const std::vector<OfferedSize> lines = document.offers().sizes();
    const OfferedSize* const current = currentOf(lines);
    ChipWords words;
    QStringList tip;
    if (!now.isKnown()) {
        words.brief = words.full = session.series.volumes ? ChipTexts::tr("Voxels only") : ChipTexts::tr("Pixels only");
        if (!lines.empty()) {
            words.full += ChipTexts::tr(" · %1 offered").arg(lines.front().value);
            words.brief += ChipTexts::tr(" · size offered");
        }
        tip << (session.series.volumes ? ChipTexts::tr("No size of a voxel is known.")
                                       : ChipTexts::tr("No pixel size is known."));
    } else {
        const QString size = umPerPxText(session.series, now);
        const bool haveOwn = haveOwnSizes(session.series) && !now.isTyped();
        QString by = current ? current->shortly : QString::fromStdString(now.source);
        if (haveOwn) by = ChipTexts::tr("each its own");
        words.full = size + (by.isEmpty() ? QString() : " · " + by) + differing(lines);
        const QString doubt = doubtOf(current, lines);
        words.brief = size + doubt;
        words.medium = by.isEmpty() || !doubt.isEmpty() ? words.brief : size + " · " + by;
        tip << (current ? ChipTexts::tr("%1, from %2 (%3).").arg(size, current->by, wordsOf(current->trust))
                        : ChipTexts::tr("%1, from: %2.").arg(size, QString::fromStdString(now.source)));
        if (haveOwn) tip << ChipTexts::tr("Files state different sizes: each frame is measured with its own.");
    }
    tip << sentencesOf(lines)
        << (session.series.volumes ? ChipTexts::tr("Size of the voxels: scales lengths, and gives voxels their shape.")
                                   : ChipTexts::tr("Pixel size: scales lengths, never changes the measurement."));
    if (words.medium.isEmpty()) words.medium = words.brief;
    words.whole = tip.join("\n");
    return words;
}

ChipWords chipOfTimes(const Document& document) {
    const Session& session = document.session();
    const std::vector<OfferedTimes> lines = document.offers().times();
    const OfferedTimes* const current = currentOf(lines);
    const bool areSeconds = document.times().areSeconds();
    ChipWords words;
    QStringList tip;
    if (current) {
        const QString& value = current->value;
        words.full = value + " · " + current->shortly + differing(lines);
        words.brief = value + doubtOf(current, lines);
        tip << ChipTexts::tr("%1, from %2 (%3).").arg(current->value, current->by, wordsOf(current->trust));
    } else {
        const bool isTyped = session.times.kind == TimeChoice::Kind::interval;
        words.full = document.times().sourceText() + (isTyped ? ChipTexts::tr(" · typed") : QString()) +
                     (areSeconds ? differing(lines) : QString());
        words.brief = isTyped      ? document.times().sourceText()
                      : areSeconds ? ChipTexts::tr("Times")
                                   : ChipTexts::tr("Frame number");
        const bool areOffered = !lines.empty() || !document.offers().numbersOfNames().isEmpty();
        if (!areSeconds && areOffered) {
            words.full += ChipTexts::tr(" · times offered");
            words.brief += ChipTexts::tr(" · times offered");
        }
        tip << sentence(document.times().sourceText());
    }
    tip << sentencesOf(lines);
    if (const QString numbers = document.offers().numbersOfNames(); !numbers.isEmpty() && session.times.numbersUnit.empty())
        tip << ChipTexts::tr("The numbers in the names, %1, could be times; their unit is not stated.").arg(numbers);
    tip << ChipTexts::tr("Click to choose the source of the times and to set the quench.");
    const bool isPlain = current && current->trust == Trust::stated && differing(lines).isEmpty();
    words.medium = isPlain ? words.full : words.brief;
    words.whole = tip.join("\n");
    return words;
}

}  // namespace coarsen::window
