// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"
#include "app/window/panels/sheet.hpp"

#include <QPointer>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace coarsen::window {

class ExportProgress;

/// The sheet under the export button: figures with their size and how they will look, data, report, film, folder; what it would
/// write is counted, files that exist are named before. Choices are remembered. It keeps its size whatever it has to say.
class ExportSheet : public Sheet {
    Q_OBJECT
public:
    explicit ExportSheet(Document& document, QWidget* parent);
    /// `under`: the button; `resultEnds`: down to where the result stands, which stays in sight where there is room. Both in the
    /// parent's coordinates.
    void open(const QRect& under, int resultEnds, bool logarithmic);
    bool repeat();  ///< the last export again; false where it cannot be: none of this series, a folder that is gone

signals:
    void done(int files, const QString& folder, const QString& problem);

protected:
    void accept() override;

private:
    QCheckBox* box(QLayout* into, const QString& words, bool on, const QString& name, int columns = 2);
    QWidget* makeContents();
    QWidget* makeLook();
    QWidget* makeFoot();
    ExportChoice choice() const;
    bool hasSeries() const;
    void offerLooks();  ///< of the growth chart, where it is exported
    void offerWhatThereIs();
    void recount();
    void drawPreview();
    void everything();
    void remember() const;
    void recall();
    void run(bool keepBoth);
    void tell(int files, const QString& folder, const QString& problem);  ///< what came of it

    Document& document_;
    QCheckBox *growth_, *residuals_, *legend_, *result_, *scaledErrors_, *excluded_, *guides_, *shifts_, *profile_, *spectrum_,
        *sectors_, *series_, *map_, *frame_, *png_, *svg_, *pdf_, *results_, *c1d_, *fit_, *session_, *mapTiff_, *report_,
        *movie_;
    QList<QCheckBox*> boxes_;
    QComboBox *size_, *dpi_, *film_;
    QDoubleSpinBox *width_, *text_;
    QSpinBox* rate_;
    QLineEdit* folder_;
    QLabel *count_, *existing_, *preview_, *previewSize_;
    QPushButton *export_ = nullptr, *replace_;
    QTimer previewTimer_;
    ExportProgress* progress_;
    QPointer<Exporter> exporter_;
    QString noFilms_;   ///< why
    QString exported_;  ///< the folder that the last export of this series went into: nobody has been asked about another
    bool logarithmic_ = false;
};

}  // namespace coarsen::window
