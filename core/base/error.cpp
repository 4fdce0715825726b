// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"

namespace coarsen {

namespace {
std::string sentence(const std::string& subject, const std::string& reason, const std::string& remedy) {
    std::string text = subject.empty() ? reason : subject + ": " + reason;
    if (!remedy.empty()) text += "; " + remedy;
    return text;
}
}  // namespace

Error::Error(std::string subject, std::string reason, std::string remedy)
    : std::runtime_error(sentence(subject, reason, remedy)),
      subject_(std::move(subject)),
      reason_(std::move(reason)),
      remedy_(std::move(remedy)) {}

}  // namespace coarsen
