// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/time_form.hpp"

#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/panels/parts/time_field.hpp"
#include "app/window/panels/sheets/hold_choice.hpp"
#include "app/window/panels/sheets/popover_frame.hpp"
#include "app/window/panels/sheets/time_table_dialog.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/series/frame_numbers.hpp"
#include "core/series/frame_order.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace coarsen::window {

QString momentsText(double firstS, double lastS, const Unit& unit) {
    const QString first = timeText(std::abs(firstS), unit), last = timeText(std::abs(lastS), unit);
    if (firstS >= 0) return TimeForm::tr("First frame %1, last %2 after the quench.").arg(first, last);
    if (lastS >= 0) return TimeForm::tr("First frame %1 before the quench, last %2 after it.").arg(first, last);
    return TimeForm::tr("First frame %1, last %2 before the quench: no frame is after it.").arg(first, last);
}

TimeForm::TimeForm(Document& document, QWidget* owner) : document_(document), owner_(owner), chosen_(document.session().times) {
    const TimeChoice& now = chosen_;
    document.offers().askIfOld();
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    const std::vector<OfferedTimes> offered = document.offers().times();
    if (std::ranges::none_of(offered, &OfferedTimes::isCurrent))  // else the list says it
        layout->addWidget(hint(tr("Now: %1.").arg(document.times().sourceText())));
    offers_ = new OffersList(document, [this] { return lines(); });
    offers_->setObjectName("time-offers");
    layout->addWidget(offers_);
    layout->addWidget(numbersRow());
    layout->addWidget(tableRow());

    const QString how = tr("A number, or one with its unit: 90 s, 5 min, 7.5 h, −2 d");
    interval_ = new TimeField(tr("type one to replace these times"));
    interval_->setObjectName("time-interval");
    interval_->setAccessibleName(tr("Interval between frames"));
    interval_->setToolTip(how);
    interval_->setLowest(0, tr("The interval must be greater than zero: type 5 min, or 7.5 h."));
    const bool isTyped = now.kind == TimeChoice::Kind::interval;
    interval_->setTime(isTyped ? std::optional(now.intervalS) : std::nullopt,
                       isTyped ? document.times().fieldUnit("times.interval", now.intervalS) : TimeUnit::second);
    const std::optional<double> t0 = document.recipe().fit.t0S;
    quench_ = new TimeField(tr("not known"));
    quench_->setMoment(document.times().clockStartS());
    quench_->setObjectName("time-quench");
    quench_->setAccessibleName(tr("Time of the quench"));
    quench_->setToolTip(how + tr("; where times are of a clock also a date: 2026-03-01 14:05:00"));
    quench_->setTime(t0, document.times().fieldUnit("fit.t0", t0.value_or(0)));

    unit_ = new QComboBox;
    unit_->setObjectName("time-unit");
    unit_->setAccessibleName(tr("Unit of time"));
    unit_->setToolTip(tr("The unit of every time and rate shown, copied and exported; tables and recipes stay in seconds"));
    for (const TimeUnit unit : {TimeUnit::automatic, TimeUnit::second, TimeUnit::minute, TimeUnit::hour, TimeUnit::day})
        unit_->addItem(wordsOf(unit), static_cast<int>(unit));
    unit_->setCurrentIndex(unit_->findData(static_cast<int>(document.session().timeUnit)));

    auto* const form = new QFormLayout;
    form->addRow(tr("Equal intervals"), interval_);
    form->addRow(interval_->explanation());
    byNumber_ = new QCheckBox(tr("Missing numbers take time"), this);
    byNumber_->setObjectName("time-by-number");
    byNumber_->setChecked(now.byNumber);
    const QString missing = QString::fromStdString(missingNumbers(document.session().series));
    byNumber_->setToolTip(tr("Missing frames count with their interval, too: %1").arg(missing));
    byNumber_->setVisible(now.byNumber || !missing.isEmpty());
    if (now.byNumber || !missing.isEmpty()) form->addRow(QString(), byNumber_);
    byTime_ = new QCheckBox(tr("Order frames by time"), this);
    byTime_->setObjectName("time-order");
    byTime_->setChecked(now.order == FrameOrder::time);
    byTime_->setToolTip(helpOf(Remedy::orderByTime));
    byTime_->setVisible(now.order == FrameOrder::time || doTimesGoBack(document.session().series));
    if (now.order == FrameOrder::time || doTimesGoBack(document.session().series)) form->addRow(QString(), byTime_);
    form->addRow(tr("Quench t₀"), quench_);
    form->addRow(quench_->explanation());
    form->addRow(tr("Show times in"), unit_);
    layout->addLayout(form);
    summary_ = hint({}, theme().ink);
    summary_->setObjectName("time-summary");
    summary_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    summary_->ensurePolished();
    summary_->setFixedHeight(2 * summary_->fontMetrics().lineSpacing() + 2);  // whatever it says, nothing moves
    layout->addWidget(summary_);
    layout->addWidget(
        hint(tr("t₀ is the time of the quench on the clock of the times above: 0 is where they begin, −10 min is ten minutes "
                "before that. Without t₀ no law that begins with the quench can be fitted.")));
    hold_ = new HoldChoice(document, Samples::Holders::group);
    layout->addWidget(hold_);
    auto* const facts = new QPushButton(tr("What the files say…"));
    facts->setObjectName("show-facts");
    connect(facts, &QPushButton::clicked, this, [this] {
        emit done();
        emit factsWanted();
    });
    auto* const use = new QPushButton(tr("Use"));
    use->setProperty("primary", true);
    use->setToolTip(tr("Take all this (Enter); it can be undone"));
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(facts);
    buttons->addStretch();
    buttons->addWidget(use);
    layout->addLayout(buttons);

    connect(interval_, &QLineEdit::textEdited, this, [this] {
        const bool isMeant = !interval_->text().trimmed().isEmpty();
        chosen_.kind = isMeant ? TimeChoice::Kind::interval : document_.session().times.kind;
    });
    connect(use, &QPushButton::clicked, this, &TimeForm::use);
    for (TimeField* field : {interval_, quench_}) {
        connect(field, &QLineEdit::returnPressed, this, &TimeForm::use);
        connect(field, &QLineEdit::textEdited, this, &TimeForm::foretell);
        // An explanation comes and goes with these; the sheet follows once the layout knows.
        connect(field, &QLineEdit::textEdited, this, [this] { QTimer::singleShot(0, this, [this] { window()->adjustSize(); }); });
        connect(field, &QLineEdit::editingFinished, this, [this] { window()->adjustSize(); });
    }
    connect(byNumber_, &QCheckBox::toggled, this, &TimeForm::foretell);
    connect(unit_, &QComboBox::currentIndexChanged, this, &TimeForm::foretell);
    foretell();
}

std::vector<OfferLine> TimeForm::lines() {
    std::vector<OfferLine> lines;
    const auto offer = [&](const QString& words, const QString& help, bool isCurrent, const TimeChoice& choice) {
        lines.push_back({words, help, isCurrent, [this, choice] { take(choice); }});
    };
    for (const OfferedTimes& times : document_.offers().times())
        offer(times.value + " · " + times.shortly, times.by + " (" + wordsOf(times.trust) + ")", times.isCurrent, times.choice);
    const TimeChoice& now = document_.session().times;
    TimeChoice other = now;
    other.numbersUnit.clear();
    other.kind = TimeChoice::Kind::index;
    offer(tr("Frame number, no times"), {}, !document_.times().areSeconds(), other);
    other.kind = TimeChoice::Kind::mtime;
    offer(tr("Dates of the files"), tr("When each was last written; copying or downloading may change it"),
          now.kind == TimeChoice::Kind::mtime, other);
    return lines;
}

/// Numbers of the names that a unit makes times of; not there where names have none.
QWidget* TimeForm::numbersRow() {
    auto* const row = new QWidget(this);
    row->setObjectName("numbers-of-names");
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const words = new QLabel;
    layout->addWidget(words);
    for (const auto& [unit, name] : {std::pair{"s", tr("s")}, {"min", tr("min")}, {"h", tr("h")}, {"d", tr("d")}}) {
        auto* const button = new QPushButton(name);
        button->setObjectName(QString("numbers-in-") + unit);
        button->setAccessibleName(tr("Numbers in the names count in %1").arg(name));
        button->setToolTip(tr("Take the numbers behind t or time in the names for times in %1; it can be undone").arg(name));
        button->setMaximumWidth(48);
        button->setCheckable(true);
        button->setChecked(document_.session().times.kind == TimeChoice::Kind::filename &&
                           document_.session().times.numbersUnit == unit);
        layout->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, unit = std::string(unit)] {
            TimeChoice choice = document_.session().times;
            choice.kind = TimeChoice::Kind::filename;
            choice.numbersUnit = unit;
            choice.byNumber = false;
            take(choice);
        });
    }
    const auto show = [this, row, words] {
        const QString numbers = document_.offers().numbersOfNames();
        row->setVisible(!numbers.isEmpty());
        words->setText(tr("Numbers in the names (%1) are").arg(numbers));
    };
    connect(&document_.offers(), &Offers::changed, row, show);
    show();
    return row;
}

QWidget* TimeForm::tableRow() {
    auto* const row = new QWidget(this);
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const table = new QPushButton(isTableThere() ? tr("Another table of times…") : tr("A table of times…"));
    table->setObjectName("time-table");
    table->setToolTip(tr("Choose a file with the times, then its columns"));
    connect(table, &QPushButton::clicked, this, &TimeForm::takeTable);
    layout->addWidget(table);
    auto* const columns = new QPushButton(tr("Its columns…"), row);
    columns->setObjectName("time-columns");
    columns->setToolTip(tr("Which columns of the table are meant, and in which unit"));
    columns->setVisible(isTableThere());
    connect(columns, &QPushButton::clicked, this, [this] {
        showTimeTable(document_, owner_, document_.session().times,
                      [changes = &document_.changes()](const TimeChoice& chosen) { changes->setTimes(chosen); });
        emit done();
    });
    layout->addWidget(columns);
    layout->addStretch();
    return row;
}

/// As chosen; else the larger unit in which a time is typed, for who types hours thinks in hours.
TimeUnit TimeForm::chosenUnit() const {
    auto unit = static_cast<TimeUnit>(unit_->currentData().toInt());
    if (unit != TimeUnit::automatic) return unit;
    for (const TimeField* field : {quench_, interval_})
        if (const auto typed = field->typed();
            field->isModified() && typed && typed->unit != TimeUnit::second && typed->unit != TimeUnit::clock)
            unit = std::max(unit, typed->unit);
    return unit;
}

bool TimeForm::isCountedByNumber() const {
    return byNumber_->isChecked() && byNumber_->isEnabled();
}

/// Place of the last frame, counted from 0 in intervals.
double TimeForm::lastPlace() const {
    const ImageSeries& series = document_.session().series;
    if (isCountedByNumber())
        if (const auto places = placesByNumber(series); !places.empty()) return places.back().value_or(std::nan(""));
    return static_cast<double>(series.frames.size() - 1);
}

/// A quench on the clock is none among numbers, nor the other way round: what nobody has typed for them is not known.
void TimeForm::countFrames(bool counted) {
    quench_->setCountsFrames(counted);
    if (quench_->isModified()) return;
    const std::optional<double> t0 = counted == document_.times().areSeconds() ? std::nullopt : document_.recipe().fit.t0S;
    quench_->setTime(t0, counted ? TimeUnit::automatic : document_.times().fieldUnit("fit.t0", t0.value_or(0)));
}

/// When the frames lie with what stands in the fields, so that nobody has to think of the sign of t0.
void TimeForm::foretell() {
    const TimeChoice& now = document_.session().times;
    const bool countsFrames =
        chosen_.kind == TimeChoice::Kind::index || (chosen_.kind == now.kind && !document_.times().areSeconds());
    if (countsFrames != quench_->countsFrames()) countFrames(countsFrames);
    byNumber_->setEnabled(chosen_.kind == TimeChoice::Kind::interval || countsFrames);
    quench_->setMoment(chosen_.kind == now.kind ? document_.times().clockStartS() : std::nullopt);
    const auto quench = quench_->typed(), interval = interval_->typed();
    const auto& frames = document_.session().series.frames;
    double first = std::nan(""), last = first;
    if (chosen_.kind == TimeChoice::Kind::interval && interval && interval->seconds) {
        first = 0, last = *interval->seconds * lastPlace();
    } else if (countsFrames) {
        first = 0, last = lastPlace();
    } else if (chosen_.kind == now.kind) {
        for (const FrameSource& frame : frames)
            first = std::fmin(first, frame.timeS), last = std::fmax(last, frame.timeS);
    }
    if (!quench || !std::isfinite(first)) return summary_->clear();
    if (!quench->seconds) {
        const Unit unit = timeUnit(true, last - first, chosenUnit());
        const QString lastText = countsFrames ? QString::number(last - first) : timeText(last - first, unit);
        return summary_->setText(tr("t₀ is not known: times count from the first frame; the last is at %1.").arg(lastText));
    }
    first -= *quench->seconds, last -= *quench->seconds;
    if (countsFrames)
        summary_->setText(tr("First frame %1, last %2 after the quench, counted in frames.").arg(first).arg(last));
    else
        summary_->setText(momentsText(first, last, timeUnit(true, std::fmax(std::abs(first), std::abs(last)), chosenUnit())));
}

std::optional<std::function<void(const TimeChoice&)>> TimeForm::taker() {
    foretell();
    const bool isUnderstood = interval_->accept() && quench_->accept();
    window()->adjustSize();
    if (!isUnderstood) return std::nullopt;
    const auto quench = *quench_->typed(), interval = *interval_->typed();
    std::map<std::string, TimeUnit> typedUnits;
    if (quench_->isModified()) typedUnits["fit.t0"] = quench.unit;
    if (interval_->isModified() && interval.seconds) typedUnits["times.interval"] = interval.unit;
    return [&document = document_, t0S = quench.seconds, unit = chosenUnit(), typedUnits](const TimeChoice& choice) {
        document.changes().setTimes(choice, t0S, unit, typedUnits);
    };
}

/// By a click, with what was typed beside it.
void TimeForm::take(TimeChoice choice) {
    chosen_ = std::move(choice);
    const auto taken = taker();
    if (!taken) return;
    const TimeChoice wanted = chosen_;
    emit done();
    (*taken)(wanted);
}

void TimeForm::takeTable() {
    chosen_.kind = TimeChoice::Kind::table;
    const auto taken = taker();
    if (!taken) return;
    TimeChoice choice = chosen_;
    QWidget* const owner = owner_;
    Document& document = document_;
    emit done();
    const QString file =
        chosenFile(owner, FileKind::table, tr("Table of times"), {tr("Tables (*.csv *.tsv *.txt *.dat)"), tr("All files (*)")});
    if (file.isEmpty()) return;
    choice.table = QFile::encodeName(file).toStdString();
    choice.columns = {};
    showTimeTable(document, owner, choice, *taken);
}

void TimeForm::use() {
    const auto taken = taker();
    if (!taken) return;
    TimeChoice choice = chosen_;
    const auto interval = *interval_->typed(), quench = *quench_->typed();
    if (choice.kind == TimeChoice::Kind::interval && interval.seconds) choice.intervalS = *interval.seconds;
    choice.byNumber = isCountedByNumber();
    choice.order = byTime_->isChecked() ? FrameOrder::time : FrameOrder::name;
    SharedValues typed;
    const bool isIntervalMeant = interval_->isModified() || (hold_->isForAll() && choice.kind == TimeChoice::Kind::interval);
    if (isIntervalMeant && interval.seconds) typed.intervalS = interval.seconds;
    if (quench_->isModified() || hold_->isForAll()) typed.t0S = quench.seconds;
    if (quench_->isModified()) typed.typedUnits["fit.t0"] = quench.unit;
    if (typed.intervalS) typed.typedUnits["times.interval"] = interval.unit;
    hold_->carryOut(tr("change of times of several series"), typed, [&] { (*taken)(choice); });
    emit done();
}

bool TimeForm::isTableThere() const {
    return document_.session().times.kind == TimeChoice::Kind::table &&
           document_.session().series.frames.front().timeSource == TimeSource::table;
}

}  // namespace coarsen::window
