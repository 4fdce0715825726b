// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/time_table_dialog.hpp"

#include "app/window/panels/parts/number_box.hpp"
#include "app/window/theme/restyle.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr int dialogWidth = 600, previewHeight = 178, previewRow = 22;

void setShown(QWidget* label, QWidget* editor, bool shown) {
    label->setVisible(shown);
    editor->setVisible(shown);
}

/// The columns to choose from, with the one that is meant.
void fill(QComboBox* box, const std::vector<std::string>& names, const std::string& chosen) {
    const QSignalBlocker quiet(box);
    box->clear();
    for (const std::string& name : names)
        box->addItem(QString::fromStdString(name));
    box->setCurrentIndex(box->findText(QString::fromStdString(chosen)));
}

}  // namespace

TimeTableDialog::TimeTableDialog(Document& document, QWidget* over, const TimeChoice& choice)
    : QDialog(over), document_(document), choice_(choice) {
    setObjectName("time-table");
    setWindowTitle(tr("Times from %1").arg(QString::fromStdString(displayName(choice.table))));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 14);
    layout->setSpacing(12);

    rows_ = new QTableWidget;
    rows_->setObjectName("time-table-rows");
    rows_->setAccessibleName(tr("First rows of the table"));
    rows_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    rows_->setSelectionMode(QAbstractItemView::NoSelection);
    rows_->setFocusPolicy(Qt::NoFocus);
    rows_->verticalHeader()->hide();
    rows_->verticalHeader()->setDefaultSectionSize(previewRow);
    rows_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    rows_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    rows_->horizontalHeader()->setStretchLastSection(true);
    rows_->setFixedHeight(previewHeight);
    rows_->setMinimumWidth(dialogWidth - 40);
    layout->addWidget(rows_);

    auto* const form = new QFormLayout;
    form->setHorizontalSpacing(18);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    const auto row = [&](const QString& words, QWidget* editor, const char* name, const QString& help) {
        editor->setObjectName(name);
        editor->setAccessibleName(words);
        editor->setToolTip(help);
        editor->setMinimumWidth(220);
        auto* const label = new QLabel(words);
        label->setToolTip(help);
        form->addRow(label, editor);
        return label;
    };
    match_ = new QComboBox;
    match_->addItems({tr("the image's file name"), tr("the frame's number"), tr("the order of the rows")});
    row(tr("Match rows by"), match_, "time-table-match", tr("How a row of the table names its frame"));
    frame_ = new QComboBox;
    frameLabel_ =
        row(tr("Column of the frames"), frame_, "time-table-frame", tr("The column with file names, or with frame numbers"));
    first_ = new WholeNumberBox;
    first_->setRange(-1'000'000'000, 1'000'000'000);
    firstLabel_ =
        row(tr("The first frame's number"), first_, "time-table-first", tr("Where the table begins to count: often 0 or 1"));
    time_ = new QComboBox;
    row(tr("Column of the times"), time_, "time-table-time", tr("The column with the time of each frame"));
    unit_ = new QComboBox;
    unit_->addItem(tr("nanoseconds (ns)"), static_cast<int>(ColumnUnit::nanosecond));
    unit_->addItem(tr("microseconds (µs)"), static_cast<int>(ColumnUnit::microsecond));
    unit_->addItem(tr("milliseconds (ms)"), static_cast<int>(ColumnUnit::millisecond));
    unit_->addItem(tr("seconds (s)"), static_cast<int>(ColumnUnit::second));
    unit_->addItem(tr("minutes (min)"), static_cast<int>(ColumnUnit::minute));
    unit_->addItem(tr("hours (h)"), static_cast<int>(ColumnUnit::hour));
    unit_->addItem(tr("days (d)"), static_cast<int>(ColumnUnit::day));
    unit_->addItem(tr("weeks (wk)"), static_cast<int>(ColumnUnit::week));
    unit_->addItem(tr("hours, minutes and seconds (1:05:30)"), static_cast<int>(ColumnUnit::hoursMinutesSeconds));
    unit_->addItem(tr("hours and minutes (1:05)"), static_cast<int>(ColumnUnit::hoursMinutes));
    unit_->addItem(tr("minutes and seconds (5:30)"), static_cast<int>(ColumnUnit::minutesSeconds));
    unit_->addItem(tr("date and time"), static_cast<int>(ColumnUnit::date));
    row(tr("Unit"), unit_, "time-table-unit", tr("Unit of the numbers, or dates such as 2026-03-01 14:05:00"));
    ofDay_ = new QComboBox;
    ofDayLabel_ = row(tr("Time of day"), ofDay_, "time-table-of-day",
                      tr("Where the dates stand in one column and the times of day in another"));
    separator_ = new QComboBox;
    for (const auto& [words, separator] : {std::pair{tr("comma"), ','}, {tr("semicolon"), ';'}, {tr("tab"), '\t'}})
        separator_->addItem(words, static_cast<int>(separator));
    row(tr("Columns are separated by"), separator_, "time-table-separator",
        tr("With any other separator a comma in a number is its decimal point"));
    header_ = new QCheckBox(tr("The first row holds the columns' names"));
    header_->setObjectName("time-table-header");
    form->addRow(QString(), header_);
    layout->addLayout(form);

    matched_ = new QLabel;
    matched_->setObjectName("time-table-matched");
    unmatched_ = new QLabel;
    unmatched_->setObjectName("time-table-unmatched");
    for (QLabel* label : {matched_, unmatched_}) {
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    unmatched_->ensurePolished();
    unmatched_->setFixedHeight(2 * unmatched_->fontMetrics().lineSpacing() + 2);  // whatever it says, nothing moves
    unmatched_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    use_ = buttons->addButton(tr("Use these times"), QDialogButtonBox::AcceptRole);
    use_->setObjectName("time-table-use");
    use_->setProperty("primary", true);
    use_->setDefault(true);
    use_->setEnabled(false);
    layout->addStretch();
    layout->addWidget(buttons);
    resize(dialogWidth, sizeHint().height());

    for (QComboBox* box : {match_, frame_, time_, unit_, ofDay_})
        connect(box, &QComboBox::activated, this, &TimeTableDialog::takeChoices);
    connect(first_, &QSpinBox::valueChanged, this, &TimeTableDialog::takeChoices);
    connect(separator_, &QComboBox::activated, this, &TimeTableDialog::takeShape);
    connect(header_, &QCheckBox::clicked, this, &TimeTableDialog::takeShape);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, [this] {
        emit chosen(choice_);
        accept();
    });
    show(TimeTablePreview{.columns = choice_.columns, .names = {}, .rows = {}, .unmatched = {}, .problem = {}});
    read();
}

void TimeTableDialog::read() {
    isReading_ = true;
    const Epoch::Mark asked = asked_.begin();
    document_.background().run(
        [self = QPointer(this), asked, choice = choice_, series = document_.session().series]() -> Background::Result {
            return [self, asked, preview = previewOf(choice.table, choice.columns, series)] {
                if (!self || self->asked_.isOver(asked)) return;
                self->isReading_ = false;
                self->show(preview);
            };
        },
        [self = QPointer(this), asked](const QString& problem) {
            if (!self || self->asked_.isOver(asked)) return;
            self->isReading_ = false;
            self->matched_->setText(problem);
        });
}

void TimeTableDialog::takeChoices() {
    TimeColumns& columns = choice_.columns;
    const auto match = static_cast<TimeColumns::Match>(match_->currentIndex());
    const bool isOtherMatch = match != columns.match;
    columns.match = match;
    columns.frame = isOtherMatch ? std::string() : frame_->currentText().toStdString();
    if (match == TimeColumns::Match::number && !isOtherMatch) columns.firstNumber = first_->value();
    const std::string time = time_->currentText().toStdString();
    const bool isOtherColumn = sender() == time_;
    columns.time = time;
    columns.unit = isOtherColumn ? ColumnUnit::told : static_cast<ColumnUnit>(unit_->currentData().toInt());
    if (columns.unit == ColumnUnit::date && ofDay_->currentIndex() > 0) columns.time += '+' + ofDay_->currentText().toStdString();
    read();
}

void TimeTableDialog::takeShape() {
    choice_.columns.separator = static_cast<char>(separator_->currentData().toInt());
    choice_.columns.hasHeader = header_->isChecked();
    choice_.columns.frame.clear();
    choice_.columns.time.clear();
    choice_.columns.unit = ColumnUnit::told;
    read();
}

void TimeTableDialog::show(const TimeTablePreview& preview) {
    const TimeColumns& columns = preview.columns;
    const QSignalBlocker quietFirst(first_), quietHeader(header_), quietSeparator(separator_);
    match_->setCurrentIndex(static_cast<int>(columns.match));
    choice_.columns.match = columns.match;
    fill(frame_, preview.names, columns.frame);
    const std::vector<std::string> times = columnsOfTime(columns.time, preview.names);
    fill(time_, preview.names, times.front());
    fill(ofDay_, preview.names, times.back());
    ofDay_->insertItem(0, tr("in the same column"));
    if (times.size() == 1) ofDay_->setCurrentIndex(0);
    unit_->setCurrentIndex(unit_->findData(static_cast<int>(columns.unit)));
    first_->setValue(columns.firstNumber.value_or(0));
    header_->setChecked(columns.hasHeader);
    separator_->setCurrentIndex(separator_->findData(static_cast<int>(preview.separator)));
    setShown(frameLabel_, frame_, columns.match != TimeColumns::Match::row);
    setShown(ofDayLabel_, ofDay_, columns.unit == ColumnUnit::date);
    setShown(firstLabel_, first_, columns.match == TimeColumns::Match::number);
    showRows(preview);
    showMatch(preview);
}

void TimeTableDialog::showRows(const TimeTablePreview& preview) {
    rows_->clear();
    rows_->setColumnCount(static_cast<int>(preview.names.size()));
    rows_->setRowCount(static_cast<int>(preview.rows.size()));
    const std::vector<std::string> times = columnsOfTime(preview.columns.time, preview.names);
    for (int column = 0; column < rows_->columnCount(); ++column) {
        const std::string& name = preview.names[static_cast<std::size_t>(column)];
        const bool isMeant = name == preview.columns.frame || std::ranges::count(times, name) > 0;
        auto* const head = new QTableWidgetItem(QString::fromStdString(name));
        QFont font = head->font();
        font.setBold(isMeant);
        head->setFont(font);
        rows_->setHorizontalHeaderItem(column, head);
        for (int row = 0; row < rows_->rowCount(); ++row) {
            const auto& fields = preview.rows[static_cast<std::size_t>(row)];
            const auto at = static_cast<std::size_t>(column);
            auto* const item = new QTableWidgetItem(at < fields.size() ? QString::fromStdString(fields[at]) : QString());
            item->setForeground(isMeant ? theme().ink : theme().ink3);
            rows_->setItem(row, column, item);
        }
    }
}

void TimeTableDialog::showMatch(const TimeTablePreview& preview) {
    const std::size_t frames = preview.matched + preview.unmatched.size();
    use_->setEnabled(preview.matched > 0 && preview.problem.empty());
    const bool isWrong = !preview.problem.empty() || (frames > 0 && preview.matched == 0);
    restyle(matched_, QStringLiteral("color: %1;").arg((isWrong ? theme().error : theme().ink).name()));
    restyle(unmatched_, QStringLiteral("color: %1; font-size: 11px;").arg(theme().ink3.name()));
    unmatched_->clear();
    if (!preview.problem.empty()) {
        matched_->setText(sentence(tr("The table cannot be read in this way: %1").arg(translated(preview.problem))));
        return;
    }
    if (frames == 0) return matched_->setText(tr("Reading the table…"));
    matched_->setText(tr("%1 of %2 frames have a row.").arg(preview.matched).arg(frames));
    constexpr std::size_t named = 4;
    QStringList names;
    for (std::size_t i = 0; i < std::min(named, preview.unmatched.size()); ++i)
        names << QString::fromStdString(preview.unmatched[i]);
    if (names.isEmpty()) return;
    QString list = names.join(", ");
    if (preview.unmatched.size() > named) list = tr("%1 and %2 more").arg(list).arg(preview.unmatched.size() - named);
    unmatched_->setText(tr("Without a row, and left out: %1").arg(list));
}

void showTimeTable(Document& document, QWidget* over, const TimeChoice& choice, std::function<void(const TimeChoice&)> use) {
    auto* const dialog = new TimeTableDialog(document, over, choice);
    QObject::connect(dialog, &TimeTableDialog::chosen, dialog, [use = std::move(use)](const TimeChoice& chosen) { use(chosen); });
    dialog->open();
}

}  // namespace coarsen::window
