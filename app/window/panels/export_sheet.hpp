// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_all.hpp"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace coarsen::window {

/// The sheet under the export button: figures, data, folder; what it would write is counted, files that exist are named before.
class ExportSheet : public QFrame {
    Q_OBJECT
public:
    explicit ExportSheet(Document& document, QWidget* parent);
    void open(const QRect& under, bool logarithmic);  ///< `under`: the button, in the parent's coordinates
    void repeat();                                    ///< the last export again

signals:
    void done(int files, const QString& folder, const QString& problem);

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    ExportChoice choice() const;
    void recount();
    void run(bool keepBoth);

    Document& document_;
    QCheckBox *growth_, *shifts_, *profile_, *spectrum_, *sectors_, *map_, *frame_, *png_, *svg_, *pdf_, *results_, *c1d_, *fit_,
        *session_, *mapTiff_;
    QComboBox* size_;
    QLineEdit* folder_;
    QLabel *count_, *existing_;
    QPushButton *export_, *keepBoth_;
    bool logarithmic_ = false;
};

}  // namespace coarsen::window
