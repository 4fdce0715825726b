// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.hpp"

#include "core/base/files.hpp"
#include "core/base/sha256_sum.hpp"

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

namespace coarsen {

namespace {

/// Asked for once: every asking takes locks. From a context of its own, so that no configuration of the machine's is read.
const EVP_MD* sha256Method() {
    static const EVP_MD* const fetched = EVP_MD_fetch(OSSL_LIB_CTX_new(), "SHA256", nullptr);
    return fetched;
}

void require(bool isDone) {
    if (!isDone) throw std::runtime_error("libcrypto cannot compute SHA-256");
}

}  // namespace

void Sha256::FreeContext::operator()(evp_md_ctx_st* context) const {
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    if (!context_) throw std::bad_alloc();
    require(sha256Method() && EVP_DigestInit_ex2(context_.get(), sha256Method(), nullptr) == 1);
}

void Sha256::add(std::span<const std::byte> piece) {
    require(EVP_DigestUpdate(context_.get(), piece.data(), piece.size()) == 1);
}

std::string Sha256::text() {
    std::array<std::uint8_t, 32> sum{};
    require(EVP_DigestFinal_ex(context_.get(), sum.data(), nullptr) == 1);
    std::string digits;
    for (const std::uint8_t byte : sum) {
        digits += "0123456789abcdef"[byte >> 4];
        digits += "0123456789abcdef"[byte & 15];
    }
    return digits;
}

std::string sha256(std::span<const std::byte> bytes) {
    Sha256 digest;
    digest.add(bytes);
    return digest.text();
}

std::string sha256(std::string_view text) {
    return sha256(std::as_bytes(std::span(text)));
}

std::string sha256OfFile(const std::filesystem::path& file, std::stop_token stop) {
    FileReader reader(file);
    std::vector<std::byte> piece(std::size_t{1} << 20);
    Sha256 digest;
    for (std::size_t got = piece.size(); got == piece.size();) {
        if (stop.stop_requested()) return {};
        got = reader.read(piece);
        digest.add(std::span(piece).first(got));
    }
    return digest.text();
}

}  // namespace coarsen
