// Formulas and measurements that laws and physics tests share.
#pragma once

#include "ooze/world/world.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

namespace ooze::verify {

/// Least-squares fit of a line.
struct Line {
  void add(double x, double y) { n += 1.0, sx += x, sy += y, sxx += x * x, sxy += x * y; }
  [[nodiscard]] double slope() const { return (n * sxy - sx * sy) / (n * sxx - sx * sx); }
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
};

/// A damped oscillation.
struct Swing {
  double omega = 0.0;  ///< angular frequency of the oscillation [rad/s]
  double decay = 0.0;  ///< decay rate of the amplitude [1/s]
  [[nodiscard]] double keptInAPeriod() const { return std::exp(-2.0 * std::numbers::pi * decay / omega); }
};
/// The values that fitSwing() tries, as multiples of the expected angular frequency.
struct SwingRange {
  double lowest = 0.8, highest = 1.15, mostDecay = 0.4;
};
/// Fits the damped oscillation e^(-decay t) (a cos + b sin)(omega t) + c: a, b and c by least squares, omega
/// and decay by grid search.
/// @param x         samples at dt, 2 dt, ...
/// @param expected  angular frequency [rad/s]
Swing fitSwing(const std::vector<double>& x, double dt, double expected, const SwingRange& range = {});

/// Returns the elongation of the liquid along x: (length - thickness) / (length + thickness) [1].
double elongation(const World& world);

/// Returns the mean height of each material over y = 0 [m].
std::vector<double> meanHeights(const World& world);

/// Returns the factor by which walls slow down a ball on the axis of a no-slip tube: Haberman and Sayre 1958.
/// A square duct acts to first order as a tube 1.106 times as wide: Happel and Bart 1974.
/// @param part  radius of the ball over radius of the tube
double tubeCorrection(double part);

/// A layer of a film on an incline.
struct FilmLayer {
  double thickness;  ///< [m]
  double viscosity;  ///< kinematic viscosity [m^2/s]
};
/// Returns the velocity profile of a film that starts from rest on a no-slip incline under a free surface:
/// du/dt = g + d/dy (nu du/dy).
/// @param layers   from the floor up, of equal density
/// @param gravity  acceleration along the incline [m/s^2]
/// @param time     time since the start [s]
/// @return velocities at the centres of equal slices, from the floor up [m/s]
std::vector<double> filmProfile(std::span<const FilmLayer> layers, double gravity, double time,
                                std::size_t slices = 80);

}  // namespace ooze::verify
