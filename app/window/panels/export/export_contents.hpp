// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"
#include "core/settings/field.hpp"

#include <QWidget>

#include <deque>
#include <map>
#include <utility>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QGridLayout;
class QSettings;
class QSpinBox;
class QToolButton;

namespace coarsen::window {

/// A figure that would be written.
struct OfferedFigure {
    QString stem;          ///< name of its files, without the ending
    bool isChart = false;  ///< whose axes may end elsewhere

    bool operator==(const OfferedFigure&) const = default;
};

/// The left side of the export sheet: a tick for everything that can be exported, those of the growth chart's look below its own,
/// size and rate of the film below the film's. What there is nothing for is hidden, and has its tick back when there is; the last
/// row says how much that is and, on request, what it needs. What belongs to a tick that is off is hidden and keeps its place, so
/// that nothing moves under the mouse.
class ExportContents : public QWidget {
    Q_OBJECT
public:
    explicit ExportContents(Document& document, QWidget* parent = nullptr);

    void addTo(ExportChoice& choice) const;
    void offer(bool isLogarithmic);              ///< offers the items that there are now; the growth chart as it is shown
    void tickAll();                              ///< that can be written
    std::vector<OfferedFigure> figures() const;  ///< that are ticked
    void remember(QSettings& store) const;
    void recall(const QSettings& store);

signals:
    void changed();

private:
    /// Ticks that stand beside each other in rows of that many: those that are offered, without gaps.
    struct Rows {
        QGridLayout* grid;
        int columns;
        std::vector<QWidget*> ticks;
    };
    /// Ticks under one heading.
    struct Section {
        QWidget* whole;
        std::vector<QCheckBox*> ticks;
    };

    QCheckBox* tick(const QString& key, const QString& words, bool isUsual);
    void addItems();
    void addLooks(QBoxLayout* below);
    void addFilm(QBoxLayout* below);
    QCheckBox* ringTick(const QString& key);
    Rows& addRows(QBoxLayout* below, int columns);
    void arrange();
    void showParts();  ///< of the ticks that are on
    void sayWhatIsMissing(const QStringList& missing);

    Document& document_;
    std::map<QString, QCheckBox*> items_;  ///< by their keys
    std::vector<std::pair<const Field<GrowthLook>*, QCheckBox*>> looks_;
    std::vector<Section> sections_;
    std::deque<Rows> rows_;
    QCheckBox *frameRing_, *filmRing_;
    QWidget* ofFilm_;       ///< its size, rate and ring
    QToolButton* missing_;  ///< the last row
    QComboBox* film_;
    QSpinBox* rate_;
};

/// A heading of the sheet.
QWidget* sheetHeading(const QString& words);

}  // namespace coarsen::window
