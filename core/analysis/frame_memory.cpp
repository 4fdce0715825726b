// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the code stage by stage; a test holds it to what processes really take.
#include "core/analysis/frame_memory.hpp"

#include "core/analysis/deformation.hpp"
#include "core/analysis/drift.hpp"
#include "core/analysis/series_median.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/terms.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/preprocess/pipeline.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t programBytes = std::size_t{40} << 20;  // libraries, tables of settings, the first threads
constexpr double heapHoles = 1.12, holesBesideMaps = 0.6;    // freed blocks that the allocator keeps between others
constexpr std::size_t real = sizeof(float), wide = sizeof(double);

struct Size {
    std::size_t width = 0, height = 0;
    std::size_t pixels() const { return width * height; }
};

std::size_t sampleBytes(const ImageHeader& header) {
    return header.bitsPerSample <= 8 ? 1 : header.bitsPerSample <= 16 ? 2 : real;
}

std::size_t decodedBytes(const ImageHeader& header) {
    const Size size{static_cast<std::size_t>(header.width), static_cast<std::size_t>(header.height)};
    return size.pixels() * static_cast<std::size_t>(header.channels) * sampleBytes(header);
}

/// Bytes of a map of the half plane up to that lag.
std::size_t halfMap(std::size_t lag, std::size_t valueBytes = wide) {
    return (2 * lag + 1) * (lag + 1) * valueBytes;
}

Size finalSize(const ImageHeader& header, const Recipe& recipe) {
    const PixelRect kept = keptBy(recipe.steps, anyFrame, header.width, header.height);
    return {static_cast<std::size_t>(kept.isEmpty() ? header.width : kept.width),
            static_cast<std::size_t>(kept.isEmpty() ? header.height : kept.height)};
}

/// From the decoded picture to the final image.
struct StepsMemory {
    std::size_t most = 0;  ///< that one step holds, with the picture that it is given
    PictureMemory final;
};

StepsMemory stepsMemory(const ImageHeader& header, const Recipe& recipe) {
    StepsMemory memory;
    PictureMemory picture{header.width, header.height, header.channels, sampleBytes(header)};
    picture.isJudgedInPart = finalSize(header, recipe).pixels() < picture.pixels();
    picture.keepsPlanes = arePlanesNeeded(recipe.steps);
    picture.planes = picture.keepsPlanes ? header.stack.channels - 1 : 0;  // of a stack, on pages of their own
    for (const Step& step : recipe.steps) {
        const std::size_t given = picture.bytes();
        memory.most = std::max(memory.most, given + step.memory(picture));
    }
    memory.final = picture;
    return memory;
}

/// Memory of an engine's plan for such planes.
PlanMemory planMemory(const FrameWork& work, const Size& size, std::size_t lag, std::size_t pixelBytes, bool isCross,
                      int channels = 1) {
    const EngineDescription& engine = work.engine->description();
    if (!engine.memory) return {};
    PlanShape shape;
    shape.width = static_cast<int>(size.width);
    shape.height = static_cast<int>(size.height);
    shape.channels = channels;
    shape.maxLag = static_cast<int>(lag);
    shape.isAutocorrelation = !isCross;
    shape.type = pixelBytes == 1 ? PixelType::u8 : pixelBytes == 2 ? PixelType::u16 : PixelType::f32;
    shape.threads = work.threadsPerPlan;
    return engine.memory(shape);
}

/// Bytes of the circles' weights and of their segments in rows, divided by R^2: circles cross some 2 R^2 cells of the quarter
/// plane; the cubic rule has broader ones.
std::size_t circleBytes(const MeasureSettings& settings) {
    return settings.azimuth == AzimuthRule::cubic ? 37 : 20;
}

std::size_t azimuthMemory(const MeasureSettings& settings, std::size_t lag) {
    return circleBytes(settings) * lag * lag + lag * 64;
}

/// While the tables are made: a quarter plane for each thread, then the circles one by one before they become rows.
std::size_t azimuthMakingMemory(const MeasureSettings& settings, std::size_t lag) {
    const std::size_t bins = settings.azimuth == AzimuthRule::linearBins ? 160 * lag * lag : 0;
    const std::size_t quarterPlane = (lag + 1) * (lag + 1) * wide;
    return quarterPlane * AzimuthalAverager::makingThreads(static_cast<int>(lag)) + 3 * circleBytes(settings) / 2 * lag * lag +
           bins;
}

/// The sums beside the products that the mean and norm ask for.
std::size_t sideSumsMemory(const FrameWork& work, const Size& size, std::size_t lag, bool isMasked) {
    const MeasureSettings& settings = work.recipe.measure;
    const bool isLocal = settings.norm == NormMode::local;
    if (settings.mean == MeanMode::global && !isLocal) return 0;
    const std::size_t fullMap = 2 * halfMap(lag), fields = size.pixels() * wide * (isLocal ? 2 : 1);
    std::size_t most = fields + fullMap * (isLocal ? 4 : 2);
    if (isMasked) {
        const PlanMemory plan = planMemory(work, size, lag, real, true);
        most += size.pixels() * (2 * wide + 2 * real) + fullMap + plan.kept + plan.working;
    }
    return most;
}

/// Memory of terms beside the sum over the channels: maps of every pair, full planes where the two differ, plans for one channel
/// and for two, and each channel by itself, once as it is and once as floats.
PlanMemory termsMemory(const FrameWork& work, const Size& size, std::size_t lag, const PictureMemory& final) {
    std::size_t maps = 0;
    bool hasCross = false;
    for (const ChannelPair& pair : channelPairs(work.recipe.measure.terms, final.channels)) {
        maps += (pair.isOneChannel() ? 1 : 2) * halfMap(lag);
        hasCross |= !pair.isOneChannel();
    }
    if (maps == 0) return {};
    const PlanMemory own = planMemory(work, size, lag, final.sampleBytes, false);
    const PlanMemory cross = hasCross ? planMemory(work, size, lag, final.sampleBytes, true) : PlanMemory{};
    const std::size_t planes = static_cast<std::size_t>(final.channels) * size.pixels() * (final.sampleBytes + real);
    return {own.kept + cross.kept, maps + planes + 2 * halfMap(lag) + std::max(own.working, cross.working)};
}

}  // namespace

std::size_t decodingMemory(const ImageHeader& header, std::size_t fileBytes) {
    return fileBytes + 2 * decodedBytes(header);
}

FrameMemory memoryFor(const ImageHeader& header, std::size_t fileBytes, const FrameWork& work) {
    const MeasureSettings& settings = work.recipe.measure;
    const Size size = finalSize(header, work.recipe);
    const StepsMemory steps = stepsMemory(header, work.recipe);
    const bool areMasked = steps.final.isMasked;
    const int maxLag = maxLagFor(settings, static_cast<int>(size.width), static_cast<int>(size.height));
    const auto lag = static_cast<std::size_t>(maxLag);
    const std::size_t map = halfMap(lag), ownCounts = areMasked ? map : 0;
    const std::size_t final = steps.final.bytes();

    // Plans and the last frame's pair counts stay from frame to frame.
    const PlanMemory products = planMemory(work, size, lag, steps.final.sampleBytes, false, steps.final.channels);
    const PlanMemory counts = areMasked ? planMemory(work, size, lag, 1, false) : PlanMemory{};
    std::size_t kept = products.kept + counts.kept + ownCounts + steps.final.keptBytes;

    const std::size_t counting =
        areMasked ? size.pixels() + std::max(counts.working + map, 3 * map) : 0;  // the last: tables of partial sums
    const std::size_t correlating =
        final + map + std::max({products.working, counting, sideSumsMemory(work, size, lag, areMasked)});
    std::size_t most = std::max({decodingMemory(header, fileBytes), steps.most, correlating});
    if (settings.takesMeanFreeBracket()) {  // a second map, with a plan and pair counts of its own, beside the first
        kept += products.kept + counts.kept + ownCounts;
        most = std::max(most, final + 2 * map + std::max(products.working, counting));
    }
    const PlanMemory terms = termsMemory(work, size, lag, steps.final);
    kept += terms.kept;
    most = std::max(most, final + map + terms.working);
    if (settings.structureFactor) most = std::max(most, final + map + size.pixels() * 31);

    if (settings.errors == ErrorMethod::jackknife) {
        const PixelRect block = subImages(static_cast<int>(size.width), static_cast<int>(size.height)).front();
        const int blockLag = subImageMaxLag(static_cast<int>(size.width), static_cast<int>(size.height), maxLag);
        if (blockLag >= 1) {
            const Size part{static_cast<std::size_t>(block.width), static_cast<std::size_t>(block.height)};
            const auto l = static_cast<std::size_t>(blockLag);
            const PlanMemory plan = planMemory(work, part, l, steps.final.sampleBytes, false, steps.final.channels);
            const std::size_t sums = 6 * halfMap(l), pairs = halfMap(l, sizeof(int)) * (areMasked ? 6 : 1);
            const std::size_t undefined = 2 * halfMap(l);  // a replicate whose map is not defined everywhere is made whole
            kept += plan.kept * (areMasked ? 2 : 1);
            const std::size_t cut = part.pixels() * (steps.final.sampleBytes + 1);
            const bool areInHeap = map < largestKeptBlock;
            const auto holes = static_cast<std::size_t>(areInHeap ? holesBesideMaps * static_cast<double>(sums + pairs) : 0);
            most = std::max(most,
                            final + (work.withImages ? map : 0) + sums + pairs + holes + std::max(plan.working + cut, undefined));
        }
    }
    if (deformingAlign(work.recipe)) {  // beside it its picture as it was read, and the frame before as it is compared
        const std::size_t raw = decodedBytes(header), compared = size.pixels() * (real + 1);
        const std::size_t registering = bytesToRegister(size.pixels()) * 8 / 7;  // its levels are quarters, a volume's eighths
        kept += compared;
        most = std::max(
            {most + raw, raw + compared + std::max(decodingMemory(header, fileBytes), steps.most), raw + final + registering});
    }
    FrameMemory memory;
    memory.each = static_cast<std::size_t>(heapHoles * static_cast<double>(most + kept));
    memory.shared = programBytes + azimuthMemory(settings, lag) + (areMasked ? 0 : map);
    // The first frame waits with its final image while the tables are made.
    const std::size_t making = final + kept + azimuthMakingMemory(settings, lag);
    memory.shared += making > most + kept ? making - most - kept : 0;
    if (needsSeriesMedian(work.recipe))
        memory.shared += 4 * static_cast<std::size_t>(header.width) * static_cast<std::size_t>(header.height);
    return memory;
}

std::size_t showingMemory(const ImageHeader& header, std::size_t fileBytes, const FrameWork& work) {
    constexpr std::size_t stagesAndPictures = 6 * (real + 4);  // bytes a pixel
    FrameWork all = work;
    all.withImages = true;
    all.recipe.measure.structureFactor = true;
    const std::size_t pixels = static_cast<std::size_t>(header.width) * static_cast<std::size_t>(header.height);
    return memoryFor(header, fileBytes, all).forFrames(1) + stagesAndPictures * pixels;
}

std::size_t thumbnailMemory(const ImageHeader& header, std::size_t fileBytes) {
    const std::size_t pixels = static_cast<std::size_t>(header.width) * static_cast<std::size_t>(header.height);
    return programBytes + decodingMemory(header, fileBytes) + 2 * real * pixels;
}

FrameMemory surveyMemory(const ImageHeader& header, std::size_t fileBytes, const Recipe& recipe) {
    const std::size_t pixels = static_cast<std::size_t>(header.width) * static_cast<std::size_t>(header.height);
    const StepsMemory steps = stepsMemory(header, recipe);
    const std::size_t reading = std::max(decodingMemory(header, fileBytes), steps.most) + steps.final.keptBytes;
    FrameMemory memory;
    if (needsSeriesMedian(recipe)) {
        memory.each = reading + 2 * pixels * real;
        memory.shared = seriesMedianBytes(header);
    }
    if (needsDrift(recipe)) {
        const Size size{static_cast<std::size_t>(header.width), static_cast<std::size_t>(header.height)};
        const std::size_t lag = std::max<std::size_t>(1, std::min(size.width, size.height) / 3);
        const FrameWork work;
        const PlanMemory plan = planMemory(work, size, lag, real, true);
        const std::size_t prepared = 3 * pixels * 2 * (real + 1);
        const std::size_t matching = std::max(plan.working + 6 * halfMap(lag), 6 * pixels * real);
        memory.each = std::max(memory.each, prepared + plan.kept + std::max(reading + 3 * pixels * real, matching));
        memory.shared = std::max(memory.shared, pixels * real * 4);
    }
    if (memory.each > 0) memory.shared += programBytes;
    return memory;
}

MemoryWords tooLargeWords(const ImageHeader& header, std::size_t needs, std::size_t budget) {
    return {"a frame of " + std::to_string(header.width) + " × " + std::to_string(header.height) + " px needs about " +
                bytesText(needs) + " of memory with this recipe, and " + bytesText(budget) + " may be used",
            "crop it, choose a smaller largest offset, cut it into parts, or allow more memory (--memory; in the window: "
            "Settings)"};
}

void requireMemory(const ImageHeader& header, std::size_t needs, std::size_t budget) {
    if (needs <= budget) return;
    const MemoryWords words = tooLargeWords(header, needs, budget);
    throw InputError("", words.reason, words.remedy);
}

}  // namespace coarsen
