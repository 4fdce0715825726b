// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/shown_filter.hpp"
#include "core/base/time_unit.hpp"
#include "core/recipe/recipe.hpp"

#include <QPixmap>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <set>

class QFormLayout;
class QToolButton;
class QLabel;
class QVBoxLayout;

namespace coarsen::window {

class KernelView;
class Switch;

/// Values that a row shows.
struct StepRowState {
    QString key, icon, name, summary, help;
    bool on = true;
    bool canSwitch = false;
    std::optional<double> effect;               ///< per cent; none: not known yet
    bool canCompare = true;                     ///< before and after it; volumes have no such view
    bool hasEffect = true;                      ///< measure and fit have none
    double milliseconds = -1;                   ///< negative: none
    std::shared_ptr<const ShownFilter> kernel;  ///< of a step that convolves, once known
    QString engine;                             ///< that convolved, and what it took: "cpu-fft · 11 ns a pixel"
    std::vector<FieldDescription> fields;
    std::map<std::string, FieldValue> values;
    std::set<std::string> advanced = {};         ///< of the fields, those for experts
    std::set<std::string> changedAdvanced = {};  ///< of these, those that are not as in a new recipe
    std::vector<Warning> warnings;
    std::map<std::string, TimeUnit> timeUnits;  ///< of the fields that are times; automatic: frames are counted
    double originS = 0;                         ///< of time, from which the ends of the fit range count in their fields
    std::optional<double> clockStartS;          ///< of times that are of a clock (ImageSeries)
    std::map<std::string, QString> zeroWords;   ///< of the fields whose 0 means something else: "auto (220 px)"
};

/// One row of the recipe. Emits wishes; the document decides.
class StepRow : public QWidget {
    Q_OBJECT
public:
    explicit StepRow(QWidget* parent = nullptr);
    void show(const StepRowState& state, bool isOpen);

signals:
    void toggled(bool on);
    void openWanted();
    void valueChosen(const QString& field, const coarsen::FieldValue& value);
    void timeChosen(const QString& field, std::optional<double> seconds, coarsen::TimeUnit unit);
    void paintingWanted();
    void comparisonWanted();  ///< of the frame before this step and after it
    void resetWanted();
    void remedyChosen(const QString& key, const QString& value);

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    /// State of typing in the field that has the focus when the form is made anew.
    struct Typing {
        QString field;                      ///< its name; empty: none
        std::optional<QString> unfinished;  ///< typed, but not taken yet
        int cursor = 0;
    };
    Typing typingNow(const StepRowState& next) const;
    void goOn(const Typing& typing);
    void buildForm();
    QFormLayout* addAdvanced(QFormLayout* below);
    QWidget* editorOf(const FieldDescription& field, const FieldValue& value);
    QWidget* optionalNumberEditorOf(const FieldDescription& field, const FieldValue& value);
    QWidget* fileEditorOf(const FieldDescription& field, const FieldValue& value);
    bool countsFromOrigin(const FieldDescription& field) const;
    QWidget* timeEditorOf(const FieldDescription& field, const FieldValue& value);
    void nameZeros();
    bool eventFilter(QObject* watched, QEvent* event) override;

    StepRowState state_;
    bool isOpen_ = false;
    Switch* switch_;
    QToolButton* compare_;
    QWidget* form_;
    KernelView* kernel_;
    QString formKey_;
    bool isAdvancedOpen_ = false;
};

}  // namespace coarsen::window
