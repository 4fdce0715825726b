// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QSettings;

namespace coarsen::window {

/// The right side of the export sheet: size, text and formats of the figures, and the chart as it will be.
class ExportLook : public QWidget {
    Q_OBJECT
public:
    explicit ExportLook(QWidget* parent = nullptr);

    void addTo(ExportChoice& choice) const;
    void showSize(const FigureSize& size);
    void drawPreview(const Figure& figure, const ExportChoice& choice);
    void tickAll();  ///< formats
    void remember(QSettings& store) const;
    void recall(const QSettings& store);

signals:
    void changed();

private:
    void addPreview();
    void addSize(QGridLayout* grid);
    void addFormats(QGridLayout* grid);
    QCheckBox* png() const { return formats_.front(); }

    QLabel *preview_, *previewSize_;
    QComboBox *size_, *dpi_;
    QDoubleSpinBox *width_, *text_;
    std::vector<QCheckBox*> formats_;  ///< PNG, SVG, PDF, in the order in which they are written
};

}  // namespace coarsen::window
