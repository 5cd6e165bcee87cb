// Description of a scalar field that a method computes for its liquid, such as density or pressure. Renderer,
// file formats, panels and regression tests look a field up by its key and use only the properties declared
// in this header.
#pragma once

#include <string_view>

namespace ooze {

struct MaterialDefinition;
struct MethodSettings;

/// The kind of values in a field. The kind selects the colour map.
enum class FieldKind {
  None,        ///< no values: the liquid keeps its own look
  Category,    ///< whole numbers, each with a colour of its own
  Sequential,  ///< values from 0 upward; negative values get the colour of 0
  Diverging,   ///< values on both sides of 0, with a symmetric colour map
  Ratio,       ///< values divided by the value of liquid at rest (Field::atRest), centred on 1
  Pattern,     ///< 0 or 1: the square of the checker pattern that the liquid carries (liquid/checker.h)
};

/// The elements that hold one value each. Only particles exist so far; pairs, grid nodes and faces can be
/// added with the first method that has such fields.
enum class FieldPlace { Particle };

/// Describes a scalar field of a method: one value for each particle. Texts are string literals.
struct Field {
  std::string_view key;                    ///< name of the field in files and on the command line
  std::string_view label;                  ///< name of the field for users
  std::string_view unit = "";              ///< unit of the displayed values; "" if dimensionless
  FieldKind kind = FieldKind::Sequential;  ///< type of the colour map
  /// Smallest range of the colour map, in `unit`, so that noise in liquid at rest gets no strong colours. For
  /// FieldKind::Ratio the colour map covers exactly this distance from 1. Positive if isNumber().
  float least = 0.f;
  FieldPlace place = FieldPlace::Particle;  ///< elements that hold the values
  bool always = false;  ///< included in every snapshot and particle file, because the field costs nothing
  /// For FieldKind::Ratio: returns the divisor, the value of liquid at rest, in the field's own measure.
  float (*atRest)(const MethodSettings&, const MaterialDefinition&) = nullptr;

  /// Returns true if the values form a continuous range, so that the view can show a colour scale.
  [[nodiscard]] constexpr bool isNumber() const {
    return kind != FieldKind::None && kind != FieldKind::Category && kind != FieldKind::Pattern;
  }
  bool operator==(const Field&) const = default;
};

}  // namespace ooze
