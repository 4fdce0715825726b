// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <string>
#include <utility>
#include <vector>

namespace coarsen {

/// Where numbers and pictures come from: what every exported file says of itself.
struct Provenance {
    std::string software;  ///< "Coarsen 0.1.0"
    std::string series;    ///< its name
    std::string recipeSha256;
    std::string inputSha256;  ///< one for all inputs that were measured: of their own hashes in frame order
    std::string engine, device;
    std::string convolution;  ///< the engine asked for, and when its costs were measured: "auto, tuned 2026-11-23T16:00:00Z"
    std::string dateUtc;      ///< when the measurement ended, ISO 8601; empty without one

    /// Key and value of all that is known but the software: "Source", "Recipe SHA-256", ... as in a PNG's text.
    std::vector<std::pair<std::string, std::string>> texts() const;
};
Provenance provenanceOf(const Session& session);

}  // namespace coarsen
