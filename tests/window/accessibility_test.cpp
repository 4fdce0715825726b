// SPDX-License-Identifier: GPL-3.0-or-later
// Every control that takes the focus or a click says what it is, to who hears the window as to who points at it.
#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/sheets/comparison_dialog.hpp"
#include "app/window/panels/sheets/popovers.hpp"
#include "app/window/panels/sheets/preferences_dialog.hpp"
#include "app/window/panels/start/series_chooser.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/model_card.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>

namespace coarsen::window {

class AccessibilityTest : public WindowTest {
    Q_OBJECT

    static bool isControl(const QWidget& widget) {
        if (!widget.isVisible() || qobject_cast<const QScrollBar*>(&widget)) return false;
        for (const QWidget* owner = widget.parentWidget(); owner; owner = owner->parentWidget())
            if (qobject_cast<const QAbstractSpinBox*>(owner) || qobject_cast<const QComboBox*>(owner) ||
                qobject_cast<const QAbstractItemView*>(owner))
                return false;  // a part of a control, named by the whole
        return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
               qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QLineEdit*>(&widget) ||
               qobject_cast<const QAbstractSlider*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget) ||
               widget.focusPolicy() & Qt::TabFocus;
    }

    /// Controls without a name, and pictures without words for who points at them; also that there is no control at all.
    static QStringList silent(QWidget* in) {
        QStringList found;
        QList<QWidget*> all = in->findChildren<QWidget*>();
        all.prepend(in);
        int controls = 0;
        for (QWidget* widget : all) {
            if (!isControl(*widget) || widget->isWindow()) continue;
            ++controls;
            const QString what = QString(widget->metaObject()->className()) + " '" + widget->objectName() + "' in '" +
                                 (widget->parentWidget() ? widget->parentWidget()->objectName() : QString()) + "' " +
                                 widget->parentWidget()->metaObject()->className();
            QAccessibleInterface* const heard = QAccessible::queryAccessibleInterface(widget);
            if (!heard || heard->text(QAccessible::Name).trimmed().isEmpty()) found << what + ": no name";
            const auto* const button = qobject_cast<QAbstractButton*>(widget);
            if (button && button->text().isEmpty() && button->toolTip().isEmpty()) found << what + ": no tooltip";
        }
        if (controls == 0) found << "no control is shown";
        return found;
    }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = 3;
        settings.rMaxFromPx = 12, settings.rMaxToPx = 24;
        writeRingSeries(folder_.filePath("series").toStdString(), settings);
        newWindow();
    }
    void cleanupTestCase() { window_.reset(); }

    void theStartPage() {
        const QString found = silent(window_.get()).join("\n");
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }

    void theWorkspaceInBothLayouts() {
        open("series");
        analyseAll();
        for (const QSize size : {QSize(1366, 768), QSize(1100, 700), QSize(1920, 1080)}) {
            resizeTo(size);
            const QString found = silent(window_.get()).join("\n");
            QVERIFY2(found.isEmpty(), qPrintable(found));
        }
    }

    void cardsChipsAndStepsSayTheirValues() {
        const auto heard = [this](const char* name) { return part<QWidget>(name)->accessibleName(); };
        const QString law = QString::fromStdString(fitOf(document().recipe()).chosenModel());
        const auto* const card = part<ModelCard>("model-" + law);
        QVERIFY2(card->accessibleName().contains(card->result()), qPrintable(card->accessibleName()));
        QVERIFY2(card->accessibleName().endsWith("chosen"), qPrintable(card->accessibleName()));
        QVERIFY2(heard("chip-size").startsWith("Pixel size: "), qPrintable(heard("chip-size")));
        QVERIFY2(heard("quantity").contains(document().growth().data()->lengthLabel()), qPrintable(heard("quantity")));
        QVERIFY2(heard("step-measure").startsWith("Measure: offset"), qPrintable(heard("step-measure")));
    }

    void aNoticeIsReachedAndLeftByTheKeyboard() {
        document().notices().clear();
        window_->findChild<ImageView*>()->setFocus();
        QWidget* const before = window_->focusWidget();
        document().notices().raise({Notice::Kind::failure, "The frame's file", "It is gone.", 1, true, {Remedy::retryFrame}});
        auto* const notice = window_->findChild<NoticeCallout*>();
        COMES_TRUE(notice->isVisible());
        QCOMPARE(window_->focusWidget(), before);  // nothing is taken from who types
        QCOMPARE(notice->accessibleName(), QString("The frame's file. It is gone."));
        QTest::keyClick(window_.get(), Qt::Key_N);
        auto* const button = qobject_cast<QAbstractButton*>(window_->focusWidget());
        QVERIFY(button && button->objectName() == "remedy");
        QCOMPARE(button->accessibleDescription(), notice->accessibleName());
        QTest::keyClick(button, Qt::Key_Escape);
        QVERIFY(!notice->isVisible());
        QCOMPARE(window_->focusWidget(), before);

        // With none open: the list of all, which Esc closes, too.
        QTest::keyClick(window_.get(), Qt::Key_N);
        COMES_TRUE(QApplication::activePopupWidget());
        QWidget* const list = QApplication::activePopupWidget();
        QVERIFY(list->isAncestorOf(list->focusWidget()));
        QTest::keyClick(list, Qt::Key_Escape);
        COMES_TRUE(!QApplication::activePopupWidget());
        document().notices().clear();
    }

    void everyStepOfTheRecipe() {
        auto* const recipe = window_->findChild<RecipePanel*>();
        for (const auto& step : document().recipe().steps) {
            recipe->openStep(QString::fromStdString(step.key()));
            takeEvents();
            const QString found = silent(recipe).join("\n");
            QVERIFY2(found.isEmpty(), qPrintable(found));
        }
    }

    void theExportSheet() {
        window_->showExportSheet();
        takeEvents();
        const QString found = silent(window_.get()).join("\n");
        QVERIFY2(found.isEmpty(), qPrintable(found));
        QTest::keyClick(window_->focusWidget(), Qt::Key_Escape);
    }

    void popovers() {
        auto* const under = window_->findChild<QWidget*>("export");
        const std::vector<std::function<void()>> sheets{
            [&] { showCalibrationPopover(document(), under, [] {}); }, [&] { showTimePopover(document(), under); },
            [&] { showEnginePopover(document(), under); },
            [&] { showNoticesPopover(document(), under, [](const Notice&, Remedy) {}); }};
        for (const auto& show : sheets) {
            show();
            takeEvents();
            QWidget* const sheet = QApplication::activePopupWidget();
            QVERIFY(sheet);
            const QString found = silent(sheet).join("\n");
            QVERIFY2(found.isEmpty(), qPrintable(found));
            sheet->close();
        }
    }

    void dialogs() {
        PreferencesDialog preferences(window_.get());
        preferences.show();
        const QString found = silent(&preferences).join("\n");
        QVERIFY2(found.isEmpty(), qPrintable(found));
        ComparisonDialog* const against = showComparison(document(), window_.get());
        for (const auto other : {ComparisonDialog::Other::number, ComparisonDialog::Other::file}) {
            against->choose(other);
            const QString controls = silent(against).join("\n");
            QVERIFY2(controls.isEmpty(), qPrintable(controls));
        }
        against->close();
        SeriesChooser chooser(folder_.path().toStdString(), foldersOfImages(folder_.path().toStdString()).below, window_.get());
        chooser.setAttribute(Qt::WA_DeleteOnClose, false);
        chooser.show();
        const QString offered = silent(&chooser).join("\n");
        QVERIFY2(offered.isEmpty(), qPrintable(offered));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(AccessibilityTest)
#include "accessibility_test.moc"
