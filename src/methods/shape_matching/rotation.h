// The rotation next to a matrix: of its polar decomposition A = R S, without reflections.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

namespace ooze::shape_matching {

/// Of region matrices that change little from step to step this many iterations are enough.
inline constexpr int kWarmIterations = 8;

/// Turns `from` until sum_k R_k x A_k over the columns is 0 (Müller, Bender, Chentanez and Macklin 2016, A
/// robust method to extract the rotational part of deformations). Departs from it in the step: Newton's,
/// where the trace of S R^T is at a maximum ahead, which doubles the digits where theirs gains half of one.
/// A matrix of rank 2 has one answer; of a lower rank, what it does not say stays as it was.
/// @param a  any, also singular ones; columns go with the reference's axes @return unit
glm::dquat alignedRotation(const glm::dmat3& a, glm::dquat from, int iterations = kWarmIterations);

}  // namespace ooze::shape_matching
