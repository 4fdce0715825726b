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
# Left out is what takes minutes here to say how exact a number is, by code that other tests of the same program run through, too.
exact=(Neighbours.AreThoseOfAllPairs NonLocalMeans.CleansABall\* NonLocalMeans.WithAFiniteC1\* \*NlmSuite.Finds\*
  \*EqualTheVectorisedSumsAtLargeOffsets\* Remarks.\* FindDrift.DoesNotSay\* Measurer.MeasuresFloats\*)
# What asks every command of every format in turn does so for one of them.
for format in Nifti2 MetaImage Hdf5 OmeTiff ImageJTiff; do exact+=("*VoxelSizes.*/$format"); done
GTEST_FILTER="-$(IFS=:; echo "${exact[*]}")" \
  ctest --preset asan --no-tests=error --stop-on-failure --parallel "$(nproc)" --label-exclude slow --exclude-regex '^architecture_tests$'
