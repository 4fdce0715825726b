// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme/words.hpp"

#include "core/base/numbers.hpp"

#include <QApplication>
#include <QFontMetrics>
#include <QRegularExpression>

#include <cmath>

namespace coarsen::window {

namespace {
const QChar minus(0x2212), thinSpace(0x2009);
}

QString translated(std::string_view text) {
    const QString words = QCoreApplication::translate("core", std::string(text).c_str());
    // An error begins with what it is about, and a file keeps its name, spaces and all.
    static const QRegularExpression subject(QStringLiteral(R"(\A[^:]*(?:/|\.\w{1,5}(?=:))[^:]*: )"));
    static const QRegularExpression term(QStringLiteral(R"((?<![\w./"'-])R_max(?![\w/"'-]|\.\w))"));
    static const QRegularExpression quench(QStringLiteral(R"((?<![\w./"'{-])t0(?![\w/"'=}-]|\.\w))"));
    const qsizetype begin = subject.match(words).capturedLength();
    return words.first(begin) + words.sliced(begin).replace(term, rMaxText()).replace(quench, QStringLiteral("t₀"));
}

QString sentence(const QString& words) {
    static const QString ends = QStringLiteral(".?!…");
    return words.isEmpty() || ends.contains(words.back()) ? words : words + '.';
}

QString rMaxText() {
    static const QString text = [] {
        const QFontMetrics metrics(QApplication::font());
        const bool hasSubscripts = metrics.inFontUcs4(0x2098) && metrics.inFontUcs4(0x2090) && metrics.inFontUcs4(0x2093);
        return hasSubscripts ? QStringLiteral("R\u2098\u2090\u2093") : QStringLiteral("R_max");
    }();
    return text;
}

Unit lengthUnit(bool isCalibrated, double largestUm) {
    if (!isCalibrated) return {QStringLiteral("px"), 1};
    if (largestUm > 0 && largestUm < 1) return {QStringLiteral("nm"), 1000};
    if (largestUm < 5000) return {QStringLiteral("µm"), 1};
    return {QStringLiteral("mm"), 1e-3};
}

Unit timeUnit(bool isSeconds, double largestS, TimeUnit chosen) {
    if (!isSeconds) return {QStringLiteral("frame"), 1};
    if (chosen != TimeUnit::automatic) {
        const std::string_view name = nameOf(chosen);
        return {QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), 1 / secondsIn(chosen)};
    }
    if (largestS < 180) return {QStringLiteral("s"), 1};
    if (largestS < 3 * 3600) return {QStringLiteral("min"), 1.0 / 60};
    if (largestS < 4 * 86400) return {QStringLiteral("h"), 1.0 / 3600};
    return {QStringLiteral("d"), 1.0 / 86400};
}

QString number(double value, int decimals) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    QString text = QString::number(std::abs(value), 'f', decimals);
    if (value < 0 && text.toDouble() != 0) text.prepend(minus);
    return text;
}

QString significant(double value, int digits) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    if (value == 0) return QStringLiteral("0");
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (exponent >= -4 && exponent < 6) return number(value, std::max(0, digits - 1 - exponent));
    return QString::number(value, 'g', digits).replace('-', minus);
}

QString withError(double value, double error, const QString& unit) {
    const QString tail = unit.isEmpty() ? QString() : thinSpace + unit;
    if (!std::isfinite(value)) return QStringLiteral("–");
    if (!(error > 0) || !std::isfinite(error)) return significant(value, 4) + tail;
    const RoundedPair pair = roundedToError(value, error);
    return QString::fromStdString(pair.value).replace('-', minus) + QStringLiteral(" ± ") + QString::fromStdString(pair.error) +
           tail;
}

QString timeText(double seconds, const Unit& unit) {
    const double value = seconds * unit.perBase;
    if (unit.name == QStringLiteral("frame")) return QString::number(value);
    const bool isTiny = std::abs(value) < 0.01 && value != 0;  // in a unit that is too large for it
    return (isTiny ? significant(value, 2) : number(value, std::abs(value) < 1000 ? 2 : 0)) + thinSpace + unit.name;
}

QString fieldText(double seconds, TimeUnit unit) {
    if (!std::isfinite(seconds)) return {};
    const double value = seconds / secondsIn(unit);
    constexpr int digits = 10, decimals = 4;
    QString text = QString::number(std::abs(value), 'g', digits);
    const qsizetype point = text.indexOf('.');
    if (point >= 0 && text.size() - point - 1 > decimals && std::abs(value) >= 0.1)
        text = QString::number(std::round(std::abs(value) * 1e4) / 1e4, 'g', digits + decimals);
    if (value < 0) text.prepend(minus);
    return unit == TimeUnit::automatic ? text : text + " " + timeUnit(true, 0, unit).name;
}

QString fieldText(double seconds, const Unit& unit) {
    return fieldText(seconds, timeUnitNamed(unit.name.toStdString()).value_or(TimeUnit::automatic));
}

QString wordsOf(TimeUnit unit) {
    switch (unit) {
        case TimeUnit::automatic:
            return QCoreApplication::translate("core", "automatic");
        case TimeUnit::second:
            return QCoreApplication::translate("core", "seconds (s)");
        case TimeUnit::minute:
            return QCoreApplication::translate("core", "minutes (min)");
        case TimeUnit::hour:
            return QCoreApplication::translate("core", "hours (h)");
        case TimeUnit::day:
            return QCoreApplication::translate("core", "days (d)");
        case TimeUnit::clock:
            return QCoreApplication::translate("core", "date and time");
    }
    return {};
}

QString counted(int count, const QString& one, const QString& many) {
    return QString::number(count) + " " + (count == 1 ? one : many);
}

QString signedPercent(double percent) {
    if (!std::isfinite(percent)) return QStringLiteral("—");
    const QString text = QString::number(std::abs(percent), 'f', 1);
    if (text.toDouble() == 0) return QStringLiteral("0.0") + thinSpace + "%";
    return (percent < 0 ? QString(minus) : QStringLiteral("+")) + text + thinSpace + "%";
}

}  // namespace coarsen::window
