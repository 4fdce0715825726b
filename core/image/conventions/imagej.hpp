// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <optional>
#include <string_view>

namespace coarsen::conventions {

/// A TIFF's tags of resolution. `unit`: 1 none, 2 inch, 3 centimetre.
struct Resolution {
    double x = 0, y = 0;  ///< pixels in a unit
    int unit = 2;
};

/// Facts that ImageJ's description of a TIFF states ("ImageJ=1.54f" and a property a line); nothing where the text is none.
/// `pages`: directories of the file; one that speaks for several pictures holds them behind one another, and they count.
std::optional<FileFacts> imageJFacts(std::string_view description, const Resolution& resolution, int pages);

/// How many pictures a single directory speaks for: ImageJ writes stacks beyond 4 GB, and others always, with one.
int imageJPictures(std::string_view description);

}  // namespace coarsen::conventions
