// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a step: what Return does in them, and what is kept when the form is made anew below the typing.
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QApplication>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QLocale>

namespace coarsen::window {

class StepFormTest : public WindowTest {
    Q_OBJECT

    RecipePanel* recipe() { return window_->findChild<RecipePanel*>(); }
    double sigma() { return std::get<double>(document().recipe().step("flatten")->value("sigma")); }
    std::int64_t left() { return std::get<std::int64_t>(document().recipe().step("crop")->value("x")); }
    /// The field as it is now: the form is made anew with every value.
    QAbstractSpinBox* field(const QString& name) {
        QAbstractSpinBox* shown = nullptr;
        for (auto* one : recipe()->findChildren<QAbstractSpinBox*>(name))
            if (one->isVisible()) shown = one;
        return shown;
    }
    void begin(const QString& name) {
        recipe()->openStep(name.section('.', 0, 0));
        field(name)->setFocus();
        field(name)->selectAll();
    }
    void type(const QString& words) { QTest::keyClicks(window_->focusWidget(), words); }
    void pressReturn() { QTest::keyClick(window_->focusWidget(), Qt::Key_Return); }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), 2, 12, 20); }
    void init() {
        newWindow();
        open("growing");
        window_->resize(1920, 1080);
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), timeoutMs));
        document().changes().setValue("flatten.method", std::string("blur"));
        settle();
    }
    void cleanup() { window_.reset(); }

    void returnTakesTheValueAndStays() {
        begin("flatten.sigma");
        for (const double typed : {8.0, 47.0}) {  // the first is warned of
            type(QString::number(typed));
            pressReturn();

            QCOMPARE(sigma(), typed);
            QCOMPARE(recipe()->openedStep(), QString("flatten"));
            settle();
            auto* const now = field("flatten.sigma");
            QVERIFY(now->hasFocus());
            QCOMPARE(static_cast<QDoubleSpinBox*>(now)->value(), typed);
            QVERIFY(now->findChild<QLineEdit*>()->selectedText().startsWith(QString::number(typed)));
        }
        pressReturn();  // nothing new

        QCOMPARE(recipe()->openedStep(), QString("flatten"));
        QVERIFY(field("flatten.sigma")->hasFocus());
    }

    void numbersAreShownWithAPointAndTakenWithACommaTooInEveryLocale() {
        for (const char* const locale : {"C", "de_DE", "en_US", "fr_CH"}) {
            QLocale::setDefault(QLocale(locale));
            document().changes().setValue("flatten.sigma", 20.25);  // the form is made anew, with decimals
            settle();
            begin("flatten.sigma");
            for (const auto& [typed, value] : {std::pair{"12.5", 12.5}, {"13,5", 13.5}, {"14.5", 14.5}}) {
                type(typed);
                pressReturn();
                const double taken = sigma();
                settle();
                const QString shown = field("flatten.sigma")->text();
                QLocale::setDefault(QLocale::c());
                QVERIFY2(taken == value, qPrintable(QStringLiteral("%1: %2 is %3").arg(locale, typed).arg(taken)));
                QVERIFY2(shown.startsWith(QString::number(value)), qPrintable(locale + (" shows " + shown)));
                QLocale::setDefault(QLocale(locale));
            }
            QLocale::setDefault(QLocale::c());
        }
    }

    void undoIsTheWindowsOnceTheValueIsTaken() {
        const double before = sigma();
        begin("flatten.sigma");
        type("61");
        pressReturn();
        QCOMPARE(sigma(), 61.0);
        settle();

        QTest::keySequence(window_->focusWidget(), QKeySequence::Undo);

        QCOMPARE(sigma(), before);
    }

    void tabTakesTheValueAndGoesOnToTheNextField() {
        begin("crop.x");
        type("5");
        QTest::keyClick(window_->focusWidget(), Qt::Key_Tab);

        QCOMPARE(left(), 5);
        QVERIFY(field("crop.y")->hasFocus());
    }

    void whatIsHalfTypedStaysWhenAnotherValueChanges() {
        begin("crop.x");
        type("1");

        document().changes().setValue("crop.y", std::int64_t{3});
        settle();
        QVERIFY(field("crop.x")->hasFocus());
        QCOMPARE(left(), 0);  // not yet
        type("2");
        pressReturn();

        QCOMPARE(left(), 12);
    }

    void returnOnTheRowItselfStillOpensAndCloses() {
        auto* const row = recipe()->findChild<QWidget*>("step-flatten");
        row->setFocus();
        QTest::keyClick(row, Qt::Key_Return);
        QCOMPARE(recipe()->openedStep(), QString("flatten"));
        QTest::keyClick(row, Qt::Key_Return);
        QCOMPARE(recipe()->openedStep(), QString());
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(StepFormTest)
#include "step_form_test.moc"
