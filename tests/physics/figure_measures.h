// What figures on cards speak of, measured: h = 2 cm where detail does not count.
#pragma once

#include "ooze/methods/method.h"

namespace ooze::test {

/// A pool about 10 cm deep under earth gravity, wide and smooth.
struct PoolFigures {
  double soundSpeed;  ///< from how its depth answers when gravity halves [m/s]
  double pressed;     ///< part of its depth that its weight takes [%]
};
PoolFigures poolOf(const MaterialDefinition& material, const MethodSettings& settings);

/// Of the longitudinal vibration of a bar all of whose neighbours are tied, without plasticity [Pa].
double youngsModulusOf(const MaterialDefinition& material);

/// Of a drop without viscosity, from its oscillation between egg and disc (Rayleigh 1879) [N/m].
double surfaceTensionOf(const MaterialDefinition& material);

/// From the decay of an eddy in a smooth box; springs are left out [Pa s].
double viscosityOf(const MaterialDefinition& material, double gravity = 0.0, float step = 0.f);

/// What fast viscosity takes from an even shear at this rate [1/s], against linear viscosity [Pa s].
double fastViscosityOf(const MaterialDefinition& material, float rate);

/// The shear stress that springs carry in an even flow as slow as can be [Pa].
double yieldStressOf(const MaterialDefinition& material);

/// Time in which a strain that is held costs its springs two thirds of what they bear beyond their yield,
/// stretched or squeezed [ms].
double relaxationTimeOf(const MaterialDefinition& material, bool stretched);

/// Time in which a layer on a floor loses half of its sliding speed [ms].
double slidingHalfLifeOf(const MaterialDefinition& material);

/// Of particles well inside a drop.
struct PackingFigures {
  double neighbours;  ///< within h [1]
  double spacing;     ///< cube root of the volume of one [mm]
  double density;     ///< in the method's measure [1]
};
PackingFigures packingOf(const MaterialDefinition& material);
/// How far from contact a solid still draws a particle that is alone [mm].
double stickReachOf(const MaterialDefinition& material);

}  // namespace ooze::test
