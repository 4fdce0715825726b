// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/comparison_dialog.hpp"

#include "app/window/figures/comparison_figure.hpp"
#include "app/window/panels/parts/number_box.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/panels/parts/save_dialog.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/flow_view.hpp"
#include "app/window/views/peak_view.hpp"
#include "core/analysis/survey.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace coarsen::window {

ComparisonDialog::ComparisonDialog(Document& document, QWidget* parent)
    : QDialog(parent),
      document_(document),
      headline_(new QLabel(this)),
      facts_(new QLabel(this)),
      flowTitle_(new QLabel(this)),
      mapTitle_(new QLabel(this)),
      flow_(new FlowView(this)),
      map_(new PeakView(this)) {
    setObjectName("comparison");
    setWindowTitle(tr("Compare frames…"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1040, 640);
    headline_->setObjectName("comparison-headline");
    facts_->setObjectName("comparison-facts");
    for (QLabel* label : {headline_, facts_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    QFont bold = headline_->font();
    bold.setBold(true);
    headline_->setFont(bold);
    facts_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    facts_->setMinimumHeight(5 * facts_->fontMetrics().lineSpacing());  // the pictures stay where they are

    auto* const pictures = new QGridLayout;
    pictures->addWidget(flowTitle_, 0, 0);
    pictures->addWidget(mapTitle_, 0, 1);
    pictures->addWidget(flow_, 1, 0);
    pictures->addWidget(map_, 1, 1);
    pictures->setRowStretch(1, 1);
    for (const int half : {0, 1}) {
        pictures->setColumnStretch(half, 1);
        pictures->setColumnMinimumWidth(half, 240);
    }
    for (QLabel* title : {flowTitle_, mapTitle_}) {
        title->setProperty("hint", true);
        title->setTextFormat(Qt::PlainText);
        title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // a file's name may be long
    }
    auto* const column = new QVBoxLayout(this);
    column->addWidget(makeChoices());
    column->addLayout(pictures, 1);
    column->addWidget(headline_);
    column->addWidget(facts_);
    column->addWidget(makeButtons());

    connect(&worker_, &ComparisonWorker::compared, this, &ComparisonDialog::take);
    connect(&document_, &Document::previewChanged, this, &ComparisonDialog::ask);
    connect(&document_, &Document::choicesChanged, this, &ComparisonDialog::ask);
    connect(&document_, &Document::opened, this, &QDialog::close);
    showChoices();
    ask();
}

QWidget* ComparisonDialog::makeChoices() {
    auto* const all = new QWidget(this);
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](QWidget* control, const QString& name, const QString& words, const QString& help) {
        control->setObjectName(name);
        control->setAccessibleName(words);
        control->setToolTip(help);
        row->addWidget(control);
    };
    const auto label = [&](const QString& words) {
        auto* const hint = new QLabel(words, all);
        hint->setProperty("hint", true);
        row->addWidget(hint);
    };
    label(tr("Compare with"));
    other_ = new QComboBox(all);
    other_->addItems({tr("the frame before"), tr("the first frame"), tr("another frame"), tr("a file")});
    add(other_, "comparison-other", tr("Compare with"), tr("What this frame is compared with"));
    number_ = new WholeNumberBox(all);
    number_->setKeyboardTracking(false);
    add(number_, "comparison-number", tr("Number of the other frame"), tr("Number of the other frame"));
    pick_ = new QPushButton(tr("Choose…"), all);
    add(pick_, "comparison-file", tr("File"), tr("An image of the same size; the recipe is applied to it, too"));
    row->addSpacing(14);
    label(tr("Picture"));
    stage_ = new QComboBox(all);
    stage_->addItems({tr("after the recipe"), tr("grey")});
    add(stage_, "comparison-stage", tr("Picture"),
        tr("After the recipe: uneven light and dust, which stand still, are removed. Stabilise is left out, because it would "
           "undo the move"));
    row->addSpacing(14);
    const auto size = [&](QSpinBox*& box, const QString& name, const QString& words, const QString& help) {
        label(words);
        box = new WholeNumberBox(all);
        box->setKeyboardTracking(false);
        box->setSuffix(tr(" px"));
        box->setSpecialValueText(tr("automatic"));
        box->setMinimum(0);
        box->setMinimumWidth(96);  // for all that it says
        add(box, name, words, help);
        connect(box, &QSpinBox::valueChanged, this, &ComparisonDialog::ask);
    };
    size(range_, "comparison-range", tr("Largest shift"), tr("How far the map reaches; automatic: half of the shorter side"));
    size(patch_, "comparison-patch", tr("Patches"), tr("Side of the patches, each with its arrow, 16 px or more"));
    row->addStretch();
    connect(other_, &QComboBox::activated, this, [this](int index) { choose(static_cast<Other>(index)); });
    connect(number_, &QSpinBox::valueChanged, this, &ComparisonDialog::ask);
    connect(stage_, &QComboBox::currentIndexChanged, this, &ComparisonDialog::ask);
    connect(pick_, &QPushButton::clicked, this, [this] {
        QStringList patterns;
        for (const ImageFormat& format : imageFormats())
            for (const std::string& extension : format.extensions)
                patterns << "*" + QString::fromStdString(extension);
        const QString file = chosenFile(this, FileKind::compared, tr("Compare with an image"),
                                        {tr("Images (%1)").arg(patterns.join(' ')), tr("All files (*)")});
        if (!file.isEmpty()) chooseFile(file);
    });
    return all;
}

QWidget* ComparisonDialog::makeButtons() {
    auto* const all = new QWidget(this);
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    bar_ = new QProgressBar(all);
    bar_->setRange(0, 0);
    bar_->setTextVisible(false);
    row->addWidget(bar_, 1);
    row->addStretch();
    const auto button = [&](const QString& name, const QString& words, auto&& press) {
        auto* const made = new QPushButton(words, all);
        made->setObjectName(name);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, press);
        row->addWidget(made);
        return made;
    };
    cancel_ = button("comparison-cancel", tr("Cancel"), [this] { cancel(); });
    copy_ = button("comparison-copy", tr("Copy the numbers"), [this] {
        QApplication::clipboard()->setText(shown_->asTable());
        document_.notices().say(tr("The numbers are copied"));
    });
    save_ = button("comparison-save", tr("Save the figure…"), [this] {
        const QString file = askWhereToSave(this, tr("Save the figure"), "against.pdf",
                                            {tr("PDF (*.pdf)"), tr("Drawing (*.svg)"), tr("Picture (*.png)")});
        if (!file.isEmpty()) save(file);
    });
    button("comparison-close", tr("Close"), [this] { close(); });
    return all;
}

void ComparisonDialog::choose(Other other) {
    other_->setCurrentIndex(static_cast<int>(other));
    showChoices();
    if (isCancelled_) asked_.reset();
    if (other == Other::file && file_.isEmpty() && isVisible() && other_->hasFocus()) pick_->click();
    ask();
}

void ComparisonDialog::chooseFrame(int frame) {
    {
        const QSignalBlocker quiet(number_);
        number_->setMaximum(document_.frameCount() - 1);
        number_->setValue(frame);
    }
    choose(Other::number);
}

void ComparisonDialog::chooseFile(const QString& file) {
    file_ = file;
    pick_->setText(QFileInfo(file).fileName());
    choose(Other::file);
}

void ComparisonDialog::showChoices() {
    const auto other = static_cast<Other>(other_->currentIndex());
    number_->setVisible(other == Other::number);
    pick_->setVisible(other == Other::file);
    const QSignalBlocker quietNumber(number_), quietRange(range_), quietPatch(patch_);
    number_->setMaximum(std::max(0, document_.frameCount() - 1));
    constexpr int farthest = 1 << 14;
    range_->setMaximum(farthest);
    patch_->setMaximum(farthest);
}

std::optional<FrameSource> ComparisonDialog::otherSource(QString& why) const {
    const int frame = document_.frame().index();
    const auto source = [this](int number) { return document_.session().series.frames[static_cast<std::size_t>(number)]; };
    switch (static_cast<Other>(other_->currentIndex())) {
        case Other::before:
            if (const auto before = document_.sequence().neighbour(frame, -1)) return source(*before);
            why = tr("No frame comes before the first one: choose another frame, or what it is compared with.");
            return std::nullopt;
        case Other::first:
            if (frame != document_.sequence().first()) return source(document_.sequence().first());
            why = tr("This is the first frame itself: choose another frame, or what it is compared with.");
            return std::nullopt;
        case Other::number:
            if (frame != number_->value() && number_->value() < document_.frameCount()) return source(number_->value());
            why = tr("This is frame %1 itself: choose another number.").arg(frame);
            return std::nullopt;
        case Other::file:
            break;
    }
    if (file_.isEmpty()) {
        why = tr("Choose the file that frame %1 is compared with.").arg(frame);
        return std::nullopt;
    }
    FrameSource picked;
    picked.file = QFile::encodeName(file_).toStdString();
    picked.name = displayName(picked.file);
    return picked;
}

void ComparisonDialog::ask() {
    const auto& frame = document_.frame().request();
    if (!document_.isOpen() || !frame) return;
    QString why;
    const std::optional<FrameSource> other = otherSource(why);
    if (!other) return sayOnly(why);
    ComparisonQuestion question;
    question.here = frame->source;
    question.frame = frame->frame;
    question.other = *other;
    switch (static_cast<Other>(other_->currentIndex())) {
        case Other::before:
            question.otherFrame = *document_.sequence().neighbour(question.frame, -1);
            break;
        case Other::first:
            question.otherFrame = document_.sequence().first();
            break;
        case Other::number:
            question.otherFrame = number_->value();
            break;
        case Other::file:
            break;
    }
    question.recipe = frame->recipe;
    question.survey = frame->survey;
    question.surveyKey = frame->surveyKey;
    question.edition = frame->edition;
    question.engines = frame->engines;
    question.calibration = frame->calibration;
    question.isGrey = stage_->currentIndex() == 1;
    question.maxLag = range_->value();
    question.patchPx = patch_->value();
    if (asked_ && question.asksTheSameAs(*asked_)) return;
    asked_ = question;
    isCancelled_ = false;
    headline_->setText(tr("Comparing frame %1…").arg(question.frame));
    facts_->clear();
    worker_.ask(std::move(question));
    setBusy(true);
}

void ComparisonDialog::cancel() {
    worker_.cancel();
    isCancelled_ = true;
    headline_->setText(tr("Cancelled. Choose again what this frame is compared with."));
    setBusy(false);
}

void ComparisonDialog::sayOnly(const QString& words) {
    if (asked_) worker_.cancel();
    asked_.reset();
    shown_.reset();
    flow_->show(nullptr);
    map_->show(nullptr);
    flowTitle_->clear();
    mapTitle_->clear();
    headline_->setText(words);
    facts_->clear();
    setBusy(false);
}

void ComparisonDialog::take(std::shared_ptr<const Comparison> comparison) {
    shown_ = std::move(comparison);
    flow_->show(shown_);
    flowTitle_->setText(
        shown_->flow.empty()
            ? tr("This frame, %1").arg(shown_->here)
            : tr("This frame, %1, with arrows from where its content was in %2").arg(shown_->here, shown_->other));
    if (shown_->part != Comparison::Part::picture) {  // until then map and words stay
        mapTitle_->setText(shown_->isMoveKnown() ? tr("Correlation with %1").arg(shown_->other) : QString());
        map_->show(shown_);
        headline_->setText(sentence(shown_->headline()));
        facts_->setText(shown_->facts().join('\n'));
    }
    setBusy(shown_->part != Comparison::Part::flow);
}

bool ComparisonDialog::isBusy() const {
    return isBusy_ || (asked_ && !isCancelled_ && needsSurvey(document_.recipe()) && document_.run().isSurveying());
}

void ComparisonDialog::setBusy(bool isBusy) {
    isBusy_ = isBusy;
    bar_->setVisible(isBusy);
    cancel_->setEnabled(isBusy);
    const bool isThere = shown_ && shown_->isMoveKnown() && !isBusy;
    copy_->setEnabled(isThere);
    save_->setEnabled(isThere);
}

QString ComparisonDialog::save(const QString& file) {
    if (!shown_ || !shown_->isMoveKnown()) return {};
    saveFigure(document_, comparisonFigure(shown_), file);
    return file;
}

ComparisonDialog* showComparison(Document& document, QWidget* over) {
    auto* dialog = over->window()->findChild<ComparisonDialog*>("comparison");
    if (!dialog) dialog = new ComparisonDialog(document, over->window());
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

}  // namespace coarsen::window
