// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/shown_filter.hpp"

#include <QWidget>

#include <memory>

namespace coarsen::window {

/// A filter's kernel with its colour scale and extent, and below what computes it: "31 × 31 · cpu-fft · 11 ns a pixel".
class KernelView : public QWidget {
    Q_OBJECT
public:
    explicit KernelView(QWidget* parent = nullptr);

    /// `engine`: "cpu-fft · 11 ns a pixel"; may be empty.
    void show(std::shared_ptr<const ShownFilter> filter, const QString& engine);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    std::shared_ptr<const ShownFilter> filter_;
    QString words_;
};

}  // namespace coarsen::window
