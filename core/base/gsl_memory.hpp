// SPDX-License-Identifier: GPL-3.0-or-later
// For .cpp files: what GSL allocates, given back.
#pragma once

#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multifit_nlinear.h>

#include <memory>

namespace coarsen {

struct FreeGsl {
    void operator()(gsl_matrix* matrix) const { gsl_matrix_free(matrix); }
    void operator()(gsl_vector* vector) const { gsl_vector_free(vector); }
    void operator()(gsl_multifit_linear_workspace* workspace) const { gsl_multifit_linear_free(workspace); }
    void operator()(gsl_multifit_nlinear_workspace* workspace) const { gsl_multifit_nlinear_free(workspace); }
};

template <class Kind>
using GslOwned = std::unique_ptr<Kind, FreeGsl>;

}  // namespace coarsen
