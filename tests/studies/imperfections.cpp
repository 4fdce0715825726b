// SPDX-License-Identifier: GPL-3.0-or-later
// What each imperfection of a picture costs in R_max, and what is left after the program's own corrections: the same picture with
// and without, beside the figures of science/imperfections.md.
// Committed answers: tests/studies/results/imperfections.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/base/parallel.hpp"
#include "core/preprocess/background.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/recipe/recipe.hpp"
#include "core/synth/random_numbers.hpp"
#include "tests/studies/random_field.hpp"
#include "tests/support/run_by_hand.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <numbers>
#include <stdexcept>
#include <string>

namespace {

using namespace coarsen;

constexpr int width = 1500, height = 750;
constexpr double level = 128, contrast = 0.24;  // of an 8-bit camera: mean 128, standard deviation 31

using Field = std::vector<float>;
using Fault = std::function<Frame(const Field&, double rMaxPx, RandomNumbers)>;  ///< the picture with one imperfection
using Correction = std::function<Frame(const Frame&, double rMaxPx)>;

Frame frameOf(Image image) {
    Frame frame;
    frame.image = std::move(image);
    return frame;
}

/// A frame whose grey value at (x, y) is `grey(z, x, y)`, z the pattern there.
template <typename Grey>
Frame drawn(const Field& field, const Grey& grey) {
    std::vector<float> pixels(field.size());
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const auto i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
            pixels[i] = static_cast<float>(grey(static_cast<double>(field[i]), x, y));
        }
    }
    return frameOf(Image(width, height, std::move(pixels)));
}

double clean(double z) {
    return level * (1 + contrast * z);
}

Frame cleanFrame(const Field& field) {
    return drawn(field, [](double z, int, int) { return clean(z); });
}

// ---- Imperfections

Fault levels(double step) {
    return [=](const Field& field, double, RandomNumbers) {
        return drawn(field, [=](double z, int, int) { return std::clamp(step * std::round(clean(z) / step), 0.0, 255.0); });
    };
}

Fault clipped() {
    return [](const Field& field, double, RandomNumbers) {
        return drawn(field, [](double z, int, int) { return std::clamp(level * (1 + 4 * contrast * z), 0.0, 255.0); });
    };
}

Fault binary() {
    return [](const Field& field, double, RandomNumbers) {
        return drawn(field, [](double z, int, int) { return z > 0 ? 200.0 : 60.0; });
    };
}

Fault noisy(double sigma) {
    return [=](const Field& field, double, RandomNumbers random) {
        return drawn(field, [&](double z, int, int) { return clean(z + sigma * random.normal()); });
    };
}

/// Brightest at a place inside, darker by `fall` at the farthest corner.
Fault lit(double fall) {
    return [=](const Field& field, double, RandomNumbers random) {
        const double brightX = random.uniform(0.2, 0.8), brightY = random.uniform(0.2, 0.8);
        const double farthest = std::hypot(std::max(brightX, 1 - brightX), std::max(brightY, 1 - brightY));
        return drawn(field, [=](double z, int x, int y) {
            const double d = std::hypot((x + 0.5) / width - brightX, (y + 0.5) / height - brightY) / farthest;
            return clean(z) * (1 - fall * d * d);
        });
    };
}

/// A slope of 100 % across the picture (from 1.5 down to 0.5) and a vignette that takes 40 % of the corners' light.
Fault slopeAndVignette() {
    return [](const Field& field, double, RandomNumbers random) {
        const double angle = random.uniform(0, 2 * std::numbers::pi);
        return drawn(field, [=](double z, int x, int y) {
            const double u = (x + 0.5) / width - 0.5, v = (y + 0.5) / height - 0.5;
            const double along =
                (u * std::cos(angle) + v * std::sin(angle)) / (std::abs(std::cos(angle)) + std::abs(std::sin(angle)));
            return clean(z) * (1 + along) * (1 - 0.4 * 2 * (u * u + v * v));
        });
    };
}

/// Light that adds: a plane whose standard deviation is `sd` of the pattern's.
Fault ramp(double sd) {
    return [=](const Field& field, double, RandomNumbers random) {
        const double angle = random.uniform(0, 2 * std::numbers::pi);
        return drawn(field, [=](double z, int x, int y) {
            const double u = (x + 0.5) / width - 0.5, v = (y + 0.5) / height - 0.5;
            return clean(z + sd * std::sqrt(12.0) * (u * std::cos(angle) + v * std::sin(angle)));
        });
    };
}

/// With black and white discs. The frame's mask holds where they are, for the treatment that knows it.
Frame speckled(const Frame& picture, int count, double least, double largest, RandomNumbers& random) {
    const auto pixels = picture.image.plane<float>();
    std::vector<float> dusty(pixels.begin(), pixels.end());
    std::vector<std::uint8_t> valid(dusty.size(), 1);
    for (int speck = 0; speck < count; ++speck) {
        const double cx = random.uniform(0, width), cy = random.uniform(0, height), r = random.uniform(least, largest);
        const float grey = random.uniform() < 0.5 ? 0.0f : 255.0f;
        for (int y = std::max(0, int(cy - r)); y <= std::min(height - 1, int(cy + r)); ++y)
            for (int x = std::max(0, int(cx - r)); x <= std::min(width - 1, int(cx + r)); ++x)
                if (std::hypot(x - cx, y - cy) <= r) {
                    const auto i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
                    dusty[i] = grey;
                    valid[i] = 0;
                }
    }
    Frame frame = frameOf(Image(width, height, std::move(dusty)));
    frame.mask = Mask(width, height, std::move(valid));
    return frame;
}

Fault specks(int count, double least, double largest, double patternContrast = contrast) {
    return [=](const Field& field, double, RandomNumbers random) {
        return speckled(drawn(field, [=](double z, int, int) { return level * (1 + patternContrast * z); }), count, least,
                        largest, random);
    };
}

Fault defocused(double sigmaPx) {
    return [=](const Field& field, double, RandomNumbers) {
        Convolvers convolvers;
        return frameOf(blurredBackground(cleanFrame(field).image, {}, sigmaPx, convolvers));
    };
}

/// Only the walls between domains are seen, dark.
Fault interfaces() {
    return [](const Field& field, double, RandomNumbers) {
        return drawn(field, [](double z, int, int) { return 200 * (1 - 0.7 * std::exp(-0.5 * z * z / (0.25 * 0.25))); });
    };
}

Fault nothing() {
    return [](const Field& field, double, RandomNumbers) { return cleanFrame(field); };
}

// ---- Treatments

/// Nothing is done and nothing is known of any specks.
Frame asItIs(const Frame& frame, double) {
    return frameOf(frame.image);
}

Frame knownMask(const Frame& frame, double) {
    return frame;
}

Correction polynomial(int order) {
    return [=](const Frame& frame, double) {
        Flatten flatten;
        flatten.order = order;
        return flatten(frameOf(frame.image));
    };
}

Frame polynomialSubtracted(const Frame& frame, double) {
    const PolynomialLight light = SeenLight(frame.image, {}).polynomial(2);
    const auto pixels = frame.image.plane<float>();
    std::vector<float> flat(pixels.begin(), pixels.end());
    for (int i = 0; i < width * height; ++i)
        flat[static_cast<std::size_t>(i)] -= light.at(i % width, i / width);
    return frameOf(Image(width, height, std::move(flat)));
}

Correction blur(double sigmaOverR) {
    return [=](const Frame& frame, double rMaxPx) {
        Flatten flatten;
        flatten.method = FlattenMethod::blur;
        flatten.sigmaPx = sigmaOverR * rMaxPx;
        return flatten(frameOf(frame.image));
    };
}

Frame plane(const Frame& frame, double) {
    Flatten flatten;
    flatten.method = FlattenMethod::plane;
    return flatten(frameOf(frame.image));
}

Correction dust(DustFinding finding, DustTreatment treatment, int offsetPx = 20) {
    return [=](const Frame& frame, double) {
        Dust step;
        step.find = finding;
        step.treat = treatment;
        step.offsetPx = offsetPx;
        return step(frameOf(frame.image));
    };
}

/// Frame as a new series is measured.
Frame asUsual(const Frame& frame, double) {
    return finalFrame(frameOf(frame.image), defaultRecipe().steps);
}

/// The picture of one fault with another one after it: each as it would be alone.
Fault everything() {
    return [](const Field& field, double, RandomNumbers random) {
        const double brightX = random.uniform(0.2, 0.8), brightY = random.uniform(0.2, 0.8);
        const double farthest = std::hypot(std::max(brightX, 1 - brightX), std::max(brightY, 1 - brightY));
        const Frame picture = drawn(field, [&](double z, int x, int y) {
            const double d = std::hypot((x + 0.5) / width - brightX, (y + 0.5) / height - brightY) / farthest;
            return clean(z) * (1 - 0.4 * d * d);
        });
        Frame frame = speckled(picture, 150, 1.5, 6, random);
        const auto pixels = frame.image.plane<float>();
        std::vector<std::uint8_t> photographed;
        for (const float grey : pixels)
            photographed.push_back(
                static_cast<std::uint8_t>(std::clamp(std::round(grey + 0.5 * contrast * level * random.normal()), 0.0, 255.0)));
        frame.image = Image(width, height, std::move(photographed));
        return frame;
    };
}

// ---- The table

struct Row {
    const char *imperfection, *treatment;
    Fault fault;
    Correction treat;
    const char *publishedGauss, *publishedFurukawa;  ///< bias, worst case in brackets; "-": not given
    double from = 0.7, to = 1.3;                     ///< where the maximum is looked for, in R_max of the clean picture
};

std::vector<Row> rows88() {
    const auto few = specks(150, 1.5, 6), many = specks(600, 2, 8), blobs = specks(20, 15, 40);
    const auto byOutliers = dust(DustFinding::outliers, DustTreatment::mask);
    const auto byThresholds = dust(DustFinding::thresholds, DustTreatment::mask);
    const auto copied = dust(DustFinding::thresholds, DustTreatment::copy);
    const auto inpainted = dust(DustFinding::thresholds, DustTreatment::inpaint);
    const auto faint = specks(150, 1.5, 6, contrast / 2);
    return {
        {"8 bit", "-", levels(1), asItIs, "0.00", "0.01"},
        {"", "default steps", levels(1), asUsual, "-", "-"},
        {"64 levels", "-", levels(4), asItIs, "0.00", "0.01"},
        {"contrast x 4, clipped", "-", clipped(), asItIs, "0.03 (0.4)", "0.15 (2.2)"},
        {"", "default steps", clipped(), asUsual, "-", "-"},
        {"thresholded to two levels", "-", binary(), asItIs, "0.04 (1.1)", "0.07 (4.7)"},
        {"", "default steps", binary(), asUsual, "-", "-"},
        {"white noise, SNR 1", "-", noisy(1), asItIs, "-0.03 (0.06)", "-0.16 (0.3)"},
        {"", "default steps", noisy(1), asUsual, "-", "-"},
        {"white noise 4 x contrast", "-", noisy(4), asItIs, "-0.03 (0.4)", "-0.06 (1.6)"},
        {"light falls by 40 %", "nothing", lit(0.4), asItIs, "-0.3 (0.6)", "-1.7 (2.8)"},
        {"", "default steps", lit(0.4), asUsual, "-", "-"},
        {"", "polynomial, divided", lit(0.4), polynomial(2), "0.00 (0.01)", "0.01 (0.1)"},
        {"", "polynomial, subtracted", lit(0.4), polynomialSubtracted, "0.04 (0.4)", "-0.1 (1.2)"},
        {"", "blur 2 R, divided", lit(0.4), blur(2), "-", "-"},
        {"slope 100 % and vignette 40 %", "nothing", slopeAndVignette(), asItIs, "-2.7 (3.7)", "-11 (13)"},
        {"", "default steps", slopeAndVignette(), asUsual, "-", "-"},
        {"", "polynomial, divided", slopeAndVignette(), polynomial(2), "0.00 (0.01)", "0.01 (0.1)"},
        {"", "polynomial of order 4", slopeAndVignette(), polynomial(4), "-", "-"},
        {"ramp added, sd 1 pattern", "nothing", ramp(1), asItIs, "-1.0 (1.2)", "-4.2 (5.9)"},
        {"", "default steps", ramp(1), asUsual, "-", "-"},
        {"", "plane subtracted", ramp(1), plane, "0.00", "0.01"},
        {"", "blur 2 R, divided", ramp(1), blur(2), "-0.04", "-0.13"},
        {"ramp added, sd 0.5 pattern", "nothing", ramp(0.5), asItIs, "-0.25", "-1.2"},
        {"", "default steps", ramp(0.5), asUsual, "-", "-"},
        {"150 specks of 1.5 to 6 px", "nothing", few, asItIs, "-0.04 (0.2)", "-0.2 (1.0)"},
        {"", "default steps", few, asUsual, "-", "-"},
        {"", "masked where known", few, knownMask, "0.01 (0.08)", "0.03 (0.3)"},
        {"", "outliers, masked", few, byOutliers, "-", "-"},
        {"", "thresholds, masked", few, byThresholds, "-", "-"},
        {"", "thresholds, copied over", few, copied, "0.02", "0.2"},
        {"", "thresholds, inpainted", few, inpainted, "-", "-"},
        {"the same, half the contrast", "nothing", faint, asItIs, "-", "-"},
        {"", "default steps", faint, asUsual, "-", "-"},
        {"", "outliers, masked", faint, byOutliers, "-", "-"},
        {"600 specks of 2 to 8 px", "nothing", many, asItIs, "0.2 (0.9)", "1.0 (4.8)"},
        {"", "default steps", many, asUsual, "-", "-"},
        {"", "masked where known", many, knownMask, "0.00 (0.2)", "-0.1 (0.8)"},
        {"", "outliers, masked", many, byOutliers, "-", "-"},
        {"", "thresholds, masked", many, byThresholds, "-", "-"},
        {"", "thresholds, copied over", many, copied, "0.2", "0.5"},
        {"", "thresholds, inpainted", many, inpainted, "-", "-"},
        {"20 blobs of 15 to 40 px", "nothing", blobs, asItIs, "0.5 (2.8)", "1.8 (11)"},
        {"", "default steps", blobs, asUsual, "-", "-"},
        {"", "masked where known", blobs, knownMask, "-0.05 (0.3)", "-0.25 (2.0)"},
        {"", "outliers, masked", blobs, byOutliers, "-", "-"},
        {"", "thresholds, masked", blobs, byThresholds, "-", "-"},
        {"", "thresholds, copied over", blobs, dust(DustFinding::thresholds, DustTreatment::copy, 100), "-0.2", "-1.1"},
        {"", "thresholds, inpainted", blobs, inpainted, "-", "-"},
        {"defocus, sigma 3 px", "-", defocused(3), asItIs, "0.24", "0.7"},
        {"none", "default steps", nothing(), asUsual, "-", "-"},
        {"", "blur 0.3 R, divided", nothing(), blur(0.3), "-2.4", "-7.8"},
        {"", "blur 0.5 R", nothing(), blur(0.5), "-0.26", "-0.5"},
        {"", "blur 0.75 R", nothing(), blur(0.75), "-0.01", "0.5"},
        {"", "blur 1 R", nothing(), blur(1), "-0.01", "0.2"},
        {"", "blur 2 R", nothing(), blur(2), "0.00", "0.00"},
        {"", "polynomial of order 2", nothing(), polynomial(2), "0.00", "-0.01"},
        {"", "polynomial of order 4", nothing(), polynomial(4), "-0.01", "-0.05"},
        {"", "polynomial of order 6", nothing(), polynomial(6), "-0.03", "-0.09"},
        {"", "dust by outliers, masked", nothing(), byOutliers, "-", "-"},
        {"light, 150 specks, noise, 8 bit", "nothing", everything(), asItIs, "-", "-"},
        {"", "default steps", everything(), asUsual, "-", "-"},
        {"dark walls, no other contrast", "-", interfaces(), asItIs, "-46", "-49", 0.35, 0.75},
    };
}

std::vector<Row> rows30() {
    const auto blobs = specks(20, 15, 40);
    return {
        {"20 blobs of 15 to 40 px", "nothing", blobs, asItIs, "-6.5", "-"},
        {"", "masked where known", blobs, knownMask, "-", "-"},
        {"", "thresholds, masked", blobs, dust(DustFinding::thresholds, DustTreatment::mask), "-", "-"},
        {"defocus, sigma 3 px", "-", defocused(3), asItIs, "2.0", "-"},
    };
}

// ---- How many specks are found

struct Found {
    double recall = 0, falsely = 0;  ///< of the specks' pixels, and of all others
};

/// Discs of 1.5 to 6 px, until they cover that part of the picture in black and the same in white, on a pattern of 8 bits.
Found foundOf(const Field& field, double deviation, double share, DustFinding finding, RandomNumbers random) {
    std::vector<std::uint8_t> pixels;
    for (const float z : field)
        pixels.push_back(
            static_cast<std::uint8_t>(std::clamp(std::round(level + deviation * static_cast<double>(z)), 0.0, 255.0)));
    std::vector<bool> isSpeck(pixels.size());
    for (const std::uint8_t grey : {std::uint8_t{0}, std::uint8_t{255}}) {
        for (double covered = 0; covered < share * static_cast<double>(pixels.size());) {
            const double cx = random.uniform(0, width), cy = random.uniform(0, height), r = random.uniform(1.5, 6);
            for (int y = std::max(0, int(cy - r)); y <= std::min(height - 1, int(cy + r)); ++y)
                for (int x = std::max(0, int(cx - r)); x <= std::min(width - 1, int(cx + r)); ++x) {
                    const auto i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
                    if (std::hypot(x - cx, y - cy) > r || isSpeck[i]) continue;
                    pixels[i] = grey;
                    isSpeck[i] = true;
                    ++covered;
                }
        }
    }
    Dust dust;
    dust.find = finding;
    const Frame frame = dust(frameOf(Image(width, height, std::move(pixels))));
    double specks = 0, hit = 0, missed = 0;
    for (std::size_t i = 0; i < isSpeck.size(); ++i) {
        const bool isMasked = !frame.mask.isAllValid() && !frame.mask.pixels()[i];
        specks += isSpeck[i];
        hit += isSpeck[i] && isMasked;
        missed += !isSpeck[i] && isMasked;
    }
    return {hit / specks, missed / (static_cast<double>(isSpeck.size()) - specks)};
}

void printFound(double rMaxPx) {
    const RingSpectrum spectrum = gaussianRing(0.15);
    const RingCorrelation rho(spectrum);
    constexpr double deviations[] = {20, 30, 38, 50, 60}, shares[] = {0, 0.001, 0.003, 0.008, 0.02};
    std::printf("R_max %.0f px, %% of the specks' pixels that are masked (%% of the others): outliers | specks\n%-10s", rMaxPx,
                "deviation");
    for (const double share : shares)
        std::printf(" %-30s", (std::to_string(100 * share).substr(0, 3) + " % a side").c_str());
    std::printf("\n");
    for (const double deviation : deviations) {
        const Field field =
            randomField(spectrum, rho.zMax(), width, height, rMaxPx, 900 + static_cast<std::uint64_t>(deviation + rMaxPx));
        std::printf("%-10.0f", deviation);
        for (const double share : shares) {
            const auto of = [&](DustFinding finding) {
                const Found found = foundOf(field, deviation, share, finding, RandomNumbers(901, 7));
                char text[32];
                std::snprintf(text, sizeof text, "%.1f (%.2f)", 100 * found.recall, 100 * found.falsely);
                return share > 0 ? std::string(text) : "- " + std::string(text).substr(std::string(text).find('('));
            };
            std::printf(" %-30s", (of(DustFinding::outliers) + " | " + of(DustFinding::specks)).c_str());
        }
        std::printf("\n");
    }
    std::printf("\n");
}

/// The maximum of C1D there, also where the program's own rule finds none (a trend in the picture lifts C1D off its zero); NaN
/// where it has none inside.
double maximumWithin(const RadialProfile& profile, double fromPx, double toPx) {
    const double px = rMaxWithin(profile, fromPx, toPx, {}).px;
    return px > fromPx + 1 && px < toPx - 1 ? px : std::nan("");
}

struct Cost {
    std::vector<double> percent;
    int byProgram = 0;

    std::string text(int pictures) const {
        double sum = 0, worst = 0;
        for (const double one : percent)
            sum += one, worst = std::max(worst, std::abs(one));
        char text[64] = "no maximum";
        if (!percent.empty()) std::snprintf(text, sizeof text, "%.2f (%.2f)", sum / static_cast<double>(percent.size()), worst);
        return text + (byProgram < pictures ? ", found " + std::to_string(byProgram) : std::string());
    }
};

std::vector<Cost> costs(const std::vector<Row>& rows, const RingSpectrum& spectrum, double rMaxPx, int pictures) {
    const RingCorrelation rho(spectrum);
    std::vector<Cost> answer(rows.size());
    std::mutex mutex;
    parallelFor(static_cast<std::size_t>(pictures), 0, [&](std::size_t picture) {
        const Field field = randomField(spectrum, rho.zMax(), width, height, rMaxPx, 100 + picture);
        MeasureSettings settings;
        settings.errors = ErrorMethod::none;
        EngineRequest engines;
        engines.engines = cpuEngines();
        engines.threads = 1;
        Measurer measure(settings, engines, {});
        const double without = measure(cleanFrame(field), false).rMax.px;
        if (std::isnan(without)) throw std::runtime_error("a clean picture without R_max");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Frame faulty = rows[i].fault(field, rMaxPx, RandomNumbers(100 + picture, 7));
            const Measurer::Answer with = measure(rows[i].treat(faulty, rMaxPx), false);
            const double from = rows[i].from * without, to = rows[i].to * without;
            const bool isFound = with.rMax.px > from && with.rMax.px < to;
            const double there = isFound ? with.rMax.px : maximumWithin(with.profile, from, to);
            const std::lock_guard lock(mutex);
            answer[i].byProgram += isFound;
            if (!std::isnan(there)) answer[i].percent.push_back(100 * (there / without - 1));
        }
    });
    return answer;
}

void print(const std::vector<Row>& rows, const std::vector<Cost>& gauss, const std::vector<Cost>* broad, int pictures) {
    std::printf("%-30s %-24s %-22s %-14s", "imperfection", "treatment", "gauss 0.15: here", "published");
    std::printf(broad ? " %-22s %s\n" : "\n", "Furukawa 6: here", "published");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::printf("%-30s %-24s %-22s %-14s", rows[i].imperfection, rows[i].treatment, gauss[i].text(pictures).c_str(),
                    rows[i].publishedGauss);
        if (broad) std::printf(" %-22s %s", (*broad)[i].text(pictures).c_str(), rows[i].publishedFurukawa);
        std::printf("\n");
    }
    std::printf("\n");
}

void study(int pictures) {
    std::printf(
        "Change of R_max in %%, mean over %d pictures (largest of them), of the same picture with and without the imperfection.\n"
        "%d x %d px, grey mean 128, deviation 31; specks black or white; 'published': science/imperfections.md.\n"
        "'found N': only in so many did the program find R_max there by itself; in the others C1D has no zero to bracket it\n"
        "or another maximum is higher, and the figure is of the maximum within 30 %% of the clean one (dark walls: about half of "
        "it).\n\n",
        pictures, width, height);
    std::printf("R_max 88 px\n");
    const auto rows = rows88();
    const auto gauss = costs(rows, gaussianRing(0.15), 88, pictures), broad = costs(rows, furukawa(6), 88, pictures);
    print(rows, gauss, &broad, pictures);
    std::printf("R_max 30 px\n");
    const auto small = rows30();
    print(small, costs(small, gaussianRing(0.15), 30, pictures), nullptr, pictures);
    for (const double rMaxPx : {88.0, 30.0, 16.0})
        printFound(rMaxPx);
}

}  // namespace

int main(int argc, char** argv) {
    int pictures = 12;
    CLI::App app{
        "What each imperfection of a picture of 1500 x 750 px costs in R_max, in percent, and what is left after the "
        "program's own corrections; some minutes.",
        "imperfections"};
    app.add_option("PICTURES", pictures, "How many pictures to take the mean of")
        ->check(test::countFrom(1))
        ->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        study(pictures);
        return 0;
    });
}
