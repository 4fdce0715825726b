// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

#include <QWidget>

#include <vector>

namespace coarsen::window {

/// One growth model with its result; the chosen one is large and has a blue edge. A click or Enter chooses it.
class ModelCard : public QWidget {
    Q_OBJECT
public:
    explicit ModelCard(QString model, QWidget* parent = nullptr);
    void show(const GrowthData& data);
    QSize sizeHint() const override { return {200, 66}; }
    QSize minimumSizeHint() const override;
    const QString& model() const { return model_; }
    QString sentence() const { return sentence_; }                      ///< the result as a sentence for a notebook
    QString result() const { return isFitted_ ? result_ : QString(); }  ///< "n = 1.01 ± 0.06"

    /// A line of the card. Where there is little room the value and its error stand below each other, never cut.
    struct Line {
        QString words;
        QFont font;
        int top;
        QColor colour;
        bool isAtRight = false;
    };
    std::vector<Line> lines(int width) const;
    static constexpr int margins = 20;  ///< left and right of the lines

signals:
    void chosen(const QString& model);

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void describe(const GrowthData& data, const GrowthFit& fit);
    QFont fontOf(int size, bool bold) const;
    QStringList brokenResult() const;  ///< in two lines

    QString model_, title_, equation_, result_, sentence_;
    QStringList details_;  ///< the first is wanted most
    QString warning_;      ///< that the law misses its points
    bool isChosen_ = false, isFitted_ = false, isBest_ = false;
};

}  // namespace coarsen::window
