// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>

namespace coarsen::window {

/// The colours by meaning. Blue (`accent`) is where you are, orange (`rmax`) is the length; the rest is ink.
struct Theme {
    bool dark = false;
    QColor bg, panel, raised, plot, stage;  ///< gaps; panels; cards and fields; plot background; around the image
    QColor line, edge, grid;                ///< hairlines; outlines of controls; plot grid
    QColor ink, ink2, ink3;                 ///< text and curves; labels; hints, axes, stale
    QColor accent, accentSoft, onAccent;
    QColor rmax, ring, mask;  ///< R_max in text and plots; on images and maps; dust
    QColor error, errorSoft, warn, warnSoft;

    static const Theme& light();
    static const Theme& night();
};

/// The theme in use.
const Theme& theme();

/// Sets palette, style sheet and font of the whole application and tells every view.
void setTheme(bool dark);

/// Says when the theme changed; views restyle themselves.
///
/// Use, given `QWidget* view`:
///
///     QObject::connect(&ThemeHub::instance(), &ThemeHub::changed, view, [view] { view->update(); });
///     setTheme(true);  // dark; `changed` is sent
///     const QColor background = theme().bg;
class ThemeHub : public QObject {
    Q_OBJECT
public:
    static ThemeHub& instance();
signals:
    void changed();
};

}  // namespace coarsen::window
