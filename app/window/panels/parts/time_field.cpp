// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/time_field.hpp"

#include "app/window/theme/restyle.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/clock_time.hpp"

#include <QFocusEvent>
#include <QLabel>
#include <QTimer>

namespace coarsen::window {

TimeField::TimeField(const QString& emptyWords, QWidget* parent)
    : QLineEdit(parent), explanation_(new QLabel(this)), canBeEmpty_(!emptyWords.isEmpty()) {
    setPlaceholderText(emptyWords);
    explanation_->setObjectName("time-problem");
    explanation_->setWordWrap(true);
    explanation_->hide();
    connect(this, &QLineEdit::textChanged, this, [this] { explain({}); });  // typed, or taken back by Esc
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (!isModified()) return;
        const auto now = typed();
        explain(problem());
        if (now) emit chosen(now->seconds, now->unit);
    });
}

/// A click selects all, too: what is typed next takes the place of what stands there, unit and all.
void TimeField::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    if (event->reason() == Qt::MouseFocusReason) QTimer::singleShot(0, this, &QLineEdit::selectAll);
}

void TimeField::setTime(std::optional<double> seconds, TimeUnit unit) {
    seconds_ = seconds;
    unit_ = unit;
    const bool isDate = unit == TimeUnit::clock && clockStartS_;
    setText(!seconds ? QString()
            : isDate ? QString::fromStdString(clockText(*clockStartS_ + *seconds))
                     : fieldText(*seconds - origin_, unit == TimeUnit::clock ? TimeUnit::second : unit));
    explain({});
}

void TimeField::setCountsFrames(bool countsFrames) {
    countsFrames_ = countsFrames;
}

void TimeField::setLowest(double seconds, const QString& why) {
    above_ = seconds;
    whyAbove_ = why;
}

void TimeField::setMoment(std::optional<double> clockStartS) {
    isMoment_ = true;
    clockStartS_ = clockStartS;
}

TimeUnit TimeField::bareUnit() const {
    return countsFrames_ ? TimeUnit::automatic : unit_ == TimeUnit::clock ? TimeUnit::second : unit_;
}

std::optional<TimeField::Typed> TimeField::typed() const {
    if (!isModified()) return Typed{seconds_, unit_};
    if (!problem().isEmpty()) return std::nullopt;
    if (text().trimmed().isEmpty()) return Typed{std::nullopt, bareUnit()};
    if (const auto moment = clockTime(text().toStdString()); moment && isMoment_)
        return Typed{moment->seconds - *clockStartS_, TimeUnit::clock};
    const auto time = typedTime(text().toStdString(), bareUnit());
    return Typed{time->seconds + origin_, time->unit == TimeUnit::automatic ? bareUnit() : time->unit};
}

QString TimeField::problemOfDate(const QString& words) const {
    if (!clockStartS_)
        return tr("“%1” is a date, but only the intervals between the frames are known. Type a time, such as −20 h.").arg(words);
    if (clockTime(words.toStdString())->zone)
        return tr("“%1” names a time zone, and the frames' clock has none. Type the time that this clock showed.").arg(words);
    return {};
}

QString TimeField::problem() const {
    if (!isModified()) return {};
    const QString words = text().trimmed();
    if (words.isEmpty()) return canBeEmpty_ ? QString() : tr("Type a time, such as 20 h.");
    const auto time = typedTime(words.toStdString(), bareUnit());
    if (countsFrames_ && (!time || time->unit != TimeUnit::automatic))
        return tr("“%1”: the frames are counted and have no times. Type a number.").arg(words);
    if (isMoment_ && clockTime(words.toStdString())) return problemOfDate(words);
    if (!time) return tr("“%1” is no time. Type it as 90 s, 5 min, 20 h or 2 d.").arg(words);
    if (above_ && !(time->seconds + origin_ > *above_)) return whyAbove_;
    return {};
}

bool TimeField::accept() {
    const QString words = problem();
    explain(words);
    if (words.isEmpty()) return true;
    setFocus();
    selectAll();
    return false;
}

void TimeField::explain(const QString& words) {
    restyle(this, words.isEmpty()
                      ? QString()
                      : QStringLiteral("QLineEdit { border: 2px solid %1; padding: 1px 5px; }").arg(theme().error.name()));
    restyle(explanation_, QStringLiteral("color: %1; font-size: 11px;").arg(theme().error.name()));
    explanation_->setText(words);
    explanation_->setVisible(!words.isEmpty());
    setAccessibleDescription(words);
}

}  // namespace coarsen::window
