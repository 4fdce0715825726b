// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/conversion_dialog.hpp"

#include "app/window/document/preferences.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace coarsen::window {

ConversionDialog::ConversionDialog(const Document& document, const QStringList& files, const QString& folder, QWidget* parent)
    : QDialog(parent), files_(files) {
    setObjectName("conversion");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Convert to OME-TIFF"));
    setMinimumWidth(620);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 14);
    layout->setSpacing(10);
    const QString what = files.size() == 1 ? QFileInfo(files.front()).fileName() : tr("%1 files").arg(files.size());
    auto* const purpose =
        new QLabel(tr("Python's readers make OME-TIFF of %1, with its times, sizes, channels, slices and positions. The file "
                      "stays as it is, and the folder is opened.")
                       .arg(what));
    if (files.size() > 1)
        purpose->setText(tr("Python's readers make OME-TIFF of %1, with their times, sizes, channels, slices and positions. The "
                            "files stay as they are, and the folder is opened.")
                             .arg(what));
    purpose->setToolTip(files.join('\n'));
    purpose->setWordWrap(true);
    layout->addWidget(purpose);

    auto* const form = new QFormLayout;
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(8);
    const auto field = [&](const QString& words, const char* name, const QString& value, const QString& help, auto ask) {
        auto* const line = new QLineEdit(value);
        line->setObjectName(name);
        line->setAccessibleName(words);
        line->setToolTip(help);
        auto* const choose = new QPushButton(tr("Choose…"));
        choose->setObjectName(QString(name) + "-choose");
        choose->setAccessibleName(tr("%1: choose").arg(words));
        choose->setAutoDefault(false);
        auto* const row = new QHBoxLayout;
        row->addWidget(line, 1);
        row->addWidget(choose);
        form->addRow(words, row);
        connect(line, &QLineEdit::textChanged, this, &ConversionDialog::showLine);
        connect(choose, &QPushButton::clicked, this, [line, ask] {
            if (const QString chosen = ask(); !chosen.isEmpty()) line->setText(chosen);
        });
        return line;
    };
    program_ = field(tr("Python"), "conversion-python", pythonProgram(),
                     tr("The Python that has the module coarsen, as bin/python in an environment of its own; kept for the next "
                        "time. Empty: the one on PATH"),
                     [this] { return chosenFile(this, FileKind::located, tr("The Python that has the module coarsen")); });
    folder_ = field(tr("Into the folder"), "conversion-folder", folder, tr("It is made when it is missing"),
                    [this] { return chosenFolder(this, FileKind::exported, tr("A folder for the converted files")); });
    layout->addLayout(form);

    line_ = new QLabel;
    line_->setObjectName("conversion-line");
    line_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    line_->setWordWrap(true);
    line_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    line_->setAccessibleName(tr("The line that is run"));
    line_->setToolTip(tr("The same in a terminal"));
    layout->addWidget(line_);
    words_ = new QLabel;
    words_->setObjectName("conversion-words");
    words_->setWordWrap(true);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words_->hide();
    layout->addWidget(words_);
    output_ = new QPlainTextEdit;
    output_->setObjectName("conversion-output");
    output_->setAccessibleName(tr("What the program said"));
    output_->setReadOnly(true);
    output_->setTabChangesFocus(true);
    output_->setMaximumHeight(150);
    output_->hide();
    layout->addWidget(output_);

    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
    bar_->hide();
    cancel_ = new QPushButton;
    cancel_->setObjectName("conversion-cancel");
    cancel_->setAutoDefault(false);
    convert_ = new QPushButton;
    convert_->setObjectName("conversion-start");
    convert_->setProperty("primary", true);
    convert_->setDefault(true);
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(bar_, 1);
    buttons->addStretch();
    buttons->addWidget(cancel_);
    buttons->addWidget(convert_);
    layout->addLayout(buttons);

    connect(convert_, &QPushButton::clicked, this, &ConversionDialog::convert);
    connect(cancel_, &QPushButton::clicked, this, &ConversionDialog::reject);
    connect(&conversion_, &Conversion::progressed, bar_, &QProgressBar::setValue);
    connect(&conversion_, &Conversion::written, this, &ConversionDialog::takeWritten);
    connect(&conversion_, &Conversion::cancelled, this, [this] { close(); });
    connect(&conversion_, &Conversion::failed, this, [this](const QString& reason) { showEnd(reason, true); });
    connect(&document, &Document::opened, this, [this] { isOvertaken_ = true; });
    showLine();
    showRunning(false);
}

Conversion::Request ConversionDialog::request() const {
    const QString typed = program_->text().trimmed();
    return {typed.isEmpty() ? pythonOnPath() : typed, files_, folder_->text()};
}

void ConversionDialog::showLine() {
    line_->setText(Conversion::line(request()));
    convert_->setEnabled(!request().program.isEmpty() && !folder_->text().isEmpty());
}

void ConversionDialog::convert() {
    if (!folderToOpen_.isEmpty()) {
        emit written(folderToOpen_);
        close();
        return;
    }
    Preferences now = preferences();
    const QString program = program_->text().trimmed();
    now.python = program == pythonOnPath() ? QString() : program;  // which may be another the next time
    setPreferences(now);
    isOvertaken_ = false;
    showRunning(true);
    conversion_.start(request());
}

void ConversionDialog::showRunning(bool isRunning) {
    for (QWidget* each : {static_cast<QWidget*>(program_), static_cast<QWidget*>(folder_), static_cast<QWidget*>(convert_)})
        each->setEnabled(!isRunning);
    for (const char* name : {"conversion-python-choose", "conversion-folder-choose"})
        findChild<QPushButton*>(name)->setEnabled(!isRunning);
    // How far one file has got is not said by its reader.
    bar_->setRange(0, files_.size() > 1 ? static_cast<int>(files_.size()) : 0);
    bar_->setValue(0);
    bar_->setVisible(isRunning);
    convert_->setText(isRunning ? tr("Converting…") : tr("Convert"));
    cancel_->setText(isRunning ? tr("Cancel") : tr("Close"));
    if (!isRunning) return;
    words_->hide();
    output_->hide();
    cancel_->setFocus();
}

void ConversionDialog::showEnd(const QString& words, bool isFailure) {
    if (!isVisible()) return deleteLater();
    showRunning(false);
    words_->setStyleSheet(isFailure ? QStringLiteral("color: %1;").arg(theme().error.name()) : QString());
    words_->setText(isFailure ? tr("Nothing was opened. %1").arg(sentence(words)) : words);
    words_->show();
    output_->setPlainText(conversion_.output());
    output_->setVisible(isFailure && conversion_.output().trimmed().contains('\n'));  // a line alone stands above
    convert_->setFocus();
}

void ConversionDialog::takeWritten(const QString& folder) {
    if (!isOvertaken_) {
        emit written(folder);
        close();
        return;
    }
    folderToOpen_ = folder;
    showEnd(tr("The files are converted. Something else was opened meanwhile, and stays until you open these."), false);
    convert_->setText(tr("Open"));
}

void ConversionDialog::reject() {
    if (!conversion_.isRunning()) return QDialog::reject();
    cancel_->setText(tr("Stopping…"));
    conversion_.cancel();
}

}  // namespace coarsen::window
