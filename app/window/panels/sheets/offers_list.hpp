// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

#include <functional>
#include <vector>

class QVBoxLayout;

namespace coarsen::window {

/// One of several things to be had by a click.
struct OfferLine {
    QString words, help;  ///< "every 60 s · from the file"; who says it and how that is trusted
    bool isCurrent = false;
    std::function<void()> take;
};

/// A list of which one counts, and a click takes another; filled anew when more is known.
class OffersList : public QWidget {
    Q_OBJECT
public:
    /// `lines`: as of now.
    OffersList(Document& document, std::function<std::vector<OfferLine>()> lines, QWidget* parent = nullptr);

private:
    void fill();

    Document& document_;
    std::function<std::vector<OfferLine>()> lines_;
    QVBoxLayout* list_;
};

/// The sizes of pixels that the files offer; a click takes one and closes the pop-over.
class SizeOffersList : public OffersList {
public:
    SizeOffersList(Document& document, QWidget* popover);
};

}  // namespace coarsen::window
