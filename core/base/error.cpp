// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"

#include "core/base/utf8.hpp"

namespace coarsen {

namespace {
std::string sentence(const std::string& subject, const std::string& reason, const std::string& remedy) {
    std::string text = subject.empty() ? reason : subject + ": " + reason;
    if (!remedy.empty()) text += "; " + remedy;
    return text;
}
}  // namespace

// Names of files, settings and what stands in files come into messages as they are, and messages into tables and JSON.
Error::Error(std::string subject, std::string reason, std::string remedy)
    : std::runtime_error(printable(sentence(subject, reason, remedy))),
      subject_(printable(subject)),
      reason_(printable(reason)),
      remedy_(printable(remedy)) {}

}  // namespace coarsen
