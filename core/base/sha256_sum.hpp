// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;

namespace coarsen {

/// SHA-256 of what comes piece by piece.
///
/// Use, given `std::span<const std::byte> piece`:
///
///     Sha256 sum;
///     sum.add(piece);
///     const std::string digits = sum.text();
class Sha256 {
public:
    Sha256();
    void add(std::span<const std::byte> piece);
    std::string text();  ///< of all that was added, as 64 lower-case hexadecimal digits; nothing may be added afterwards

private:
    struct FreeContext {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, FreeContext> context_;
};

}  // namespace coarsen
