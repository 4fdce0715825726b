// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme/theme.hpp"

#include <QApplication>
#include <QComboBox>
#include <QFont>
#include <QFontDatabase>
#include <QPalette>
#include <QProxyStyle>
#include <QStyledItemDelegate>

namespace coarsen::window {

namespace {

const Theme* current = &Theme::light();

/// Rows of a combo box's list take their height from the style sheet, as those of other lists do by themselves.
class RoomyLists final : public QProxyStyle {
public:
    RoomyLists() : QProxyStyle(QStringLiteral("Fusion")) {}
    using QProxyStyle::polish;
    void polish(QWidget* widget) override {
        QProxyStyle::polish(widget);
        auto* const box = qobject_cast<QComboBox*>(widget);
        if (box && !qobject_cast<QStyledItemDelegate*>(box->itemDelegate())) box->setItemDelegate(new QStyledItemDelegate(box));
    }
};

QColor mixed(const QColor& a, const QColor& b, double part) {
    return QColor::fromRgbF(float(a.redF() * (1 - part) + b.redF() * part), float(a.greenF() * (1 - part) + b.greenF() * part),
                            float(a.blueF() * (1 - part) + b.blueF() * part));
}

QPalette paletteOf(const Theme& t) {
    QPalette palette;
    palette.setColor(QPalette::Window, t.panel);
    palette.setColor(QPalette::WindowText, t.ink);
    palette.setColor(QPalette::Base, t.raised);
    palette.setColor(QPalette::AlternateBase, t.panel);
    palette.setColor(QPalette::Text, t.ink);
    palette.setColor(QPalette::PlaceholderText, t.ink3);
    palette.setColor(QPalette::Button, t.raised);
    palette.setColor(QPalette::ButtonText, t.ink);
    palette.setColor(QPalette::ToolTipBase, t.raised);
    palette.setColor(QPalette::ToolTipText, t.ink);
    palette.setColor(QPalette::Highlight, t.accent);
    palette.setColor(QPalette::HighlightedText, t.onAccent);
    palette.setColor(QPalette::Link, t.accent);
    palette.setColor(QPalette::BrightText, t.error);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, t.ink3);
    return palette;
}

QString styleSheetOf(const Theme& t) {
    // One sheet for the controls that the window uses; %name% stands for a token.
    QString sheet = QStringLiteral(R"(
        QWidget[ground="bg"] { background: %bg%; } QWidget[ground="panel"] { background: %panel%; }
        QLabel[hint="true"] { color: %ink3%; }
        QToolTip { color: %ink%; background: %raised%; border: 1px solid %line%; padding: 4px; }
        QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; } QComboBox { combobox-popup: 0; }
        QMenuBar { background: transparent; } QMenuBar::item { padding: 7px 6px; background: transparent; border-radius: 4px; }
        QMenuBar::item:selected { background: %hover%; }
        QMenu { background: %raised%; border: 1px solid %line%; padding: 4px; }
        QMenu::item { padding: 5px 24px 5px 24px; border-radius: 4px; } QMenu::item:selected { background: %accentSoft%; color: %ink%; }
        QMenu::item:disabled { color: %ink3%; } QMenu::separator { height: 1px; background: %line%; margin: 4px 8px; }
        QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 3px 5px; background: transparent; color: %ink2%; }
        QToolButton:hover { background: %hover%; } QToolButton:checked { background: %pressed%; color: %ink%; }
        QToolButton, QPushButton, QCheckBox, QRadioButton { outline: none; }
        QToolButton:focus { border: 2px solid %accent%; padding: 2px 4px; }
        QToolButton[chip="true"] { border: 1px solid %edge%; padding: 4px 8px; background: %raised%; color: %ink%; }
        QToolButton[urgent="true"] { border-color: %warn%; color: %warn%; font-weight: 600; }
        QToolButton[chip="true"]:focus { border: 2px solid %accent%; padding: 3px 7px; }
        QToolButton[chip="true"]:hover { background: %hover%; }
        QToolButton[chip="true"]::menu-indicator { image: none; width: 0; }
        QToolButton[list="true"] { padding-right: 24px; } QToolButton[list="true"]:focus { padding-right: 23px; }
        QToolButton[list="true"]::menu-indicator { image: url(:/coarsen/chevron.svg); width: 12px; height: 12px; subcontrol-origin: border; subcontrol-position: center right; right: 7px; }
        QToolButton::menu-indicator { image: none; width: 0; }
        QToolButton[segment="true"] { border-radius: 4px; padding: 3px 8px; } QToolButton[segment="true"]:focus { padding: 2px 7px; } QToolButton[segment="true"]:checked { background: %pressed%; font-weight: 600; }
        QToolButton[tight="true"] { padding: 3px 4px; } QToolButton[tight="true"]:focus { padding: 2px 3px; }
        QToolButton:disabled { color: %ink3%; }
        QPushButton { border: 1px solid %edge%; border-radius: 5px; padding: 4px 12px; min-height: 18px; background: %raised%; color: %ink%; }
        QPushButton:hover { background: %hover%; } QPushButton:disabled { color: %ink3%; border-color: %line%; }
        QPushButton[primary="true"] { background: %accent%; color: %onAccent%; border: 1px solid %accent%; font-weight: 600; }
        QPushButton[primary="true"]:hover { background: %accentHover%; } QPushButton[primary="true"]:disabled { background: %line%; color: %ink3%; border-color: %line%; }
        QPushButton:focus { border: 2px solid %accent%; padding: 3px 11px; } QPushButton[primary="true"]:focus { border: 2px solid %accentFocus%; }
        QPushButton[link="true"] { border: none; background: transparent; color: %accent%; padding: 2px 4px; text-align: left; font-weight: 600; } QPushButton[link="true"]:focus { border: 2px solid %accent%; padding: 0 2px; }
        QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { border: 1px solid %edge%; border-radius: 4px; padding: 2px 6px; min-height: 20px; background: %raised%; color: %ink%; selection-background-color: %accent%; selection-color: %onAccent%; }
        QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border: 2px solid %accent%; padding: 1px 5px; }
        QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button { width: 0; border: none; }
        QComboBox::drop-down { border: none; width: 18px; } QComboBox::down-arrow { image: url(:/coarsen/chevron.svg); width: 12px; height: 12px; } QComboBox QAbstractItemView { background: %raised%; border: 1px solid %line%; outline: none; selection-background-color: %accentSoft%; selection-color: %ink%; }
        QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 6px; color: %ink%; } QComboBox QAbstractItemView::item:selected { background: %accentSoft%; color: %ink%; }
        QListView::item, QTreeView::item { min-height: 24px; }
        QTableView { background: %panel%; border: none; gridline-color: %line%; selection-background-color: %accentSoft%; selection-color: %ink%; }
        QTableView::item { border: 0; padding: 0 5px; }
        QHeaderView::section { background: %panel%; color: %ink3%; border: none; border-bottom: 1px solid %line%; padding: 4px 8px; font-size: 11px; }
        QScrollBar:vertical { background: transparent; width: 10px; margin: 0; } QScrollBar::handle:vertical { background: %line%; border-radius: 4px; min-height: 24px; margin: 1px; }
        QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; } QScrollBar::handle:horizontal { background: %line%; border-radius: 4px; min-width: 24px; margin: 1px; }
        QScrollBar::handle:hover { background: %edge%; } QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; } QScrollBar::add-page, QScrollBar::sub-page { background: none; }
        QScrollArea { border: none; background: transparent; }
        QProgressBar { border: none; border-radius: 3px; background: %line%; max-height: 6px; } QProgressBar::chunk { background: %accent%; border-radius: 3px; }
        QSplitter::handle { background: %bg%; }
        QCheckBox { spacing: 8px; } QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid %edge%; border-radius: 3px; background: %raised%; }
        QCheckBox::indicator:checked { background: %accent%; border-color: %accent%; image: url(:/coarsen/check.svg); }
        QCheckBox::indicator:disabled { border-color: %line%; } QCheckBox::indicator:checked:disabled { background: %edge%; }
        QCheckBox::indicator:focus { width: 12px; height: 12px; border: 2px solid %accent%; }
        QTableView::indicator { width: 12px; height: 12px; border: 1px solid %edge%; border-radius: 3px; background: %raised%; }
        QTableView::indicator:checked { background: %edge%; image: url(:/coarsen/check.svg); }
        QRadioButton { spacing: 8px; } QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid %edge%; border-radius: 8px; background: %raised%; }
        QRadioButton::indicator:checked { width: 8px; height: 8px; border: 4px solid %accent%; background: %onAccent%; }
        QRadioButton::indicator:disabled { border-color: %line%; } QRadioButton::indicator:checked:disabled { border-color: %edge%; background: %raised%; }
        QRadioButton:focus { color: %accent%; }
    )");
    const QVector<QPair<QString, QColor>> tokens = {{"ink", t.ink},
                                                    {"ink2", t.ink2},
                                                    {"ink3", t.ink3},
                                                    {"raised", t.raised},
                                                    {"panel", t.panel},
                                                    {"line", t.line},
                                                    {"edge", t.edge},
                                                    {"warn", t.warn},
                                                    {"accent", t.accent},
                                                    {"bg", t.bg},
                                                    {"accentSoft", t.accentSoft},
                                                    {"onAccent", t.onAccent},
                                                    {"hover", mixed(t.panel, t.ink, 0.06)},
                                                    {"pressed", mixed(t.panel, t.ink, 0.13)},
                                                    {"accentHover", mixed(t.accent, t.ink, 0.15)},
                                                    {"accentFocus", mixed(t.accent, t.ink, 0.6)}};
    for (const auto& [name, colour] : tokens)
        sheet.replace("%" + name + "%", colour.name());
    return sheet;
}

/// The platform's font at 12 px; DejaVu Sans on a bare Linux. Digits must have one width: numbers stand in columns and change
/// while read.
QFont uiFont() {
    QFont font = QApplication::font();
    if (QFontDatabase::families().contains("DejaVu Sans")) font.setFamily("DejaVu Sans");
    font.setPixelSize(12);
    return font;
}

}  // namespace

const Theme& Theme::light() {
    static const Theme theme = {.dark = false,
                                .bg = "#E9EBEE",
                                .panel = "#FAFAFB",
                                .raised = "#FFFFFF",
                                .plot = "#FFFFFF",
                                .stage = "#DADDE1",
                                .line = "#D5D9DE",
                                .edge = "#7F8893",
                                .grid = "#ECEEF1",
                                .ink = "#15181C",
                                .ink2 = "#454C55",
                                .ink3 = "#5F6772",
                                .accent = "#1B5BD0",
                                .accentSoft = "#DFE9FB",
                                .onAccent = "#FFFFFF",
                                .rmax = "#C44E00",
                                .ring = "#FF9A3D",
                                .mask = "#00BEAA",
                                .error = "#B3261E",
                                .errorSoft = "#FBE9E7",
                                .warn = "#7A5200",
                                .warnSoft = "#FFF4D9"};
    return theme;
}

const Theme& Theme::night() {
    static const Theme theme = {.dark = true,
                                .bg = "#0E1013",
                                .panel = "#17191D",
                                .raised = "#20242A",
                                .plot = "#17191D",
                                .stage = "#0A0B0D",
                                .line = "#30353C",
                                .edge = "#6B737E",
                                .grid = "#262A30",
                                .ink = "#E9EBEE",
                                .ink2 = "#B4BAC3",
                                .ink3 = "#8B939E",
                                .accent = "#7DB1FF",
                                .accentSoft = "#1D3050",
                                .onAccent = "#0B1626",
                                .rmax = "#FF9A3D",
                                .ring = "#FF9A3D",
                                .mask = "#00BEAA",
                                .error = "#FF8A80",
                                .errorSoft = "#3A1C1B",
                                .warn = "#F2C14E",
                                .warnSoft = "#352B12"};
    return theme;
}

const Theme& theme() {
    return *current;
}

void setTheme(bool dark) {
    current = dark ? &Theme::night() : &Theme::light();
    // Each of the four walks through all widgets there are: a second window of the same look leaves them as they are.
    if (const QString sheet = styleSheetOf(*current); qApp->styleSheet() != sheet) {
        QApplication::setStyle(new RoomyLists);
        QApplication::setFont(uiFont());
        QApplication::setPalette(paletteOf(*current));
        qApp->setStyleSheet(sheet);
    }
    emit ThemeHub::instance().changed();
}

ThemeHub& ThemeHub::instance() {
    static ThemeHub hub;
    return hub;
}

}  // namespace coarsen::window
