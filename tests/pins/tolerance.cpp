// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pins/tolerance.hpp"

#include <algorithm>
#include <array>

namespace coarsen::test {

namespace {

/// A thousandth of its own error for what has one. Not here, so the same to the last digit: texts, statuses, qualities, counts,
/// indices, times, sizes and settings.
const std::vector<Tolerance>& tolerances() {
    constexpr double thousandth = 1e-3;
    static const std::vector<Tolerance> all{
        // lengths: px and um in results.csv; px in the session
        {"r_max_px", thousandth, {"r_max_err_px"}},
        {"r_max_um", thousandth, {"r_max_err_um"}},
        {"r_min_px", thousandth, {"r_min_err_px", "r_max_err_px"}},
        {"r_zero_px", thousandth, {"r_zero_err_px", "r_max_err_px"}},
        {"r_half_px", thousandth, {"r_half_err_px", "r_max_err_px"}},
        {"l_q1_px", thousandth, {"r_max_err_px"}},
        {"l_qpeak_px", thousandth, {"r_max_err_px"}},
        {"r_moment_px", thousandth, {"r_moment_err_px", "r_max_err_px"}},
        {"px", thousandth, {"error_px", "r_max.error_px"}},
        {"xi_px", thousandth, {"xi_err_px"}},
        {"xi_integral_px", thousandth, {"xi_integral_err_px"}},
        {"xi_fit_px", thousandth, {"xi_fit_err_px"}},
        // their errors; each block's maximum is refined until it stays within 0.001 px, so one step more moves it by parts of
        // that
        {"r_max_err_px", thousandth, {}, 1e-4},
        {"r_max_err_um", thousandth, {}, 1e-4},
        {"r_min_err_px", thousandth, {}, 1e-4},
        {"r_zero_err_px", thousandth, {}, 1e-4},
        {"r_half_err_px", thousandth, {}, 1e-4},
        {"r_moment_err_px", thousandth, {}, 1e-4},
        {"error_px", thousandth, {}, 1e-4},
        {"xi_err_px", thousandth, {}, 1e-4},
        {"xi_integral_err_px", thousandth, {}, 1e-4},
        {"xi_fit_err_px", thousandth, {}, 1e-4},
        // C1D, 1 at its centre and float32; where its error stands beside it, that rules
        {"c1d", thousandth, {"c1d_err"}, 1e-5},
        {"c1d_err", thousandth, {}, 1e-5},
        {"c", 0, {}, 1e-5},
        {"c_max", 0, {}, 1e-5},
        {"c_min", 0, {}, 1e-5},
        {"n", 1e-5, {}},  // a mean over the circle
        {"elongation", 0, {}, 1e-5},
        {"elongation_deg", 0, {}, 1e-2},
        {"angle_deg", 0, {}, 1e-2},
        {"domains", 1e-5, {}},
        {"contrast", 1e-4, {}},
        {"sharpness", 1e-4, {}},
        {"order_parameter", 0, {}, 1e-5},
        {"coherence_mean", 0, {}, 1e-5},
        {"axis_deg", 0, {}, 1e-2},
        // drift: the search for a turn stops within about 0.0002 px; a mask that was turned rounds to a few pixels more or less
        {"shift_x_px", 0, {}, 1e-3},
        {"shift_y_px", 0, {}, 1e-3},
        {"shift_px", 0, {}, 1e-3},
        {"rotation_deg", 0, {}, 1e-4},
        {"shift_x_err_px", 0, {}, 1e-3},
        {"shift_y_err_px", 0, {}, 1e-3},
        {"shift_error_px", 0, {}, 1e-3},
        {"rotation_err_deg", 0, {}, 1e-4},
        {"rotation_error_deg", 0, {}, 1e-4},
        {"likeness", 0, {}, 1e-5},
        {"valid_fraction", thousandth, {"rotation_deg"}},
        // fits
        {"value", thousandth, {"error"}},
        {"low68", thousandth, {"error"}},
        {"high68", thousandth, {"error"}},
        {"low95", thousandth, {"error"}},
        {"high95", thousandth, {"error"}},
        {"error", thousandth, {}},
        {"error_points", thousandth, {}},
        {"error_shared", thousandth, {"error"}},
        {"error_scaled", thousandth, {}},
        {"shared_scale_error", thousandth, {}},
        {"covariance", thousandth, {"product_of_errors"}},  // of the two parameters
        {"n_from_start", thousandth, {"n_from_start_err"}},
        {"n_from_start_err", thousandth, {}},
        {"n_local", thousandth, {"n_local_err"}},
        {"n_local_err", thousandth, {}},
        {"r2", 0, {}, 1e-6},
        {"chi2_reduced", thousandth, {}},
        {"residual_errors", thousandth, {}},
        {"largest_residual", thousandth, {}},
        {"aic", 1e-5, {}, 1e-3},  // a difference of 2 counts
        {"aic_above_lowest", 1e-5, {"aic"}, 1e-3},
        {"neighbour_correlation", 0, {}, 1e-5},
    };
    return all;
}

}  // namespace

const Tolerance* toleranceOf(std::string_view number) {
    const auto found = std::ranges::find(tolerances(), number, &Tolerance::number);
    return found == tolerances().end() ? nullptr : &*found;
}

bool isFree(std::string_view name) {
    constexpr std::array<std::string_view, 8> names{"version", "started_utc", "finished_utc", "engine",
                                                    "device",  "sha256",      "input_sha256", "result_hashes"};
    return std::ranges::find(names, name) != names.end();
}

}  // namespace coarsen::test
