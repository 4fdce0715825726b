// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/workers/comparison_worker.hpp"

#include <QDialog>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace coarsen::window {

class FlowView;
class PeakView;

/// Compare this frame with another one, or with a file: how far its content moved, as a map, as arrows and in words. Follows the
/// document: another frame or recipe is compared at once.
///
/// Use, given `Document& document, QWidget* window`:
///
///     ComparisonDialog* const dialog = showComparison(document, window);
///     dialog->choose(ComparisonDialog::Other::number);
///     dialog->chooseFrame(4);
class ComparisonDialog : public QDialog {
    Q_OBJECT
public:
    enum class Other { before, first, number, file };

    ComparisonDialog(Document& document, QWidget* parent);  ///< deletes itself when it closes

    void choose(Other other);
    void chooseFrame(int frame);
    void chooseFile(const QString& file);
    /// True while what is shown does not answer what is chosen now, also while the survey that the recipe needs is under way.
    bool isBusy() const;
    const std::shared_ptr<const Comparison>& shown() const { return shown_; }
    QString save(const QString& file);  ///< the figure; what it was saved as, or nothing where there is none

private:
    QWidget* makeChoices();
    QWidget* makeButtons();
    void ask();  ///< for what is chosen now, where that is not what was asked for last
    void cancel();
    void take(std::shared_ptr<const Comparison> comparison);
    void sayOnly(const QString& words);  ///< there is nothing to compare
    void setBusy(bool isBusy);
    std::optional<FrameSource> otherSource(QString& why) const;  ///< nothing: `why` says so
    void showChoices();

    Document& document_;
    QString file_;
    std::optional<ComparisonQuestion> asked_;
    std::shared_ptr<const Comparison> shown_;
    bool isBusy_ = false, isCancelled_ = false;
    QComboBox *other_ = nullptr, *stage_ = nullptr;
    QSpinBox *number_ = nullptr, *patch_ = nullptr, *range_ = nullptr;
    QPushButton *pick_ = nullptr, *copy_ = nullptr, *save_ = nullptr, *cancel_ = nullptr;
    QLabel *headline_, *facts_, *flowTitle_, *mapTitle_;
    QProgressBar* bar_ = nullptr;
    FlowView* flow_;
    PeakView* map_;
    ComparisonWorker worker_;  ///< last: it ends before what it tells
};

/// Opens it over that window, or brings to the front the one that is open.
ComparisonDialog* showComparison(Document& document, QWidget* over);

}  // namespace coarsen::window
