// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export/export_sheet.hpp"

#include "app/window/document/settings_store.hpp"
#include "app/window/figures/export_folder.hpp"
#include "app/window/panels/export/export_contents.hpp"
#include "app/window/panels/export/export_look.hpp"
#include "app/window/panels/export/export_progress.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QFileInfo>
#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr int nameRoom = 100;  ///< for the name of a folder in the words of a button, px

constexpr qsizetype namedFiles = 5;  // of those that exist: two lines
constexpr int previewDelayMs = 60;

}  // namespace

ExportSheet::ExportSheet(Document& document, QWidget* parent) : Sheet(parent, true), document_(document) {
    setObjectName("export-sheet");
    setAccessibleName(tr("Export"));
    auto* const shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 4);
    setGraphicsEffect(shadow);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 14);
    layout->setSpacing(8);
    auto* const head = new QHBoxLayout;
    auto* const title = new QLabel(tr("Export"));
    title->setStyleSheet("font-weight: 700; font-size: 13px;");
    auto* const all = new QPushButton(tr("Everything"));
    all->setObjectName("export-everything");
    all->setToolTip(tr("Tick everything"));
    auto* const close = new QToolButton;
    close->setIcon(icon("close"));
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close (Esc)"));
    head->addWidget(title);
    head->addStretch();
    head->addWidget(all);
    head->addWidget(close);
    layout->addLayout(head);
    auto* const both = new QWidget;
    auto* const columns = new QHBoxLayout(both);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(24);
    contents_ = new ExportContents(document);
    look_ = new ExportLook;
    scroll_ = new QScrollArea;
    scroll_->setObjectName("export-scroll");
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidgetResizable(true);
    scroll_->setFocusPolicy(Qt::NoFocus);  // the ticks in it have it
    columns->addWidget(contents_);
    columns->addWidget(look_);
    scroll_->setWidget(both);
    layout->addWidget(scroll_);
    layout->addWidget(makeFoot());
    progress_ = new ExportProgress(parent);

    connect(all, &QPushButton::clicked, contents_, &ExportContents::tickAll);
    connect(all, &QPushButton::clicked, look_, &ExportLook::tickAll);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(progress_, &ExportProgress::cancelWanted, this, [this] {
        if (exporter_) exporter_->cancel();
    });
    previewTimer_.setSingleShot(true);
    connect(&previewTimer_, &QTimer::timeout, this, &ExportSheet::drawPreview);
    connect(&document, &Document::opened, this, [this] {  // another series, another folder
        folder_->clear();
        exported_.clear();
        look_->forgetLimits();
    });
    recall();
    connect(contents_, &ExportContents::changed, this, &ExportSheet::recount);
    connect(look_, &ExportLook::changed, this, &ExportSheet::recount);
    hide();
}

QWidget* ExportSheet::makeFoot() {
    auto* const foot = new QWidget;
    auto* const layout = new QVBoxLayout(foot);
    layout->setContentsMargins({});
    layout->setSpacing(7);
    auto* const where = new QHBoxLayout;
    folder_ = new QLineEdit;
    folder_->setObjectName("export-folder");
    folder_->setAccessibleName(tr("Folder to write into"));
    auto* const choose = new QToolButton;
    choose->setIcon(icon("folder"));
    choose->setAccessibleName(tr("Choose a folder"));
    choose->setToolTip(choose->accessibleName());
    where->addWidget(sheetHeading(tr("Into")));
    where->addWidget(folder_);
    where->addWidget(choose);
    layout->addLayout(where);
    existing_ = new QLabel;
    existing_->setObjectName("export-existing");
    existing_->setWordWrap(true);
    existing_->setProperty("hint", true);
    existing_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(existing_);
    auto* const buttons = new QHBoxLayout;
    count_ = new QLabel;
    auto* const cancel = new QPushButton(tr("Cancel"));
    replace_ = new QPushButton(tr("Replace"));
    replace_->setObjectName("export-replace");
    replace_->setToolTip(tr("Write over the files that are already there"));
    QSizePolicy keepsItsPlace = replace_->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    replace_->setSizePolicy(keepsItsPlace);
    export_ = new QPushButton;
    export_->setProperty("primary", true);
    export_->setObjectName("export-go");
    buttons->addWidget(count_);
    buttons->addStretch();
    buttons->addWidget(replace_);
    buttons->addWidget(cancel);
    buttons->addWidget(export_);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QWidget::hide);
    connect(choose, &QToolButton::clicked, this, [this] {
        const QString typed = exportFolderOf(folder_->text());
        const QString chosen =
            chosenFolder(this, FileKind::exported, tr("Export into"), QDir(typed).exists() ? typed : QString());
        if (!chosen.isEmpty()) folder_->setText(chosen);
    });
    connect(folder_, &QLineEdit::textChanged, this, &ExportSheet::recount);
    connect(export_, &QPushButton::clicked, this, [this] { run(replace_->isVisibleTo(this)); });
    connect(replace_, &QPushButton::clicked, this, [this] { run(false); });
    return foot;
}

ExportChoice ExportSheet::choice() const {
    ExportChoice choice;
    contents_->addTo(choice);
    look_->addTo(choice);
    choice.logarithmic = logarithmic_;
    return choice;
}

void ExportSheet::recount() {
    if (!document_.isOpen()) return;
    const ExportChoice wanted = choice();
    const QStringList names = wanted.fileNames(document_.session());
    const QString whyNot = whyNoExportFolder(folder_->text());
    const QDir folder(exportFolderOf(folder_->text()));
    QStringList there;
    if (whyNot.isEmpty())
        for (const QString& name : names)
            if (folder.exists(name)) there << name;
    count_->setText(counted(static_cast<int>(names.size()), tr("file"), tr("files")));
    if (!whyNot.isEmpty())
        existing_->setText(whyNot);
    else if (there.isEmpty())
        existing_->setText(folder.exists() ? tr("Nothing there is replaced. Figures use the light theme.")
                                           : tr("The folder is new. Figures use the light theme."));
    else
        existing_->setText(
            there.size() > namedFiles + 1
                ? tr("Already there: %1 and %2 more.").arg(there.mid(0, namedFiles).join(", ")).arg(there.size() - namedFiles)
                : tr("Already there: %1.").arg(there.join(", ")));
    existing_->setProperty("problem", !whyNot.isEmpty());
    existing_->style()->polish(existing_);
    // Return, and a click at the place that the hand knows, do no harm.
    replace_->setVisible(!there.isEmpty());
    // The name of a folder as a button can show it.
    const auto shortName = [this](const QString& path) {
        return export_->fontMetrics().elidedText(QFileInfo(path).fileName(), Qt::ElideMiddle, nameRoom).replace('&', "&&");
    };
    export_->setText(there.isEmpty() ? tr("Export %1").arg(counted(static_cast<int>(names.size()), tr("file"), tr("files")))
                                     : tr("Export to %1").arg(shortName(nextExportFolder(folder.path()))));
    export_->setToolTip(there.isEmpty() ? QString()
                                        : tr("Export into %1, so that nothing is replaced").arg(nextExportFolder(folder.path())));
    export_->setEnabled(!names.isEmpty() && whyNot.isEmpty());
    look_->offer(contents_->figures());
    look_->showSize(wanted.size);
    if (isVisible()) previewTimer_.start(previewDelayMs);
}

/// The figure that is looked at. What it needs of the whole series is made once, in another thread.
void ExportSheet::drawPreview() {
    const ExportChoice wanted = choice();
    const ExportItem* const item = itemOfFigure(look_->shown());
    if (!item) return look_->clearPreview();
    ExportSource source = exportSourceOf(document_, wanted);
    if (item->needsCurves || item->needsEnsemble) {
        if (pooledFrom_ != source.growth || pooledBy_ != source.session.ensemble) return pool();
        if (!pooled_) return;  // it is under way
        source.curves = pooled_->curves;
        source.ensemble = pooled_->ensemble;
    }
    for (const NamedFigure& named : item->figures(source))
        if (named.stem == look_->shown()) return look_->drawPreview(wanted.drawn(named), wanted.sizeOf(named.figure));
    look_->clearPreview(tr("There is nothing to draw yet"));
}

void ExportSheet::pool() {
    pooled_.reset();
    pooledFrom_ = document_.growth().data();
    pooledBy_ = document_.session().ensemble;
    document_.background().run(
        [self = QPointer(this), growth = pooledFrom_, session = document_.session()]() -> Background::Result {
            return [self, growth, pooled = std::make_shared<const PooledSeries>(pooledSeriesOf(growth, session))] {
                if (!self || self->pooledFrom_ != growth) return;
                self->pooled_ = pooled;
                self->drawPreview();
            };
        },
        [](const QString&) {});  // the export says what is wrong
}

void ExportSheet::remember() const {
    const auto store = settings();
    store->beginGroup("export");
    contents_->remember(*store);
    look_->remember(*store);
}

void ExportSheet::recall() {
    const auto store = settings();
    store->beginGroup("export");
    contents_->recall(*store);
    look_->recall(*store);
}

void ExportSheet::open(const QRect& under, int resultEnds, bool logarithmic) {
    if (exporter_) return;  // its strip is in the sheet's place
    logarithmic_ = logarithmic;
    setStyleSheet(
        QStringLiteral("#export-sheet { background: %1; border: 1px solid %2; border-radius: 8px; } "
                       "#export-scroll, #export-scroll > QWidget > QWidget { background: transparent; } "
                       "#export-preview { background: %4; border: 1px solid %2; } "
                       "QComboBox:disabled, QSpinBox:disabled { color: %3; border-color: %2; } "
                       "QCheckBox:disabled { color: %3; } "
                       "QLabel[hint=\"true\"] { color: %3; font-size: 11px; } "
                       "QLabel[problem=\"true\"] { color: %5; }")
            .arg(theme().raised.name(), theme().line.name(), theme().ink3.name(), theme().stage.name(), theme().error.name()));
    const std::filesystem::path project = document_.samples().projectFile();
    const bool isRenamed = folder_->text() == proposed_ && document_.session().name != proposedFor_;
    if (folder_->text().isEmpty() || isRenamed) {
        proposed_ = project.empty()
                        ? usualExportFolder(document_.session())
                        : QString::fromStdString((project.parent_path() / "coarsen-results" / project.stem()).string());
        proposedFor_ = document_.session().name;
        folder_->setText(proposed_);
    }
    contents_->offer(logarithmic);
    ensurePolished();
    existing_->ensurePolished();
    existing_->setFixedHeight(2 * existing_->fontMetrics().lineSpacing() + 2);
    export_->setText(tr("Export to %1").arg(QString()));  // the longest of its words: nothing moves when they change
    export_->setMinimumWidth(export_->sizeHint().width() + nameRoom);
    recount();
    drawPreview();
    constexpr int gap = 6;
    setRoom(parentWidget()->height() - under.bottom() - 2 * gap);
    const bool isRoom = resultEnds + gap + height() + gap <= parentWidget()->height();
    move(std::max(8, under.right() - width()), (isRoom ? resultEnds : under.bottom()) + gap);
    Sheet::open(export_);
}

/// Sets the height there is: contents that are higher than a small window scroll.
void ExportSheet::setRoom(int height) {
    const auto fit = [this](const QSize& contents) {
        scroll_->setFixedSize(contents);
        layout()->invalidate();  // what is hidden tells it nothing
        layout()->activate();
        adjustSize();
    };
    QWidget* const both = scroll_->widget();
    for (QLayout* inner : {contents_->layout(), look_->layout(), both->layout()}) {
        inner->invalidate();
        inner->activate();
    }
    const QSize whole = both->sizeHint();
    fit(whole);
    const int missing = this->height() - height;
    if (missing > 0) fit({whole.width() + scroll_->verticalScrollBar()->sizeHint().width(), whole.height() - missing});
}

void ExportSheet::run(bool keepBoth) {
    if (exporter_ || !whyNoExportFolder(folder_->text()).isEmpty()) return;
    QDir folder(exportFolderOf(folder_->text()));
    if (keepBoth) folder.setPath(nextExportFolder(folder.path()));
    hide();
    remember();
    exported_ = exportFolderOf(folder_->text());
    exporter_ = exportAll(document_, folder, choice(),
                          [self = QPointer(this), path = folder.absolutePath()](int files, const QString& problem) {
                              if (!self) return;
                              self->exporter_ = nullptr;
                              self->progress_->hide();
                              self->tell(files, path, problem);
                              emit self->done(files, path, problem);
                          });
    connect(exporter_, &Exporter::progressed, progress_, &ExportProgress::show);
}

void ExportSheet::tell(int files, const QString& folder, const QString& problem) {
    if (!problem.isEmpty()) return document_.notices().raise({Notice::Kind::failure, tr("The export stopped"), problem, -1});
    document_.notices().raise({.kind = Notice::Kind::information,
                               .title = tr("%1 exported").arg(counted(files, tr("file"), tr("files"))),
                               .text = tr("They are in %1.").arg(folder),
                               .remedies = {Remedy::showFolder},
                               .folder = folder});
}

bool ExportSheet::repeat() {
    if (exported_.isEmpty() || exportFolderOf(folder_->text()) != exported_ || !whyNoExportFolder(folder_->text()).isEmpty())
        return false;
    run(false);
    return true;
}

void ExportSheet::accept() {
    if (export_->isEnabled()) export_->click();
}

}  // namespace coarsen::window
