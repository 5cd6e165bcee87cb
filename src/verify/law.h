// Laws of physics that every method is measured against. A law builds a small scene, runs it, and returns
// measured values beside the values that theory or experiment expects.
#pragma once

#include "verify/trial.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::verify {

/// How far a measured value may be from the expected value.
struct Wanted {
  enum class Kind {
    Relative,  ///< within `bound` times the expected value
    Absolute,  ///< within `bound` of the expected value, in the unit of the row
    AtMost,    ///< at most `bound`, in the unit of the row
    AtLeast    ///< at least `bound`, in the unit of the row
  } kind;
  double bound;

  [[nodiscard]] bool accepts(double expected, double measured) const;
  /// Returns the bound in words: "within 5 %", "at most 3".
  [[nodiscard]] std::string text() const;
};
inline Wanted within(double share) { return {Wanted::Kind::Relative, share}; }
inline Wanted withinAbsolute(double difference) { return {Wanted::Kind::Absolute, difference}; }
inline Wanted atMost(double bound) { return {Wanted::Kind::AtMost, bound}; }
inline Wanted atLeast(double bound) { return {Wanted::Kind::AtLeast, bound}; }

/// One row of the table: a quantity of a law.
struct LawRow {
  std::string quantity;  ///< what is measured, in words
  std::string unit;      ///< unit of the values; "1" if dimensionless
  double expected;       ///< value of theory or experiment
  Wanted wanted;
  /// Names of the figures on material cards that the row verifies (DerivedQuantity::name). Cards show the
  /// error of the row as the uncertainty of the figure.
  std::vector<std::string_view> figures = {};
};

/// Figure of the rows that measure the viscosity of liquid of the least viscosity. No card shows this figure:
/// cards of less viscous liquids warn of it.
inline constexpr std::string_view kLeastViscosity = "least kinematic viscosity";

/// A law of physics with its scene.
struct Law {
  std::string_view key;                   ///< name for --only, in snake_case
  std::string_view sentence;              ///< the law for users, in one sentence
  std::string_view source;                ///< origin of the expected values, with the equation
  std::vector<std::string_view> methods;  ///< keys of the methods that have such a liquid; empty: all
  /// Returns the rows of a method. Expected values do not depend on a run.
  std::vector<LawRow> (*rows)(const MethodRow&);
  /// Runs the scene. @return one measured value per row
  /// @throws RunError if the world cannot go on, InputError if the method cannot make the liquid
  std::vector<double> (*measure)(const Trial&);

  [[nodiscard]] bool appliesTo(const MethodRow& method) const;
};

/// Returns all laws, in the order of the table. Valid for ever.
std::span<const Law> laws();

// The laws by subject, in the order of the table.
std::vector<Law> restLaws();        ///< free fall, level, slosh, floating
std::vector<Law> momentumLaws();    ///< free flight, drops that meet, a ball that hits a drop
std::vector<Law> viscosityLaws();   ///< eddies, films on an incline
std::vector<Law> creepLaws();       ///< gravity current, sinking ball
std::vector<Law> mixtureLaws();     ///< separation, Rayleigh-Taylor instability
std::vector<Law> shapeLaws();       ///< outflow, drawn surface, elasticity, drops, dam breaks
std::vector<Law> materialLaws();    ///< melting, yield, a ball put into liquid
std::vector<Law> cardLaws();        ///< figures of cards: compression, sliding, springs, dents, packing
std::vector<Law> resolutionLaws();  ///< detail, length of the step

}  // namespace ooze::verify
