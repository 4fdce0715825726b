// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/levelset/distance.hpp"
#include "core/levelset/period.hpp"
#include "core/levelset/surface_noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t parts = 8;  // 2 x 2 x 2
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Standard error of a mean over equal parts; those that are NaN have nothing to say.
double errorOfMean(const std::array<double, parts>& values) {
    double count = 0, sum = 0, squares = 0;
    for (const double value : values)
        if (!std::isnan(value)) {
            count += 1;
            sum += value;
        }
    if (count < parts / 2.0) return unknown;
    for (const double value : values)
        if (!std::isnan(value)) squares += (value - sum / count) * (value - sum / count);
    return std::sqrt(squares / (count - 1) / count);
}

std::size_t partOf(const VolumeSize& size, double x, double y, double z) {
    return static_cast<std::size_t>(2 * x >= size.width - 1) + 2 * static_cast<std::size_t>(2 * y >= size.height - 1) +
           4 * static_cast<std::size_t>(2 * z >= size.depth - 1);
}

/// Ratio of two sums over parts, which may differ in size, with its standard error.
Estimate ratioOf(const std::array<double, parts>& sums, const std::array<double, parts>& sizes) {
    double sum = 0, size = 0, count = 0, squares = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        sum += sums[i];
        size += sizes[i];
        count += sizes[i] > 0;
    }
    for (std::size_t i = 0; i < parts; ++i)
        squares += std::pow(sums[i] - sum / size * sizes[i], 2);
    return {sum / size, count < parts / 2.0 ? unknown : std::sqrt(count / (count - 1) * squares) / size};
}

/// Sums over the cells between the centres of eight valid voxels, by parts.
struct CellSums {
    std::array<double, parts> cells{}, euler{};
};

CellSums cellsOf(const LevelSet& set, int threads, const std::stop_token& stop) {
    const VolumeSize& size = set.size;
    const std::array<std::size_t, 4> columns{0, static_cast<std::size_t>(size.width), size.slice(),
                                             size.slice() + static_cast<std::size_t>(size.width)};
    std::vector<CellSums> slices(static_cast<std::size_t>(size.depth - 1));
    const auto sumSlice = [&](std::size_t z) {
        for (int y = 0; y + 1 < size.height; ++y) {
            unsigned inside = 0, valid = 0;  // bits by corner; those of odd corners were read last
            for (int x = -1; x + 1 < size.width; ++x) {
                inside = inside >> 1 & 0x55;
                valid = valid >> 1 & 0x55;
                const std::size_t next = size.index(x + 1, y, static_cast<int>(z));
                for (unsigned column = 0; column < 4; ++column) {
                    const std::size_t voxel = next + columns[column];
                    inside |= static_cast<unsigned>(set.phi[voxel] < 0) << (2 * column + 1);
                    valid |= static_cast<unsigned>(set.isValid(voxel)) << (2 * column + 1);
                }
                if (x < 0 || valid != 0xFF) continue;
                const std::size_t part = partOf(size, x + 0.5, y + 0.5, static_cast<double>(z) + 0.5);
                slices[z].cells[part] += 1;
                slices[z].euler[part] += eulerBetween(inside);
            }
        }
    };
    parallelFor(slices.size(), threads, sumSlice, stop);
    CellSums all;
    for (const CellSums& slice : slices)
        for (std::size_t i = 0; i < parts; ++i) {
            all.cells[i] += slice.cells[i];
            all.euler[i] += slice.euler[i];
        }
    return all;
}

/// Area and volume in all and by parts.
struct AreaSums {
    std::array<double, parts> area{}, volume{};

    Estimate perVolume() const {
        double allArea = 0, allVolume = 0;
        std::array<double, parts> each;
        for (std::size_t i = 0; i < parts; ++i) {
            allArea += area[i];
            allVolume += volume[i];
            each[i] = volume[i] > 0 ? area[i] / volume[i] : unknown;
        }
        return {allArea / allVolume, errorOfMean(each)};
    }
};

/// Area of a set's triangles by the volume of its whole cells.
Estimate areaInside(const LevelSet& set, const SurfaceMesh& mesh, const CellSums& cells) {
    std::array<double, parts> areas{};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const std::size_t cell = mesh.cells[t], width = static_cast<std::size_t>(set.size.width);
        const std::size_t x = cell % width, y = cell % set.size.slice() / width, z = cell / set.size.slice();
        const auto middle = [](std::size_t place) { return static_cast<double>(place) + 0.5; };
        areas[partOf(set.size, middle(x), middle(y), middle(z))] += mesh.area(t);
    }
    return ratioOf(areas, cells.cells);
}

/// Between the voxels' centres and, where its outer half is a voxel of the volume's face, up to that face: there the surface goes
/// straight on, and half of the cube counts.
AreaSums areasExtended(const LevelSet& set, const std::stop_token& stop) {
    LevelSet padded;
    padded.size = {set.size.width + 2, set.size.height + 2, set.size.depth + 2};
    padded.spacing = set.spacing;
    padded.phi.resize(padded.size.voxels());
    if (!set.valid.empty()) padded.valid.resize(padded.size.voxels());
    std::size_t at = 0;
    for (int z = -1; z <= set.size.depth && !stop.stop_requested(); ++z)
        for (int y = -1; y <= set.size.height; ++y)
            for (int x = -1; x <= set.size.width; ++x, ++at) {
                const std::size_t from =
                    set.size.index(std::clamp(x, 0, set.size.width - 1), std::clamp(y, 0, set.size.height - 1),
                                   std::clamp(z, 0, set.size.depth - 1));
                padded.phi[at] = set.phi[from];
                if (!set.valid.empty()) padded.valid[at] = set.valid[from];
            }
    const auto weightOf = [&](int x, int y, int z) {
        return (x == 0 || x == set.size.width ? 0.5 : 1) * (y == 0 || y == set.size.height ? 0.5 : 1) *
               (z == 0 || z == set.size.depth ? 0.5 : 1);
    };
    AreaSums sums;
    for (int z = 0; z <= set.size.depth && !stop.stop_requested(); ++z)
        for (int y = 0; y <= set.size.height; ++y)
            for (int x = 0; x <= set.size.width; ++x) {
                bool isWhole = true;
                for (int corner = 0; corner < 8 && !padded.valid.empty(); ++corner)
                    isWhole &= padded.isValid(padded.size.index(x + (corner & 1), y + ((corner >> 1) & 1), z + (corner >> 2)));
                if (isWhole) sums.volume[partOf(set.size, x - 0.5, y - 0.5, z - 0.5)] += weightOf(x, y, z);
            }
    const SurfaceMesh mesh = marchingCubes(padded, stop);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto x = static_cast<int>(mesh.cells[t] % static_cast<std::size_t>(padded.size.width)),
                   y = static_cast<int>(mesh.cells[t] % padded.size.slice() / static_cast<std::size_t>(padded.size.width)),
                   z = static_cast<int>(mesh.cells[t] / padded.size.slice());
        sums.area[partOf(set.size, x - 0.5, y - 0.5, z - 0.5)] += weightOf(x, y, z) * mesh.area(t);
    }
    return sums;
}

/// Volume fraction of the phase; voxels that the surface cuts count in part.
Estimate volumeFractionOf(const LevelSet& set, const std::stop_token& stop) {
    std::array<double, parts> inside{}, all{}, each;
    for (int z = 0; z < set.size.depth && !stop.stop_requested(); ++z)
        for (int y = 0; y < set.size.height; ++y)
            for (int x = 0; x < set.size.width; ++x) {
                const std::size_t voxel = set.size.index(x, y, z), part = partOf(set.size, x, y, z);
                if (!set.isValid(voxel)) continue;
                inside[part] += std::clamp(0.5 - static_cast<double>(set.phi[voxel]), 0.0, 1.0);
                all[part] += 1;
            }
    double insideSum = 0, sum = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        insideSum += inside[i];
        sum += all[i];
        each[i] = all[i] > 0 ? inside[i] / all[i] : unknown;
    }
    return {insideSum / sum, errorOfMean(each)};
}

/// Areas of the vertices, 0 where the curvature is not known.
std::vector<double> knownAreas(const SurfaceMesh& mesh, const Curvatures& curvatures) {
    std::vector<double> areas = vertexAreas(mesh);
    for (std::size_t v = 0; v < areas.size(); ++v)
        if (curvatures.isKnown[v] == 0) areas[v] = 0;
    return areas;
}

struct CurvatureSums {
    double area = 0, h = 0, hh = 0, k = 0;

    double meanH() const { return area > 0 ? h / area : unknown; }
    double sdH() const { return area > 0 ? std::sqrt(std::max(0.0, hh / area - meanH() * meanH())) : unknown; }
    double meanK() const { return area > 0 ? k / area : unknown; }
};

void measureCurvature(SurfaceAnswer& answer, const std::vector<double>& areas) {
    const std::array<double, 3> steps = answer.distance.steps();
    CurvatureSums all;
    std::array<CurvatureSums, parts> sums;
    for (std::size_t v = 0; v < areas.size(); ++v) {
        if (!(areas[v] > 0)) continue;
        const auto& vertex = answer.mesh.vertices[v];
        const std::size_t part = partOf(answer.distance.size, static_cast<double>(vertex[0]) / steps[0],
                                        static_cast<double>(vertex[1]) / steps[1], static_cast<double>(vertex[2]) / steps[2]);
        const double h = static_cast<double>(answer.curvatures.mean[v]), k = static_cast<double>(answer.curvatures.gaussian[v]);
        for (CurvatureSums* const to : {&all, &sums[part]}) {
            to->area += areas[v];
            to->h += areas[v] * h;
            to->hh += areas[v] * h * h;
            to->k += areas[v] * k;
        }
    }
    const auto estimate = [&](double (CurvatureSums::*value)() const) {
        std::array<double, parts> each;
        for (std::size_t i = 0; i < parts; ++i)
            each[i] = (sums[i].*value)();
        return Estimate{(all.*value)(), errorOfMean(each)};
    };
    answer.measures.meanH = estimate(&CurvatureSums::meanH);
    answer.measures.sdH = estimate(&CurvatureSums::sdH);
    answer.measures.meanK = estimate(&CurvatureSums::meanK);
}

CurvatureHistogram histogramOf(const Curvatures& curvatures, const std::vector<double>& areas, double mostH, double mostK) {
    constexpr std::size_t bins = CurvatureHistogram::bins;
    AreaShares h = sharesOf(curvatures.mean, areas, mostH), k = sharesOf(curvatures.gaussian, areas, mostK);
    CurvatureHistogram histogram{mostH, mostK, {}, {}, std::vector<double>(bins * bins)};
    const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
    for (std::size_t v = 0; v < areas.size(); ++v)
        if (areas[v] > 0)
            histogram.joint[k.binOf(static_cast<double>(curvatures.gaussian[v])) * bins +
                            h.binOf(static_cast<double>(curvatures.mean[v]))] += areas[v] / sum;
    histogram.h = std::move(h.shares);
    histogram.k = std::move(k.shares);
    return histogram;
}

PhaseVoxels phaseOf(const LevelSet& set, const std::array<int, 3>& from, const std::array<int, 3>& to,
                    const std::stop_token& stop) {
    PhaseVoxels phase{{to[0] - from[0], to[1] - from[1], to[2] - from[2]}, {}};
    phase.isInside.reserve(phase.size.voxels());
    for (int z = from[2]; z < to[2] && !stop.stop_requested(); ++z)
        for (int y = from[1]; y < to[1]; ++y)
            for (int x = from[0]; x < to[0]; ++x) {
                const std::size_t voxel = set.size.index(x, y, z);
                phase.isInside.push_back(set.phi[voxel] < 0 && set.isValid(voxel));
            }
    return phase;
}

/// `cells`: the set that has the cells which count.
void measureTopology(const LevelSet& set, const LevelSet& cells, Borders borders, SurfaceMeasures& measures, int threads,
                     const std::stop_token& stop) {
    const std::array<int, 3> counts = set.counts();
    std::array<Topology, parts + 1> found;  // of the parts, and of all
    std::array<double, parts> perPx3;
    const auto count = [&](std::size_t part) {
        std::array<int, 3> from{0, 0, 0}, to = counts;
        for (std::size_t axis = 0; axis < 3 && part < parts; ++axis)
            (part >> axis & 1U ? from : to)[axis] = counts[axis] / 2;
        const PhaseVoxels phase = phaseOf(set, from, to, stop);
        if (stop.stop_requested()) return;
        const bool repeats = part == parts && borders == Borders::periodic;
        found[part] = repeats ? periodicTopologyOf(phase, stop) : topologyOf(phase, stop);
        if (part < parts) perPx3[part] = found[part].eulerPerVolume / static_cast<double>(phase.size.voxels());
    };
    parallelFor(parts + 1, threads, count, stop);
    if (stop.stop_requested()) return;
    // A sum over parts, as its mean.
    const auto errorOfSum = [&](auto&& quantity) {
        std::array<double, parts> each;
        for (std::size_t i = 0; i < parts; ++i)
            each[i] = parts * static_cast<double>(quantity(found[i]));
        return errorOfMean(each);
    };
    const Topology& whole = found[parts];
    measures.topology = whole;
    measures.euler = {static_cast<double>(whole.euler), errorOfSum([](const Topology& part) { return part.euler; })};
    measures.genus = {static_cast<double>(whole.genus()), errorOfSum([](const Topology& part) { return part.genus(); })};
    measures.pieces = {static_cast<double>(whole.pieces), errorOfSum([](const Topology& part) { return part.pieces; })};
    if (borders == Borders::extended) {
        measures.eulerPerPx3 = {whole.eulerPerVolume / static_cast<double>(set.size.voxels()), errorOfMean(perPx3)};
        return;
    }
    const CellSums sums = cellsOf(cells, threads, stop);
    measures.eulerPerPx3 = ratioOf(sums.euler, sums.cells);
}

/// Reports what part of the whole is done after each step, about; denoising takes its share of it first.
struct Telling {
    const PartDone& onProgress;
    double ofDenoising;

    void without(double part) const {
        if (onProgress) onProgress(part < distanceDone ? part * (1 - ofDenoising) : ofDenoising + part * (1 - ofDenoising));
    }
    void denoising(double part) const {
        if (onProgress) onProgress(distanceDone * (1 - ofDenoising) + part * ofDenoising);
    }

    static constexpr double levelDone = 0.1, distanceDone = 0.35, areaDone = 0.45, exactDone = 0.75, curvatureDone = 0.85;
};

/// S_V of a set, whose triangles are `mesh`; of one on a repeated volume that of the period.
Estimate areaPerVolume(const LevelSet& set, const SurfaceMesh& mesh, const SurfaceSettings& settings, const Period* period,
                       const std::stop_token& stop) {
    if (period) {
        const LevelSet cells = period->inside(set, true);
        return areaInside(cells, marchingCubes(cells, stop), cellsOf(cells, settings.threads, stop));
    }
    if (settings.borders == Borders::extended) return areasExtended(set, stop).perVolume();
    return areaInside(set, mesh, cellsOf(set, settings.threads, stop));
}

/// The surface of the distance that was found, before it is denoised.
struct Before {
    SurfaceMesh mesh;
    LevelSet distance;
    Curvatures curvatures = {};  ///< once they are measured
};

/// How far what is found at a voxel looks, px.
double reachOf(const SurfaceSettings& settings) {
    constexpr double ofGaussian = 4, ofCurvature = 6, ofPatches = 8;
    double reach = ofGaussian * settings.level.smoothPx + distanceReachPx + ofCurvature;
    if (settings.denoise.method == DenoiseMethod::gaussian) reach += ofGaussian * settings.denoise.gaussianPx;
    if (settings.denoise.method == DenoiseMethod::curvature) reach += ofGaussian * std::sqrt(2 * settings.denoise.flowTimePx2);
    if (settings.denoise.method == DenoiseMethod::nlm || settings.denoise.method == DenoiseMethod::automatic) reach += ofPatches;
    return reach;
}

/// Otsu's level of a period: its neighbours beside it would give more weight to what is at its faces.
double levelOf(const Volume& repeated, const Period& period, const SurfaceSettings& settings, const std::stop_token& stop) {
    LevelSet greys{repeated.size(), repeated.spacing(), {}, {repeated.valid().begin(), repeated.valid().end()}};
    greys.phi = gaussianSmoothed(greys.size, greys.steps(), {repeated.values().begin(), repeated.values().end()}, greys.valid,
                                 settings.level.smoothPx, settings.threads, stop);
    LevelSet own = period.inside(greys, false);
    return otsuLevel(Volume(own.size, own.spacing, std::move(own.phi), std::move(own.valid)), stop);
}

Telling tellingOf(const SurfaceSettings& settings) {
    const DenoiseMethod method = settings.denoise.method;
    const bool mayBeNlm = method == DenoiseMethod::nlm || method == DenoiseMethod::automatic;
    return {settings.onProgress, method == DenoiseMethod::none ? 0 : mayBeNlm ? 0.8 : 0.5};
}

/// Level, distance, denoising, triangles, and the distance to them. `period`: that the volume repeats, or nullptr. `before`: what
/// denoising began with, where it is asked for. False after a stop.
bool findSurface(const Volume& volume, const SurfaceSettings& settings, const Period* period, const std::stop_token& stop,
                 SurfaceAnswer& answer, std::optional<Before>* before) {
    const Telling telling = tellingOf(settings);
    LevelSettings levelSettings = settings.level;
    levelSettings.threads = settings.threads;
    if (period && !levelSettings.level) levelSettings.level = levelOf(volume, *period, settings, stop);
    LevelAnswer found =
        levelSetOf(volume, levelSettings, stop, settings.borders == Borders::inside ? Beyond::straight : Beyond::repeated);
    if (stop.stop_requested()) return false;
    telling.without(Telling::levelDone);
    answer.level = found.level;
    answer.distance = std::move(found.set);
    LevelSet& set = answer.distance;
    redistance(set, stop);
    if (stop.stop_requested()) return false;
    telling.denoising(0);
    DenoiseSettings denoising = settings.denoise;
    if (before || denoising.method == DenoiseMethod::automatic) answer.noisePx = surfaceNoise(set, settings.threads, stop);
    if (denoising.method == DenoiseMethod::automatic) denoising.method = methodFor(set, answer.noisePx, denoising);
    const bool isDenoised = denoising.method != DenoiseMethod::none;
    if (before || !isDenoised) answer.mesh = marchingCubes(set, stop);
    if (before) {
        answer.measures.areaPerVolume = areaPerVolume(set, answer.mesh, settings, period, stop);
        answer.areaPerVolumeBefore = answer.measures.areaPerVolume.value;
    }
    if (isDenoised) {
        if (before) *before = Before{std::move(answer.mesh), set};
        answer.denoised =
            denoise(set, denoising, settings.nlm, settings.threads, stop, [&](double part) { telling.denoising(part); });
        if (!answer.denoised) return false;
        answer.mesh = marchingCubes(set, stop);
        if (before) answer.measures.areaPerVolume = areaPerVolume(set, answer.mesh, settings, period, stop);
    }
    telling.without(Telling::areaDone);
    if (stop.stop_requested()) return false;
    if (answer.mesh.triangles.empty())
        throw InputError("the volume", "no surface lies between its valid voxels once it is denoised",
                         "denoise less, or choose another level");
    redistance(set, answer.mesh, settings.threads, stop);
    return !stop.stop_requested();
}

/// `distance`: the denoised surface's where its triangles lie.
void measureNoise(SurfaceAnswer& answer, const LevelSet& distance, Before before, const std::stop_token& stop) {
    answer.removed = surfaceDisplacement(answer.mesh, before.distance, {}, stop);
    NoisySurface noisy{std::move(before.mesh), std::move(before.curvatures), {}, {}};
    noisy.histogram =
        histogramOf(noisy.curvatures, knownAreas(noisy.mesh, noisy.curvatures), answer.histogram.mostH, answer.histogram.mostK);
    noisy.removed = surfaceDisplacement(noisy.mesh, distance, answer.removed->shares.most, stop).opposite();
    answer.noisy = std::move(noisy);
}

/// Repeats a volume that is one period; another stays as it is.
struct MeasuredVolume {
    MeasuredVolume(const Volume& given, const SurfaceSettings& settings) : volume(given) {
        if (settings.borders != Borders::periodic) return;
        period.emplace(given, reachOf(settings));
        volume = period->repeated(given);
    }
    const Period* itsPeriod() const { return period ? &*period : nullptr; }

    Volume volume;
    std::optional<Period> period;
};

}  // namespace

SurfaceFacts factsOf(const SurfaceAnswer& answer) {
    SurfaceFacts facts{answer.measures, answer.level, answer.areaPerVolumeBefore, false};
    if (answer.denoised)
        facts.isComparedNearOnly = std::ranges::any_of(
            answer.denoised->rounds, [](const NlmRound& round) { return round.candidates == NlmCandidates::radius; });
    return facts;
}

std::size_t bytesToMeasureSurface(const VolumeSize& size, const SurfaceSettings& settings) {
    const DenoiseSettings& denoise = settings.denoise;
    const int beside = settings.borders == Borders::periodic ? 2 * static_cast<int>(std::ceil(reachOf(settings))) : 0;
    const std::size_t voxels = VolumeSize{size.width + beside, size.height + beside, size.depth + beside}.voxels();
    constexpr std::size_t perVoxel = 56;            // the distance, its padded copy, labels, triangles and their curvatures
    constexpr std::size_t before = 24;              // the distance before it was denoised, its triangles and their curvatures
    constexpr double elementsPerVoxelAndPx = 0.25;  // of the band, beside a surface as fine as a wavelength of 20 px
    std::size_t bytes = voxels * (perVoxel + (denoise.method == DenoiseMethod::none ? 0 : before));
    auto elements = static_cast<std::size_t>(elementsPerVoxelAndPx * denoise.nlm.bandPx * static_cast<double>(voxels));
    if (denoise.method == DenoiseMethod::automatic) elements = std::min(elements, mostElementsByThemselves);
    if (denoise.method == DenoiseMethod::nlm || denoise.method == DenoiseMethod::automatic)
        bytes += bytesForNonLocalMeans(elements, denoise.nlm.m);
    return bytes;
}

std::optional<LevelSet> surfaceDistance(const Volume& volume, const SurfaceSettings& settings, std::stop_token stop) {
    SurfaceAnswer answer;
    const MeasuredVolume measured(volume, settings);
    if (!findSurface(measured.volume, settings, measured.itsPeriod(), stop, answer, nullptr)) return {};
    return measured.period ? measured.period->inside(answer.distance, true) : std::move(answer.distance);
}

std::optional<SurfaceAnswer> measureSurface(const Volume& volume, const SurfaceSettings& settings, std::stop_token stop) {
    const Telling telling = tellingOf(settings);
    SurfaceAnswer answer;
    std::optional<Before> before;
    const MeasuredVolume measured(volume, settings);
    if (!findSurface(measured.volume, settings, measured.itsPeriod(), stop, answer, &before)) return {};
    telling.without(Telling::exactDone);
    answer.curvatures = curvaturesOf(answer.distance, answer.mesh, settings.threads, stop);
    if (before) {
        redistance(before->distance, before->mesh, settings.threads, stop);
        before->curvatures = curvaturesOf(before->distance, before->mesh, settings.threads, stop);
    }
    if (stop.stop_requested()) return {};
    LevelSet cells;
    if (const Period* const period = measured.itsPeriod()) {
        cells = period->inside(answer.distance, true);
        answer.distance = period->inside(answer.distance, false);
        period->trim(answer.mesh, answer.curvatures);
        if (before) {
            period->trim(before->mesh, before->curvatures);
            before->distance = period->inside(before->distance, true);
        }
    }
    const LevelSet& between = measured.period ? cells : answer.distance;
    answer.measures.volumeFraction = volumeFractionOf(answer.distance, stop);
    const std::vector<double> areas = knownAreas(answer.mesh, answer.curvatures);
    measureCurvature(answer, areas);
    answer.histogram =
        histogramOf(answer.curvatures, areas, mostOf(answer.curvatures.mean, areas), mostOf(answer.curvatures.gaussian, areas));
    if (before) measureNoise(answer, between, *std::move(before), stop);
    if (stop.stop_requested()) return {};
    telling.without(Telling::curvatureDone);
    measureTopology(answer.distance, between, settings.borders, answer.measures, settings.threads, stop);
    if (stop.stop_requested()) return {};
    telling.without(1);
    return answer;
}

}  // namespace coarsen
