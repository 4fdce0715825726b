// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"
#include "core/convolve/tile_cover.hpp"

namespace coarsen {

/// A plan whose rows of answers need the padded rows beside them and no others, so that a band of rows can be bordered and summed
/// while it lies in the cache.
class RowPlan : public ConvolutionPlan {
public:
    explicit RowPlan(const ConvolutionShape& shape) : shape_(shape) {}

    /// `rows` rows of the answer, one after the other, from rows + filterHeight - 1 of the padded image; any thread may call.
    virtual void runRows(Rows<const float> padded, int rows, float* answer) const = 0;

    void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop) final {
        const Rows<const float> from{padded.data(), shape_.paddedWidth()};
        const Rows<float> to{answer.data(), shape_.width};
        forBands(
            shape_.height, shape_.threads,
            [&](int y, int rows) {
                runRows({from.at(0, y), from.stride}, rows, to.at(0, y));
            },
            stop);
    }

protected:
    const ConvolutionShape& shape() const { return shape_; }

private:
    ConvolutionShape shape_;
};

}  // namespace coarsen
