// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace coarsen::cli {

/// Checks of what stands behind an option. CLI11's own let NaN through and name their bounds with 309 digits.
CLI::Validator wholeAboveZero();  ///< a whole number
CLI::Validator wholeOrZero();     ///< a whole number that is not negative

/// Has every option of numbers, of the command and of those below it, refuse NaN and infinity.
void refuseNoNumbers(CLI::App& app);

}  // namespace coarsen::cli
