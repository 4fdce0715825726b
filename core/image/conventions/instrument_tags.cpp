// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/instrument_tags.hpp"

#include "core/image/conventions/electron_microscopes.hpp"
#include "core/image/conventions/instrument_words.hpp"
#include "core/image/conventions/light_microscopes.hpp"

namespace coarsen::conventions {

namespace {

constexpr std::uint16_t feiTags[] = {34682, 34680, 34683};

std::optional<FileFacts> feiFactsIn(const InstrumentTags& tags) {
    for (const std::uint16_t fei : feiTags)  // all but one may be empty
        if (const PrivateTag* const tag = tags.find(fei))
            if (auto facts = feiFacts(decodedText(tag->bytes), tags.width, tags.height)) return facts;
    return std::nullopt;
}

}  // namespace

std::optional<Stated<int>> pictureRowsOf(const InstrumentTags& tags) {
    const auto facts = feiFactsIn(tags);
    return facts ? facts->pictureRows : std::nullopt;
}

std::optional<FileFacts> instrumentFacts(const InstrumentTags& tags) {
    if (tags.tags.empty()) return std::nullopt;
    if (auto facts = feiFactsIn(tags)) return facts;
    if (const PrivateTag* const tag = tags.find(34118))
        if (auto facts = zeissSemFacts(decodedText(tag->bytes), tags.width)) return facts;
    for (const auto& factsOf : {tvipsFacts, zeissLsmFacts, metaMorphFacts, olympusSisFacts, gatanFacts})
        if (auto facts = factsOf(tags)) return facts;
    return std::nullopt;
}

}  // namespace coarsen::conventions
