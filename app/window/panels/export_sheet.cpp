// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export_sheet.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace coarsen::window {

ExportSheet::ExportSheet(Document& document, QWidget* parent) : QFrame(parent), document_(document) {
    setObjectName("export-sheet");
    setAccessibleName(tr("Export"));
    setFixedWidth(380);
    auto* const shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 4);
    setGraphicsEffect(shadow);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 14);
    layout->setSpacing(7);
    auto* const head = new QHBoxLayout;
    auto* const title = new QLabel(tr("Export"));
    title->setStyleSheet("font-weight: 700; font-size: 13px;");
    auto* const close = new QToolButton;
    close->setIcon(icon("close"));
    close->setAccessibleName(tr("Close"));
    head->addWidget(title);
    head->addStretch();
    head->addWidget(close);
    layout->addLayout(head);

    const auto heading = [&](const QString& words) {
        auto* const label = new QLabel(words);
        label->setStyleSheet("font-weight: 600;");
        layout->addWidget(label);
    };
    const auto box = [&](const QString& words, bool on, const QString& name) {
        auto* const check = new QCheckBox(words);
        check->setChecked(on);
        check->setObjectName("export-" + name);
        layout->addWidget(check);
        connect(check, &QCheckBox::toggled, this, &ExportSheet::recount);
        return check;
    };
    heading(tr("Figures"));
    growth_ = box(tr("Growth chart with residuals"), true, "growth");
    shifts_ = box(tr("Drift of the series"), true, "shifts");
    profile_ = box(tr("C1D of this frame"), true, "c1d-figure");
    spectrum_ = box(tr("S(q) of this frame"), false, "spectrum-figure");
    sectors_ = box(tr("C1D of this frame by sectors"), false, "sectors-figure");
    map_ = box(tr("C2D map of this frame"), true, "c2d-figure");
    frame_ = box(tr("This frame, final stage"), false, "frame");
    auto* const formats = new QHBoxLayout;
    const auto format = [&](const QString& words, bool on) {
        auto* const check = new QCheckBox(words);
        check->setChecked(on);
        formats->addWidget(check);
        connect(check, &QCheckBox::toggled, this, &ExportSheet::recount);
        return check;
    };
    formats->addWidget(new QLabel(tr("As")));
    pdf_ = format("PDF", true);
    svg_ = format("SVG", true);
    png_ = format("PNG", false);
    formats->addStretch();
    layout->addLayout(formats);
    auto* const sizes = new QHBoxLayout;
    sizes->addWidget(new QLabel(tr("Size")));
    size_ = new QComboBox;
    size_->addItems({tr("One column, 86 mm"), tr("Two columns, 178 mm"), tr("Slide, 254 mm")});
    size_->setCurrentIndex(1);
    size_->setMinimumWidth(190);
    sizes->addWidget(size_);
    sizes->addStretch();
    layout->addLayout(sizes);
    heading(tr("Data"));
    results_ = box(tr("results.csv, one row a frame"), true, "results");
    c1d_ = box(tr("c1d.csv, every curve"), true, "c1d");
    fit_ = box(tr("fit.json, three models"), true, "fit");
    mapTiff_ = box(tr("C2D of this frame as float TIFF"), false, "map-tiff");
    session_ = box(tr("session.coarsen: recipe, hashes, versions"), true, "session");
    heading(tr("Into"));
    auto* const where = new QHBoxLayout;
    folder_ = new QLineEdit;
    folder_->setObjectName("export-folder");
    auto* const choose = new QToolButton;
    choose->setIcon(icon("folder"));
    choose->setAccessibleName(tr("Choose a folder"));
    where->addWidget(folder_);
    where->addWidget(choose);
    layout->addLayout(where);
    existing_ = new QLabel;
    existing_->setWordWrap(true);
    existing_->setProperty("hint", true);
    layout->addWidget(existing_);
    auto* const foot = new QHBoxLayout;
    count_ = new QLabel;
    auto* const cancel = new QPushButton(tr("Cancel"));
    keepBoth_ = new QPushButton(tr("Keep both"));
    export_ = new QPushButton;
    export_->setProperty("primary", true);
    export_->setObjectName("export-go");
    foot->addWidget(count_);
    foot->addStretch();
    foot->addWidget(cancel);
    foot->addWidget(keepBoth_);
    foot->addWidget(export_);
    layout->addLayout(foot);

    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(cancel, &QPushButton::clicked, this, &QWidget::hide);
    connect(choose, &QToolButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Export into"), folder_->text());
        if (!chosen.isEmpty()) folder_->setText(chosen);
    });
    connect(folder_, &QLineEdit::textChanged, this, &ExportSheet::recount);
    connect(export_, &QPushButton::clicked, this, [this] { run(false); });
    connect(keepBoth_, &QPushButton::clicked, this, [this] { run(true); });
    hide();
}

ExportChoice ExportSheet::choice() const {
    ExportChoice choice;
    choice.growth = growth_->isChecked();
    choice.shifts = shifts_->isChecked() && document_.growth()->hasDrift();
    choice.profile = profile_->isChecked();
    choice.spectrum = spectrum_->isChecked();
    choice.sectors = sectors_->isChecked();
    choice.map = map_->isChecked();
    choice.frame = frame_->isChecked();
    choice.formats.clear();
    for (const auto& [check, name] : {std::pair{png_, "png"}, {svg_, "svg"}, {pdf_, "pdf"}})
        if (check->isChecked()) choice.formats << name;
    choice.results = results_->isChecked();
    choice.c1d = c1d_->isChecked();
    choice.sectorTable = choice.c1d && document_.recipe().measure.sectors > 0;
    choice.fit = fit_->isChecked();
    choice.session = session_->isChecked();
    choice.mapTiff = mapTiff_->isChecked();
    static constexpr double widths[] = {86, 178, 254};
    choice.size.widthMm = widths[size_->currentIndex()];
    choice.size.heightMm = choice.size.widthMm * (size_->currentIndex() == 0 ? 0.85 : 0.62);
    choice.logarithmic = logarithmic_;
    return choice;
}

void ExportSheet::recount() {
    const QStringList names = choice().fileNames();
    const QDir folder(folder_->text());
    QStringList there;
    for (const QString& name : names)
        if (folder.exists(name)) there << name;
    count_->setText(counted(static_cast<int>(names.size()), tr("file"), tr("files")));
    const bool somewhere = !folder_->text().trimmed().isEmpty();
    if (!somewhere)
        existing_->setText(tr("Choose a folder."));
    else if (there.isEmpty())
        existing_->setText(folder.exists() ? tr("Nothing there is replaced. Figures use the light theme.")
                                           : tr("The folder is new. Figures use the light theme."));
    else
        existing_->setText(tr("Already there: %1.").arg(there.join(", ")));
    keepBoth_->setVisible(!there.isEmpty());
    export_->setText(there.isEmpty() ? tr("Export %1").arg(counted(static_cast<int>(names.size()), tr("file"), tr("files")))
                                     : tr("Replace"));
    export_->setEnabled(!names.isEmpty() && somewhere);
}

void ExportSheet::open(const QRect& under, bool logarithmic) {
    logarithmic_ = logarithmic;
    setStyleSheet(QStringLiteral("#export-sheet { background: %1; border: 1px solid %2; border-radius: 8px; } "
                                 "QLabel[hint=\"true\"] { color: %3; font-size: 11px; }")
                      .arg(theme().raised.name(), theme().line.name(), theme().ink3.name()));
    if (folder_->text().isEmpty()) {
        const std::filesystem::path file = document_.sessionFile();
        const QString beside =
            file.empty() ? QDir::homePath() + "/coarsen-results/" + QString::fromStdString(document_.session().series.name)
                         : QString::fromStdString(file.parent_path().string());
        folder_->setText(QDir::cleanPath(beside));
    }
    shifts_->setVisible(document_.growth()->hasDrift());
    recount();
    adjustSize();
    move(std::max(8, under.right() - width()), under.bottom() + 6);
    show();
    raise();
    export_->setFocus();
}

void ExportSheet::run(bool keepBoth) {
    QDir folder(folder_->text());
    if (keepBoth) {
        for (int copy = 2;; ++copy) {
            const QString next = folder_->text() + QStringLiteral("-%1").arg(copy);
            if (!QDir(next).exists()) {
                folder.setPath(next);
                break;
            }
        }
    }
    hide();
    exportAll(document_, folder, choice(),
              [this, path = folder.absolutePath()](int files, const QString& problem) { emit done(files, path, problem); });
}

void ExportSheet::repeat() {
    if (!folder_->text().isEmpty()) run(false);
}

void ExportSheet::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

}  // namespace coarsen::window
