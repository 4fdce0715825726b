// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/analysis/device_frame_plan.hpp"

#include "core/base/error.hpp"
#include "core/measure/line_faults.hpp"
#include "core/measure/uncertainty.hpp"
#include "gpu/correlate/fused_transform.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/measure/circle_tables.hpp"
#include "gpu/preprocess/blurred_light_stage.hpp"
#include "gpu/preprocess/dust_stage.hpp"
#include "gpu/preprocess/flatten_stage.hpp"
#include "gpu/preprocess/kernels/final_image.hpp"

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
constexpr double fewestPairs = 32, smallestPairShare = 0.01;  // science/definitions.md

Rectangle finalRectangle(const RawKind& kind, const Crop& crop) {
    const PixelRect left = crop.rectangleIn(kind.width, kind.height);
    return {left.x, left.y, left.width, left.height};
}

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

/// Place of one part of every frame's answer, which comes back in one piece of memory.
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
        : kind_(kind), recipe_(recipe), device_(device), kept_(finalRectangle(kind, recipe.crop)) {
        device_.makeCurrent();
        stream_.emplace();
        const std::size_t rawBytes = areaOf(kind.width, kind.height) * (kind.type == PixelType::u16 ? 2 : 1);
        rawHere_ = PinnedBuffer<std::byte>(rawBytes);
        raw_ = DeviceBuffer<std::byte>(rawBytes);
        flat_ = DeviceBuffer<float>(areaOf(kind.width, kind.height));
        rawPlane_ = {raw_.get(), kind.type == PixelType::u16, kind.width, kind.height};
        const int maxLag = maxLagFor(recipe.measure, kept_.width, kept_.height);
        const double white = std::pow(2.0, kind.bitsPerSample) - 1;
        if (recipe.flatten) makeFlatten(*recipe.flatten, white);
        if (recipe.dust) dust_.emplace(flat_.get(), kind.width, kind.height, kept_, *recipe.dust, white);
        whole_ = PlanesTransform(kept_.width, kept_.height, maxLag, 1, dust_.has_value());
        const bool wantsFine = recipe.measure.smallRadii == SmallRadii::quarter;
        circles_ = CircleTables::shared(device_, maxLag, aspect, wantsFine);
        foldedWhole_ = DeviceBuffer<double>(foldedSize(maxLag, wholeLanes));

        const auto circles = static_cast<std::size_t>(maxLag) + 1;
        statisticsPart_ = result_.reserve<ImageStatistics>(1);
        if (recipe.flatten) lightPart_ = result_.reserve<FittedLight>(1);
        valuesPart_ = result_.reserve<double>(circles);
        pairsPart_ = result_.reserve<double>(circles);
        scatterPart_ = result_.reserve<double>(circles);
        finePart_ = result_.reserve<double>(fineCirclesWithin(maxLag));
        axesPart_ = result_.reserve<double>(2 * circles);
        const std::vector<PixelRect> blocks = subImages(kept_.width, kept_.height);
        const int subLag = subImageMaxLag(kept_.width, kept_.height, maxLag);
        if (recipe.measure.errors == ErrorMethod::jackknife && subLag >= 1) {
            const PixelRect& block = blocks.front();
            subs_.emplace(block.width, block.height, subLag, static_cast<int>(blocks.size()), dust_.has_value());
            foldedSubs_ = DeviceBuffer<double>(foldedSize(subLag, subLanes));
            replicatesPart_ = result_.reserve<double>(blocks.size() * (static_cast<std::size_t>(subLag) + 1));
            subFinePart_ = result_.reserve<double>(blocks.size() * fineCirclesWithin(subLag));
        }
        sketch_ = emptySketch(kept_.width, kept_.height);
        sketchPart_ = result_.reserve<float>(sketch_.values.size());
        result_.allocate();
        if (flatten_) flatten_->putLight(result_.there(lightPart_));
        if (blurredLight_) blurredLight_->putLight(result_.there(lightPart_));
        makeTasks(aspect, blocks);

        std::memset(rawHere_.get(), 0, rawBytes);
        queue();  // once on an empty frame: a kernel's first start loads its code, which no frame should wait for
        stream_->wait();
        work_ = Graph::recorded(*stream_, [this] { queue(); });
    }

    DeviceMeasurement measure(const Frame& raw, bool withImages) override {
        device_.makeCurrent();
        raw.image.visit([&](auto pixels) { std::memcpy(rawHere_.get(), pixels.data(), pixels.size_bytes()); });
        work_.start(*stream_);
        stream_->wait();
        if (recipe_.flatten && result_.here(lightPart_)->isMissing()) throw noLightToDivideBy();

        DeviceMeasurement answer;
        const ImageStatistics& statistics = *result_.here(statisticsPart_);
        answer.widthPx = kept_.width;
        answer.heightPx = kept_.height;
        answer.validPixels = statistics.count;
        answer.lowest = statistics.lowest;
        answer.highest = statistics.highest;
        answer.holdsWholeNumbers = !recipe_.flatten;
        answer.sketch = sketch_;
        answer.sketch.values = result_.copied<float>(sketchPart_, 0, sketchPart_.size);
        answer.profile = profileOf(valuesPart_, 0, valuesPart_.size);
        answer.profile.pairs = result_.copied<double>(pairsPart_, 0, pairsPart_.size);
        answer.profile.scatter = result_.copied<double>(scatterPart_, 0, scatterPart_.size);
        answer.profile.variance = statistics.energy / statistics.count;
        answer.profile.fine = fineOf(finePart_, 0, finePart_.size);
        const std::size_t lags = axesPart_.size / 2;
        const AlongAxes axes{{result_.here(axesPart_), lags}, {result_.here(axesPart_) + lags, lags}};
        answer.profile.rows = rowFaults(axes, answer.profile.value);
        answer.profile.columns = columnFaults(axes, answer.profile.value);
        if (subs_) {
            const auto images = static_cast<std::size_t>(final_.subImages), circles = replicatesPart_.size / images,
                       fineCircles = subFinePart_.size / images;
            for (std::size_t image = 0; image < images; ++image) {
                answer.replicates.push_back(profileOf(replicatesPart_, image * circles, circles));
                answer.replicates.back().fine = fineOf(subFinePart_, image * fineCircles, fineCircles);
            }
        }
        if (withImages) addImages(raw, answer);
        return answer;
    }

private:
    void makeFlatten(const Flatten& settings, double white) {
        if (settings.method == FlattenMethod::blur || settings.method == FlattenMethod::overlay)
            blurredLight_.emplace(rawPlane_, kept_, settings, white, flat_.get());
        else
            flatten_.emplace(rawPlane_, kept_, settings, flat_.get());
    }

    void makeTasks(double aspect, const std::vector<PixelRect>& blocks) {
        partial_ = DeviceBuffer<double>(static_cast<std::size_t>(finalImagePartials()));
        ticket_ = deviceCopy(std::vector<unsigned>{0});
        final_.image = lastImage();
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

        WholeSums& whole = averages_.whole;
        whole.sums = whole_.sums();
        whole.pairs = whole_.pairs();
        whole.width = kept_.width;
        whole.height = kept_.height;
        whole.maxLag = whole_.shape().maxLag;
        whole.fewestPairs = std::max(fewestPairs, smallestPairShare * static_cast<double>(kept_.area()));
        whole.isPerPair = recipe_.measure.norm == NormMode::count;
        whole.statistics = final_.statistics;
        averages_.aspect = aspect;
        averages_.rows = circles_->rows();
        averages_.fineCircles = static_cast<int>(finePart_.size);
        averages_.foldedWhole = foldedWhole_.get();
        averages_.axes = result_.there(axesPart_);
        averages_.values = result_.there(valuesPart_);
        averages_.pairs = result_.there(pairsPart_);
        averages_.scatter = result_.there(scatterPart_);
        averages_.fine = result_.there(finePart_);
        if (!subs_) return;
        final_.subWidth = subs_->shape().width;
        final_.subHeight = subs_->shape().height;
        final_.subAcross = kept_.width >= kept_.height ? 3 : 2;
        final_.subImages = static_cast<int>(blocks.size());
        final_.subPlanes = subs_->planes();
        final_.subMaskPlanes = subs_->maskPlanes();
        averages_.subs = {subs_->sums(), subs_->pairs(), final_.subWidth, final_.subHeight, subs_->shape().maxLag};
        averages_.subFineCircles = static_cast<int>(subFinePart_.size / blocks.size());
        averages_.foldedSubs = foldedSubs_.get();
        averages_.subValues = result_.there(replicatesPart_);
        averages_.subFine = result_.there(subFinePart_);
    }

    void queue() const {
        const Stream& stream = *stream_;
        check(cudaMemcpyAsync(raw_.get(), rawHere_.get(), raw_.size(), cudaMemcpyHostToDevice, stream.get()), "receive an image");
        if (flatten_)
            flatten_->queue(stream);
        else if (blurredLight_)
            blurredLight_->queue(stream);
        else
            check(launchCopy(rawPlane_, flat_.get(), stream.get()), "read an image");
        if (dust_) dust_->queue(stream);
        check(launchFinalImage(final_, stream.get()), "centre an image");
        whole_.queue(stream);
        if (subs_) subs_->queue(stream);
        check(launchAverages(averages_, stream.get()), "average over circles");
        result_.fetch(stream);
    }

    std::size_t fineCirclesWithin(int lag) const { return static_cast<std::size_t>(circles_->circles().fineCirclesWithin(lag)); }

    /// Empty where an offset that it needs is undefined.
    FineCurve fineOf(const Part<double>& part, std::size_t first, std::size_t count) const {
        FineCurve curve{circles_->circles().fineRadii, result_.copied<double>(part, first, count)};
        curve.r.resize(count);
        return std::ranges::any_of(curve.value, [](double value) { return std::isnan(value); }) ? FineCurve{} : curve;
    }

    RadialProfile profileOf(const Part<double>& part, std::size_t first, std::size_t circles) const {
        RadialProfile profile;
        profile.value = result_.copied<double>(part, first, circles);
        profile.r.resize(circles);
        std::iota(profile.r.begin(), profile.r.end(), 0.0);
        return profile;
    }

    const float* lastImage() const { return dust_ && dust_->filled() ? dust_->filled() : flat_.get(); }

    /// The pixels as the steps would leave them, and C2D.
    void addImages(const Frame& raw, DeviceMeasurement& answer) {
        answer.frame = recipe_.crop(raw);
        if (recipe_.flatten || lastImage() != flat_.get()) {
            std::vector<float> pixels(kept_.area());
            const std::size_t row = static_cast<std::size_t>(kept_.width) * sizeof(float);
            const float* const first = lastImage() + areaOf(kind_.width, kept_.y) + kept_.x;
            check(cudaMemcpy2D(pixels.data(), row, first, static_cast<std::size_t>(kind_.width) * sizeof(float), row,
                               static_cast<std::size_t>(kept_.height), cudaMemcpyDeviceToHost),
                  "send the final image");
            const auto asRead = [&](auto sample) {
                return Image(kept_.width, kept_.height, std::vector<decltype(sample)>(pixels.begin(), pixels.end()));
            };
            answer.frame.image = recipe_.flatten                ? Image(kept_.width, kept_.height, std::move(pixels))
                                 : kind_.type == PixelType::u16 ? asRead(std::uint16_t{})
                                                                : asRead(std::uint8_t{});
        }
        if (dust_ && answer.validPixels < static_cast<double>(kept_.area()))
            answer.frame.mask = Mask(kept_.width, kept_.height, hostCopy(dust_->valid(), kept_.area()));
        const std::size_t size = whole_.shape().answerSize();
        if (map_.size() == 0) {
            map_ = DeviceBuffer<double>(size);
            counts_ = DeviceBuffer<double>(size);
        }
        check(launchMap({averages_.whole, map_.get(), counts_.get()}, stream_->get()), "make C2D");
        answer.map = CorrelationMap(averages_.whole.maxLag, true, hostCopy(map_.get(), size, *stream_),
                                    hostCopy(counts_.get(), size, *stream_));
        answer.map.engine = "gpu-fft";
        answer.map.variant = "all steps on the GPU";
    }

    RawKind kind_;
    DeviceRecipe recipe_;
    Device device_;
    Rectangle kept_;
    std::optional<Stream> stream_;
    PinnedBuffer<std::byte> rawHere_;
    DeviceBuffer<std::byte> raw_;
    GreyPlane rawPlane_{};
    DeviceBuffer<float> flat_;
    std::optional<FlattenStage> flatten_;
    std::optional<BlurredLightStage> blurredLight_;
    std::optional<DustStage> dust_;
    PlanesTransform whole_;
    std::optional<PlanesTransform> subs_;
    std::shared_ptr<const CircleTables> circles_;
    DeviceBuffer<double> partial_, foldedWhole_, foldedSubs_;
    DeviceBuffer<double> map_, counts_;  // made when first asked for
    DeviceBuffer<unsigned> ticket_;
    PatternSketch sketch_;
    FinalImageTask final_{};
    AveragesTask averages_{};
    ResultMemory result_;
    Part<ImageStatistics> statisticsPart_;
    Part<FittedLight> lightPart_;
    Part<double> valuesPart_, pairsPart_, scatterPart_, replicatesPart_, finePart_, subFinePart_, axesPart_;
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
