// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/analysis/device_frame_plan.hpp"

#include "core/base/error.hpp"
#include "core/measure/small_radii.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/preprocess/background.hpp"
#include "core/preprocess/dust_limits.hpp"
#include "gpu/correlate/fused_transform.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/measure/kernels/azimuthal_average.hpp"
#include "gpu/preprocess/kernels/dust.hpp"
#include "gpu/preprocess/kernels/final_image.hpp"
#include "gpu/preprocess/kernels/flatten.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr int smallestSide = 32;                              // px of the final image: below, nobody waits for the CPU
constexpr double fewestPairs = 32, smallestPairShare = 0.01;  // measurement.md section 1

std::size_t areaOf(int width, int height) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

Rectangle finalRectangle(const RawKind& kind, const Crop& crop) {
    const PixelRect left = crop.rectangleIn(kind.width, kind.height);
    return {left.x, left.y, left.width, left.height};
}

/// The places of the pixels that the dust step judges by.
std::vector<int> samplePlaces(const RawKind& kind, const Rectangle& judged) {
    const std::size_t step = dustSampleStep(areaOf(judged.width, judged.height));
    std::vector<int> places;
    for (std::size_t i = 0; i < areaOf(kind.width, kind.height); i += step) {
        const int x = static_cast<int>(i) % kind.width - judged.x, y = static_cast<int>(i) / kind.width - judged.y;
        if (x >= 0 && x < judged.width && y >= 0 && y < judged.height) places.push_back(static_cast<int>(i));
    }
    return places;
}

/// A division by a polynomial on the device.
class FlattenStage {
public:
    FlattenStage(const GreyPlane& raw, const Rectangle& judged, int order, float* flat) {
        const PolynomialFit fit = polynomialFit(raw.width, raw.height, {judged.x, judged.y, judged.width, judged.height}, order);
        matrix_ = deviceCopy(fit.matrix);
        means_ = deviceCopy(fit.means);
        hereMeans_ = fit.means;
        blockSums_ = DeviceBuffer<double>(areaOf(fit.across, fit.down));
        task_ = {raw,          judged,           order,   fit.side, fit.across, fit.down, matrix_.get(),
                 means_.get(), blockSums_.get(), nullptr, flat};
    }
    std::size_t fittedCount() const { return hereMeans_.size() + 1; }
    void putFitted(double* fitted) { task_.fitted = fitted; }
    void queue(const Stream& stream) const { check(launchFlatten(task_, stream.get()), "flatten an image"); }

    /// Throws as core's flatten step where the frame has no light to divide by.
    void requireLight(const double* fitted) const {
        const double sum = fitted[hereMeans_.size()];
        const double level = std::inner_product(hereMeans_.begin(), hereMeans_.end(), fitted, 0.0);
        if (sum > 0 && !(level > leastLevel * sum / static_cast<double>(areaOf(task_.judged.width, task_.judged.height))))
            throw noLightToDivideBy();
    }

private:
    FlattenTask task_{};
    DeviceBuffer<double> matrix_, means_, blockSums_;
    std::vector<double> hereMeans_;
};

/// Finding and masking dust on the device.
class DustStage {
public:
    DustStage(const RawKind& kind, const Rectangle& kept, const Dust& dust, const float* image)
        : limits_(1), valid_(areaOf(kept.width, kept.height)), halfWidths_(deviceCopy(growthHalfWidths(dust.growPx))) {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        if (dust.find == DustFinding::outliers) {
            const std::vector<int> places = samplePlaces(kind, kept);
            places_ = deviceCopy(places);
            keys_ = DeviceBuffer<unsigned>(places.size());
            tails_ = TailsTask{image,         places_.get(), static_cast<int>(places.size()), keys_.get(), {}, dust.strength,
                               leastDustTail, limits_.get()};
            for (std::size_t i = 0; i < std::size(dustPercentiles); ++i)
                tails_->ranks[i] = static_cast<int>(percentilePlace(dustPercentiles[i], places.size()));
        } else {
            const double white = std::pow(2.0, kind.bitsPerSample) - 1;
            limits_ = deviceCopy(
                std::vector<DustLimits>{{dust.lowPercent / 100 * white, dust.highPercent / 100 * white, infinite, -infinite}});
        }
        mark_ = {image, kind.width, kind.height, kept, limits_.get(), halfWidths_.get(), dust.growPx, valid_.get()};
    }
    const std::uint8_t* valid() const { return valid_.get(); }
    void queue(const Stream& stream) const {
        if (tails_) check(launchTails(*tails_, stream.get()), "find an image's dust");
        check(launchMarkDust(mark_, stream.get()), "mask an image's dust");
    }

private:
    DeviceBuffer<DustLimits> limits_;
    DeviceBuffer<std::uint8_t> valid_;
    DeviceBuffer<int> halfWidths_, places_;
    DeviceBuffer<unsigned> keys_;
    std::optional<TailsTask> tails_;
    MarkDustTask mark_{};
};

/// Centred planes, with their masks' planes behind them, through the fused transform.
class PlanesTransform {
public:
    PlanesTransform() = default;
    PlanesTransform(int width, int height, int maxLag, int images, bool isMasked)
        : shape_{width, height, 1, maxLag, true},
          images_(images),
          planeCount_(isMasked ? 2 * images : images),
          tables_(shape_),
          buffers_(shape_, planeCount_),
          planes_(static_cast<std::size_t>(planeCount_) * areaOf(width, height)),
          means_(deviceCopy(std::vector<float2>(static_cast<std::size_t>(planeCount_), float2{0, 0}))) {}

    const FusedFftShape& shape() const { return shape_; }
    float* planes() const { return planes_.get(); }
    float* maskPlanes() const { return maskPart(planes_, areaOf(shape_.width, shape_.height)); }
    const float* sums() const { return buffers_.answers.get(); }
    const float* pairs() const { return maskPart(buffers_.answers, shape_.answerSize()); }  ///< null without masks

    void queue(const Stream& stream) const {
        const DevicePlanes planes{planes_.get(), nullptr, means_.get(), PixelFormat::f32};
        check(launchFusedFft(shape_, planes, buffers_.memory(tables_), planeCount_, stream.get()), "start a transform");
    }

private:
    float* maskPart(const DeviceBuffer<float>& buffer, std::size_t each) const {
        return planeCount_ > images_ ? buffer.get() + static_cast<std::size_t>(images_) * each : nullptr;
    }

    FusedFftShape shape_{};
    int images_ = 0, planeCount_ = 0;
    FusedFftTables tables_;
    FusedFftBuffers buffers_;
    DeviceBuffer<float> planes_;
    DeviceBuffer<float2> means_;
};

/// What comes back of every frame, in one piece of memory on either side: a part is a place in it.
template <typename T>
struct Part {
    std::size_t at = 0, size = 0;
};

class ResultMemory {
public:
    template <typename T>
    Part<T> reserve(std::size_t size) {
        const Part<T> part{bytes_, size};
        bytes_ += (size * sizeof(T) + alignof(double) - 1) / alignof(double) * alignof(double);
        return part;
    }
    void allocate() {
        here_ = PinnedBuffer<std::byte>(bytes_);
        there_ = DeviceBuffer<std::byte>(bytes_);
    }
    template <typename T>
    T* there(const Part<T>& part) const {
        return reinterpret_cast<T*>(there_.get() + part.at);
    }
    template <typename T>
    const T* here(const Part<T>& part) const {
        return reinterpret_cast<const T*>(here_.get() + part.at);
    }
    template <typename To, typename T>
    std::vector<To> copied(const Part<T>& part, std::size_t first, std::size_t count) const {
        return {here(part) + first, here(part) + first + count};
    }
    void fetch(const Stream& stream) const {
        check(cudaMemcpyAsync(here_.get(), there_.get(), bytes_, cudaMemcpyDeviceToHost, stream.get()), "send its answer");
    }

private:
    std::size_t bytes_ = 0;
    PinnedBuffer<std::byte> here_;
    DeviceBuffer<std::byte> there_;
};

class DeviceFramePlan final : public FramePlan {
public:
    DeviceFramePlan(const RawKind& kind, const DeviceRecipe& recipe, double aspect, const Device& device)
        : kind_(kind), recipe_(recipe), device_(device), aspect_(aspect), kept_(finalRectangle(kind, recipe.crop)) {
        device_.makeCurrent();
        stream_.emplace();
        const std::size_t rawBytes = areaOf(kind.width, kind.height) * (kind.type == PixelType::u16 ? 2 : 1);
        rawHere_ = PinnedBuffer<std::byte>(rawBytes);
        raw_ = DeviceBuffer<std::byte>(rawBytes);
        flat_ = DeviceBuffer<float>(areaOf(kind.width, kind.height));
        rawPlane_ = {raw_.get(), kind.type == PixelType::u16, kind.width, kind.height};
        const int maxLag = maxLagFor(recipe.measure, kept_.width, kept_.height);
        if (recipe.flatten) flatten_.emplace(rawPlane_, kept_, recipe.flatten->order, flat_.get());
        if (recipe.dust) dust_.emplace(kind, kept_, *recipe.dust, flat_.get());
        whole_ = PlanesTransform(kept_.width, kept_.height, maxLag, 1, dust_.has_value());
        maps_ = DeviceBuffer<double>(whole_.shape().answerSize());
        counts_ = DeviceBuffer<double>(whole_.shape().answerSize());

        const auto circles = static_cast<std::size_t>(maxLag) + 1;
        statisticsPart_ = result_.reserve<ImageStatistics>(1);
        if (flatten_) fittedPart_ = result_.reserve<double>(flatten_->fittedCount());
        valuesPart_ = result_.reserve<double>(circles);
        pairsPart_ = result_.reserve<double>(circles);
        scatterPart_ = result_.reserve<double>(circles);
        const bool wantsCentre = recipe.measure.smallRadii == SmallRadii::quarter;
        if (wantsCentre) centrePart_ = result_.reserve<double>(centreSize(maxLag));
        const std::vector<PixelRect> blocks = subImages(kept_.width, kept_.height);
        const int subLag = subImageMaxLag(kept_.width, kept_.height, maxLag);
        if (recipe.measure.errors == ErrorMethod::jackknife && subLag >= 1) {
            const PixelRect& block = blocks.front();
            subs_.emplace(block.width, block.height, subLag, static_cast<int>(blocks.size()), dust_.has_value());
            replicates_ = DeviceBuffer<double>(blocks.size() * subs_->shape().answerSize());
            replicatesPart_ = result_.reserve<double>(blocks.size() * (static_cast<std::size_t>(subLag) + 1));
            if (wantsCentre) subCentresPart_ = result_.reserve<double>(blocks.size() * centreSize(subLag));
        }
        sketch_ = emptySketch(kept_.width, kept_.height);
        sketchPart_ = result_.reserve<float>(sketch_.values.size());
        result_.allocate();
        if (flatten_) flatten_->putFitted(result_.there(fittedPart_));
        makeTasks(aspect, blocks);

        std::memset(rawHere_.get(), 0, rawBytes);
        queue();  // once on an empty frame: a kernel's first start loads its code, which no frame should wait for
        stream_->wait();
        work_ = Graph::recorded(*stream_, [this] { queue(); });
    }

    void start(const Frame& raw) override {
        device_.makeCurrent();
        started_ = raw;
        raw.image.visit([&](auto pixels) { std::memcpy(rawHere_.get(), pixels.data(), pixels.size_bytes()); });
        work_.start(*stream_);
    }

    DeviceMeasurement take(bool withImages) override {
        stream_->wait();
        if (flatten_) flatten_->requireLight(result_.here(fittedPart_));

        DeviceMeasurement answer;
        const ImageStatistics& statistics = *result_.here(statisticsPart_);
        answer.widthPx = kept_.width;
        answer.heightPx = kept_.height;
        answer.validPixels = statistics.count;
        answer.lowest = statistics.lowest;
        answer.highest = statistics.highest;
        answer.holdsWholeNumbers = !flatten_;
        answer.sketch = sketch_;
        answer.sketch.values = result_.copied<float>(sketchPart_, 0, sketchPart_.size);
        answer.profile = profileOf(valuesPart_, 0, valuesPart_.size);
        answer.profile.pairs = result_.copied<double>(pairsPart_, 0, pairsPart_.size);
        answer.profile.scatter = result_.copied<double>(scatterPart_, 0, scatterPart_.size);
        answer.profile.fine = fineOf(centrePart_, 0, whole_.shape().maxLag);
        if (subs_) {
            const auto images = static_cast<std::size_t>(final_.subImages), circles = replicatesPart_.size / images;
            for (std::size_t image = 0; image < images; ++image) {
                answer.replicates.push_back(profileOf(replicatesPart_, image * circles, circles));
                answer.replicates.back().fine = fineOf(subCentresPart_, image, subs_->shape().maxLag);
            }
        }
        if (withImages) addImages(answer);
        return answer;
    }

private:
    void makeTasks(double aspect, const std::vector<PixelRect>& blocks) {
        partial_ = DeviceBuffer<double>(static_cast<std::size_t>(finalImagePartials()));
        ticket_ = deviceCopy(std::vector<unsigned>{0});
        final_.image = flat_.get();
        final_.imageWidth = kind_.width;
        final_.kept = kept_;
        final_.valid = dust_ ? dust_->valid() : nullptr;
        final_.partial = partial_.get();
        final_.ticket = ticket_.get();
        final_.statistics = result_.there(statisticsPart_);
        final_.plane = whole_.planes();
        final_.maskPlane = whole_.maskPlanes();
        final_.sketchWidth = sketch_.width;
        final_.sketchHeight = sketch_.height;
        final_.sketchBlock = sketch_.blockPx;
        final_.sketch = result_.there(sketchPart_);

        const FusedFftShape& shape = whole_.shape();
        map_.sums = whole_.sums();
        map_.pairs = whole_.pairs();
        map_.width = kept_.width;
        map_.height = kept_.height;
        map_.maxLag = shape.maxLag;
        map_.fewestPairs = std::max(fewestPairs, smallestPairShare * static_cast<double>(areaOf(kept_.width, kept_.height)));
        map_.isPerPair = recipe_.measure.norm == NormMode::count;
        map_.statistics = final_.statistics;
        map_.values = maps_.get();
        map_.counts = counts_.get();
        averages_ = {maps_.get(),
                     counts_.get(),
                     1,
                     shape.maxLag,
                     aspect,
                     result_.there(valuesPart_),
                     result_.there(pairsPart_),
                     result_.there(scatterPart_)};
        if (!subs_) return;
        final_.subWidth = subs_->shape().width;
        final_.subHeight = subs_->shape().height;
        final_.subAcross = kept_.width >= kept_.height ? 3 : 2;
        final_.subImages = static_cast<int>(blocks.size());
        final_.subPlanes = subs_->planes();
        final_.subMaskPlanes = subs_->maskPlanes();
        withoutOne_ = {subs_->sums(),    subs_->pairs(),        final_.subImages, final_.subWidth,
                       final_.subHeight, subs_->shape().maxLag, replicates_.get()};
        subAverages_ = {
            replicates_.get(), nullptr, final_.subImages, subs_->shape().maxLag, aspect, result_.there(replicatesPart_),
            nullptr,           nullptr};
    }

    void queue() const {
        const Stream& stream = *stream_;
        check(cudaMemcpyAsync(raw_.get(), rawHere_.get(), raw_.size(), cudaMemcpyHostToDevice, stream.get()), "receive an image");
        if (flatten_)
            flatten_->queue(stream);
        else
            check(launchCopy(rawPlane_, flat_.get(), stream.get()), "read an image");
        if (dust_) dust_->queue(stream);
        check(launchFinalImage(final_, stream.get()), "centre an image");
        whole_.queue(stream);
        check(launchMap(map_, stream.get()), "make C2D");
        check(launchAverages(averages_, stream.get()), "average over circles");
        if (centrePart_.size > 0) queueCentre(maps_.get(), whole_.shape().maxLag, result_.there(centrePart_));
        if (subs_) {
            subs_->queue(stream);
            check(launchReplicates(withoutOne_, stream.get()), "make the jack-knife's C2D");
            check(launchAverages(subAverages_, stream.get()), "average over circles");
            const int subLag = subs_->shape().maxLag;
            for (std::size_t image = 0; subCentresPart_.size > 0 && image < static_cast<std::size_t>(final_.subImages); ++image)
                queueCentre(replicates_.get() + image * subs_->shape().answerSize(), subLag,
                            result_.there(subCentresPart_) + image * centreSize(subLag));
        }
        result_.fetch(stream);
    }

    static int centreLag(int maxLag) { return std::min(maxLag, centreReach); }
    static std::size_t centreSize(int maxLag) { return areaOf(2 * centreLag(maxLag) + 1, centreLag(maxLag) + 1); }

    /// The part of a C2D that C1D at quarter pixels is made of, row by row.
    void queueCentre(const double* map, int maxLag, double* centre) const {
        const int lag = centreLag(maxLag);
        const std::size_t row = static_cast<std::size_t>(2 * lag + 1) * sizeof(double),
                          mapRow = static_cast<std::size_t>(2 * maxLag + 1) * sizeof(double);
        check(cudaMemcpy2DAsync(centre, row, map + maxLag - lag, mapRow, row, static_cast<std::size_t>(lag + 1),
                                cudaMemcpyDeviceToDevice, stream_->get()),
              "keep the centre of C2D");
    }
    FineCurve fineOf(const Part<double>& part, std::size_t image, int maxLag) const {
        if (part.size == 0) return {};
        const std::size_t size = centreSize(maxLag);
        return fineCurve({result_.here(part) + image * size, size}, centreLag(maxLag), aspect_);
    }

    RadialProfile profileOf(const Part<double>& part, std::size_t first, std::size_t circles) const {
        RadialProfile profile;
        profile.value = result_.copied<double>(part, first, circles);
        profile.r.resize(circles);
        std::iota(profile.r.begin(), profile.r.end(), 0.0);
        return profile;
    }

    /// The pixels as the steps would leave them, and C2D.
    void addImages(DeviceMeasurement& answer) const {
        answer.frame = recipe_.crop(started_);
        answer.frame.kept = {};
        if (flatten_) {
            std::vector<float> pixels(areaOf(kept_.width, kept_.height));
            const std::size_t row = static_cast<std::size_t>(kept_.width) * sizeof(float);
            const float* const first = flat_.get() + areaOf(kind_.width, kept_.y) + kept_.x;
            check(cudaMemcpy2D(pixels.data(), row, first, static_cast<std::size_t>(kind_.width) * sizeof(float), row,
                               static_cast<std::size_t>(kept_.height), cudaMemcpyDeviceToHost),
                  "send the final image");
            answer.frame.image = Image(kept_.width, kept_.height, std::move(pixels));
        }
        if (dust_ && answer.validPixels < static_cast<double>(areaOf(kept_.width, kept_.height)))
            answer.frame.mask = Mask(kept_.width, kept_.height, hostCopy(dust_->valid(), areaOf(kept_.width, kept_.height)));
        const std::size_t size = whole_.shape().answerSize();
        answer.map = CorrelationMap(map_.maxLag, true, hostCopy(maps_.get(), size), hostCopy(counts_.get(), size));
        answer.map.engine = "gpu-fft";
        answer.map.variant = "all steps on the GPU";
    }

    RawKind kind_;
    DeviceRecipe recipe_;
    Device device_;
    double aspect_;
    Rectangle kept_;
    std::optional<Stream> stream_;
    Frame started_;
    PinnedBuffer<std::byte> rawHere_;
    DeviceBuffer<std::byte> raw_;
    GreyPlane rawPlane_{};
    DeviceBuffer<float> flat_;
    std::optional<FlattenStage> flatten_;
    std::optional<DustStage> dust_;
    PlanesTransform whole_;
    std::optional<PlanesTransform> subs_;
    DeviceBuffer<double> partial_, maps_, counts_, replicates_;
    DeviceBuffer<unsigned> ticket_;
    PatternSketch sketch_;
    FinalImageTask final_{};
    MapTask map_{};
    ReplicatesTask withoutOne_{};
    AveragesTask averages_{}, subAverages_{};
    ResultMemory result_;
    Part<ImageStatistics> statisticsPart_;
    Part<double> fittedPart_, valuesPart_, pairsPart_, scatterPart_, replicatesPart_, centrePart_, subCentresPart_;
    Part<float> sketchPart_;
    Graph work_;
};

}  // namespace

bool isPossible(const RawKind& kind, const DeviceRecipe& recipe) {
    if (kind.type == PixelType::f32 || recipe.crop.rectangleIn(kind.width, kind.height).isEmpty()) return false;
    const Rectangle kept = finalRectangle(kind, recipe.crop);
    if (std::min(kept.width, kept.height) < smallestSide || areaOf(kind.width, kind.height) > std::numeric_limits<int>::max())
        return false;
    return FusedFftShape{kept.width, kept.height, 1, maxLagFor(recipe.measure, kept.width, kept.height), true}.fits();
}

std::unique_ptr<FramePlan> deviceFramePlan(const RawKind& kind, const DeviceRecipe& recipe, double aspect, const Device& device) {
    return std::make_unique<DeviceFramePlan>(kind, recipe, aspect, device);
}

}  // namespace coarsen::gpu
