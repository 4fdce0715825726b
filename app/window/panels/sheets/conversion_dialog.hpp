// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/conversion.hpp"
#include "app/window/document/document.hpp"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace coarsen::window {

/// Has Python make OME-TIFF of microscopes' own files: shows the line, runs it, and says how it went. The window goes on
/// meanwhile; what was opened in between is not replaced unasked.
class ConversionDialog : public QDialog {
    Q_OBJECT
public:
    /// `folder`: proposed.
    ConversionDialog(const Document& document, const QStringList& files, const QString& folder, QWidget* parent);

    void reject() override;  ///< while it runs: cancels it, and closes once it has ended

signals:
    void written(const QString& folder);  ///< which is to be opened

private:
    void convert();
    void showLine();
    void showRunning(bool isRunning);
    void showEnd(const QString& words, bool isFailure);
    void takeWritten(const QString& folder);
    Conversion::Request request() const;

    QStringList files_;
    QString folderToOpen_;      ///< that was written while something else was opened
    bool isOvertaken_ = false;  ///< something was opened since it began
    QLineEdit *program_, *folder_;
    QLabel *line_, *words_;
    QProgressBar* bar_;
    QPlainTextEdit* output_;
    QPushButton *convert_, *cancel_;
    Conversion conversion_;  ///< last: it ends before what it tells
};

}  // namespace coarsen::window
