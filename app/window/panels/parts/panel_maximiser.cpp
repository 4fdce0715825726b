// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/panel_maximiser.hpp"

#include <QApplication>
#include <QLayout>
#include <QMouseEvent>
#include <QSplitter>

#include <ranges>

namespace coarsen::window {

PanelMaximiser::PanelMaximiser(QSplitter* area) : area_(area) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { noteFocus(now); });
}

void PanelMaximiser::add(QWidget* panel) {
    panels_.push_back(panel);
    if (!latest_) latest_ = panel;
    panel->installEventFilter(this);
    QWidget* const header = panel->layout()->itemAt(0)->widget();
    header->setToolTip(tr("Double click: over all panels, and back (F10)"));
    header->installEventFilter(this);
    headers_.push_back(header);
}

void PanelMaximiser::maximise(QWidget* panel) {
    restore();
    maximised_ = panel;
    // Else the focus would pass from what is hidden to the next button, which keeps the arrow keys for itself.
    if (!panel->isAncestorOf(QApplication::focusWidget())) panel->setFocus();
    for (QWidget* inner = panel; inner != area_; inner = inner->parentWidget()) {
        auto* const splitter = static_cast<QSplitter*>(inner->parentWidget());
        sizes_.emplace_back(splitter, splitter->sizes());
        for (int i = 0; i < splitter->count(); ++i) {
            QWidget* const other = splitter->widget(i);
            if (other == inner || other->isHidden()) continue;
            hidden_.push_back(other);
            other->hide();
        }
    }
}

void PanelMaximiser::restore() {
    maximised_ = nullptr;
    for (QWidget* widget : std::exchange(hidden_, {}))
        widget->show();
    for (const auto& [splitter, sizes] : sizes_ | std::views::reverse)
        splitter->setSizes(sizes);
    sizes_.clear();
}

void PanelMaximiser::toggle() {
    if (maximised_)
        restore();
    else
        maximise(latest_);
}

void PanelMaximiser::noteFocus(const QWidget* now) {
    for (QWidget* panel : panels_)
        if (panel == now || panel->isAncestorOf(now)) latest_ = panel;
}

bool PanelMaximiser::eventFilter(QObject* watched, QEvent* event) {
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        if (watched == panels_[i] && event->type() == QEvent::Enter) latest_ = panels_[i];
        if (watched == headers_[i] && event->type() == QEvent::MouseButtonDblClick) {
            latest_ = panels_[i];
            toggle();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace coarsen::window
