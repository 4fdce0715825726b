// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/natural_order.hpp"

#include "core/base/numbers.hpp"

#include <compare>

namespace coarsen {

namespace {

/// Order of single characters: folders before the names in them, case aside.
int weight(char c) {
    if (c == '/') return 0;
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : static_cast<unsigned char>(c);
}

/// The run of digits at `from`, without its leading zeros.
std::string_view numberAt(std::string_view text, std::size_t from, std::size_t& end) {
    end = from;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    while (from + 1 < end && text[from] == '0')
        ++from;
    return text.substr(from, end - from);
}

}  // namespace

bool naturalLess(std::string_view a, std::string_view b) {
    std::size_t i = 0, k = 0;
    while (i < a.size() && k < b.size()) {
        if (isDigit(a[i]) && isDigit(b[k])) {
            const std::string_view left = numberAt(a, i, i), right = numberAt(b, k, k);
            if (left.size() != right.size()) return left.size() < right.size();
            if (left != right) return left < right;
        } else {
            if (weight(a[i]) != weight(b[k])) return weight(a[i]) < weight(b[k]);
            ++i, ++k;
        }
    }
    if ((i < a.size()) != (k < b.size())) return k < b.size();
    return a < b;  // equal but for case and leading zeros
}

}  // namespace coarsen
