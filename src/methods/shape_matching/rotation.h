// Rotation of the polar decomposition A = R S, without reflections.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

namespace ooze::shape_matching {

/// Number of iterations, enough for region matrices that change little from step to step.
inline constexpr int kWarmIterations = 8;

/// Rotates `from` until sum_k R_k x A_k over the columns is 0. Source: Müller, Bender, Chentanez and Macklin
/// 2016, A robust method to extract the rotational part of deformations. Departs from the paper in using
/// Newton iterations where the trace of S R^T approaches a maximum. Newton steps double the correct digits
/// where the paper's steps gain half a digit. A matrix of rank 2 has a unique answer. For a lower rank,
/// undetermined parts stay as in `from`.
/// @param a  any matrix, also singular; columns belong to the axes of the reference
/// @return unit quaternion
glm::dquat alignedRotation(const glm::dmat3& a, glm::dquat from, int iterations = kWarmIterations);

}  // namespace ooze::shape_matching
