# SPDX-License-Identifier: GPL-3.0-or-later
# Tests that a sanitizer watches before a release only (`address.sh all`, `thread.sh all`), since they take minutes there: what says
# how exact a number is, by code that other tests of the same program run through, too; and what does so once more for a further
# format. Sourced by both; ./test.sh runs them all.
exact=(Neighbours.AreThoseOfAllPairs NonLocalMeans.Cleans\* NonLocalMeans.WithAFiniteC1\* \*NlmSuite.Finds\* \*NlmSuite.GivesTheSameAgain\*
  \*EqualTheVectorisedSumsAtLargeOffsets\* Remarks.\* Misfit.IsSure\* \*.AreNotSeen\* DoubtfulFrames.Are\*
  FindDrift.DoesNotSay\* FindDrift.FollowsTheOrder\* FindDrift.HasErrors\* FindDrift.IsATwentieth\* GrowingSurvey.FindsTheSameDrift\*
  Measurer.MeasuresFloats\* Measurer.QuotesErrors\* Measurer.ReadsEquationOne\*
  Registration.SaysWhere\* Registration.OfAnEvolving\* Registration.FindsAKnown\* \*RegistrationOfRealData.\*
  AnalyzeVolumes.MeasuresTheirSurfaces\* AnalyzeVolumes.AlignsThem\* SurfaceCommand.Denoises\* SurfaceCommand.LeavesEarlier\*)
formats=(\*VoxelSizes.\* SizesOfPixels.\* SizesInSessions.\* DamagedPacking.\*AtEvery\* DamagedPacking.\*InEach
  \*UnreadableVolumes.\*/Hdf5 \*UnreadableVolumes.\*/PackedHdf5 \*UnreadableVolumes.\*/ImageJTiff \*UnreadableVolumes.\*/OmeTiff
  \*UnreadableVolumes.\*/Nifti \*UnreadableVolumes.\*/Nifti2 \*UnreadableVolumes.\*/PackedMetaImage)
exact_tests=$(IFS=:; echo "${exact[*]}:${formats[*]}")
