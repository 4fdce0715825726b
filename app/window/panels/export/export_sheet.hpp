// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"
#include "app/window/panels/sheets/sheet.hpp"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace coarsen::window {

class ExportContents;
class ExportLook;
class ExportProgress;

/// The sheet under the export button: figures with their size and how they will look, data, report, film, folder; what it would
/// write is counted, files that exist are named before. Choices are remembered. It keeps its size whatever it has to say.
///
/// Use, given `Document& document, QWidget* window, const QRect& button`:
///
///     auto* const sheet = new ExportSheet(document, window);
///     sheet->open(button, 0, false);
class ExportSheet : public Sheet {
    Q_OBJECT
public:
    explicit ExportSheet(Document& document, QWidget* parent);
    /// `under`: the button; `resultEnds`: down to where the result stands, which stays in sight where there is room. Both in the
    /// parent's coordinates.
    void open(const QRect& under, int resultEnds, bool logarithmic);
    bool repeat();  ///< the last export again; false where it cannot be: none of this series, a folder that is gone
    bool isBusy() const { return previewTimer_.isActive(); }  ///< its preview is of earlier choices

signals:
    void done(int files, const QString& folder, const QString& problem);

protected:
    void accept() override;

private:
    QWidget* makeFoot();
    ExportChoice choice() const;
    void recount();
    void setRoom(int height);
    void drawPreview();
    void pool();
    void remember() const;
    void recall();
    void run(bool keepBoth);
    void tell(int files, const QString& folder, const QString& problem);  ///< tells the outcome

    Document& document_;
    ExportContents* contents_;
    QScrollArea* scroll_;
    ExportLook* look_;
    QLineEdit* folder_;
    QLabel *count_, *existing_;
    QPushButton *export_, *replace_;
    QTimer previewTimer_;
    ExportProgress* progress_;
    QPointer<Exporter> exporter_;
    QString exported_;         ///< the folder that the last export of this series went into: nobody has been asked about another
    QString proposed_;         ///< the folder of the series' own, as the sheet proposed it
    std::string proposedFor_;  ///< the name that the user had given the series then
    bool logarithmic_ = false;
    std::shared_ptr<const PooledSeries> pooled_;  ///< of the preview; null while it is made
    std::shared_ptr<const GrowthData> pooledFrom_;
    std::optional<Grouping> pooledBy_;
};

}  // namespace coarsen::window
