// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/provenance.hpp"

#include "core/base/sha256.hpp"
#include "core/base/version.hpp"
#include "core/session/series_name.hpp"

#include <set>

namespace coarsen {

namespace {

std::string inputHash(const Session& session) {
    std::string all;
    for (const auto& [frame, row] : session.results)
        all += row->inputSha256 + "\n" + (row->channelsSha256.empty() ? "" : row->channelsSha256 + "\n");
    return sha256(all);
}

std::string enginesUsed(const Session& session) {
    std::set<std::string> names;
    for (const auto& [frame, row] : session.results)
        if (!row->engine.empty()) names.insert(row->engine);
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
}

}  // namespace

Provenance provenanceOf(const Session& session) {
    return {.software = std::string("Coarsen ") + version,
            .series = seriesName(session),
            .recipeSha256 = recipeHash(session.recipe),
            .inputSha256 = inputHash(session),
            .engine = enginesUsed(session),
            .device = session.device,
            .convolution =
                session.convolutionEngine + (session.convolutionTuning.empty() ? "" : ", tuned " + session.convolutionTuning),
            .dateUtc = session.finishedUtc};
}

std::vector<std::pair<std::string, std::string>> Provenance::texts() const {
    std::vector<std::pair<std::string, std::string>> known;
    for (const auto& [key, value] : {std::pair{"Source", series},
                                     {"Recipe SHA-256", recipeSha256},
                                     {"Input SHA-256", inputSha256},
                                     {"Engine", engine},
                                     {"Device", device},
                                     {"Measured", dateUtc}})
        if (!value.empty()) known.emplace_back(key, value);
    return known;
}

}  // namespace coarsen
