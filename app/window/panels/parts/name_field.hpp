// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QLineEdit;
class QToolButton;

namespace coarsen::window {

/// A name that is changed where it stands: a click, or Space, makes a field of it. Return, or leaving the field, takes what is
/// typed, Esc leaves the name as it was.
class NameField : public QWidget {
    Q_OBJECT
public:
    explicit NameField(QWidget* parent = nullptr);

    /// `usual`: what it is called where nothing is typed.
    void show(const QString& name, const QString& usual);
    void setRoom(int px);  ///< for the name at most; it is elided in its middle
    void edit();

signals:
    void renamed(const QString& name);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showName();
    void take();
    void leave();

    QToolButton* shown_;
    QLineEdit* typed_;
    QString name_;
    int roomPx_ = 320;
    QPointer<QWidget> before_;  ///< had the focus
};

}  // namespace coarsen::window
