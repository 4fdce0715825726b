// SPDX-License-Identifier: GPL-3.0-or-later
// No words are cut: whatever is on the screen has room for what it says, or gives the rest in its tooltip. And what is clicked is
// large enough to be hit.
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/recipe/recipe_rail.hpp"
#include "app/window/panels/sheets/comparison_dialog.hpp"
#include "app/window/panels/sheets/popovers.hpp"
#include "app/window/panels/sheets/preferences_dialog.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QStyleOptionComboBox>
#include <QTableView>

namespace coarsen::window {

class WholeWordsTest : public WindowTest {
    Q_OBJECT

    static QString placeOf(const QWidget& widget) {
        QString place = widget.objectName();
        for (const QWidget* owner = widget.parentWidget(); owner; owner = owner->parentWidget())
            if (!owner->objectName().isEmpty()) return place + " in " + owner->objectName();
        return place;
    }
    static int widest(const QFontMetrics& metrics, const QString& words) {
        int width = 0;
        for (const QString& line : words.split('\n'))
            width = std::max(width, metrics.horizontalAdvance(line));
        return width;
    }
    static bool saysTheRest(const QWidget& widget, const QString& words) {
        return words.contains(QChar(0x2026)) && widget.toolTip().size() > words.size();
    }
    /// How many px the words lack; up to 0: none.
    static int lack(const QLabel& label) {
        if (label.text().isEmpty() || !label.pixmap().isNull()) return 0;
        if (label.wordWrap()) return label.heightForWidth(label.width()) - label.height();
        const bool isRich = label.textFormat() == Qt::RichText || label.text().contains("</");
        const int needed = isRich ? label.sizeHint().width() - 2 * label.margin()
                                  : widest(label.fontMetrics(), label.text()) + std::max(0, label.indent());
        return needed - (label.contentsRect().width() - 2 * label.margin());
    }
    static int lack(const QAbstractButton& button) {
        if (button.text().isEmpty()) return 0;
        if (qobject_cast<const QCheckBox*>(&button) || qobject_cast<const QRadioButton*>(&button))
            return button.sizeHint().width() - button.width();
        const auto* const tool = qobject_cast<const QToolButton*>(&button);
        if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !button.icon().isNull())
            return button.toolTip().isEmpty() ? 1 : 0;  // its picture says it to who points at it
        const bool hasIcon = !button.icon().isNull() && !(tool && tool->toolButtonStyle() != Qt::ToolButtonTextBesideIcon);
        const int words = widest(button.fontMetrics(), QString(button.text()).remove('&'));
        return words + (hasIcon ? button.iconSize().width() + 4 : 0) + 4 - button.width();
    }
    /// Room that the box lacks for the longest line that it offers.
    static int lack(const QComboBox& box) {
        QStyleOptionComboBox option;
        option.initFrom(&box);
        const QRect room = box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
        int needed = 0;
        for (int i = 0; i < box.count(); ++i)
            needed = std::max(needed, box.fontMetrics().horizontalAdvance(box.itemText(i)));
        return needed - room.width();
    }
    static int lack(const QAbstractSpinBox& box) {
        const auto* const line = box.findChild<QLineEdit*>();
        return box.fontMetrics().horizontalAdvance(box.text()) + 4 - line->width();
    }
    static bool isInScrollArea(const QWidget& widget) {
        for (const QWidget* owner = widget.parentWidget(); owner; owner = owner->parentWidget())
            if (qobject_cast<const QAbstractScrollArea*>(owner)) return true;
        return false;
    }
    /// True where an edge of something that holds it cuts it off.
    static bool isCutOff(const QWidget& widget) {
        if (isInScrollArea(widget)) return false;
        for (const QWidget* owner = widget.parentWidget(); owner; owner = owner->parentWidget()) {
            if (!owner->rect().contains(QRect(widget.mapTo(owner, QPoint()), widget.size()))) return true;
            if (owner->isWindow()) break;
        }
        return false;
    }

    static QStringList cutIn(QWidget* in) {
        QStringList found;
        QList<QWidget*> all = in->findChildren<QWidget*>();
        int seen = 0;
        for (const QWidget* widget : all) {
            if (!widget->isVisibleTo(in) || !in->isVisible()) continue;
            int lacks = 0;
            QString words;
            if (const auto* label = qobject_cast<const QLabel*>(widget))
                lacks = lack(*label), words = label->text();
            else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
                lacks = lack(*button), words = button->text();
            else if (const auto* box = qobject_cast<const QComboBox*>(widget))
                lacks = lack(*box), words = box->currentText();
            else if (const auto* number = qobject_cast<const QAbstractSpinBox*>(widget))
                lacks = lack(*number), words = number->text();
            if (words.isEmpty()) continue;
            ++seen;
            if (lacks > 0 && !saysTheRest(*widget, words))
                found << QString("'%1' lacks %2 px (%3, %4 px wide)")
                             .arg(words)
                             .arg(lacks)
                             .arg(placeOf(*widget))
                             .arg(widget->width());
            else if (isCutOff(*widget))
                found << QString("'%1' is cut off (%2)").arg(words, placeOf(*widget));
        }
        for (const QHeaderView* header : in->findChildren<QHeaderView*>()) {
            if (!header->isVisibleTo(in) || header->orientation() == Qt::Vertical) continue;
            for (int i = 0; i < header->count(); ++i)
                if (!header->isSectionHidden(i) && header->sectionSizeHint(i) > header->sectionSize(i))
                    found << QString("column '%1'").arg(header->model()->headerData(i, Qt::Horizontal).toString());
        }
        if (seen == 0) found << "nothing is said at all";
        return found;
    }
    void expectWhole(QWidget* in, const QString& where) {
        for (const QString& found : cutIn(in))
            if (!cut_.contains(found)) cut_.insert(found, where);
    }
    void tellCut() {
        const QMap<QString, QString> found = std::exchange(cut_, {});
        for (auto one = found.begin(); one != found.end(); ++one)
            qWarning().noquote() << one.value() << one.key();
        QCOMPARE(found.size(), 0);
    }

    const QList<QSize> sizes_{{1366, 768}, {1920, 1080}, {1024, 640}};
    QMap<QString, QString> cut_;  ///< words that were cut, and where first

private slots:
    void initTestCase() { writeGrowingSeries(inFolder("a series of rings"), 5, 12, 24); }
    void init() { newWindow(); }
    void cleanup() { window_.reset(); }

    void onTheStartPage() {
        for (const QSize& size : {QSize(1366, 768), QSize(1920, 1080)}) {
            resizeTo(size);
            expectWhole(window_.get(), QString("start, %1").arg(size.width()));
        }
        tellCut();
    }

    void inTheWorkspace() {
        open("a series of rings");
        document().changes().setTimes({TimeChoice::Kind::interval, 3600, {}});
        settle();
        for (const bool isMeasured : {false, true}) {
            if (isMeasured) analyseAll();
            for (const QSize& size : sizes_) {
                resizeTo(size);
                const QString where = QString("workspace, %1, measured %2").arg(size.width()).arg(isMeasured);
                expectWhole(window_.get(), where);
                for (const ProfileMode mode :
                     {ProfileMode::spectrum, ProfileMode::sectors, ProfileMode::series, ProfileMode::profile}) {
                    window_->setProfileMode(mode);
                    settle();
                    expectWhole(window_.get(), where + QString(", C1D %1").arg(int(mode)));
                }
                for (const GrowthQuantity quantity : {GrowthQuantity::exponent, GrowthQuantity::ratio, GrowthQuantity::length}) {
                    window_->growth().setQuantity(quantity);
                    settle();
                    expectWhole(window_.get(), where + QString(", growth %1").arg(int(quantity)));
                }
                window_->growth().setTableShown(true);
                takeEvents();
                expectWhole(window_.get(), where + ", table");
                window_->growth().setTableShown(false);
            }
        }
        document().changes().setCalibration({8.3, 8.5, "typed"});
        document().changes().setValue("fit.t0", -36000.0);
        window_->growth().setEnsemble(true);
        settle();
        for (const QSize& size : sizes_) {
            resizeTo(size);
            expectWhole(window_.get(), QString("ensemble, %1").arg(size.width()));
        }
        tellCut();
    }

    void inEveryStepOfTheRecipe() {
        open("a series of rings");
        auto* const recipe = window_->findChild<RecipePanel*>();
        for (const QSize& size : {QSize(1366, 768), QSize(1920, 1080)}) {
            resizeTo(size);
            if (size.width() < 1500) {
                emit window_->findChild<RecipeRail*>()->stepWanted({});
                takeEvents();
            }
            for (const std::string& owner : ownersIn(document().recipe())) {
                const Recipe before = document().recipe();
                recipe->openStep(QString::fromStdString(owner));
                takeEvents();
                expectWhole(recipe, QString("%1, %2").arg(QString::fromStdString(owner)).arg(size.width()));
                for (const FieldDescription& field : fieldsOf(before, owner))  // what each choice lets appear
                    for (const std::string& choice :
                         field.kind == FieldKind::choice ? field.choices : std::vector<std::string>{}) {
                        if (choice.starts_with("file")) continue;
                        document().changes().setValue(QString::fromStdString(owner + "." + field.name), choice);
                        takeEvents();
                        expectWhole(recipe, QString("%1.%2=%3, %4")
                                                .arg(QString::fromStdString(owner), QString::fromStdString(field.name),
                                                     QString::fromStdString(choice))
                                                .arg(size.width()));
                    }
                document().changes().setRecipe(before, "back");
            }
            settle();
        }
        tellCut();
    }

    void inSheetsPopoversAndDialogs() {
        open("a series of rings");
        analyseAll();
        for (const QSize& size : {QSize(1366, 768), QSize(1920, 1080)}) {
            resizeTo(size);
            window_->showExportSheet();
            takeEvents();
            expectWhole(window_->findChild<QWidget*>("export-sheet"), QString("export, %1").arg(size.width()));
            QTest::keyClick(window_->focusWidget(), Qt::Key_Escape);
            document().notices().raise({Notice::Kind::information, "Something of some length happened here", "It was good.", -1});
            auto* const under = window_->findChild<QWidget*>("export");
            const std::vector<std::function<void()>> sheets{
                [&] { showCalibrationPopover(document(), under, [] {}); }, [&] { showTimePopover(document(), under); },
                [&] { showEnginePopover(document(), under); },
                [&] { showNoticesPopover(document(), under, [](const Notice&, Remedy) {}); }};
            for (std::size_t i = 0; i < sheets.size(); ++i) {
                sheets[i]();
                takeEvents();
                QWidget* const sheet = QApplication::activePopupWidget();
                QVERIFY(sheet);
                expectWhole(sheet, QString("popover %1, %2").arg(i).arg(size.width()));
                sheet->close();
            }
        }
        PreferencesDialog preferences(window_.get());
        preferences.show();
        takeEvents();
        expectWhole(&preferences, "settings");
        ComparisonDialog* const against = showComparison(document(), window_.get());
        against->resize(1100, 640);
        settle();
        expectWhole(against, "against");
        against->close();
        tellCut();
    }

    void linesOfListsAndSwitchesAreLargeEnoughToHit() {
        open("a series of rings");
        resizeTo({1920, 1080});
        window_->findChild<RecipePanel*>()->openStep("flatten");
        takeEvents();
        auto* const method = part<QComboBox>("flatten.method");
        QVERIFY(method);
        method->showPopup();
        takeEvents();
        for (int i = 0; i < method->count(); ++i)
            QVERIFY2(method->view()->sizeHintForRow(i) >= 24, qPrintable(QString::number(method->view()->sizeHintForRow(i))));
        method->hidePopup();
        for (const char* name : {"switch-flatten", "compare-flatten", "copy-command-line"}) {
            const auto* const target = part<QAbstractButton>(name);
            QVERIFY2(target && target->width() >= 24 && target->height() >= 24, name);
        }
        QVERIFY(!part<QWidget>("switch-flatten")->geometry().intersects(part<QWidget>("compare-flatten")->geometry()));
        for (const QTableView* table : window_->findChildren<QTableView*>())
            QVERIFY(table->verticalHeader()->defaultSectionSize() >= 24);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(WholeWordsTest)
#include "whole_words_test.moc"
