// SPDX-License-Identifier: GPL-3.0-or-later
// What does not decide the frame looked at does not measure it again.
#include "app/window/theme/theme.hpp"
#include "app/window/views/image_view.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QSignalSpy>

#include <functional>

namespace coarsen::window {

class OnlyWhatChangedTest : public WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() {
        writeGrowingSeries(folder_.filePath("series"), 6, 10, 16);
        newWindow();
        open("series");
        analyseAll();
    }
    void cleanupTestCase() { window_.reset(); }

    void theFrameLookedAtStaysAsItWasMeasured_data() {
        QTest::addColumn<std::function<void(Document&)>>("change");
        const auto row = [](const char* name, std::function<void(Document&)> change) {
            QTest::newRow(name) << std::move(change);
        };
        row("exclude another", [](Document& document) { document.changes().toggleExcluded(3); });
        row("exclude this one", [](Document& document) { document.changes().toggleExcluded(0); });
        row("weights", [](Document& document) { document.changes().setValue("fit.weights", std::string("none")); });
        row("law", [](Document& document) { document.changes().setValue("fit.model", std::string("line")); });
        row("fit range", [](Document& document) { document.changes().setFitRange({1.0, 4.0}); });
        row("quench", [](Document& document) { document.changes().setTime("fit.t0", -7.0, TimeUnit::automatic); });
        row("marker on another", [](Document& document) { document.changes().setMarker(2, 12.0); });
        row("theme", [](Document&) { setTheme(!theme().dark); });
    }
    void theFrameLookedAtStaysAsItWasMeasured() {
        QFETCH(std::function<void(Document&)>, change);
        const auto before = document().frame().preview();
        QVERIFY(before && before->part == Preview::Part::effects);

        change(document());
        settle();

        QCOMPARE(document().frame().preview().get(), before.get());
    }

    void contrastAndScaleShowItAnewAndMeasureNothing_data() {
        QTest::addColumn<std::function<void(Document&)>>("change");
        QTest::newRow("contrast") << std::function([](Document& document) { document.changes().setValue("contrast.low", 5.0); });
        QTest::newRow("scale") << std::function([](Document& document) {
            document.changes().setCalibration({0.5, 0.5, "typed"});
        });
    }
    void contrastAndScaleShowItAnewAndMeasureNothing() {
        QFETCH(std::function<void(Document&)>, change);
        const auto before = document().frame().preview();
        auto* const view = window_->findChild<ImageView*>();
        const QImage picture = view->grab().toImage();

        change(document());
        settle();

        QVERIFY(document().frame().preview()->stages != before->stages);
        QCOMPARE(document().frame().preview()->map.get(), before->map.get());
        QCOMPARE(document().frame().preview()->effects, before->effects);
        QCOMPARE(document().frame().preview()->measureMs, before->measureMs);
        QVERIFY(view->grab().toImage() != picture);  // other grey, another scale bar
    }

    void whatDecidesMeasuresAgain_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("flatten") << "flatten.method"
                                 << "plane";
        QTest::newRow("mean") << "measure.mean"
                              << "overlap";
        QTest::newRow("range") << "measure.max_lag"
                               << "41";
        QTest::newRow("contrast that counts") << "contrast.apply"
                                              << "true";
    }
    void whatDecidesMeasuresAgain() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const auto before = document().frame().preview();
        Recipe wanted = document().recipe();
        setText(wanted, key.toStdString(), value.toStdString());

        document().changes().setRecipe(wanted, "Another recipe");
        settle();

        QVERIFY(document().frame().preview()->map != before->map);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(document().frame().preview()->profile.value, before->profile.value);
    }

    void theMarkerOfTheFrameMovesItsRMax() {
        document().changes().setMarker(0, 25.0);
        settle();

        QCOMPARE(document().frame().preview()->row.rMax.quality, Quality::manual);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(OnlyWhatChangedTest)
#include "only_what_changed_test.moc"
