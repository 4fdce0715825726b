// SPDX-License-Identifier: GPL-3.0-or-later
// Series of volumes in the window: slices and crosshair, C3D and its spherical mean, what is not there for them.
#include "app/window/commands/command_list.hpp"
#include "app/window/figures/export_all.hpp"
#include "app/window/figures/export_items.hpp"
#include "app/window/figures/volume_figures.hpp"
#include "app/window/panels/correlation/map_panel.hpp"
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/panels/frame/volume_panel.hpp"
#include "app/window/values/volume_bricks.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/workers/slice_worker.hpp"
#include "core/base/memory.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/support/small_volumes.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QDir>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stop_token>
#include <string>

namespace coarsen::window {

class VolumeTest : public WindowTest {
    Q_OBJECT

    static constexpr VolumeSize size{48, 40, 20};
    static constexpr Spacing oblong{0.5, 0.5, 1.5, true};

    /// Values that say where they are.
    static Volume graded(VolumeSize of = size) {
        std::vector<float> values(of.voxels());
        for (int z = 0; z < of.depth; ++z)
            for (int y = 0; y < of.height; ++y)
                for (int x = 0; x < of.width; ++x)
                    values[of.index(x, y, z)] = static_cast<float>(x + 100 * y + 10000 * z);
        return {of, oblong, std::move(values)};
    }

    SlicesView* slices() { return part<SlicesView>("slices"); }
    MapPanel* map() { return window_->findChild<MapPanel*>(); }
    FramePanel* framePanel() { return window_->findChild<FramePanel*>(); }
    void openVolumes(const std::filesystem::path& folder) {
        document().open({folder}, {}, recipeOfTests());
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
        COMES_TRUE(slices()->slices() != nullptr || !document().frame().preview()->brick);
    }
    /// Where a voxel's middle lies in a plane.
    QPoint at(std::size_t plane, const Voxel& voxel) {
        const SlicePlane& p = slicePlanes[plane];
        return slices()->transformOf(plane).map(QPointF(voxel[p.across] + 0.5, voxel[p.down] + 0.5)).toPoint();
    }
    void areCut(const Voxel& voxel) { COMES_TRUE(slices()->slices() && slices()->slices()->at == voxel); }
    void wheelAt(const QPoint& place, int notches, Qt::KeyboardModifiers keys) {
        QWheelEvent event(place, slices()->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, keys, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(slices(), &event);
    }

private slots:
    void init() { newWindow({1920, 1080}); }
    void cleanup() { window_.reset(); }

    void aBrickKeepsWhatIsSeen() {
        const auto brick = brickOf(graded());
        QCOMPARE(brick->size, size);
        QCOMPARE(brick->bytes(), size.voxels());
        const double step = brick->perCode;
        for (const Voxel& voxel : {Voxel{24, 20, 10}, Voxel{3, 39, 7}, Voxel{47, 0, 15}}) {
            const std::size_t i = size.index(voxel[0], voxel[1], voxel[2]);
            QVERIFY(std::abs(brick->valueOf(brick->code[i]) - (voxel[0] + 100 * voxel[1] + 10000 * voxel[2])) <= step);
        }
        const GreyLevels half = levelsAt(brick->counts, 25, 75);
        QVERIFY(std::abs(half.black - 64) < 8 && std::abs(half.white - 191) < 8);
    }

    void aMaskedVoxelIsNoGrey() {
        std::vector<float> values(size.voxels(), 5);
        values[size.index(1, 2, 3)] = std::numeric_limits<float>::quiet_NaN();
        values[size.index(4, 4, 4)] = 9;
        std::vector<std::uint8_t> valid(size.voxels(), 1);
        valid[size.index(1, 2, 3)] = 0;
        const auto brick = brickOf(Volume(size, oblong, std::move(values), std::move(valid)));
        QCOMPARE(int(brick->masked[size.index(1, 2, 3)]), 1);
        QCOMPARE(brick->low, 5.0);
        const auto slices = slicesThrough(brick, {1, 2, 3}, {});
        QCOMPARE(slices->masks[0].pixelColor(1, 2).alpha(), 255);
        QCOMPARE(slices->masks[0].pixelColor(2, 2).alpha(), 0);
    }

    void slicesAreThoseOfTheVoxel() {
        const auto brick = brickOf(graded());
        const Voxel voxel{7, 31, 12};
        const auto cut = slicesThrough(brick, voxel, {0, 255});
        QCOMPARE(cut->pictures[0].size(), QSize(48, 40));
        QCOMPARE(cut->pictures[1].size(), QSize(48, 20));
        QCOMPARE(cut->pictures[2].size(), QSize(40, 20));
        const auto grey = [&](int x, int y, int z) { return int(brick->code[size.index(x, y, z)]); };
        QCOMPARE(qGray(cut->pictures[0].pixel(30, 5)), grey(30, 5, 12));
        QCOMPARE(qGray(cut->pictures[1].pixel(30, 5)), grey(30, 31, 5));
        QCOMPARE(qGray(cut->pictures[2].pixel(30, 5)), grey(7, 30, 5));
    }

    void theBricksLookedAtLastStay() {
        const std::size_t budget = memoryBudget();
        setMemoryBudget(3 * 2 * size.voxels() + 100);  // a third of it is for bricks: room for two
        VolumeBricks bricks;
        const auto brick = brickOf(graded());
        for (const char* key : {"a", "b"})
            bricks.add(key, brick);
        QVERIFY(!bricks.hasRoomFor(brick->bytes()));
        QVERIFY(bricks.find("a"));
        bricks.add("c", brick);
        QVERIFY(bricks.has("a") && bricks.has("c") && !bricks.has("b"));
        setMemoryBudget(budget);
    }

    void aVolumeIsNotReadWhereItIsTooLargeToBeShown() {
        const VolumeSize large{160, 160, 160};
        const TemporaryFolder folder;
        writeNifti(folder / "v_0.nii.gz", graded(large));
        const std::size_t budget = memoryBudget();
        setMemoryBudget(6 * large.voxels());  // room for its voxels with their mask, not for its picture as well
        openVolumes(folder.path());
        setMemoryBudget(budget);
        const std::string problem = document().frame().preview()->problem;
        QVERIFY2(problem.find("of memory to be shown") != std::string::npos, problem.c_str());
        QVERIFY(!document().frame().preview()->brick);
    }

    void packedVolumesAreAskedForBeforeTheyAreUnpacked() {
        const std::size_t budget = memoryBudget();
        test::WrittenVolume even;
        even.size = {160, 160, 160};
        even.values.assign(even.size.voxels(), 7);
        for (const char* const name : {"PackedNifti", "PackedMetaImage", "PackedHdf5"}) {
            const TemporaryFolder folder;
            const test::VolumeWriter& writer = test::volumeWriter(name);
            writer.write(folder / ("v_0" + writer.ending), even);
            setMemoryBudget(6 * even.size.voxels());
            openVolumes(folder.path());
            setMemoryBudget(budget);
            const std::string problem = document().frame().preview()->problem;
            QVERIFY2(problem.find("of memory to be shown") != std::string::npos, (name + (": " + problem)).c_str());
            QVERIFY2(!document().frame().preview()->brick, name);
        }
    }

    void aLargerVolumeOfTheSeriesIsAskedForByItsOwnHeader() {
        const VolumeSize large{160, 160, 160};
        const TemporaryFolder folder;
        writeNifti(folder / "v_0.nii.gz", graded());
        writeNifti(folder / "v_1.nii.gz", graded(large));
        const std::size_t budget = memoryBudget();
        setMemoryBudget(6 * large.voxels());
        openVolumes(folder.path());
        QVERIFY(document().frame().preview()->brick);
        document().frame().show(1);
        settle();
        setMemoryBudget(budget);
        const std::string problem = document().frame().preview()->problem;
        QVERIFY2(problem.find("160 × 160 × 160 needs about") != std::string::npos, problem.c_str());
        QVERIFY(!document().frame().preview()->brick);
    }

    void noVolumeIsReadAsideWhereThereIsNoRoomBesideTheOneLookedAt() {
        const VolumeSize large{160, 160, 160};
        const TemporaryFolder folder;
        for (const char* const name : {"v_0.nii.gz", "v_1.nii.gz", "v_2.nii.gz"})
            writeNifti(folder / name, graded(large));
        const auto framesOf = [](const QSignalSpy& spy) {
            std::set<int> frames;
            for (const QList<QVariant>& made : spy)
                frames.insert(made.front().toInt());
            return frames;
        };
        const std::size_t budget = memoryBudget();
        for (const bool isRoomy : {false, true}) {
            newWindow({1920, 1080});
            const QSignalSpy made(&document(), &Document::thumbnailMade);
            // To be shown takes 7 bytes a voxel: two volumes fit, and a third one does not beside the bricks' share.
            setMemoryBudget((isRoomy ? 200 : 25) * large.voxels());
            openVolumes(folder.path());
            const bool isShown = document().frame().preview()->brick != nullptr;
            const std::set<int> atFirst = framesOf(made);
            document().frame().show(2);  // its picture comes with what is read to look at it
            settle();
            const std::set<int> then = isRoomy ? std::set<int>({0, 1, 2}) : std::set<int>({0, 2});
            const bool comes = comesTrue([&] { return framesOf(made) == then; });
            setMemoryBudget(budget);
            QVERIFY(isShown);
            QCOMPARE(atFirst.contains(1), isRoomy);
            QVERIFY2(comes, isRoomy ? "all have a picture" : "those that were looked at, and no other");
        }
    }

    void theLatestVoxelAskedForIsCut() {
        SliceWorker worker;
        QSignalSpy cut(&worker, &SliceWorker::cut);
        const auto brick = brickOf(graded({160, 160, 160}));
        for (int z = 0; z < 160; ++z)
            worker.ask({brick, {80, 80, z}, {}});
        std::shared_ptr<const VolumeSlices> last;
        QObject::connect(&worker, &SliceWorker::cut, this,
                         [&](const std::shared_ptr<const VolumeSlices>& slices) { last = slices; });
        COMES_TRUE(last && last->at[2] == 159);
        QVERIFY2(cut.count() < 160, "those that nobody asks for any more are left out");
    }

    void aFolderOfVolumesIsASeries() {
        const test::SmallVolumes small(3);
        openVolumes(small.volumes());
        QCOMPARE(document().frameCount(), 3);
        QVERIFY(document().session().series.volumes.has_value());
        QVERIFY(!document().recipe().step("flatten")->isOn());
        QVERIFY(framePanel()->volume()->isVisible());
        QVERIFY(!framePanel()->image()->isVisible());
        QVERIFY(map()->planes()->isVisible());
        QVERIFY(!map()->view()->isVisible());
        analyseAll();
        QCOMPARE(document().session().results.size(), 3u);
        for (const auto& [frame, row] : document().session().results) {
            QVERIFY2(row->rMax.isFound(), row->message.c_str());
            QVERIFY(std::abs(row->rMax.px / small.rMaxPx(frame) - 1) < 0.15);
        }
        const auto& preview = *document().frame().preview();
        QVERIFY(preview.c3d && !preview.map);
        QVERIFY2(std::abs(preview.row.rMax.px - document().session().results.at(0)->rMax.px) < 1e-9,
                 "the window and the run measure alike");
    }

    void theCrosshairMovesTheOtherSlices() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        const Voxel middle = middleOf({48, 44, 40});
        QCOMPARE(slices()->voxel(), middle);
        QTest::mouseClick(slices(), Qt::LeftButton, {}, at(0, {10, 30, middle[2]}));
        QCOMPARE(slices()->voxel(), (Voxel{10, 30, middle[2]}));
        areCut({10, 30, middle[2]});
        const auto& brick = *slices()->slices()->brick;
        const GreyLevels levels = slices()->slices()->levels;
        QCOMPARE(slices()->slices()->pictures[2], slicePicture(brick, slicePlanes[2], 10, levels));  // yz at x = 10
        QCOMPARE(slices()->slices()->pictures[1], slicePicture(brick, slicePlanes[1], 30, levels));  // xz at y = 30

        QTest::mousePress(slices(), Qt::LeftButton, {}, at(1, {10, 30, middle[2]}));
        QTest::mouseMove(slices(), at(1, {20, 30, 5}));
        QTest::mouseRelease(slices(), Qt::LeftButton, {}, at(1, {20, 30, 5}));
        areCut({20, 30, 5});
        QCOMPARE(document().frame().voxel().value(), (Voxel{20, 30, 5}));
    }

    void theCropIsABoxThatIsDraggedInAnySlice() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        const auto drag = [&](std::size_t plane, const Voxel& from, const Voxel& to) {
            QTest::mousePress(slices(), Qt::LeftButton, {}, at(plane, from));
            QTest::mouseMove(slices(), at(plane, to));
            QTest::mouseRelease(slices(), Qt::LeftButton, {}, at(plane, to));
            settle();
        };
        const auto box = [&] { return document().frame().preview()->kept; };
        const auto isBox = [&](int x, int y, int z, const VolumeSize& of) {
            const VoxelBox kept = box();
            return std::abs(kept.x - x) <= 1 && std::abs(kept.y - y) <= 1 && std::abs(kept.z - z) <= 1 &&
                   std::abs(kept.size.width - of.width) <= 1 && std::abs(kept.size.height - of.height) <= 1 &&
                   std::abs(kept.size.depth - of.depth) <= 1;
        };
        QTest::keyClick(window_.get(), Qt::Key_C);
        const Voxel middle = slices()->voxel();
        drag(0, {6, 5, middle[2]}, {37, 34, middle[2]});  // a new rectangle in xy; every slice is kept
        COMES_TRUE(isBox(6, 5, 0, {32, 30, 40}));
        COMES_TRUE(document().frame().preview()->part == Preview::Part::effects);
        QVERIFY2(document().frame().preview()->effects.contains("crop"), "what the crop does to R_max is told");
        drag(1, {21, middle[1], 39}, {21, middle[1], 29});  // the lower edge in xz: the last slices go
        COMES_TRUE(isBox(6, 5, 0, {32, 30, 30}));
        drag(2, {middle[0], 5, 15}, {middle[0], 11, 15});  // the left edge in yz, which is seen in xy, too
        COMES_TRUE(isBox(6, 11, 0, {32, 24, 30}));
        QCOMPARE(slices()->voxel(), middle);
        QTest::mouseClick(slices(), Qt::LeftButton, {}, at(0, {20, 22, middle[2]}));
        QCOMPARE(slices()->voxel(), (Voxel{20, 22, middle[2]}));  // a click is no box
        document().changes().undoStack().undo();
        COMES_TRUE(isBox(6, 5, 0, {32, 30, 30}));
        document().changes().undoStack().undo();
        document().changes().undoStack().undo();
        COMES_TRUE(isBox(0, 0, 0, {48, 44, 40}));
    }

    void wheelAndKeysGoThroughTheSlices() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        const Voxel middle = slices()->voxel();
        const QPoint place = at(0, middle);
        wheelAt(place, -1, Qt::ControlModifier);
        QCOMPARE(slices()->voxel()[2], middle[2] + 1);
        const double zoom = slices()->zoom();
        wheelAt(place, 2, {});
        QVERIFY(slices()->zoom() > zoom);
        QCOMPARE(slices()->voxel()[2], middle[2] + 1);
        QTest::keyClick(window_.get(), Qt::Key_PageDown);
        QCOMPARE(slices()->voxel()[2], middle[2] + 2);
        QTest::keyClick(window_.get(), Qt::Key_PageUp, Qt::ShiftModifier);
        QCOMPARE(slices()->voxel()[2], middle[2] - 8);
        QTest::keyClick(window_.get(), Qt::Key_F);
        QCOMPARE(slices()->zoom(), 1.0);
    }

    void zoomAndPlaceAreShared() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        const double before = slices()->transformOf(1).m11();
        wheelAt(at(0, {30, 20, 20}), 3, {});
        QVERIFY2(slices()->transformOf(1).m11() > 1.2 * before, "xz is zoomed by the wheel over xy");
        const double across = slices()->transformOf(1).map(QPointF(0, 0)).x();
        const QPoint from = at(0, {24, 22, 20});
        QTest::mousePress(slices(), Qt::LeftButton, Qt::ShiftModifier, from);
        QTest::mouseMove(slices(), from + QPoint(30, 0));
        QTest::mouseRelease(slices(), Qt::LeftButton, Qt::ShiftModifier, from + QPoint(30, 0));
        QVERIFY2(slices()->transformOf(1).map(QPointF(0, 0)).x() > across, "xz is panned with xy along x");
    }

    /// Words, R_max and scale stand beside the slices: every voxel is seen.
    void tagsCoverNothing() {
        SlicesView view;
        view.setGaugeShown(false);
        const Volume flat(size, oblong, std::vector<float>(size.voxels(), 7.0F));
        const auto brick = brickOf(flat);
        connect(&view, &SlicesView::slicesWanted, &view,
                [&](const std::shared_ptr<const VolumeBrick>& of, const Voxel& at, const GreyLevels& levels) {
                    view.showSlices(slicesThrough(of, at, levels));
                });
        for (const QSize& room : {QSize(300, 323), QSize(600, 323), QSize(420, 560)}) {
            view.resize(room);
            view.show(brick, oblong, {0, 14});
            view.setGauge(8.0, "R_max 3.59 µm");
            for (const bool hasGauge : {false, true}) {
                view.setGaugeShown(hasGauge);
                const QImage picture = view.grab().toImage();
                for (std::size_t plane = 0; plane < 3; ++plane) {
                    const QRect pane = view.paneOf(plane);
                    const SlicePlane& p = slicePlanes[plane];
                    const QRect slice = view.transformOf(plane)
                                            .mapRect(QRectF(0, 0, lengthAlong(size, p.across), lengthAlong(size, p.down)))
                                            .toRect()
                                            .intersected(pane)
                                            .adjusted(2, 2, -2, -2);
                    const QRgb grey = picture.pixel(slice.topLeft());
                    // Away from crosshair and ring, which cross the middle.
                    for (int y = slice.top(); y < slice.bottom(); ++y)
                        for (int x = slice.left(); x < slice.right(); ++x) {
                            const QPointF off = QPointF(x, y) - view.transformOf(plane).map(QPointF(view.voxel()[p.across] + 0.5,
                                                                                                    view.voxel()[p.down] + 0.5));
                            const double ring = 8 * view.transformOf(plane).m11() * oblong.perPx() / oblong.x + 4;
                            if (std::abs(off.x()) < 4 || std::abs(off.y()) < 4 || std::hypot(off.x(), off.y()) < ring) continue;
                            QVERIFY2(picture.pixel(x, y) == grey, qPrintable(QString("%1: %2, %3").arg(plane).arg(x).arg(y)));
                        }
                }
            }
        }
    }

    void voxelsHaveTheirShape() {
        const test::SmallVolumes small(1, oblong, {48, 40, 20});
        openVolumes(small.volumes());
        const QTransform xy = slices()->transformOf(0), xz = slices()->transformOf(1), yz = slices()->transformOf(2);
        QVERIFY(std::abs(xy.m22() / xy.m11() - 1) < 1e-9);
        QVERIFY2(std::abs(xz.m22() / xz.m11() - 3) < 1e-9, "a slice is three times as deep as a voxel is wide");
        QVERIFY(std::abs(yz.m22() / yz.m11() - 3) < 1e-9);
        for (std::size_t plane = 0; plane < 3; ++plane) {  // fitted: all of it is seen
            const SlicePlane& p = slicePlanes[plane];
            const QRectF whole = slices()->transformOf(plane).mapRect(
                QRectF(0, 0, lengthAlong({48, 40, 20}, p.across), lengthAlong({48, 40, 20}, p.down)));
            QVERIFY(QRectF(slices()->paneOf(plane)).adjusted(-1, -1, 1, 1).contains(whole));
        }
        const PlanesPlot& planes = map()->planes()->content();
        QVERIFY(std::abs(planes.unitsAlong(2) / planes.unitsAlong(0) - 3) < 1e-9);
    }

    void theReadoutSaysVoxelPlaceAndValue() {
        const test::SmallVolumes small(0);
        writeNifti(small.volumes() / "v.nii", graded());
        openVolumes(small.volumes());
        QSignalSpy readout(framePanel(), &FramePanel::cursorMoved);
        QTest::mouseMove(slices(), at(1, {7, slices()->voxel()[1], 12}));
        QVERIFY(!readout.isEmpty());
        const QString words = readout.last().first().toString();
        const int value = 7 + 100 * slices()->voxel()[1] + 10000 * 12;
        QVERIFY2(words.contains(QStringLiteral("x 7  y %1  z 12").arg(slices()->voxel()[1])), qPrintable(words));
        QVERIFY2(words.contains("3.750, 10.25, 18.75 µm"), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("value %1").arg(value)), qPrintable(words));
    }

    void aDamagedVolumeIsAFailedFrame() {
        const test::SmallVolumes small(3);
        std::filesystem::resize_file(small.file(1), 5000);
        openVolumes(small.volumes());
        document().frame().show(1);
        settle();
        QVERIFY(!document().frame().preview()->brick);
        QVERIFY(QString::fromStdString(document().frame().preview()->problem).contains("v_1.nii"));
        analyseAll();
        const auto& results = document().session().results;
        QCOMPARE(int(results.at(1)->status), int(FrameStatus::failed));
        QVERIFY(!results.at(1)->message.empty());
        QCOMPARE(int(results.at(0)->status), int(FrameStatus::ok));
        QCOMPARE(int(results.at(2)->status), int(FrameStatus::ok));
        document().frame().show(2);
        settle();
        QVERIFY(document().frame().preview()->brick);
    }

    /// A brick that is there is shown in the call that asks for its frame: no file, no worker.
    void knownVolumesAreScrubbedAtOnce() {
        const test::SmallVolumes small(3);
        openVolumes(small.volumes());
        for (const int frame : {1, 2, 0}) {
            document().frame().show(frame);
            settle();
        }
        for (int frame = 0; frame < 3; ++frame)
            std::filesystem::remove(small.file(frame));  // nothing could be read
        document().frame().show(1);
        QVERIFY(!document().frame().isStale());
        QCOMPARE(document().frame().preview()->frame, 1);
        QVERIFY(document().frame().preview()->brick);
    }

    void theCropIsABox() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        Recipe recipe = document().recipe();
        for (const auto& [key, value] : std::map<std::string, std::int64_t>{
                 {"crop.x", 4}, {"crop.y", 2}, {"crop.width", 40}, {"crop.height", 36}, {"crop.z", 3}, {"crop.depth", 30}})
            set(recipe, key, value);
        set(recipe, "crop.on", true);
        document().changes().setRecipe(recipe, "crop");
        settle();
        const auto& preview = *document().frame().preview();
        QCOMPARE(preview.kept.z, 3);
        QCOMPARE(preview.kept.size, (VolumeSize{40, 36, 30}));
        QCOMPARE(preview.row.image.depthPx, 30);
        QVERIFY2(preview.brick->size == (VolumeSize{48, 44, 40}), "the whole volume is shown around it");
    }

    void rawAndFinalAreOtherVolumesWhereSlicesAreFlattened() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        QCOMPARE(document().frame().preview()->brick.get(), document().frame().preview()->rawBrick.get());
        document().changes().setValue("flatten.on", true);
        settle();
        const auto preview = document().frame().preview();
        QVERIFY2(preview->problem.empty(), preview->problem.c_str());
        QVERIFY(preview->brick && preview->rawBrick && preview->brick != preview->rawBrick);
        QVERIFY(preview->brick->code != preview->rawBrick->code);
        COMES_TRUE(slices()->slices()->brick == preview->brick);
        button("stage-raw")->click();
        COMES_TRUE(slices()->slices()->brick == preview->rawBrick);
        button("stage-contrast")->click();
        COMES_TRUE(slices()->slices()->brick == preview->brick);
    }

    void contrastChangesNoMeasurement() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        const auto before = document().frame().preview();
        document().changes().setValue("contrast.low", 20.0);
        settle();
        const auto after = document().frame().preview();
        QCOMPARE(after->c3d.get(), before->c3d.get());
        QVERIFY(after->levels.black > before->levels.black);
        COMES_TRUE(slices()->slices()->levels == after->levels);
    }

    void whatVolumesDoNotHaveIsNotOffered() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        QVERIFY(!button("as-ensemble")->isEnabled());
        QVERIFY(button("as-ensemble")->toolTip().contains("volumes"));
        for (const char* name : {"wipe", "side", "loupe", "line-profile", "direction-line", "direction-sector", "stage-flatten"})
            QVERIFY2(!button(name)->isVisible(), name);
        for (const char* name : {"gauge", "fit-view", "stage-raw", "stage-contrast"})
            QVERIFY2(button(name)->isVisible(), name);
        for (const char* name : {"step-dust", "step-channels", "step-grey", "step-stabilise"})
            QVERIFY2(!part<QWidget>(name)->isVisible(), name);
        for (const char* name : {"step-flatten", "step-crop", "step-contrast"})
            QVERIFY2(part<QWidget>(name)->isVisible(), name);
        QVERIFY(!exportItem("spectrum-figure").isThere(document()));
        QVERIFY(!exportItem("spectrum-figure").whyNot(document()).isEmpty());
        QVERIFY(button("c1d")->toolTip().contains("spherical"));
        QVERIFY(!button("spectrum")->isVisible());
    }

    void figuresAreDrawnOfVolumes() {
        const test::SmallVolumes small(1, oblong, {48, 40, 24});
        openVolumes(small.volumes());
        ExportSource source;
        source.session = document().session();
        source.growth = document().growth().data();
        source.preview = document().frame().preview();
        source.frameRing = true;
        source.voxel = Voxel{5, 6, 7};
        for (const char* key : {"c1d-figure", "c2d-figure", "frame"}) {
            const auto figures = exportItem(key).figures(source);
            QCOMPARE(figures.size(), 1u);
            QImage canvas(400, int(400 * figures.front().figure.heightOverWidth), QImage::Format_RGB32);
            canvas.fill(Qt::white);
            QCPPainter painter(&canvas);
            figures.front().figure.draw(painter, canvas.size());
            painter.end();
            std::map<QRgb, int> colours;
            for (int y = 0; y < canvas.height(); ++y)
                for (int x = 0; x < canvas.width(); ++x)
                    ++colours[canvas.pixel(x, y)];
            QVERIFY2(colours.size() > 10, key);
        }
        const Figure frame = frameFigure(source.preview, source.session.calibration, false, source.voxel);
        QVERIFY(std::abs(frame.heightOverWidth - (40 + 3 * 24) / double(48 + 40)) < 1e-9);
    }

    void aFigureOfACroppedVolumeIsOfThePartMeasured() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        Recipe recipe = document().recipe();
        for (const auto& [key, value] :
             std::map<std::string, std::int64_t>{{"crop.width", 40}, {"crop.height", 20}, {"crop.depth", 10}})
            set(recipe, key, value);
        document().changes().setRecipe(recipe, "crop");
        settle();
        const Figure frame = frameFigure(document().frame().preview(), {}, false, Voxel{47, 43, 39});
        QVERIFY(std::abs(frame.heightOverWidth - (20 + 10) / double(40 + 20)) < 1e-9);
    }

    void c3dAndTheFilmThroughZAreWritten() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        ExportSource source;
        source.session = document().session();
        source.preview = document().frame().preview();
        const std::filesystem::path folder = inFolder("written").toStdString();
        std::filesystem::create_directory(folder);
        QCOMPARE(exportItem("map-tiff").files(source.session), QStringList{"c3d.nii.gz"});
        QCOMPARE(exportItem("map-tiff").write(folder, source), 1);
        const Volume map = readVolume(folder / "c3d.nii.gz");
        const CorrelationVolume& c3d = *source.preview->c3d;
        QCOMPARE(map.size(), (VolumeSize{2 * c3d.maxLagX + 1, 2 * c3d.maxLagY + 1, 2 * c3d.maxLagZ + 1}));
        QCOMPARE(map.at(c3d.maxLagX + 3, c3d.maxLagY - 2, c3d.maxLagZ - 4), valueAt(c3d, 3, -2, -4));
        QCOMPARE(valueAt(c3d, 0, 0, 0), 1.0F);
        const ExportItem& film = exportItem("slices-film");
        if (!film.isThere(document())) return;  // a build without films says why
        QCOMPARE(film.write(folder, source), 1);
        QVERIFY(std::filesystem::file_size(folder / "slices.mp4") > 1000);
    }

    void anExportThatIsCancelledWritesNoFurtherFile() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        ExportChoice choice;
        choice.items = {"map-tiff", "slices-film", "session"};
        int files = -1;
        QString problem;
        Exporter* const exporter = exportAll(document(), QDir(inFolder("cancelled")), choice, [&](int count, const QString& why) {
            files = count;
            problem = why;
        });
        connect(exporter, &Exporter::progressed, exporter, [=](const QString& doing, int, int) {
            if (doing == "data") exporter->cancel();
        });
        COMES_TRUE(files != -1);

        QCOMPARE(files, 0);
        QVERIFY2(problem.startsWith("It was cancelled."), qPrintable(problem));
        QVERIFY(QDir(inFolder("cancelled")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }

    /// Each asks again as it goes on: what it is in the midst of it gives up.
    void whatAnExportWritesIsGivenUpHalfWay() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        ExportSource source;
        source.session = document().session();
        source.preview = document().frame().preview();
        std::stop_source stop;
        stop.request_stop();
        source.stop = stop.get_token();
        const std::filesystem::path folder = inFolder("given-up").toStdString();
        std::filesystem::create_directory(folder);
        for (const char* const item : {"map-tiff", "slices-film"})
            if (exportItem(item).isThere(document())) QCOMPARE(exportItem(item).write(folder, source), 0);
        QVERIFY(std::filesystem::is_empty(folder));
    }

    void theExportSheetFitsIntoASmallWindow() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        window_->resize(1024, 640);
        settle();
        window_->showExportSheet();
        const auto* const sheet = part<QWidget>("export-sheet");
        QVERIFY(sheet->isVisible());
        QVERIFY2(
            sheet->parentWidget()->rect().contains(sheet->geometry()),
            qPrintable(
                QStringLiteral("%1 × %2 at %3, %4").arg(sheet->width()).arg(sheet->height()).arg(sheet->x()).arg(sheet->y())));
        const auto* const go = part<QPushButton>("export-go");
        QVERIFY(sheet->rect().contains(go->mapTo(sheet, go->rect().bottomRight())));
        auto* const last = part<QCheckBox>("export-session");
        auto* const scroll = part<QScrollArea>("export-scroll");
        scroll->ensureWidgetVisible(last);
        QVERIFY(!last->visibleRegion().isEmpty());
    }

    void picturesAreAsTheyWere() {
        const test::SmallVolumes small(1);
        openVolumes(small.volumes());
        writeGrowingSeries(inFolder("pictures"), 2, 12, 20);
        open("pictures");
        QVERIFY(framePanel()->image()->isVisible());
        QVERIFY(!framePanel()->volume()->isVisible());
        QVERIFY(map()->view()->isVisible());
        QVERIFY(button("wipe")->isVisible() && button("as-ensemble")->isEnabled());
        QVERIFY(part<QWidget>("step-flatten")->isVisible());
        QVERIFY(button("c1d")->toolTip().contains("azimuthal"));
    }

    void theSessionKeepsTheVolumes() {
        const test::SmallVolumes small(2);
        openVolumes(small.volumes());
        analyseAll();
        document().saveSession(inFolder("kept.coarsen").toStdString());
        settle();
        document().close();
        open("kept.coarsen");
        QVERIFY(document().session().series.volumes.has_value());
        QCOMPARE(document().session().results.size(), 2u);
        QCOMPARE(document().run().framesToMeasure(), 0);
        COMES_TRUE(slices()->slices() != nullptr);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(VolumeTest)
#include "volume_test.moc"
