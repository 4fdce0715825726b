// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/growth_plot.hpp"

#include <QWidget>

namespace coarsen::window {

/// One growth model with its result; the chosen one is large and has a blue edge. A click or Enter chooses it.
class ModelCard : public QWidget {
    Q_OBJECT
public:
    explicit ModelCard(QString model, QWidget* parent = nullptr);
    void show(const GrowthData& data);
    QSize sizeHint() const override { return {200, 66}; }
    const QString& model() const { return model_; }
    QString sentence() const { return sentence_; }                      ///< the result as a sentence for a notebook
    QString result() const { return isFitted_ ? result_ : QString(); }  ///< "n = 1.01 ± 0.06"

signals:
    void chosen(const QString& model);

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    QString model_, title_, equation_, result_, detail_, sentence_;
    bool isChosen_ = false, isFitted_ = false;
};

}  // namespace coarsen::window
