// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace coarsen::test {

inline constexpr int studyWidth = 480, studyHeight = 360;

/// Pictures of one kind, each by its seed.
struct Kind {
    std::string name;
    std::function<Image(std::uint64_t seed)> picture;
};

std::vector<Kind> cleanKinds();   ///< with one length
std::vector<Kind> spoiltKinds();  ///< with a length and something that looks like another
std::vector<Kind> nullKinds();    ///< without any length
std::vector<Kind> shadeKinds();   ///< smooth round shades, which in whole levels show contours, without any length
std::vector<Kind> faintKinds();   ///< with one length and a contrast of few grey levels, level or in light that falls

}  // namespace coarsen::test
