// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/vector_field.hpp"
#include "core/settings/flow_settings.hpp"

#include <array>
#include <vector>

namespace coarsen {

/// The symmetric Kullback-Leibler distance of a deformation h(x) = x - u(x) from the identity, the sum over voxels of
/// (J - 1) log J with J = det(I - Du), and its gradient. Keeps its memory from call to call.
template <typename Real>
class Regulariser {
public:
    Regulariser(const VolumeSize& size, RegulariserForm form, const Threads& threads);

    struct Regularisation {
        double energy = 0;  ///< the sum over all voxels; meaningless where jMin <= 0
        double jMin = 0;
    };
    /// Energy of the regulariser at this displacement, and the least J. The sums do not depend on the number of threads.
    Regularisation energyOf(const VectorField<Real>& u);

    /// force -= weight * d, d being the gradient at the field that `energyOf` saw last.
    void pull(Real weight, const VectorField<Real>& u, VectorField<Real>& force) const;

private:
    VolumeSize size_;
    RegulariserForm form_;
    Threads threads_;
    std::vector<Real> slope_;                                  ///< L' = 1 + log J - 1/J
    std::array<std::array<std::vector<Real>, 3>, 3> product_;  ///< printed: C_ij L'
};

/// J = det(I - Du) at every voxel.
std::vector<float> jacobian(const Flow& u, const Threads& threads);

struct JacobianStatistics {
    double least = 0, mean = 0, greatest = 0;
    double logMean = 0, logSd = 0, logSkew = 0;
};

/// J = det(I - Du) of a displacement.
struct Jacobians {
    std::vector<float> everywhere;
    JacobianStatistics statistics;
};

}  // namespace coarsen
