// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/map_view.hpp"

#include <QWidget>

namespace coarsen::window {

/// C2D of the frame looked at, under its header.
class MapPanel : public QWidget {
    Q_OBJECT
public:
    explicit MapPanel(Document& document, QWidget* parent = nullptr);
    MapView* view() const { return view_; }

private:
    void showPreview();

    Document& document_;
    MapView* view_;
};

}  // namespace coarsen::window
