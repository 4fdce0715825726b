// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/comparison.hpp"

#include <QWidget>

namespace coarsen::window {

/// The frame compared, with the arrows of its patches.
class FlowView : public QWidget {
    Q_OBJECT
public:
    explicit FlowView(QWidget* parent = nullptr);
    void show(std::shared_ptr<const Comparison> comparison);  ///< nullptr: nothing

protected:
    void paintEvent(QPaintEvent*) override;

private:
    std::shared_ptr<const Comparison> comparison_;
};

}  // namespace coarsen::window
