// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/batch_dialog.hpp"

#include "app/window/panels/parts/screen_room.hpp"
#include "app/window/panels/sheets/batch_form.hpp"
#include "app/window/panels/sheets/batch_table.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QCheckBox>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

std::filesystem::path pathIn(const QLineEdit* field) {
    return QFile::encodeName(QDir::cleanPath(field->text().trimmed())).toStdString();
}

QString leftText(double seconds) {
    if (!std::isfinite(seconds)) return {};
    const auto whole = static_cast<long long>(std::ceil(seconds));
    const QString words = whole < 60     ? BatchDialog::tr("%1 s").arg(whole)
                          : whole < 3600 ? BatchDialog::tr("%1 min").arg((whole + 59) / 60)
                                         : BatchDialog::tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
    return BatchDialog::tr(", %1 left").arg(words);
}

}  // namespace

BatchDialog::BatchDialog(const Document& document, QWidget* parent)
    : QDialog(parent),
      many_(document),
      place_(new QLineEdit(this)),
      output_(new QLineEdit(this)),
      groups_(new QCheckBox(tr("Groups from folders' names"), this)),
      table_(new BatchTable(this)),
      form_(new BatchForm(many_.recipeOfOpen(), this)),
      note_(new QLabel(this)),
      words_(new QLabel(this)),
      bar_(new QProgressBar(this)) {
    setObjectName("batch");
    setWindowTitle(tr("Batch: many series"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(QSize(1060, 620).boundedTo(roomFor(*this)));
    for (QLabel* label : {note_, words_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    note_->setObjectName("batch-note");
    note_->setProperty("hint", true);
    words_->setObjectName("batch-words");
    words_->setMinimumHeight(2 * words_->fontMetrics().lineSpacing());

    auto* const column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->addWidget(makePlace());
    column->addWidget(table_, 1);
    column->addWidget(note_);
    column->addWidget(form_);
    column->addWidget(makeOutput());
    column->addWidget(words_);
    column->addWidget(makeFoot());

    connect(table_, &BatchTable::chosenChanged, this, &BatchDialog::changeMind);
    connect(form_, &BatchForm::changed, this, &BatchDialog::changeMind);
    connect(&many_, &ManySeries::found, this, &BatchDialog::take);
    connect(&many_, &ManySeries::notFound, this, [this](const QString& problem) {
        isLooking_ = false;
        table_->show({});
        note_->clear();
        tell(problem, true);
        refresh();
    });
    connect(&many_.worker(), &BatchWorker::begun, this, [this](int series) { table_->tell(series, tr("opening…")); });
    connect(&many_.worker(), &BatchWorker::said, table_, &BatchTable::note);
    connect(&many_.worker(), &BatchWorker::progressed, this, &BatchDialog::showProgress);
    connect(&many_.worker(), &BatchWorker::ended, this,
            [this](int series, const SeriesOutcome& outcome, const FrameCounts& counts) {
                table_->tell(series, outcome, counts);
                if (outcome.state == SeriesState::failed || outcome.state == SeriesState::nothing) ++failed_;
                done_ += framesOf_[static_cast<std::size_t>(series)];
                bar_->setValue(done_);
            });
    connect(&many_.worker(), &BatchWorker::finished, this, &BatchDialog::showEnd);
    tell(tr("Choose a folder of folders, each of them a series, or a table that names them."));
    refresh();
}

QPushButton* BatchDialog::button(const QString& name, const QString& words, QWidget* parent) {
    auto* const made = new QPushButton(words, parent);
    made->setObjectName(name);
    made->setAutoDefault(false);
    return made;
}

QWidget* BatchDialog::makePlace() {
    auto* const all = new QWidget(this);
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    auto* const label = new QLabel(tr("Series in"), all);
    label->setBuddy(place_);
    place_->setObjectName("batch-place");
    place_->setAccessibleName(tr("Folder of the series, or table"));
    auto* const folder = button("batch-folder", tr("Folder…"), all);
    auto* const table = button("batch-table", tr("Table…"), all);
    table->setToolTip(tr("A CSV with the column folder and any of name, group, x, pixel_size_um, interval_s, t0_s, fit, recipe"));
    groups_->setObjectName("batch-groups");
    groups_->setChecked(true);
    groups_->setToolTip(tr("20C/a and 20C/b are repeats of the group 20C, at x = 20"));
    for (QWidget* const widget : {static_cast<QWidget*>(label), static_cast<QWidget*>(place_)})
        row->addWidget(widget, widget == place_ ? 1 : 0);
    row->addWidget(folder);
    row->addWidget(table);
    row->addSpacing(14);
    row->addWidget(groups_);
    connect(place_, &QLineEdit::editingFinished, this, [this] {
        if (place_->isModified()) find();
        place_->setModified(false);
    });
    connect(groups_, &QCheckBox::toggled, this, &BatchDialog::find);
    connect(folder, &QPushButton::clicked, this, [this] {
        const QString chosen =
            QFileDialog::getExistingDirectory(this, tr("A folder with a folder for each series"), place_->text());
        if (!chosen.isEmpty()) look(chosen);
    });
    connect(table, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getOpenFileName(this, tr("A table of series"), place_->text(),
                                                            tr("Tables (*.csv *.tsv *.txt);;All files (*)"));
        if (!chosen.isEmpty()) look(chosen);
    });
    return all;
}

QWidget* BatchDialog::makeOutput() {
    auto* const all = new QWidget(this);
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    auto* const label = new QLabel(tr("Results into"), all);
    label->setBuddy(output_);
    output_->setObjectName("batch-output");
    output_->setAccessibleName(tr("Folder for the results"));
    auto* const choose = button("batch-choose-output", tr("Choose…"), all);
    row->addWidget(label);
    row->addWidget(output_, 1);
    row->addWidget(choose);
    connect(output_, &QLineEdit::textChanged, this, &BatchDialog::changeMind);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("A folder for the results"), output_->text());
        if (!chosen.isEmpty()) output_->setText(chosen);
    });
    return all;
}

QWidget* BatchDialog::makeFoot() {
    auto* const all = new QWidget(this);
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    bar_->setObjectName("batch-bar");
    bar_->setAccessibleName(tr("Frames measured"));
    bar_->setTextVisible(false);
    cancel_ = button("batch-cancel", tr("Cancel"), all);
    resume_ = button("batch-resume", tr("Go on there"), all);
    resume_->setToolTip(tr("Finished series stay as they are, an interrupted one continues, the others are measured"));
    replace_ = button("batch-replace", tr("Measure all again"), all);
    replace_->setToolTip(tr("The results there are replaced"));
    showFolder_ = button("batch-show-folder", tr("Show folder"), all);
    show_ = button("batch-show", tr("Show them together"), all);
    measure_ = button("batch-measure", tr("Measure"), all);
    row->addWidget(bar_, 1);
    row->addStretch();
    for (QPushButton* const each : {cancel_, resume_, replace_, showFolder_, show_, measure_})
        row->addWidget(each);
    for (QPushButton* const each : {measure_, show_})
        each->setProperty("primary", true);
    connect(cancel_, &QPushButton::clicked, this, &BatchDialog::reject);
    connect(resume_, &QPushButton::clicked, this, [this] { measure(true, false); });
    connect(replace_, &QPushButton::clicked, this, [this] { measure(false, true); });
    connect(measure_, &QPushButton::clicked, this, [this] { measure(false, false); });
    connect(showFolder_, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(end_.folder)); });
    connect(show_, &QPushButton::clicked, this, [this] {
        emit projectWanted(end_.project);
        close();
    });
    return all;
}

void BatchDialog::look(const QString& parentOrTable) {
    place_->setText(QDir::toNativeSeparators(QDir::cleanPath(QFileInfo(parentOrTable).absoluteFilePath())));
    find();
}

void BatchDialog::find() {
    const QString place = place_->text().trimmed();
    if (place.isEmpty() || many_.isMeasuring()) return;
    if (place != shown_) {  // a folder beside it, for nothing is written among the images
        const QFileInfo info(QDir::cleanPath(place));
        output_->setText(QDir::cleanPath(info.absolutePath() + '/' + info.completeBaseName() + "-results"));
        shown_ = place;
    }
    end_ = {};
    isLooking_ = true;
    tell(tr("Looking for series…"));
    many_.find(pathIn(place_), groups_->isChecked(), pathIn(output_));
    refresh();
}

void BatchDialog::take(const FoundSeries& found) {
    isLooking_ = false;
    xLabel_ = found.xLabel;
    QStringList notes;
    for (const std::string& note : found.notes)
        notes << translated(note) + '.';
    const QString all = notes.join(' ');
    constexpr int longest = 260;
    note_->setText(all.size() > longest ? all.left(longest) + "…" : all);
    note_->setToolTip(all);
    note_->setVisible(!all.isEmpty());
    tell({});
    table_->show(found.series);
}

void BatchDialog::measure(bool resumes, bool replaces) {
    BatchRequest request{.series = table_->chosen(),
                         .settings = form_->settings(),
                         .output = pathIn(output_),
                         .xLabel = xLabel_,
                         .resumes = resumes,
                         .replaces = replaces};
    if (QFileInfo(place_->text()).suffix().size() > 0) request.readFiles.push_back(pathIn(place_));
    framesOf_.clear();
    frames_ = done_ = failed_ = 0;
    for (BatchSeries& series : request.series) {
        if (series.recipe.empty()) series.recipe = form_->recipeFile();
        framesOf_.push_back(static_cast<int>(series.frames));
        frames_ += framesOf_.back();
    }
    end_ = {};
    table_->begin();
    bar_->setRange(0, std::max(frames_, 1));
    bar_->setValue(0);
    tell(tr("Measuring %1 series…").arg(request.series.size()));
    many_.measure(std::move(request));
    refresh();
    cancel_->setFocus();
}

void BatchDialog::showProgress(const BatchProgress& progress) {
    const int series = static_cast<int>(progress.series);
    table_->tell(series, tr("%1 of %2 frames").arg(progress.done).arg(progress.total));
    bar_->setValue(std::min(done_ + progress.done, frames_));
    tell(tr("Series %1 of %2%3").arg(series + 1).arg(progress.seriesCount).arg(leftText(progress.secondsLeft)));
}

void BatchDialog::showEnd(const BatchEnd& end) {
    end_ = end;
    table_->end();
    const int all = static_cast<int>(framesOf_.size());
    if (!end.resultsThere.isEmpty())
        tell(tr("%1. Go on there, measure all again in their place, or choose another folder.")
                 .arg(translated(end.resultsThere.toStdString())),
             true);
    else if (!end.problem.isEmpty())
        tell(end.problem, true);
    else if (end.isCutShort)
        tell(tr("Stopped. What was measured is kept in %1; Go on there continues.").arg(end.folder));
    else if (failed_ > 0)
        tell(tr("%1 of %2 series are measured, the others are passed over; the list says why.").arg(all - failed_).arg(all));
    else
        tell(tr("Measured: %1 series. Tables and sessions are in %2.").arg(all).arg(end.folder));
    refresh();
    (show_->isVisible() ? show_ : resume_->isVisible() ? resume_ : cancel_)->setFocus();
}

/// Another choice: what the last one came to is past.
void BatchDialog::changeMind() {
    if (!many_.isMeasuring()) {
        end_ = {};
        if (!isLooking_) tell({});
    }
    refresh();
}

void BatchDialog::tell(const QString& words, bool isProblem) {
    words_->setText(words);
    words_->setStyleSheet(isProblem ? QStringLiteral("color: %1;").arg(theme().error.name()) : QString());
}

void BatchDialog::refresh() {
    const bool isMeasuring = many_.isMeasuring();
    const int count = table_->count();
    const QString problem = form_->problem();
    if (!isMeasuring && !problem.isEmpty()) tell(problem, true);
    const bool isStopped = end_.isCutShort && !end_.folder.isEmpty();
    const bool isAsked = !end_.resultsThere.isEmpty() || isStopped;
    const bool isDone = !end_.folder.isEmpty();
    const bool canMeasure = !isMeasuring && !isLooking_ && count > 0 && problem.isEmpty() && !output_->text().trimmed().isEmpty();
    measure_->setText(count > 0 ? tr("Measure %1 series").arg(count) : tr("Measure"));
    measure_->setEnabled(canMeasure);
    measure_->setVisible(!isMeasuring && !isAsked && !isDone);
    resume_->setVisible(isAsked && !isMeasuring);
    resume_->setEnabled(canMeasure);
    replace_->setVisible(!end_.resultsThere.isEmpty() && !isMeasuring);
    replace_->setEnabled(canMeasure);
    show_->setVisible(isDone);
    (isDone ? show_ : measure_)->setDefault(true);  // Return presses what is blue
    showFolder_->setVisible(isDone);
    cancel_->setText(isMeasuring ? tr("Stop") : tr("Close"));
    bar_->setVisible(isMeasuring);
    for (QWidget* const field : {static_cast<QWidget*>(place_), static_cast<QWidget*>(output_), static_cast<QWidget*>(groups_),
                                 static_cast<QWidget*>(form_)})
        field->setEnabled(!isMeasuring);
    for (const char* const name : {"batch-folder", "batch-table", "batch-choose-output"})
        findChild<QPushButton*>(name)->setEnabled(!isMeasuring);
}

void BatchDialog::reject() {
    if (!many_.isMeasuring()) return QDialog::reject();
    tell(tr("Stopping…"));
    many_.cancel();
}

}  // namespace coarsen::window
