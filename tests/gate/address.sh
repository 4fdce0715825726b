#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# AddressSanitizer and UndefinedBehaviourSanitizer over core, the command line and the engines. Their tests are not watched
# themselves: they are those compiled for ./test.sh, linked with what is.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset default >/dev/null
cmake --build build
cmake --preset asan -DCOARSEN_WINDOW=OFF -DCOARSEN_TESTS_FROM="$PWD/build" >/dev/null
cmake --build build-asan
# Left out here, and run by `address.sh all` before a release: what takes minutes to say how exact a number is, by code that other
# tests of the same program run through, too; what asks every command of every format in turn; and what starts, kills and continues
# whole runs, whose parts the other tests of the command line run through.
exact=(Neighbours.AreThoseOfAllPairs NonLocalMeans.Cleans\* NonLocalMeans.WithAFiniteC1\* \*NlmSuite.Finds\* \*NlmSuite.GivesTheSameAgain\*
  \*EqualTheVectorisedSumsAtLargeOffsets\* Remarks.\* FindDrift.DoesNotSay\* FindDrift.FollowsTheOrder\* Measurer.MeasuresFloats\*
  Measurer.QuotesErrors\* Registration.SaysWhere\* Registration.OfAnEvolving\* AnalyzeVolumes.MeasuresTheirSurfaces\*)
exact+=(\*VoxelSizes.\* SizesOfPixels.\* SizesInSessions.\* Misfit.IsSure\*)
whole_runs=(Resume.\* ResumedGrown\* Interrupted\* Watched\* EnsembleCommand.\* BatchCommand.\* BatchOfRings.\*)
left_out=$(IFS=:; echo "${exact[*]}:${whole_runs[*]}")
[ "${1:-}" != all ] || left_out=
GTEST_FILTER="-$left_out" \
  ctest --preset asan --no-tests=error --stop-on-failure --parallel "$(nproc)" --label-exclude slow --exclude-regex '^architecture_tests$'
