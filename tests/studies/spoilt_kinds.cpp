// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studies/spoilt_kinds.hpp"

#include "core/image/opencv.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/studies/random_field.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>

namespace coarsen::test {

namespace {
constexpr int width = studyWidth, height = studyHeight;
constexpr std::size_t count = std::size_t{width} * height;

using Field = std::vector<float>;

Image grey(const Field& field, double contrast = 40) {
    std::vector<std::uint8_t> pixels(count);
    std::ranges::transform(field, pixels.begin(), [&](float value) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(120 + contrast * static_cast<double>(value), 0.0, 255.0)));
    });
    return {width, height, std::move(pixels)};
}

Field ring(double relativeWidth, double rMaxPx, std::uint64_t seed) {
    const RingSpectrum spectrum = relativeWidth < 1 ? gaussianRing(relativeWidth) : furukawa(relativeWidth);
    return randomField(spectrum, RingCorrelation(spectrum).zMax(), width, height, rMaxPx, seed);
}

Field withNoise(Field field, double deviation, std::uint64_t seed) {
    RandomNumbers random(seed, 9);
    for (float& value : field)
        value += static_cast<float>(deviation * random.normal());
    return field;
}

Field changed(Field field, const std::function<double(double value, int x, int y)>& change) {
    for (std::size_t i = 0; i < field.size(); ++i)
        field[i] =
            static_cast<float>(change(static_cast<double>(field[i]), static_cast<int>(i % width), static_cast<int>(i / width)));
    return field;
}

Field sum(Field a, const Field& b, double share = 1) {
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = static_cast<float>(0.7 * (static_cast<double>(a[i]) + share * static_cast<double>(b[i])));
    return a;
}

/// Waves of one period along `directions` that are equally far apart, turned by 0 to `degrees`; as sharp spots where `share` of
/// the picture is asked for.
Field lattice(int directions, double periodPx, double share, double degrees, std::uint64_t seed) {
    const double turned = RandomNumbers(seed, 1).uniform(0, 1) * degrees * std::numbers::pi / 180;
    Field field = changed(Field(count, 0), [&](double, int x, int y) {
        double value = 0;
        for (int k = 0; k < directions; ++k) {
            const double angle = turned + k * std::numbers::pi / directions;
            value += std::cos(2 * std::numbers::pi / periodPx * (x * std::cos(angle) + y * std::sin(angle)));
        }
        return value / std::sqrt(directions / 2.0);
    });
    if (share > 0) {
        Field sorted = field;
        std::ranges::sort(sorted);
        const float level = sorted[static_cast<std::size_t>((1 - share) * (count - 1))];
        for (float& value : field)
            value = value > level ? 1.5F : -0.5F;
    }
    return withNoise(std::move(field), 0.3, seed);
}

/// Dark walls between the cells of random points.
Field foam(double cellPx, std::uint64_t seed) {
    RandomNumbers random(seed, 3);
    std::vector<std::array<double, 2>> points(static_cast<std::size_t>(count / (cellPx * cellPx)));
    for (auto& point : points)
        point = {random.uniform(0, width), random.uniform(0, height)};
    return changed(Field(count, 0), [&](double, int x, int y) {
        double nearest = std::numeric_limits<double>::infinity(), next = nearest;
        for (const auto& [px, py] : points) {
            const double distance = std::hypot(x - px, y - py);
            if (distance < nearest)
                next = nearest, nearest = distance;
            else
                next = std::min(next, distance);
        }
        return next - nearest < 3 ? -2 : 0.5;
    });
}

using Colour = std::array<double, 3>;

double bump(double x, double middle, double wide) {
    return std::clamp(1.5 - std::abs(x - middle) / wide, 0.0, 1.0);
}

Colour jet(double x) {
    return {bump(x, 0.75, 0.25), bump(x, 0.5, 0.25), bump(x, 0.25, 0.25)};
}
Colour hue(double x) {
    return {std::clamp(std::abs(6 * x - 3) - 1, 0.0, 1.0), std::clamp(2 - std::abs(6 * x - 2), 0.0, 1.0),
            std::clamp(2 - std::abs(6 * x - 4), 0.0, 1.0)};
}
Colour hot(double x) {
    return {std::clamp(2.6 * x, 0.0, 1.0), std::clamp(2.6 * x - 1, 0.0, 1.0), std::clamp(4 * x - 3, 0.0, 1.0)};
}
/// Light, blue, dark, red and light again.
Colour cyclic(double x) {
    const double light = 0.5 + 0.45 * std::cos(2 * std::numbers::pi * x), tint = 0.3 * std::sin(2 * std::numbers::pi * x);
    return {std::clamp(light - tint, 0.0, 1.0), std::clamp(light - 0.1, 0.0, 1.0), std::clamp(light + tint, 0.0, 1.0)};
}

Image coloured(const Field& field, const std::function<Colour(double value)>& map) {
    const Image levels = grey(field);
    const auto values = levels.plane<std::uint8_t>();
    std::vector<std::uint8_t> pixels(3 * count);
    for (std::size_t i = 0; i < count; ++i) {
        const Colour colour = map(values[i] / 255.0);
        for (std::size_t k = 0; k < 3; ++k)
            pixels[k * count + i] = static_cast<std::uint8_t>(std::lround(255 * colour[k]));
    }
    return {width, height, std::move(pixels), 3};
}

/// `field` with waves of rows of that period and deviation.
Field banded(Field field, double deviation, double periodPx, std::uint64_t seed) {
    const double phase = RandomNumbers(seed, 5).uniform(0, 2 * std::numbers::pi);
    return changed(std::move(field), [&](double v, int, int y) {
        return v + std::sqrt(2.0) * deviation * std::cos(2 * std::numbers::pi * y / periodPx + phase);
    });
}

/// `field` with a value of its own on each row (column).
Field lined(Field field, double deviation, bool isByRow, std::uint64_t seed) {
    RandomNumbers random(seed, 6);
    std::vector<double> values;
    for (int i = 0; i < std::max(width, height); ++i)
        values.push_back(deviation * random.normal());
    return changed(std::move(field),
                   [&](double v, int x, int y) { return v + values[static_cast<std::size_t>(isByRow ? y : x)]; });
}

cv::Mat matrixOf(const Field& field) {
    return cv::Mat(height, width, CV_32F, const_cast<float*>(field.data())).clone();
}

Field fieldOf(const cv::Mat& matrix) {
    Field field(count);
    for (int y = 0; y < height; ++y)
        std::copy_n(matrix.ptr<float>(y), width, field.begin() + static_cast<std::ptrdiff_t>(y) * width);
    return field;
}

Field ofDeviationOne(const Field& field) {
    cv::Scalar mean, deviation;
    cv::meanStdDev(matrixOf(field), mean, deviation);
    return changed(field, [&](double v, int, int) { return (v - mean[0]) / deviation[0]; });
}

Field white(std::uint64_t seed) {
    return withNoise(Field(count, 0), 1, seed);
}

Field smooth(double sigmaPx, std::uint64_t seed) {
    cv::Mat blurred;
    cv::GaussianBlur(matrixOf(white(seed)), blurred, {}, sigmaPx);
    return ofDeviationOne(fieldOf(blurred));
}

/// White noise made larger.
Field magnified(double times, int interpolation, std::uint64_t seed) {
    cv::Mat large;
    cv::resize(matrixOf(white(seed))(cv::Rect(0, 0, static_cast<int>(width / times), static_cast<int>(height / times))), large,
               {width, height}, 0, 0, interpolation);
    return ofDeviationOne(fieldOf(large));
}

Field sharpened(const Field& field, double sigmaPx, double amount) {
    cv::Mat own = matrixOf(field), blurred;
    cv::GaussianBlur(own, blurred, {}, sigmaPx);
    return ofDeviationOne(fieldOf(own + amount * (own - blurred)));
}

/// Sums of octaves of noise, each twice as coarse and twice as strong: some 1/f.
Field octaves(std::uint64_t seed) {
    Field all(count, 0);
    for (int octave = 0; octave < 6; ++octave)
        all = sum(std::move(all), smooth(std::exp2(octave), seed + 1000 * static_cast<std::uint64_t>(octave)), std::exp2(octave));
    return ofDeviationOne(all);
}

Field discs(double radiusPx, double share, std::uint64_t seed) {
    cv::Mat picture(height, width, CV_32F, cv::Scalar(0));
    RandomNumbers random(seed, 7);
    const double number = share * count / (std::numbers::pi * radiusPx * radiusPx);
    for (int i = 0; i < number; ++i)
        cv::circle(picture, {static_cast<int>(random.uniform(0, width)), static_cast<int>(random.uniform(0, height))},
                   static_cast<int>(radiusPx), 1, cv::FILLED);
    return ofDeviationOne(withNoise(fieldOf(picture), 0.1, seed));
}

/// As JPEG leaves it at quality 15: the cosine waves of blocks of 8 px in steps of the standard's table.
Image throughJpeg(const Image& image) {
    constexpr std::array<int, 64> table{16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
                                        14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
                                        18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
                                        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};
    constexpr float scale = 5000.0F / 15 / 100;
    const auto from = image.plane<std::uint8_t>();
    std::vector<std::uint8_t> to(from.begin(), from.end());
    for (int top = 0; top + 8 <= height; top += 8)
        for (int left = 0; left + 8 <= width; left += 8) {
            cv::Mat block(8, 8, CV_32F);
            const auto at = [&](int i) {
                return static_cast<std::size_t>(top + i / 8) * width + static_cast<std::size_t>(left + i % 8);
            };
            for (int i = 0; i < 64; ++i)
                block.at<float>(i / 8, i % 8) = static_cast<float>(from[at(i)]) - 128;
            cv::dct(block, block);
            for (int i = 0; i < 64; ++i) {
                const float step = scale * static_cast<float>(table[static_cast<std::size_t>(i)]);
                block.at<float>(i / 8, i % 8) = step * std::round(block.at<float>(i / 8, i % 8) / step);
            }
            cv::dct(block, block, cv::DCT_INVERSE);
            for (int i = 0; i < 64; ++i)
                to[at(i)] = cv::saturate_cast<std::uint8_t>(block.at<float>(i / 8, i % 8) + 128);
        }
    return {width, height, std::move(to)};
}

Image ramp(std::uint64_t seed) {
    RandomNumbers random(seed, 8);
    const double angle = random.uniform(0, 2 * std::numbers::pi), steep = random.uniform(0.5, 2);
    return grey(changed(Field(count, 0), [&](double, int x, int y) {
        return steep * ((x - width / 2.0) * std::cos(angle) + (y - height / 2.0) * std::sin(angle)) / width * 2;
    }));
}

/// Brightest at one place, in whole levels.
Image shade(std::uint64_t seed) {
    RandomNumbers random(seed, 10);
    const double x0 = random.uniform(0, width), y0 = random.uniform(0, height), steep = random.uniform(0.5, 2);
    return grey(
        changed(Field(count, 0), [&](double, int x, int y) { return 1 - steep * 2 * std::hypot(x - x0, y - y0) / width; }));
}

std::string pxOf(double length) {
    return " " + std::to_string(static_cast<int>(length)) + " px";
}

}  // namespace

std::vector<Kind> cleanKinds() {
    std::vector<Kind> kinds;
    for (const double R : {8.0, 20.0, 35.0}) {
        const std::string size = " " + std::to_string(static_cast<int>(R)) + " px";
        for (const double wide : {0.05, 0.15, 0.3, 4.0, 6.0})
            kinds.push_back({(wide < 1 ? "ring 0." + std::to_string(std::lround(100 * wide))
                                       : "Furukawa " + std::to_string(std::lround(wide))) +
                                 size,
                             [=](auto seed) { return grey(ring(wide, R, seed)); }});
        kinds.push_back(
            {"ring 0.15, noise" + size, [=](auto seed) { return grey(withNoise(ring(0.15, R, seed), 1, seed), 30); }});
        kinds.push_back({"ring 0.15, thresholded" + size, [=](auto seed) {
                             return grey(changed(ring(0.15, R, seed), [](double v, int, int) { return v > 0.3 ? 1 : -1; }));
                         }});
        kinds.push_back({"ring 0.15, stretched by 1.5" + size, [=](auto seed) {
                             const Field own = ring(0.15, R, seed);
                             return grey(changed(own, [&](double, int x, int y) {
                                 return static_cast<double>(
                                     own[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x / 1.5)]);
                             }));
                         }});
    }
    for (const double period : {10.0, 18.0, 40.0}) {
        const std::string size = " " + std::to_string(static_cast<int>(period)) + " px";
        for (const auto& [directions, name] : {std::pair{1, "lamellae"}, {2, "square lattice"}, {3, "hexagonal lattice"}}) {
            kinds.push_back({name + size, [=](auto seed) { return grey(lattice(directions, period, 0, 10, seed)); }});
            kinds.push_back({name + std::string(", sharp") + size,
                             [=](auto seed) { return grey(lattice(directions, period, 0.2, 10, seed)); }});
        }
    }
    for (const auto& [directions, name] : {std::pair{1, "lamellae"}, {2, "square lattice"}, {3, "hexagonal lattice"}})
        for (const double share : {0.0, 0.2})
            kinds.push_back({std::string(name) + (share > 0 ? ", sharp" : "") + " along the edge, 24 px",
                             [=](auto seed) { return grey(lattice(directions, 24, share, 0, seed)); }});
    for (const double times : {2.0, 3.0})
        kinds.push_back({"ring 0.15 20 px, stretched by " + std::to_string(static_cast<int>(times)), [=](auto seed) {
                             const Field own = ring(0.15, 20, seed);
                             return grey(changed(own, [&](double, int x, int y) {
                                 return static_cast<double>(
                                     own[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x / times)]);
                             }));
                         }});
    kinds.push_back(
        {"ring 0.15 20 px, light falls by 40 %", [](auto seed) {
             return grey(changed(ring(0.15, 20, seed), [](double v, int x, int) { return (3 + v) * (1 - 0.4 * x / width) - 3; }),
                         30);
         }});
    for (const double cell : {15.0, 30.0})
        kinds.push_back(
            {"foam " + std::to_string(static_cast<int>(cell)) + " px", [=](auto seed) { return grey(foam(cell, seed)); }});
    for (const double contrast : {40.0, 12.0})
        for (const double R : {20.0, 70.0})
            kinds.push_back({"ring 0.15, deviation " + std::to_string(static_cast<int>(contrast)) + ", JPEG 15" + pxOf(R),
                             [=](auto seed) { return throughJpeg(grey(ring(0.15, R, seed), contrast)); }});
    kinds.push_back({"ring in tinted light", [](auto seed) {
                         return coloured(ring(0.15, 20, seed), [](double v) { return Colour{0.9 * v, 0.6 * v, 0.2 * v}; });
                     }});
    kinds.push_back({"ring, noise in each colour", [](auto seed) {
                         RandomNumbers random(seed, 4);
                         return coloured(ring(0.15, 20, seed), [&](double v) {
                             const auto noisy = [&](double c) { return std::clamp(c + 0.02 * random.normal(), 0.0, 1.0); };
                             return Colour{noisy(v), noisy(0.7 * v), noisy(0.4 * v + 0.1)};
                         });
                     }});
    return kinds;
}

std::vector<Kind> spoiltKinds() {
    std::vector<Kind> kinds;
    const auto comb = [&](const std::string& name, const std::function<double(double v, int x, int y)>& change) {
        for (const double R : {15.0, 28.0})
            kinds.push_back(
                {name + " " + std::to_string(static_cast<int>(R)) + " px", [=](auto seed) {
                     return grey(changed(ring(0.15, R, seed), [&](double v, int x, int y) { return change(3 + v, x, y) - 3; }),
                                 30);
                 }});
    };
    comb("Bayer 1, 0.8, 0.8, 0.6", [](double v, int x, int y) { return v * (1 - 0.2 * (x % 2) - 0.2 * (y % 2)); });
    comb("Bayer 1, 0.7, 0.7, 0.5", [](double v, int x, int y) { return v * (x % 2 + y % 2 == 0 ? 1 : (x + y) % 2 ? 0.7 : 0.5); });
    comb("odd columns x 1.3", [](double v, int x, int) { return v * (1 + 0.3 * (x % 2)); });
    comb("odd rows + 1 deviation", [](double v, int, int y) { return v + y % 2; });
    for (const int moved : {4, 8, 20})
        kinds.push_back({"interlaced, " + std::to_string(moved) + " px", [=](auto seed) {
                             const Field own = ring(0.15, 28, seed);
                             return grey(changed(own, [&](double, int x, int y) {
                                 const int from = y % 2 ? std::min(x + moved, width - 1) : x;
                                 return static_cast<double>(
                                     own[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(from)]);
                             }));
                         }});
    for (const auto& [name, map] : {std::pair{"jet", &jet}, {"hue circle", &hue}, {"hot", &hot}, {"cyclic", &cyclic}})
        kinds.push_back({std::string("false colour, ") + name, [=](auto seed) { return coloured(ring(0.15, 20, seed), map); }});
    for (const auto& [fine, coarse, share] : {std::tuple{15.0, 60.0, 1.0},
                                              {15.0, 60.0, 0.6},
                                              {15.0, 45.0, 1.0},
                                              {12.0, 24.0, 1.0},
                                              {10.0, 40.0, 0.4},
                                              {20.0, 30.0, 1.0}})
        kinds.push_back({"two lengths, " + std::to_string(static_cast<int>(fine)) + " and " +
                             std::to_string(static_cast<int>(coarse)) + " px, x " + std::to_string(share).substr(0, 3),
                         [=, f = fine, c = coarse, s = share](auto seed) {
                             return grey(sum(ring(0.1, f, seed), ring(0.1, c, seed + 50000), s));
                         }});
    for (const double R : {20.0, 35.0})
        for (const double deviation : {0.25, 0.5}) {
            const std::string tail = " of " + std::to_string(deviation).substr(0, 4) + " on a ring" + pxOf(R);
            kinds.push_back({"bands" + tail, [=](auto seed) { return grey(banded(ring(0.15, R, seed), deviation, 24, seed)); }});
            kinds.push_back({"rows" + tail, [=](auto seed) { return grey(lined(ring(0.15, R, seed), deviation, true, seed)); }});
            kinds.push_back(
                {"columns" + tail, [=](auto seed) { return grey(lined(ring(0.15, R, seed), deviation, false, seed)); }});
        }
    const auto onBlack = [&](const std::string& name, const std::function<bool(int x, int y)>& isSeen) {
        for (const double R : {15.0, 28.0})
            kinds.push_back({name + pxOf(R), [=](auto seed) {
                                 return grey(
                                     changed(ring(0.15, R, seed), [&](double v, int x, int y) { return isSeen(x, y) ? v : -3; }));
                             }});
    };
    onBlack("disc on black", [](int x, int y) { return std::hypot(x - 240, y - 180) < 160; });
    onBlack("info bar of 40 px", [](int, int y) { return y < height - 40; });
    onBlack("bubbles of 25 px", [](int x, int y) { return std::hypot(x % 160 - 80, y % 120 - 60) > 25; });
    kinds.push_back({"disc on noise 28 px", [=](auto seed) {
                         Field field = changed(ring(0.15, 28, seed), [&](double v, int x, int y) {
                             return std::hypot(x - 240, y - 180) < 160 ? v : -2;
                         });
                         return grey(withNoise(std::move(field), 0.1, seed));
                     }});
    return kinds;
}

std::vector<Kind> nullKinds() {
    std::vector<Kind> kinds;
    const auto add = [&](const std::string& name, const std::function<Field(std::uint64_t)>& field) {
        kinds.push_back({name, [=](auto seed) { return grey(field(seed)); }});
    };
    add("white noise", white);
    for (const double sigma : {1.5, 3.0, 6.0})
        add("smooth noise, sigma " + std::to_string(sigma).substr(0, 3), [=](auto seed) { return smooth(sigma, seed); });
    add("1/f", octaves);
    for (const double radius : {6.0, 12.0})
        for (const double share : {0.1, 0.4})
            add("discs of" + pxOf(radius) + ", share " + std::to_string(share).substr(0, 3),
                [=](auto seed) { return discs(radius, share, seed); });
    add("white noise, bands of 0.5", [](auto seed) { return banded(white(seed), 0.5, 24, seed); });
    add("smooth noise, bands of 0.5", [](auto seed) { return banded(smooth(3, seed), 0.5, 24, seed); });
    add("white noise, rows of 0.5", [](auto seed) { return lined(white(seed), 0.5, true, seed); });
    for (const double times : {2.0, 3.0, 4.0})
        for (const auto& [name, interpolation] :
             {std::pair{"linear", cv::INTER_LINEAR}, {"bicubic", cv::INTER_CUBIC}, {"Lanczos", cv::INTER_LANCZOS4}})
            add(std::string("white noise, ") + name + " x " + std::to_string(static_cast<int>(times)),
                [=](auto seed) { return magnified(times, interpolation, seed); });
    for (const double sigma : {1.0, 2.0, 4.0})
        add("white noise, unsharp mask of " + std::to_string(sigma).substr(0, 3) + " px",
            [=](auto seed) { return sharpened(white(seed), sigma, 2); });
    add("smooth noise 1.5, unsharp mask of 4 px", [](auto seed) { return sharpened(smooth(1.5, seed), 4, 2); });
    for (const auto& [sigma, mask, amount] :
         {std::tuple{1.0, 3.0, 2.0}, {1.5, 4.0, 1.0}, {1.5, 6.0, 2.0}, {3.0, 8.0, 2.0}, {1.5, 4.0, 5.0}})
        add("smooth noise " + std::to_string(sigma).substr(0, 3) + ", unsharp mask of " + std::to_string(mask).substr(0, 3) +
                " px x " + std::to_string(amount).substr(0, 1),
            [=, s = sigma, m = mask, a = amount](auto seed) { return sharpened(smooth(s, seed), m, a); });
    kinds.push_back({"round shade", [](auto seed) { return shade(seed); }});
    kinds.push_back({"round shade through JPEG 15", [](auto seed) { return throughJpeg(shade(seed)); }});
    kinds.push_back({"ramp in whole levels", [](auto seed) { return ramp(seed); }});
    kinds.push_back({"ramp through JPEG 15", [](auto seed) { return throughJpeg(ramp(seed)); }});
    kinds.push_back({"noisy ramp through JPEG 15", [](auto seed) {
                         const Image clean = ramp(seed);
                         const auto levels = clean.plane<std::uint8_t>();
                         RandomNumbers random(seed, 11);
                         std::vector<std::uint8_t> pixels(levels.begin(), levels.end());
                         for (std::uint8_t& pixel : pixels)
                             pixel = cv::saturate_cast<std::uint8_t>(pixel + 1.5 * random.normal());
                         return throughJpeg({width, height, std::move(pixels)});
                     }});
    kinds.push_back({"smooth noise 6 through JPEG 15", [](auto seed) { return throughJpeg(grey(smooth(6, seed))); }});
    return kinds;
}

std::vector<Kind> shadeKinds() {
    using Height = double (*)(double distance);  // at a distance in parts of the picture's width, from 1 in the middle
    constexpr std::array<std::pair<const char*, Height>, 4> shapes{
        {{"cone", [](double d) { return 1 - 2 * d; }},
         {"Gaussian", [](double d) { return 3 * std::exp(-2 * d * d); }},
         {"parabola", [](double d) { return 1 - 2 * d * d; }},
         {"vignette", [](double d) { return 2 * std::pow(std::cos(std::atan(d)), 4); }}}};
    std::vector<Kind> kinds;
    const auto add = [&](const std::string& name, Height levelAt, double step, double noise) {
        kinds.push_back({name, [=](auto seed) {
                             RandomNumbers random(seed, 10);
                             const double x0 = random.uniform(0, width), y0 = random.uniform(0, height),
                                          steep = random.uniform(0.5, 2);
                             const Field field = changed(Field(count, 0), [&](double, int x, int y) {
                                 const double levels =
                                     40 * steep * levelAt(std::hypot(x - x0, y - y0) / width) + noise * random.normal();
                                 return step * std::round(levels / step) / 40;
                             });
                             return grey(field);
                         }});
    };
    for (const auto& [name, levelAt] : shapes)
        add(std::string("round shade, ") + name, levelAt, 1, 0);
    add("round shade, cone in steps of 3", shapes[0].second, 3, 0);
    for (const double noise : {0.1, 0.2, 0.4})
        add("round shade, cone, noise of " + std::to_string(noise).substr(0, 3) + " levels", shapes[0].second, 1, noise);
    return kinds;
}

std::vector<Kind> faintKinds() {
    std::vector<Kind> kinds;
    const auto add = [&](const std::string& name, const std::function<Field(std::uint64_t)>& field) {
        for (const double levels : {0.5, 1.0, 2.0, 4.0})
            for (const double slope : {0.0, 0.15}) {
                const std::string tail =
                    ", " + std::to_string(levels).substr(0, 3) + " levels" + (slope > 0 ? ", light falls" : "");
                kinds.push_back(
                    {name + tail, [=](auto seed) {
                         return grey(changed(field(seed), [&](double v, int x, int) { return v + slope / levels * (x - 240.0); }),
                                     levels);
                     }});
            }
    };
    for (const double R : {8.0, 20.0, 35.0})
        add("ring 0.15" + pxOf(R), [=](auto seed) { return ring(0.15, R, seed); });
    add("ring 0.15 20 px, noise", [](auto seed) { return withNoise(ring(0.15, 20, seed), 1, seed); });
    add("Furukawa 4 20 px", [](auto seed) { return ring(4, 20, seed); });
    add("hexagonal lattice 18 px", [](auto seed) { return lattice(3, 18, 0, 10, seed); });
    add("ring 0.15 20 px, thresholded",
        [](auto seed) { return changed(ring(0.15, 20, seed), [](double v, int, int) { return v > 0.3 ? 1 : -1; }); });
    return kinds;
}

}  // namespace coarsen::test
