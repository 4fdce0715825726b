// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/synthetic_series.hpp"

#include <gsl/gsl_sf_bessel.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace coarsen {

namespace {

/// S(q) q dq of the ring on a fine grid: the weights of the Hankel transform, as nodes of a sum that converges faster than any
/// power because the integrand and its derivatives vanish at both ends.
struct RingNodes {
    std::vector<double> q, weight;
};

RingNodes ringNodes(double q0, double relativeWidth) {
    constexpr int count = 600;
    const double sigma = relativeWidth * q0;
    const double low = std::max(0.0, q0 - 8 * sigma), high = q0 + 8 * sigma;
    RingNodes nodes;
    double total = 0;
    for (int i = 0; i < count; ++i) {
        const double q = low + (high - low) * (i + 0.5) / count;
        const double weight = q * std::exp(-0.5 * (q - q0) * (q - q0) / (sigma * sigma));
        nodes.q.push_back(q);
        nodes.weight.push_back(weight);
        total += weight;
    }
    for (double& weight : nodes.weight)
        weight /= total;
    return nodes;
}

double c1d(const RingNodes& nodes, double r) {
    double sum = 0;
    for (std::size_t i = 0; i < nodes.q.size(); ++i)
        sum += nodes.weight[i] * gsl_sf_bessel_J0(nodes.q[i] * r);
    return sum;
}

}  // namespace

double ringC1d(double rPx, double q0, double relativeWidth) {
    return c1d(ringNodes(q0, relativeWidth), rPx);
}

double ringRMaxPx(double q0, double relativeWidth) {
    const RingNodes nodes = ringNodes(q0, relativeWidth);
    // The thin ring's maximum is at 7.0156/q0, where J0 has its first side maximum; a broad ring's lies near it.
    double low = 5.5 / q0, high = 8.5 / q0;
    constexpr double golden = 0.6180339887498949;
    while (high - low > 1e-9 / q0) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        (c1d(nodes, left) < c1d(nodes, right) ? low : high) = c1d(nodes, left) < c1d(nodes, right) ? left : right;
    }
    return (low + high) / 2;
}

}  // namespace coarsen
