// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/time_form.hpp"

#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/panels/parts/time_field.hpp"
#include "app/window/panels/sheets/time_table_dialog.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/series/frame_numbers.hpp"
#include "core/series/frame_order.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr int textWidth = 300;
constexpr std::array kinds{TimeChoice::Kind::automatic, TimeChoice::Kind::interval, TimeChoice::Kind::table,
                           TimeChoice::Kind::index, TimeChoice::Kind::mtime};

/// The line of the list; what only the command line chooses counts as from the files.
int lineOf(TimeChoice::Kind kind) {
    const auto known = std::ranges::find(kinds, kind);
    return known == kinds.end() ? 0 : static_cast<int>(known - kinds.begin());
}

QLabel* note(const QString& words, const QColor& colour) {
    auto* const label = new QLabel(words);
    label->setWordWrap(true);
    label->setFixedWidth(textWidth);
    label->setStyleSheet(QStringLiteral("color: %1; font-size: 11px;").arg(colour.name()));
    return label;
}

}  // namespace

QString momentsText(double firstS, double lastS, const Unit& unit) {
    const QString first = timeText(std::abs(firstS), unit), last = timeText(std::abs(lastS), unit);
    if (firstS >= 0) return TimeForm::tr("First frame %1, last %2 after the quench.").arg(first, last);
    if (lastS >= 0) return TimeForm::tr("First frame %1 before the quench, last %2 after it.").arg(first, last);
    return TimeForm::tr("First frame %1, last %2 before the quench: no frame is after it.").arg(first, last);
}

TimeForm::TimeForm(Document& document, QWidget* owner) : document_(document), owner_(owner) {
    const TimeChoice now = document.session().times;
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(note(tr("Now: %1.").arg(document.times().sourceText()), theme().ink3));

    source_ = new QComboBox;
    source_->setObjectName("time-source");
    source_->setAccessibleName(tr("Source of the times"));
    source_->setToolTip(tr("Where the frames' times come from"));
    source_->addItems({tr("From the files (name, EXIF, tags)"), tr("Equal intervals"), tr("A table…"), tr("Frame number"),
                       tr("Dates of the files")});
    source_->setCurrentIndex(lineOf(now.kind));

    const QString how = tr("A number, or one with its unit: 90 s, 5 min, 7.5 h, −2 d");
    interval_ = new TimeField;
    interval_->setObjectName("time-interval");
    interval_->setAccessibleName(tr("Interval between frames"));
    interval_->setToolTip(how);
    interval_->setLowest(0, tr("An interval is longer than nothing: type 5 min, or 7.5 h."));
    interval_->setTime(now.intervalS, document.times().fieldUnit("times.interval", now.intervalS));
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
    form->addRow(tr("Source"), source_);
    columns_ = new QPushButton(tr("Its columns…"), this);
    columns_->setObjectName("time-columns");
    columns_->setToolTip(tr("Which columns of the table are meant, and in which unit"));
    columns_->setVisible(isTableThere());
    if (isTableThere()) form->addRow(QString(), columns_);
    form->addRow(tr("Interval"), interval_);
    form->addRow(interval_->explanation());
    byNumber_ = new QCheckBox(tr("Missing numbers take time"), this);
    byNumber_->setObjectName("time-by-number");
    byNumber_->setChecked(now.byNumber);
    const QString missing = QString::fromStdString(missingNumbers(document.session().series));
    byNumber_->setToolTip(tr("Frames that are missing take their interval all the same: %1").arg(missing));
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
    foretold_ = note({}, theme().ink);
    foretold_->setObjectName("time-foretold");
    foretold_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    foretold_->ensurePolished();
    foretold_->setFixedHeight(2 * foretold_->fontMetrics().lineSpacing() + 2);  // whatever it says, nothing moves
    layout->addWidget(foretold_);
    layout->addWidget(
        note(tr("t₀ is the time of the quench on the series' own clock: negative when it lies before the first clock "
                "time. Without it no law that begins with the quench can be fitted."),
             theme().ink3));
    auto* const use = new QPushButton(tr("Use"));
    use->setProperty("primary", true);
    use->setToolTip(tr("Take all this (Enter); it can be undone"));
    layout->addWidget(use, 0, Qt::AlignRight);

    connect(source_, &QComboBox::activated, this, [this] { isSourceChosen_ = true; });
    connect(interval_, &QLineEdit::textEdited, source_, [this] { source_->setCurrentIndex(1); });  // it is meant
    connect(use, &QPushButton::clicked, this, &TimeForm::use);
    connect(columns_, &QPushButton::clicked, this, [this] {
        showTimeTable(document_, owner_, document_.session().times,
                      [changes = &document_.changes()](const TimeChoice& chosen) { changes->setTimes(chosen); });
        emit done();
    });
    for (TimeField* field : {interval_, quench_}) {
        connect(field, &QLineEdit::returnPressed, this, &TimeForm::use);
        connect(field, &QLineEdit::textEdited, this, &TimeForm::foretell);
        // An explanation comes and goes with these; the sheet follows once the layout knows.
        connect(field, &QLineEdit::textEdited, this, [this] { QTimer::singleShot(0, this, [this] { window()->adjustSize(); }); });
        connect(field, &QLineEdit::editingFinished, this, [this] { window()->adjustSize(); });
    }
    connect(byNumber_, &QCheckBox::toggled, this, &TimeForm::foretell);
    for (QComboBox* box : {source_, unit_})
        connect(box, &QComboBox::currentIndexChanged, this, &TimeForm::foretell);
    foretell();
}

TimeChoice::Kind TimeForm::chosenKind() const {
    const TimeChoice::Kind now = document_.session().times.kind;
    return source_->currentIndex() == lineOf(now) ? now : kinds[static_cast<std::size_t>(source_->currentIndex())];
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

/// Of the last frame, counted from 0 in intervals.
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
        chosenKind() == TimeChoice::Kind::index || (chosenKind() == now.kind && !document_.times().areSeconds());
    if (countsFrames != quench_->countsFrames()) countFrames(countsFrames);
    byNumber_->setEnabled(chosenKind() == TimeChoice::Kind::interval || countsFrames);
    columns_->setEnabled(chosenKind() == TimeChoice::Kind::table);
    quench_->setMoment(chosenKind() == now.kind ? document_.times().clockStartS() : std::nullopt);
    if (chosenKind() == TimeChoice::Kind::mtime && now.kind != TimeChoice::Kind::mtime)
        return foretold_->setText(tr("When each file was last written. Copying or downloading a file may change its date."));
    const auto quench = quench_->typed(), interval = interval_->typed();
    const auto& frames = document_.session().series.frames;
    double first = std::nan(""), last = first;
    if (chosenKind() == TimeChoice::Kind::interval && interval) {
        first = 0, last = *interval->seconds * lastPlace();
    } else if (countsFrames) {
        first = 0, last = lastPlace();
    } else if (chosenKind() == now.kind) {
        for (const FrameSource& frame : frames)
            first = std::fmin(first, frame.timeS), last = std::fmax(last, frame.timeS);
    }
    if (!quench || !std::isfinite(first)) return foretold_->clear();
    if (!quench->seconds) {
        const Unit unit = timeUnit(true, last - first, chosenUnit());
        const QString lastText = countsFrames ? QString::number(last - first) : timeText(last - first, unit);
        return foretold_->setText(tr("t₀ is not known: time counts from the first frame, last %1.").arg(lastText));
    }
    first -= *quench->seconds, last -= *quench->seconds;
    if (countsFrames)
        foretold_->setText(tr("First frame %1, last %2 after the quench, counted in frames.").arg(first).arg(last));
    else
        foretold_->setText(momentsText(first, last, timeUnit(true, std::fmax(std::abs(first), std::abs(last)), chosenUnit())));
}

void TimeForm::use() {
    foretell();
    const bool isUnderstood = interval_->accept() && quench_->accept();
    window()->adjustSize();
    if (!isUnderstood) return;
    TimeChoice choice = document_.session().times;
    const auto quench = *quench_->typed(), interval = *interval_->typed();
    std::map<std::string, TimeUnit> typedUnits;
    if (quench_->isModified()) typedUnits["fit.t0"] = quench.unit;
    if (interval_->isModified()) typedUnits["times.interval"] = interval.unit;
    choice.kind = chosenKind();
    choice.intervalS = *interval.seconds;
    choice.byNumber = isCountedByNumber();
    choice.order = byTime_->isChecked() ? FrameOrder::time : FrameOrder::name;
    const TimeUnit unit = chosenUnit();
    QWidget* const owner = owner_;
    Document& document = document_;
    const bool asksForTable = choice.kind == TimeChoice::Kind::table && (!isTableThere() || isSourceChosen_);
    emit done();
    if (asksForTable) {
        const QString file = chosenFile(owner, FileKind::table, tr("Table of times"),
                                        {tr("Tables (*.csv *.tsv *.txt *.dat)"), tr("All files (*)")});
        if (file.isEmpty()) return;
        choice.table = QFile::encodeName(file).toStdString();
        choice.columns = {};
        return showTimeTable(document, owner, choice, [=, &document](const TimeChoice& chosen) {
            document.changes().setTimes(chosen, quench.seconds, unit, typedUnits);
        });
    }
    document.changes().setTimes(choice, quench.seconds, unit, typedUnits);
}

bool TimeForm::isTableThere() const {
    return document_.session().times.kind == TimeChoice::Kind::table &&
           document_.session().series.frames.front().timeSource == TimeSource::table;
}

}  // namespace coarsen::window
