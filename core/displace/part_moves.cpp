// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/part_moves.hpp"

#include "core/displace/shift.hpp"

#include <algorithm>
#include <array>

namespace coarsen {

namespace {
constexpr int blocksOfPart = shiftBlocksAcross / partsAcross;
constexpr double leastRatio = 4;  // of variances: one in 10,000 by chance where each block errs alone
constexpr double leastDifferencePx = 0.2;
}  // namespace

bool doPartsDiffer(const std::vector<Equations>& blocks) {
    std::array<std::vector<cv::Vec2d>, partsAcross * partsAcross> parts;
    cv::Vec2d sum(0, 0);
    int count = 0, filled = 0;
    for (int row = 0; row < shiftBlocksAcross; ++row)
        for (int column = 0; column < shiftBlocksAcross; ++column) {
            const Equations& block = blocks[static_cast<std::size_t>(row * shiftBlocksAcross + column)];
            const cv::Vec2d pull(block.right[0], block.right[1]);
            if (pull == cv::Vec2d(0, 0)) continue;  // masked
            auto& part = parts[static_cast<std::size_t>(row / blocksOfPart * partsAcross + column / blocksOfPart)];
            filled += part.empty();
            part.push_back(pull);
            sum += pull;
            ++count;
        }
    double between = 0, within = 0;
    for (const std::vector<cv::Vec2d>& part : parts) {
        if (part.empty()) continue;
        cv::Vec2d mean(0, 0);
        for (const cv::Vec2d& pull : part)
            mean += pull / static_cast<double>(part.size());
        const cv::Vec2d off = mean - sum / static_cast<double>(count);
        between += static_cast<double>(part.size()) * off.dot(off);
        for (const cv::Vec2d& pull : part)
            within += (pull - mean).dot(pull - mean);
    }
    return filled > 1 && count > filled && between / (filled - 1) > leastRatio * within / (count - filled);
}

double largestDifference(const std::vector<cv::Vec2d>& moves) {
    double largest = 0;
    for (const cv::Vec2d& one : moves)
        for (const cv::Vec2d& other : moves)
            largest = std::max(largest, cv::norm(one - other));
    return largest >= leastDifferencePx ? largest : 0;
}

}  // namespace coarsen
