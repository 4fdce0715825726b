// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/surface_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace coarsen::window {

namespace {

using Vector = std::array<float, 3>;
constexpr std::size_t trianglesBetweenLooks = 20'000;  // at the stop
constexpr float fog = 0.25F;                           // how much darker the farthest corner is

float dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// A vertex on the screen.
struct Corner {
    float x = 0, y = 0, depth = 0;  // the larger the nearer
    Vector front{}, back{};         // colours, 0 to 255
};

struct Eye {
    Vector right, up, towards;  // towards the eye

    explicit Eye(const SurfaceTurn& turn) {
        const double a = turn.azimuthDeg * std::numbers::pi / 180, e = turn.elevationDeg * std::numbers::pi / 180;
        const auto vector = [](double x, double y, double z) {
            return Vector{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        };
        right = vector(-std::sin(a), std::cos(a), 0);
        up = vector(-std::sin(e) * std::cos(a), -std::sin(e) * std::sin(a), std::cos(e));
        towards = vector(std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e));
    }
};

Vector partsOf(QRgb colour) {
    return {static_cast<float>(qRed(colour)), static_cast<float>(qGreen(colour)), static_cast<float>(qBlue(colour))};
}

/// Two lamps beside the eye and a sheen.
Vector lit(const Vector& colour, const Vector& normal, const Eye& eye, float nearness) {
    const Vector seen{dot(normal, eye.right), dot(normal, eye.up), dot(normal, eye.towards)};
    const float key = std::max(0.0F, dot(seen, {-0.42F, 0.55F, 0.72F})), fill = std::max(0.0F, dot(seen, {0.75F, -0.1F, 0.65F}));
    const float sheen = std::pow(std::max(0.0F, dot(seen, {-0.22F, 0.29F, 0.93F})), 40.0F) * 46;
    const float light = (0.42F + 0.62F * key + 0.22F * fill) * (1 - fog * (1 - nearness));
    Vector shade;
    for (std::size_t i = 0; i < 3; ++i)
        shade[i] = std::clamp(colour[i] * light + sheen, 0.0F, 255.0F);
    return shade;
}

class Canvas {
public:
    Canvas(int width, int height, QRgb background)
        : image_(width, height, QImage::Format_RGB32),
          depth_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), -std::numeric_limits<float>::infinity()) {
        image_.fill(background);
    }

    void draw(const Corner& a, const Corner& b, const Corner& c) {
        const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        if (area == 0) return;
        const bool isFront = area < 0;  // y of the screen grows downwards
        const int left = std::max(0, static_cast<int>(std::ceil(std::min({a.x, b.x, c.x}) - 0.5F))),
                  right = std::min(image_.width() - 1, static_cast<int>(std::floor(std::max({a.x, b.x, c.x}) - 0.5F))),
                  top = std::max(0, static_cast<int>(std::ceil(std::min({a.y, b.y, c.y}) - 0.5F))),
                  bottom = std::min(image_.height() - 1, static_cast<int>(std::floor(std::max({a.y, b.y, c.y}) - 0.5F)));
        const Vector &shadeA = isFront ? a.front : a.back, &shadeB = isFront ? b.front : b.back,
                     &shadeC = isFront ? c.front : c.back;
        for (int y = top; y <= bottom; ++y) {
            auto* const line = reinterpret_cast<QRgb*>(image_.scanLine(y));
            float* const depths = depth_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width());
            for (int x = left; x <= right; ++x) {
                const float px = static_cast<float>(x) + 0.5F, py = static_cast<float>(y) + 0.5F;
                const float wa = ((b.x - px) * (c.y - py) - (c.x - px) * (b.y - py)) / area,
                            wb = ((c.x - px) * (a.y - py) - (a.x - px) * (c.y - py)) / area, wc = 1 - wa - wb;
                if (wa < 0 || wb < 0 || wc < 0) continue;
                const float depth = wa * a.depth + wb * b.depth + wc * c.depth;
                if (depth <= depths[x]) continue;
                depths[x] = depth;
                const auto part = [&](std::size_t i) {
                    return static_cast<int>(wa * shadeA[i] + wb * shadeB[i] + wc * shadeC[i]);
                };
                line[x] = qRgb(part(0), part(1), part(2));
            }
        }
    }

    /// Where nothing is nearer.
    void drawLine(const Corner& from, const Corner& to, QRgb colour, int wide) {
        const int steps = 1 + static_cast<int>(std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)));
        for (int i = 0; i <= steps; ++i) {
            const float part = static_cast<float>(i) / static_cast<float>(steps);
            const int x = static_cast<int>(from.x + part * (to.x - from.x)),
                      y = static_cast<int>(from.y + part * (to.y - from.y));
            const float depth = from.depth + part * (to.depth - from.depth);
            for (int dy = 0; dy < wide; ++dy)
                for (int dx = 0; dx < wide; ++dx) {
                    if (!image_.rect().contains(x + dx, y + dy)) continue;
                    const std::size_t at = static_cast<std::size_t>(y + dy) * static_cast<std::size_t>(image_.width()) +
                                           static_cast<std::size_t>(x + dx);
                    if (depth >= depth_[at]) reinterpret_cast<QRgb*>(image_.scanLine(y + dy))[x + dx] = colour;
                }
        }
    }

    QImage image() && { return std::move(image_); }

private:
    QImage image_;
    std::vector<float> depth_;
};

}  // namespace

QImage surfacePicture(const SurfaceScene& scene, const SurfaceLook& look, const SurfaceTurn& turn, const QSize& size,
                      std::stop_token stop) {
    const int finer = std::max(1, look.finer);
    const QSize drawn = size * finer;
    const Eye eye(turn);
    const float reach = std::sqrt(dot(scene.half, scene.half));
    const float scale = static_cast<float>(turn.zoom * 0.47 * std::min(drawn.width(), drawn.height())) / std::max(reach, 1e-6F);
    const auto cornerAt = [&](const Vector& place) {
        Corner corner;
        corner.x = static_cast<float>(drawn.width()) / 2 + scale * dot(place, eye.right);
        corner.y = static_cast<float>(drawn.height()) / 2 - scale * dot(place, eye.up);
        corner.depth = dot(place, eye.towards);
        return corner;
    };
    const std::vector<float>& values = scene.valuesOf(look.colour);
    const auto colourOf = [&](std::size_t v) {
        if (values.empty() || look.colours.empty()) return partsOf(look.plain);
        const auto value = static_cast<double>(values[v]);
        if (std::isnan(value)) return partsOf(look.unknown);
        const double place = look.most > 0 ? (value / look.most + 1) / 2 : 0.5;
        const double last = static_cast<double>(look.colours.size() - 1);
        return partsOf(look.colours[static_cast<std::size_t>(std::lround(std::clamp(place, 0.0, 1.0) * last))]);
    };
    const Vector inside = partsOf(look.inside);
    std::vector<Corner> corners(scene.places.size());
    for (std::size_t v = 0; v < corners.size(); ++v) {
        Corner& corner = corners[v] = cornerAt(scene.places[v]);
        const float nearness = (corner.depth / reach + 1) / 2;
        const Vector& out = scene.normals[v];
        corner.front = lit(colourOf(v), out, eye, nearness);
        corner.back = lit(inside, {-out[0], -out[1], -out[2]}, eye, nearness);
    }
    Canvas canvas(drawn.width(), drawn.height(), look.background);
    for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
        if (t % trianglesBetweenLooks == 0 && stop.stop_requested()) return {};
        const auto& [a, b, c] = scene.triangles[t];
        canvas.draw(corners[a], corners[b], corners[c]);
    }
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int side : {0, 1, 2, 3}) {
            Vector from = scene.half;
            from[(axis + 1) % 3] *= (side & 1) != 0 ? 1.0F : -1.0F;
            from[(axis + 2) % 3] *= (side & 2) != 0 ? 1.0F : -1.0F;
            Vector to = from;
            to[axis] = -to[axis];
            canvas.drawLine(cornerAt(from), cornerAt(to), look.box, finer);
        }
    const QImage image = std::move(canvas).image();
    return finer == 1 ? image : image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

}  // namespace coarsen::window
