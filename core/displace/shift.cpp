// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/shift.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

Shift Shift::followedBy(const Shift& further) const {
    const double angle = further.rotationDeg * std::numbers::pi / 180, cosine = std::cos(angle), sine = std::sin(angle);
    return {cosine * x - sine * y + further.x, sine * x + cosine * y + further.y, further.correlation,
            rotationDeg + further.rotationDeg};
}

Shift Shift::aboutAnotherCentre(double dx, double dy) const {
    const Shift moved = Shift{dx, dy}.followedBy({0, 0, 0, rotationDeg});
    return {x + dx - moved.x, y + dy - moved.y, correlation, rotationDeg};
}

FoundShift FoundShift::none() {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {{none, none, 0}};
}

FoundShift FoundShift::origin() {
    return {{0, 0, 1}, std::vector<Shift>(shiftBlocks)};
}

ShiftError FoundShift::error() const {
    if (withoutBlock.empty()) return {};
    const auto errorOf = [&](double Shift::*part) {
        double mean = 0;
        for (const Shift& replicate : withoutBlock)
            mean += replicate.*part / shiftBlocks;
        // Neighbours err together: by blocks of two by two, each block in four of them; about their mean they spread less.
        constexpr double joined = 4, spread = 1 - joined / shiftBlocks;
        double squares = 0;
        for (int row = -1; row < shiftBlocksAcross; ++row)
            for (int column = -1; column < shiftBlocksAcross; ++column) {
                double sum = 0;
                for (int y = std::max(0, row); y <= std::min(shiftBlocksAcross - 1, row + 1); ++y)
                    for (int x = std::max(0, column); x <= std::min(shiftBlocksAcross - 1, column + 1); ++x)
                        sum += withoutBlock[static_cast<std::size_t>(y * shiftBlocksAcross + x)].*part - mean;
                squares += sum * sum / joined / spread;
            }
        return std::sqrt((shiftBlocks - 1.0) / shiftBlocks * squares);
    };
    return {std::hypot(errorOf(&Shift::x), leftPx), std::hypot(errorOf(&Shift::y), leftPx), errorOf(&Shift::rotationDeg)};
}

FoundShift FoundShift::followedBy(const FoundShift& further) const {
    FoundShift sum{shift.followedBy(further.shift), {}, leftPx + further.leftPx, further.partsDifferPx};
    if (withoutBlock.size() == further.withoutBlock.size())
        for (std::size_t block = 0; block < withoutBlock.size(); ++block)
            sum.withoutBlock.push_back(withoutBlock[block].followedBy(further.withoutBlock[block]));
    return sum;
}

FoundShift FoundShift::aboutAnotherCentre(double dx, double dy) const {
    FoundShift moved{shift.aboutAnotherCentre(dx, dy), {}, leftPx, partsDifferPx};
    for (const Shift& replicate : withoutBlock)
        moved.withoutBlock.push_back(replicate.aboutAnotherCentre(dx, dy));
    return moved;
}

}  // namespace coarsen
