// SPDX-License-Identifier: GPL-3.0-or-later
// Results that a run had measured, but not delivered, when what it measured for was changed.
#include "app/window/document/document.hpp"
#include "tests/window/held_engine.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QTest>

namespace coarsen::window {

class LateRowsTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 60, croppedWidth = 200;
    const std::shared_ptr<const HeldEngine> engine_ = std::make_shared<const HeldEngine>();
    std::unique_ptr<Document> document_;

    void settle() { WindowTest::settle(*document_); }
    void open(const char* name) {
        document_->open({folder_.filePath(name).toStdString()});
        COMES_TRUE(document_->isOpen() && document_->session().series.folder.filename() == name && !document_->isOpening());
    }
    /// Frames are being measured, and some of them are measured and not yet delivered: no event is taken meanwhile.
    void analyseHalfWay() {
        constexpr int threads = 2, uses = (threads + 2) * HeldEngine::usesOfAFrame;
        document_->run().setLimits(document_->run().machine().memoryMb, threads);
        engine_->allow(0);
        document_->run().analyse(false);
        QVERIFY(comesTrue([&] {
            engine_->allow(1);  // no further than is seen
            return !document_->session().results.empty();
        }));
        engine_->allow(uses);
        QVERIFY(engine_->isUsedUp());
        QVERIFY(document_->run().isRunning());
    }

private slots:
    void initTestCase() {
        writeGrowingSeries(folder_.filePath("series"), frames, 12, 20);
        writeGrowingSeries(folder_.filePath("other"), frames, 12, 20);
    }
    void init() {
        document_ = std::make_unique<Document>(EngineList{engine_});
        open("series");
        settle();
    }
    void cleanup() { document_.reset(); }

    /// The engine would hold the frame for ever: the run does not wait for the frame's end.
    void aRunThatIsCancelledEndsWithinItsFrame() {
        document_->run().setLimits(document_->run().machine().memoryMb, 1);
        engine_->allow(0);
        document_->run().analyse(false);
        COMES_TRUE(engine_->isHolding());
        document_->run().cancel();
        COMES_TRUE(!document_->run().isRunning());
        QVERIFY(document_->session().results.empty());

        engine_->letGo();
        document_->run().analyse(false);
        settle();
        QCOMPARE(static_cast<int>(document_->session().results.size()), frames);
    }

    void ofTheEarlierRecipeAreOutOfDate() {
        analyseHalfWay();

        document_->changes().setValue("crop.width", std::int64_t{croppedWidth});
        engine_->letGo();
        settle();

        const GrowthData& growth = *document_->growth().data();
        int stale = 0;
        for (const GrowthData::Point& point : growth.points) {
            if (!point.isMeasured) continue;
            QVERIFY(point.isStale || point.result().image.widthPx == croppedWidth);
            stale += point.isStale;
        }
        QVERIFY(stale > 0);
        QCOMPARE(document_->run().framesToMeasure(), frames);

        document_->run().analyse(false);
        settle();
        for (const auto& [frame, row] : document_->session().results)
            QCOMPARE(row->image.widthPx, croppedWidth);
    }

    void ofTheEarlierSeriesAreDropped() {
        analyseHalfWay();

        engine_->letGo();
        open("other");
        settle();

        QVERIFY(document_->session().results.empty());
        document_->run().analyse(false);
        settle();
        QCOMPARE(document_->run().framesToMeasure(), 0);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(LateRowsTest)
#include "late_rows_test.moc"
