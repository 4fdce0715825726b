// SPDX-License-Identifier: GPL-3.0-or-later
// The region that is measured, drawn on the frame while Crop is open.
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/panels/frame/region_bar.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/region_layer.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/step_of.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

namespace coarsen::window {

class RegionTest : public WindowTest {
    Q_OBJECT

    RegionLayer* layer() { return part<RegionLayer>("region-layer"); }
    ImageView* image() { return window_->findChild<FramePanel*>()->image(); }
    RegionBar* bar() { return part<RegionBar>("region-bar"); }
    const Region& shapes() { return document().recipe().step("crop")->as<Crop>()->shapes; }
    QPoint at(double x, double y) { return image()->toScreen({x, y}).toPoint(); }
    void drag(const QPoint& from, const QPoint& to) {
        QTest::mousePress(layer(), Qt::LeftButton, {}, from);
        for (const QPoint& place : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, place, layer()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(layer(), &move);
        }
        QTest::mouseRelease(layer(), Qt::LeftButton, {}, to);
    }
    static bool isNear(double value, double wanted) { return std::abs(value - wanted) < 1.5; }

private slots:
    void initTestCase() {
        writeGrowingSeries(folder_.filePath("series"), 3, 12, 14);
        newWindow({1600, 900});
        open("series");
        window_->findChild<RecipePanel*>()->openStep("crop");
        takeEvents();
    }
    void cleanup() {
        while (document().changes().undoStack().canUndo())
            document().changes().undoStack().undo();
        settle();
    }
    void cleanupTestCase() { window_.reset(); }

    void theToolsStandAboveTheFrameWhileCropIsOpen() {
        QVERIFY(bar()->isVisible());
        window_->findChild<RecipePanel*>()->openStep("dust");
        takeEvents();
        QVERIFY(!bar()->isVisible());
        window_->findChild<RecipePanel*>()->openStep("crop");
        takeEvents();
        QVERIFY(bar()->isVisible());
    }

    void anEllipseIsDraggedMeasuredAndTakenBack() {
        const QSize before = document().frame().preview()->stages->back().picture.size();
        QTest::mouseClick(button("region-ellipse"), Qt::LeftButton);
        drag(at(40, 30), at(200, 150));
        settle();
        QCOMPARE(shapes().size(), std::size_t{1});
        QCOMPARE(shapes()[0].kind, RegionShape::Kind::ellipse);
        QVERIFY(isNear(shapes()[0].points[0].x, 120) && isNear(shapes()[0].points[1].y, 60));
        QVERIFY(!button("region-ellipse")->isChecked());
        const StagePicture& final = document().frame().preview()->stages->back();
        QVERIFY(final.picture.width() < before.width());
        QVERIFY(!final.frame.mask.isValid(0, 0));
        QCOMPARE(final.dust.pixelColor(0, 0).alpha(), 0);  // left out is no dust
        document().changes().undoStack().undo();
        QVERIFY(shapes().empty());
    }

    void aPolygonIsClickedItsCornersMovedAndItIsDeleted() {
        QTest::mouseClick(button("region-polygon"), Qt::LeftButton);
        for (const auto& [x, y] : {std::pair{40, 30}, {200, 30}, {120, 160}})
            QTest::mouseClick(layer(), Qt::LeftButton, {}, at(x, y));
        QVERIFY(shapes().empty());
        QTest::mouseDClick(layer(), Qt::LeftButton, {}, at(120, 160));
        QCOMPARE(shapes().size(), std::size_t{1});
        QCOMPARE(shapes()[0].points.size(), std::size_t{3});
        drag(at(120, 160), at(60, 150));
        QVERIFY(isNear(shapes()[0].points[2].x, 60) && isNear(shapes()[0].points[2].y, 150));
        drag(at(100, 60), at(110, 70));
        QVERIFY(isNear(shapes()[0].points[0].x, 50) && isNear(shapes()[0].points[0].y, 40));
        QTest::keyClick(layer(), Qt::Key_Delete);
        QVERIFY(shapes().empty());
        document().changes().undoStack().undo();  // one gesture at a time
        QVERIFY(isNear(shapes()[0].points[0].x, 50));
        document().changes().undoStack().undo();
        QVERIFY(isNear(shapes()[0].points[0].x, 40));
    }

    void aShapeTakesAwayAndEscGivesUpWhatIsHalfDrawn() {
        QTest::mouseClick(button("region-rectangle"), Qt::LeftButton);
        drag(at(20, 20), at(220, 160));
        QTest::mouseClick(button("region-take-away"), Qt::LeftButton);
        QTest::mouseClick(button("region-rectangle"), Qt::LeftButton);
        drag(at(100, 60), at(140, 100));
        QCOMPARE(shapes().size(), std::size_t{2});
        QVERIFY(shapes()[0].adds && !shapes()[1].adds);
        QTest::mouseClick(button("region-polygon"), Qt::LeftButton);
        QTest::mouseClick(layer(), Qt::LeftButton, {}, at(40, 30));
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QVERIFY(!button("region-polygon")->isChecked());
        QVERIFY(bar()->isVisible());
        QCOMPARE(shapes().size(), std::size_t{2});
        QTest::mouseClick(button("region-add"), Qt::LeftButton);
    }

    void aRegionIsExportedAndImportedAgain() {
        document().changes().setRegion(regionFrom("+ellipse 120,90 80,60; -rectangle 100,80 20,10", ""), "drawn");
        const Region drawn = shapes();
        bar()->exportTo(inFolder("region.zip"));
        settle();
        document().changes().setRegion({}, "cleared");
        bar()->importFrom(inFolder("region.zip"));
        settle();
        QCOMPARE(shapes(), drawn);
        bar()->importFrom(inFolder("series/nothing.roi"));
        settle();
        QCOMPARE(shapes(), drawn);
        QCOMPARE(document().notices().list().back().title, QString("The region was not read"));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(RegionTest)
#include "region_test.moc"
