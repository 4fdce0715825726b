// SPDX-License-Identifier: GPL-3.0-or-later
// Results that a run had measured, but not delivered, when what it measured for was changed.
#include "app/window/document/document.hpp"
#include "core/correlate/engines.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDeadlineTimer>
#include <QTest>

#include <atomic>
#include <thread>

namespace coarsen::window {

/// An engine of the CPU that says how often it was used.
class CountingEngine final : public CorrelationEngine {
public:
    const EngineDescription& description() const noexcept override { return engine_->description(); }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        return std::make_unique<Plan>(engine_->plan(shape), count_);
    }
    int count() const { return count_; }

private:
    struct Plan final : CorrelationPlan {
        Plan(std::unique_ptr<CorrelationPlan> ours, std::atomic<int>& shared) : plan(std::move(ours)), count(shared) {}
        std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
            ++count;
            return plan->run(batch, stop);
        }
        std::string variant() const override { return plan->variant(); }

        std::unique_ptr<CorrelationPlan> plan;
        std::atomic<int>& count;
    };

    std::shared_ptr<const CorrelationEngine> engine_ = cpuFftEngine();
    mutable std::atomic<int> count_ = 0;
};

class LateRowsTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 120, croppedWidth = 200;
    const std::shared_ptr<const CountingEngine> engine_ = std::make_shared<const CountingEngine>();
    std::unique_ptr<Document> document_;

    void settle() { WindowTest::settle(*document_); }
    void open(const char* name) {
        document_->open({folder_.filePath(name).toStdString()});
        QTRY_VERIFY_WITH_TIMEOUT(
            document_->isOpen() && document_->session().series.folder.filename() == name && !document_->isOpening(), patienceMs);
    }
    /// Frames are being measured, and some of them are measured and not yet delivered: no event is taken meanwhile.
    void analyseHalfWay() {
        constexpr int threads = 2, usesOfAFrame = 3;  // at most
        document_->run().setLimits(document_->run().machine().memoryMb, threads);
        document_->run().analyse(false);
        QTRY_VERIFY_WITH_TIMEOUT(!document_->session().results.empty(), patienceMs);
        const int wanted = engine_->count() + (threads + 2) * usesOfAFrame;
        for (const QDeadlineTimer patience(patienceMs); engine_->count() < wanted && !patience.hasExpired();)
            std::this_thread::yield();
        QVERIFY(engine_->count() >= wanted);
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

    void ofTheEarlierRecipeAreOutOfDate() {
        analyseHalfWay();

        document_->changes().setValue("crop.width", std::int64_t{croppedWidth});
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
