// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

#include <vector>

class QToolButton;

namespace coarsen::window {

/// The recipe on a small screen: icon and effect of each step; a click opens the recipe over the frame.
class RecipeRail : public QWidget {
    Q_OBJECT
public:
    explicit RecipeRail(Document& document, QWidget* parent = nullptr);

signals:
    void stepWanted(const QString& key);        ///< empty: the whole recipe
    void comparisonWanted(const QString& key);  ///< of the frame before that step and after it

private:
    void showPreview();

    Document& document_;
    std::vector<std::pair<std::string, QToolButton*>> buttons_;
};

}  // namespace coarsen::window
