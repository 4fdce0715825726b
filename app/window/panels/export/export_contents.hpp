// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"

#include <QWidget>

#include <map>
#include <utility>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QSettings;
class QSpinBox;

namespace coarsen::window {

struct LookTick;

/// The left side of the export sheet: a tick for everything that can be exported, those of the growth chart's look below its own,
/// size and rate of the film below the film's. What there is nothing for keeps its place, and has its tick back when there is.
class ExportContents : public QWidget {
    Q_OBJECT
public:
    explicit ExportContents(Document& document, QWidget* parent = nullptr);

    void addTo(ExportChoice& choice) const;
    void offer(bool isLogarithmic);  ///< offers the items that there are now; the growth chart as it is shown
    void tickAll();                  ///< that can be written
    void remember(QSettings& store) const;
    void recall(const QSettings& store);

signals:
    void changed();

private:
    QCheckBox* tick(const QString& key, const QString& words, bool isUsual);
    void addItems();
    void addLooks(QBoxLayout* below);
    void addFilm(QBoxLayout* below);
    void offerLooks();
    QCheckBox* ringTick(const QString& key, const QString& on, bool isUsual);
    void offerRings();

    Document& document_;
    std::map<QString, QCheckBox*> items_;  ///< by their keys
    std::vector<std::pair<const LookTick*, QCheckBox*>> looks_;
    QCheckBox *frameRing_, *filmRing_;
    QWidget* ofSamples_ = nullptr;  ///< hidden while there is one series only
    QComboBox* film_;
    QSpinBox* rate_;
    bool isLogarithmic_ = false;
};

/// A heading of the sheet.
QWidget* sheetHeading(const QString& words);

}  // namespace coarsen::window
