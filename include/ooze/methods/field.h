// A number that a method has of its liquid everywhere, for pictures, files, panels and golden runs: they take
// it by its key from the list of the method and know no more of it than what stands here.
#pragma once

#include <string_view>

namespace ooze {

struct MaterialDefinition;
struct MethodSettings;

/// What the values are, which says how colours stand for them.
enum class FieldKind {
  None,        ///< no number: liquid has its own look
  Category,    ///< whole numbers, each with a colour of its own
  Sequential,  ///< from 0 on; what is below has the colour of 0
  Diverging,   ///< about 0, to both sides alike
  Ratio,       ///< about what liquid at rest has, which counts as 1 (Field::atRest)
  Pattern,     ///< 0 or 1: which square of a checker that the liquid carries (liquid/checker.h)
};

/// What there is one value of. Pairs, nodes and faces come with the first method that has fields there.
enum class FieldPlace { Particle };

/// Describes a scalar field of a method: one value for each particle.
struct Field {
  std::string_view key;                    ///< in files and on the command line
  std::string_view label;                  ///< for people
  std::string_view unit = "";              ///< "" if what is shown is a pure number
  FieldKind kind = FieldKind::Sequential;  ///< how the values are shown
  /// Full colours stand for no less than this, so that noise in liquid at rest has none; of a ratio, for just
  /// this far from 1. In the unit; above 0 of what is a number.
  float least = 0.f;
  FieldPlace place = FieldPlace::Particle;  ///< elements that hold the values
  bool always = false;  ///< it costs nothing: every snapshot has it, and so every file of particles
  /// Of FieldKind::Ratio: what the values are over, in their own measure.
  float (*atRest)(const MethodSettings&, const MaterialDefinition&) = nullptr;

  /// Whether values lie between others: then colours have a scale.
  [[nodiscard]] constexpr bool isNumber() const {
    return kind != FieldKind::None && kind != FieldKind::Category && kind != FieldKind::Pattern;
  }
  bool operator==(const Field&) const = default;
};

}  // namespace ooze
