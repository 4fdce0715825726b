// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"
#include "app/window/panels/export/export_contents.hpp"

#include <QWidget>

#include <map>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSettings;

namespace coarsen::window {

/// The right side of the export sheet: size, text and formats of the figures, the ends of a chart's axes, and one of the figures
/// as it will be.
class ExportLook : public QWidget {
    Q_OBJECT
public:
    explicit ExportLook(QWidget* parent = nullptr);

    void addTo(ExportChoice& choice) const;
    void offer(const std::vector<OfferedFigure>& figures);  ///< for the preview; the one that is shown stays where it can
    QString shown() const;                                  ///< name of the figure in the preview; empty: there is none
    void showSize(const FigureSize& size);
    void drawPreview(const Figure& figure, const FigureSize& size);
    void clearPreview(const QString& words = {});
    void forgetLimits();  ///< they were those of another series
    void tickAll();       ///< formats
    void remember(QSettings& store) const;
    void recall(const QSettings& store);

signals:
    void changed();

private:
    /// Fields for the two ends of an axis.
    struct EndFields {
        QLabel* name;
        QLineEdit *from, *to;
    };

    void addPreview();
    void addSize(QGridLayout* grid);
    void addFormats(QGridLayout* grid);
    EndFields addEnds(QGridLayout* grid, const QString& axis, const QString& key);
    void takeLimits();
    void showLimits();
    void followSize();
    QCheckBox* png() const { return formats_.front(); }

    QLabel *preview_, *previewSize_;
    QComboBox *figure_, *size_, *dpi_;
    QDoubleSpinBox *width_, *height_, *text_;
    EndFields x_, y_;
    std::map<QString, AxisLimits> limits_;  ///< of each figure
    QString problem_;                       ///< with the ends that stand in the fields
    std::vector<OfferedFigure> figures_;
    std::vector<QCheckBox*> formats_;  ///< PNG, SVG, PDF, in the order in which they are written
};

}  // namespace coarsen::window
