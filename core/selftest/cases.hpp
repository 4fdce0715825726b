// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/selftest/known_series.hpp"

namespace coarsen {

/// Why a case could not be tested that needs one.
inline constexpr const char* noGpu = "no GPU here";

// One group of cases each; THE LIST stands in self_test.cpp.

void engineCases(SelfTestRun& run);       ///< engine_cases.cpp: every engine against the plain loops
void thinRingCases(SelfTestRun& run);     ///< ring_cases.cpp: a constant length
void growingRingCases(SelfTestRun& run);  ///< ring_cases.cpp: growth proportional to time
void cubeRootCases(SelfTestRun& run);     ///< ring_cases.cpp: growth as t^(1/3)
void zoomedRingCases(SelfTestRun& run);   ///< ring_cases.cpp: the same pattern growing
void rawEquationCases(SelfTestRun& run);  ///< ring_cases.cpp: Eq. 1 as printed
void lightCases(SelfTestRun& run);        ///< fault_cases.cpp: the same frames with and without each fault of the camera
void dustCases(SelfTestRun& run);
void lightAndDustCases(SelfTestRun& run);
void noiseCases(SelfTestRun& run);
void allFaultCases(SelfTestRun& run);
void driftCases(SelfTestRun& run);  ///< drift_cases.cpp: drift found, and what it does to R_max
void faultyDriftCases(SelfTestRun& run);
void lawErrorCases(SelfTestRun& run);        ///< trust_cases.cpp: frames that share domains, and the errors of laws
void structurelessCases(SelfTestRun& run);   ///< trust_cases.cpp: nothing is found in noise
void misreadCases(SelfTestRun& run);         ///< misread_cases.cpp: pictures that look as if they had another length
void smallRingCases(SelfTestRun& run);       ///< trust_cases.cpp: lengths of a few pixels
void c3dCases(SelfTestRun& run);             ///< volume_cases.cpp: C3D against plain loops
void volumeLengthCases(SelfTestRun& run);    ///< volume_cases.cpp: R_max of bicontinuous volumes, also of unequal voxels
void volumeErrorCases(SelfTestRun& run);     ///< volume_cases.cpp: whether its error holds the truth; nothing is found in noise
void volumeDriftCases(SelfTestRun& run);     ///< volume_cases.cpp: shifts between volumes
void surfaceCases(SelfTestRun& run);         ///< surface_cases.cpp: distance, area, curvature, genus of known solids
void neighbourCases(SelfTestRun& run);       ///< neighbour_cases.cpp: which elements beside a surface are alike
void denoiseCases(SelfTestRun& run);         ///< surface_cases.cpp: noise taken off, beside the best curvature flow
void registrationCases(SelfTestRun& run);    ///< registration_cases.cpp: flows between volumes that are known
void defaultFlowCases(SelfTestRun& run);     ///< default_flow_cases.cpp: limits of flows, held to what users get by default
void defaultSurfaceCases(SelfTestRun& run);  ///< default_surface_cases.cpp: the same of surfaces
void containerCases(SelfTestRun& run);       ///< container_cases.cpp: files of volumes written byte by byte
void badVolumeCases(SelfTestRun& run);       ///< bad_volume_cases.cpp: files that nothing can be measured on
void volumeGpuCases(SelfTestRun& run);       ///< volume_gpu_cases.cpp: a GPU's flows and surfaces against the CPU's
void phaseSeparationCases(
    SelfTestRun& run);  ///< mixture_cases.cpp: the Cahn-Hilliard equation, clean and as a bad camera sees it

}  // namespace coarsen
