// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

namespace coarsen::window {

/// A sheet that lies over a part of the window. The focus goes into it and stays in it by Tab; Esc closes it and gives the focus
/// back to where it was. Where it is `guarded`, keys that nothing in it takes go no further, and a click beside it closes it and
/// does nothing else.
///
/// Use, given `QWidget* window, QWidget* first`:
///
///     auto* const sheet = new Sheet(window, true);
///     sheet->open(first);  // `first`, in the sheet, has the focus
class Sheet : public QFrame {
    Q_OBJECT
public:
    explicit Sheet(QWidget* parent, bool guarded = false);
    void open(QWidget* first);  ///< shows it above all others, with the focus on `first`

protected:
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent*) override;
    void hideEvent(QHideEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    virtual void accept() {}  ///< called by Return

private:
    QWidget* guard_ = nullptr;  ///< takes the clicks beside the sheet
    QPointer<QWidget> before_;  ///< had the focus
};

/// Return in a sheet or pop-over: presses the button with the focus. False where none has it.
bool pressFocusedButton();

}  // namespace coarsen::window
