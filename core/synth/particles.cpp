// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/particles.hpp"

#include "core/synth/camera_faults.hpp"
#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

constexpr std::uint64_t particleStream = std::uint64_t{6} << 40;

struct Particle {
    double x = 0, y = 0, brightness = 0;
};

/// Particles about the picture as far out as the flow may carry them in from.
class Seeding {
public:
    explicit Seeding(const ParticleSettings& settings)
        : settings_(settings),
          margin_(settings.frames * settings.maxDisplacementPx + 2 * settings.diameterPx),
          random_(settings.seed, particleStream) {
        const double area = (settings.width + 2 * margin_) * (settings.height + 2 * margin_);
        particles_.resize(static_cast<std::size_t>(std::lround(area * settings.perPx)));
        for (Particle& particle : particles_)
            particle = fresh();
    }

    const std::vector<Particle>& particles() const { return particles_; }

    void move() {
        for (Particle& particle : particles_) {
            const auto [dx, dy] = particleMove(settings_, particle.x, particle.y);
            particle.x += dx;
            particle.y += dy;
            if (random_.uniform() < settings_.lost) particle = fresh();
        }
    }

private:
    Particle fresh() {
        Particle particle;
        particle.x = random_.uniform(-margin_, settings_.width + margin_);
        particle.y = random_.uniform(-margin_, settings_.height + margin_);
        particle.brightness = random_.uniform(0.2, 1);
        return particle;
    }

    const ParticleSettings& settings_;
    double margin_;
    RandomNumbers random_;
    std::vector<Particle> particles_;
};

/// A Gaussian's light on each pixel of a line, from `first` on.
std::vector<double> lightAlong(double centre, double sigma, int first, int last) {
    std::vector<double> light;
    double before = std::erf((first - 0.5 - centre) / (std::numbers::sqrt2 * sigma));
    for (int pixel = first; pixel <= last; ++pixel) {
        const double after = std::erf((pixel + 0.5 - centre) / (std::numbers::sqrt2 * sigma));
        light.push_back((after - before) / 2);
        before = after;
    }
    return light;
}

std::vector<double> lightOf(const ParticleSettings& settings, const std::vector<Particle>& particles) {
    std::vector<double> light(static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height));
    const double sigma = settings.diameterPx / 4, reach = 5 * sigma + 1;
    for (const Particle& particle : particles) {
        const int left = std::max(0, static_cast<int>(std::ceil(particle.x - reach)));
        const int right = std::min(settings.width - 1, static_cast<int>(std::floor(particle.x + reach)));
        const int top = std::max(0, static_cast<int>(std::ceil(particle.y - reach)));
        const int bottom = std::min(settings.height - 1, static_cast<int>(std::floor(particle.y + reach)));
        if (left > right || top > bottom) continue;
        const std::vector<double> across = lightAlong(particle.x, sigma, left, right);
        const std::vector<double> down = lightAlong(particle.y, sigma, top, bottom);
        for (int y = top; y <= bottom; ++y) {
            double* const row = light.data() + static_cast<std::ptrdiff_t>(y) * settings.width;
            const double strength = particle.brightness * down[static_cast<std::size_t>(y - top)];
            for (int x = left; x <= right; ++x)
                row[x] += strength * across[static_cast<std::size_t>(x - left)];
        }
    }
    return light;
}

}  // namespace

std::pair<double, double> particleMove(const ParticleSettings& settings, double x, double y) {
    const double most = settings.maxDisplacementPx, centreX = (settings.width - 1) / 2.0, centreY = (settings.height - 1) / 2.0;
    switch (settings.field) {
        case ParticleField::uniform:
            return {most * std::cos(std::numbers::pi / 6), most * std::sin(std::numbers::pi / 6)};
        case ParticleField::shear:
            return {most * (y - centreY) / std::max(0.5, centreY), 0};
        case ParticleField::vortex:
            break;
    }
    const double scale = std::min(settings.width, settings.height) / 4.0, u = (x - centreX) / scale, v = (y - centreY) / scale;
    const double perRadius = most * std::exp((1 - u * u - v * v) / 2);
    return {-v * perRadius, u * perRadius};
}

void particleFrames(const ParticleSettings& settings, const std::function<void(int, const SyntheticFrame&)>& each,
                    std::stop_token stop) {
    Seeding seeding(settings);
    double mean = 0, deviation = 1;  // of the first frame, which the camera is set for
    for (int index = 0; index < settings.frames && !stop.stop_requested(); ++index) {
        if (index > 0) seeding.move();
        std::vector<double> light = lightOf(settings, seeding.particles());
        if (index == 0) {
            double sum = 0, squares = 0;
            for (const double value : light)
                sum += value, squares += value * value;
            mean = sum / static_cast<double>(light.size());
            const double variance = squares / static_cast<double>(light.size()) - mean * mean;
            if (variance > 0) deviation = std::sqrt(variance);
        }
        for (double& value : light)
            value = (value - mean) / deviation;
        SyntheticFrame frame;
        frame.image = photographed(light, settings, index);
        frame.timeS = settings.t0S + settings.intervalS * index;
        each(index, frame);
    }
}

}  // namespace coarsen
