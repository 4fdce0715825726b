// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/offers_list.hpp"

#include "app/window/panels/sheets/popover_frame.hpp"

#include <QLabel>
#include <QLayoutItem>
#include <QRadioButton>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace coarsen::window {

OffersList::OffersList(Document& document, std::function<std::vector<OfferLine>()> lines, QWidget* parent)
    : QWidget(parent), document_(document), lines_(std::move(lines)), list_(new QVBoxLayout(this)) {
    list_->setContentsMargins(0, 0, 0, 0);
    list_->setSpacing(2);
    connect(&document.offers(), &Offers::changed, this, &OffersList::fill);
    fill();
}

void OffersList::fill() {
    while (QLayoutItem* const item = list_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const OfferLine& line : lines_()) {
        auto* const button = new QRadioButton(line.words);
        button->setObjectName("offer");
        button->setAccessibleDescription(line.help);
        button->setToolTip(line.help);
        button->setChecked(line.isCurrent);
        list_->addWidget(button);
        if (!line.help.isEmpty()) {
            QLabel* const help = hint(line.help);
            help->setIndent(22);
            list_->addWidget(help);
        }
        connect(button, &QRadioButton::clicked, this, [take = line.take] { take(); });
    }
    if (document_.offers().isUnderWay() && !document_.offers().isKnown())
        list_->addWidget(hint(tr("What the files offer is being read …")));
    // The sheet follows once the layout knows.
    QTimer::singleShot(0, this, [this] {
        if (window()->isVisible()) window()->adjustSize();
    });
}

SizeOffersList::SizeOffersList(Document& document, QWidget* popover)
    : OffersList(
          document,
          [&document, popover] {
              std::vector<OfferLine> lines;
              for (const OfferedSize& size : document.offers().sizes())
                  lines.push_back({size.value + " · " + size.shortly, size.by + " (" + wordsOf(size.trust) + ")", size.isCurrent,
                                   [&document, popover, calibration = size.calibration] {
                                       document.changes().setCalibration(calibration);
                                       popover->close();
                                   }});
              return lines;
          },
          popover) {}

}  // namespace coarsen::window
