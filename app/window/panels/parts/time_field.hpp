// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_unit.hpp"

#include <QLineEdit>

#include <optional>

class QLabel;

namespace coarsen::window {

/// A field for a time, which shows its unit and takes "20 h", "-90 min" or a number in the unit shown; of a moment on a clock
/// also "2026-03-01 14:05:00", and then shows it so. What it does not understand makes it red and is explained in the label under
/// it.
///
/// Use, given `const std::function<void(std::optional<double>)>& take`:
///
///     TimeField field("to the end");
///     field.setTime(72000, TimeUnit::hour);  // shows 20 h
///     QObject::connect(&field, &TimeField::chosen, take);
class TimeField : public QLineEdit {
    Q_OBJECT
public:
    /// `emptyWords`: what no time at all means, such as "to the end"; without them there must be one.
    explicit TimeField(const QString& emptyWords = {}, QWidget* parent = nullptr);

    void setTime(std::optional<double> seconds, TimeUnit unit);
    void setOrigin(double seconds) { origin_ = seconds; }  ///< origin of the text, on the clock of `setTime`; before it
    void setCountsFrames(bool countsFrames);               ///< a number only: the frames have no times
    bool countsFrames() const { return countsFrames_; }
    void setLowest(double seconds, const QString& why);
    /// It is a moment, for which a date may be typed where the clock is known (ImageSeries::clockStartS); before `setTime`.
    void setMoment(std::optional<double> clockStartS);

    /// Time that the field says, or nothing where it is not understood; as it was set when nobody has typed.
    struct Typed {
        std::optional<double> seconds;
        TimeUnit unit = TimeUnit::automatic;
    };
    std::optional<Typed> typed() const;
    bool accept();  ///< explains what is not understood, and takes the focus for it
    QLabel* explanation() const { return explanation_; }

signals:
    void chosen(std::optional<double> seconds, coarsen::TimeUnit unit);  ///< after Enter, or when the field is left

protected:
    void focusInEvent(QFocusEvent*) override;

private:
    TimeUnit bareUnit() const;  ///< of a number alone
    QString problem() const;
    QString problemOfDate(const QString& words) const;
    void explain(const QString& words);

    QLabel* explanation_;
    std::optional<double> seconds_;
    double origin_ = 0;
    TimeUnit unit_ = TimeUnit::second;
    bool canBeEmpty_, countsFrames_ = false, isMoment_ = false;
    std::optional<double> clockStartS_;
    std::optional<double> above_;
    QString whyAbove_;
};

}  // namespace coarsen::window
