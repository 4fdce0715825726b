// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/length_words.hpp"

#include "app/window/theme/words.hpp"

#include <QRegularExpression>

namespace coarsen::window {

QString withLengthsInUnits(const QString& words, const Calibration& calibration) {
    if (!calibration.isKnown()) return words;
    static const QRegularExpression inPixels(QStringLiteral(R"((?<![\w.])(\d+(?:\.\d+)?) px\b)"));
    const auto shortest = [](double value) {  // three digits say as much as a length that core has rounded
        return value < 100 ? QString::number(value, 'g', 3) : QString::number(value, 'f', 0);
    };
    QString inUnits;
    qsizetype from = 0;
    for (auto matches = inPixels.globalMatch(words); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const double um = match.captured(1).toDouble() * calibration.umPerPx();
        const Unit unit = lengthUnit(true, um);
        inUnits += words.mid(from, match.capturedStart() - from) + shortest(um * unit.perBase) + ' ' + unit.name;
        from = match.capturedEnd();
    }
    return inUnits + words.mid(from);
}

}  // namespace coarsen::window
