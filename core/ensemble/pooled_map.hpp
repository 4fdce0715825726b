// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlation_map.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace coarsen {

/// The maps of many independent images of one condition, taken together one after the other (Bordawekar et al. 2010, section 2):
/// sums of products over sums of pairs, so that an image counts by what it holds. Memory of three maps, however many images.
/// The same images in the same order give the same bytes.
class PooledMap {
public:
    /// Adds one image's autocorrelation, normalised per pair (NormMode::count), with its variance. A map of a smaller R makes the
    /// pooled one as small.
    void add(const CorrelationMap& map);

    /// All that is summed, in the bytes of this machine: an interrupted run goes on from it. Throws InputError where there are
    /// not as many bytes as a map of that R has.
    std::span<const std::byte> sums() const { return std::as_bytes(std::span(sums_)); }
    static PooledMap ofSums(int images, int maxLag, std::span<const std::byte> sums);

    int images() const { return images_; }
    int maxLag() const { return maxLag_; }

    /// sum N / sum n over its value at no offset. Empty without images.
    CorrelationMap pooled() const;
    /// The mean of the single maps, each 1 at no offset.
    CorrelationMap meanOfMaps() const;
    /// Standard error of that mean, sd / sqrt(M), at each offset: the image is the unit. NaN where fewer than two are defined.
    CorrelationMap standardError() const;

private:
    struct Sums {
        double products = 0, pairs = 0;           // of the pooled map
        double mean = 0, squares = 0, count = 0;  // of single values (Welford)
    };
    void shrinkTo(int maxLag);
    CorrelationMap mapOf(double (*value)(const Sums&, double atZero)) const;

    int images_ = 0, maxLag_ = 0;
    std::vector<Sums> sums_;  // rows of 2R+1 from Y0 = 0 to R
};

}  // namespace coarsen
