// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/measure/lengths.hpp"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// Two channels of an image, counted from 0.
struct ChannelPair {
    int first = 0, second = 0;

    std::string name() const;  ///< "1x2": counted from 1, as users do
    bool isOneChannel() const { return first == second; }
    bool operator==(const ChannelPair&) const = default;
};

/// Pairs of an image with that many channels, row by row of the matrix' upper half: C_ji(X0, Y0) = C_ij(-X0, -Y0). None for
/// `sum`.
std::vector<ChannelPair> channelPairs(Terms terms, int channels);

/// How two channels of an image correlate: C_ij = (N_ij / n) / sqrt(v_i v_j), each channel without its own mean, v its variance
/// (with the mean and norm that the settings ask for).
struct Term {
    ChannelPair channels;
    CorrelationMap map;     ///< the full plane where the channels differ; peaks at (+dx, +dy) when i is j moved by that
    RadialProfile profile;  ///< the average over circles; with `error` when that was asked for
    LengthScale rMax;       ///< the side maximum of `profile`, where that begins below 0 of its negative

    double atOrigin() const { return profile.value.front(); }  ///< Pearson's correlation of the two channels, 1 of one channel
};

/// Sentence on a term's value at the origin: "channel 2 is where channel 1 is not". Empty of one channel.
std::string atOriginInWords(const ChannelPair& channels, double atOrigin);

/// Measures terms. Plans are kept, so one a series and thread; `shape` is that of the whole image, all its channels.
///
/// Use, given `std::shared_ptr<const CorrelationEngine> engine, const PlanShape& shape, const MaskedImage& image`:
///
///     TermMeasurer measure(engine, shape, MeasureSettings{}, 1.0);
///     std::vector<Term> terms = measure(image, channelPairs(Terms::all, shape.channels));
///     measure.addErrors(terms, image);
class TermMeasurer {
public:
    TermMeasurer(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& shape, const MeasureSettings& settings,
                 double aspect);
    ~TermMeasurer();
    TermMeasurer(TermMeasurer&&) noexcept;

    /// All of `pairs`, or fewer after a stop. A constant channel correlates with nothing: its terms are undefined everywhere.
    std::vector<Term> operator()(const MaskedImage& image, const std::vector<ChannelPair>& pairs, std::stop_token stop = {});

    /// Standard errors of the profiles by the jack-knife over sub-images.
    void addErrors(std::vector<Term>& terms, const MaskedImage& image, std::stop_token stop = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace coarsen
