// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/many_series.hpp"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace coarsen::window {

class BatchForm;
class BatchTable;

/// Many series measured in one go: a folder of folders, or a table that names them, which are ticked and named here, and what
/// came of each. At the end they can be shown together.
class BatchDialog : public QDialog {
    Q_OBJECT
public:
    BatchDialog(const Document& document, QWidget* parent);

    void look(const QString& parentOrTable);
    void reject() override;  ///< stops what is measured; closes where nothing is

signals:
    void projectWanted(const QString& file);

private:
    QWidget* makePlace();
    QWidget* makeOutput();
    QWidget* makeFoot();
    QPushButton* button(const QString& name, const QString& words, QWidget* parent);
    void find();
    void take(const FoundSeries& found);
    void measure(bool resumes, bool replaces);
    void showProgress(const BatchProgress& progress);
    void showEnd(const BatchEnd& end);
    void tell(const QString& words, bool isProblem = false);
    void changeMind();
    void refresh();

    ManySeries many_;
    QLineEdit *place_, *output_;
    QCheckBox* groups_;
    BatchTable* table_;
    BatchForm* form_;
    QLabel *note_, *words_;
    QProgressBar* bar_;
    QPushButton *measure_, *cancel_, *resume_, *replace_, *show_, *showFolder_;
    QString shown_;  ///< series that the output was proposed for
    BatchEnd end_;
    std::string xLabel_;
    bool isLooking_ = false;
    int failed_ = 0, frames_ = 0, done_ = 0;  ///< series; frames of all; frames of finished series
    std::vector<int> framesOf_;               ///< by series under way
};

}  // namespace coarsen::window
