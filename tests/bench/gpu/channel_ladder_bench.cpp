// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/channel_ladder_bench.hpp"

#include "gpu/device/device.hpp"
#include "tests/bench/gpu/channel_tiles.hpp"
#include "tests/bench/gpu/peak.hpp"
#include "tests/bench/gpu/stopwatch.hpp"
#include "tests/bench/gpu/texture.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr double secondsOfRung = 0.05;
/// Tiles of 500 threads; the paper's eight shapes are among them.
constexpr std::pair<int, int> tilesOf500[] = {{250, 2}, {125, 4}, {100, 5}, {50, 10}, {25, 20},
                                              {20, 25}, {10, 50}, {5, 100}, {4, 125}, {2, 250}};

class ChannelLadder {
public:
    ChannelLadder(const Device& device, const ChannelsProblem& problem, const std::function<void(const ChannelRungTiming&)>& done)
        : device_(device),
          problem_(problem),
          done_(done),
          pixels_(deviceCopy(problem.pixels())),
          planes_(deviceCopy(problem.planes)),
          textureOfPixels_(textureOf(pixels_, true)),
          textureOfPlanes_(textureOf(planes_)),
          answer_(static_cast<std::size_t>(problem.lags()) * static_cast<std::size_t>(problem.lags())),
          peakGflops_(measuredPeakGflops(device, stream_)) {}

    void all() {
        for (const bool isOfPlanes : {false, true}) {
            ChannelTile tile;
            tile.isOfPlanes = isOfPlanes;
            bothInSharedMemory(tile);
            for (const auto& [across, down] : tilesOf500) {
                tile.across = across, tile.down = down;
                throughCaches(tile, RowMemory::shared);
            }
            std::tie(tile.across, tile.down) = tilesOf500[0];
            throughCaches(tile, std::nullopt);
            twoLagsEach(tile);
        }
        addedUp(AddingUp::inGroup, addInGroups);
        addedUp(AddingUp::overAll, addOverAll);
    }

private:
    void bothInSharedMemory(ChannelTile tile) {
        for (const auto& [across, down] : {tilesOf500[0], tilesOf500[1]}) {  // more rows do not fit 48 KB
            tile.across = across, tile.down = down;
            inThreads(tile);
        }
    }

    /// The paper's two: the same threads with twice the lags, and half the threads.
    void twoLagsEach(ChannelTile tile) {
        tile.lagsEach = 2;
        inThreads(tile);
        tile.down = 1;
        inThreads(tile);
    }

    /// The source by texture and by caches, and the mask from that memory, or by the same.
    void throughCaches(ChannelTile tile, std::optional<RowMemory> mask) {
        for (const auto& [source, hasLargeCache] :
             {std::pair{RowMemory::texture, true}, std::pair{RowMemory::bothCaches, false},
              std::pair{RowMemory::bothCaches, true}, std::pair{RowMemory::secondCache, false},
              std::pair{RowMemory::secondCache, true}}) {
            tile.source = source;
            tile.mask = mask.value_or(source);
            tile.hasLargeCache = hasLargeCache;
            inThreads(tile);
        }
    }

    void inThreads(const ChannelTile& tile) {
        TileBatch batch{problem_.side, 1, answer_.size(), pixels_.get(), textureOfPixels_.get()};
        if (tile.isOfPlanes) batch.images = planes_.get(), batch.texture = textureOfPlanes_.get();
        TileResources resources;
        check(resourcesOf(batch, tile, resources), "ask what a kernel needs");
        ChannelRungTiming rung{AddingUp::inThread, tile, resources.registers, resources.localBytes, resources.sharedBytes, {}};
        time(std::move(rung), [&] { return addInThreads(batch, tile, answer_.get(), stream_.get()); });
    }

    template <typename Launch>
    void addedUp(AddingUp how, Launch launch) {
        const TileBatch batch{problem_.side, 1, answer_.size(), pixels_.get(), textureOfPixels_.get()};
        ChannelRungTiming rung;
        rung.addsUp = how;
        time(std::move(rung), [&] { return launch(batch, answer_.get(), stream_.get()); });
    }

    /// Each run sums anew.
    template <typename Launch>
    void time(ChannelRungTiming rung, Launch launch) {
        const auto queue = [&] {
            check(cudaMemsetAsync(answer_.get(), 0, answer_.bytes(), stream_.get()), "clear the answer");
            check(launch(), "run a kernel of the paper");
        };
        queue();
        stream_.wait();
        const double error = problem_.errorOfQuadrant(hostCopy(answer_.get(), answer_.size()).data());
        if (!(error <= plainSumsTolerance))
            throw EngineError("the paper's tile " + rung.tile.shape(),
                              "its answer is wrong by " + std::to_string(error) + " of N(0, 0)", "tell the authors");
        const double ms = timed(stream_, queue, secondsOfRung).medianMs;
        rung.timing = {device_.name, "", problem_.productsOfQuadrant(), 1, ms, peakGflops_, error};
        done_(rung);
    }

    const Device& device_;
    const ChannelsProblem& problem_;
    const std::function<void(const ChannelRungTiming&)>& done_;
    Stream stream_;
    DeviceBuffer<float> pixels_, planes_;
    Texture textureOfPixels_, textureOfPlanes_;
    DeviceBuffer<float> answer_;
    double peakGflops_;
};

}  // namespace

void benchmarkChannelLadder(const ChannelsProblem& problem, const std::function<void(const ChannelRungTiming&)>& done) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    list.devices.front().makeCurrent();
    ChannelLadder(list.devices.front(), problem, done).all();
}

}  // namespace coarsen::gpu
