#include "world/targets.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <numeric>
#include <span>

namespace ooze {
namespace {

struct EmitterRow {
  std::string_view key;
  EmitterField field;
  std::size_t arity;
  float lower, upper;
};
constexpr std::array kEmitterRows{
    EmitterRow{"enabled", EmitterField::Enabled, 1, 0.f, 1.f},
    EmitterRow{"speed", EmitterField::Speed, 1, 0.f, 20.f},
    EmitterRow{"radius", EmitterField::Radius, 1, 1e-4f, 1.f},
    EmitterRow{"position", EmitterField::Position, 3, -1e4f, 1e4f},
    EmitterRow{"direction", EmitterField::Direction, 3, -1.f, 1.f},
};

void requireWithin(const EmitterRow& row, std::string_view name, std::span<const float> values) {
  for (const float v : values)
    if (!std::isfinite(v) || v < row.lower || v > row.upper)
      throw InputError(fmt::format("{} = {:g} is out of range [{:g}, {:g}]", name, v, row.lower, row.upper));
}

[[noreturn]] void refuse(std::string_view target, std::string_view part,
                         const std::vector<std::string>& known) {
  throw InputError(fmt::format("unknown target \"{}\": no \"{}\"{}", target, part, suggestion(part, known)));
}

std::size_t findRow(std::string_view target, std::string_view key, const std::vector<ParameterInfo>& rows) {
  const std::size_t row = findParameter(rows, key);
  if (row < rows.size()) return row;
  std::vector<std::string> known;
  for (const ParameterInfo& r : rows) known.emplace_back(r.key);
  refuse(target, key, known);
}

template <class List, class NameOf>
std::size_t findNamed(std::string_view target, std::string_view name, const List& list, NameOf nameOf) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (nameOf(list[i]) == name) return i;
    known.push_back(nameOf(list[i]));
  }
  refuse(target, name, known);
}

}  // namespace

Target resolveTarget(std::string_view target, const MethodRow& method,
                     const std::vector<MaterialDefinition>& materials, const std::vector<Emitter>& emitters) {
  const auto dot = target.find('.');
  const std::string_view head = target.substr(0, dot);
  const std::string_view tail = dot == std::string_view::npos ? "" : target.substr(dot + 1);
  if (head == method.key)
    return {.kind = Target::Kind::AllMaterials, .row = findRow(target, tail, method.parameters())};
  if (head == "world") return {.kind = Target::Kind::World, .row = findRow(target, tail, worldParameters())};

  // Names may hold dots; keys do not.
  const auto last = tail.rfind('.');
  const std::string_view name = tail.substr(0, last);
  const std::string_view key = last == std::string_view::npos ? "" : tail.substr(last + 1);
  if (head == "material") {
    const std::size_t m =
        findNamed(target, name, materials, [](const MaterialDefinition& d) { return d.name; });
    return {.kind = Target::Kind::OneMaterial, .object = m, .row = findRow(target, key, method.parameters())};
  }
  if (head == "emitter") {
    const std::size_t e = findNamed(target, name, emitters, [](const Emitter& em) { return em.spec().name; });
    std::vector<std::string> known;
    for (std::size_t r = 0; r < kEmitterRows.size(); ++r) {
      if (kEmitterRows[r].key == key)
        return {.kind = Target::Kind::Emitter,
                .object = e,
                .row = r,
                .field = kEmitterRows[r].field,
                .arity = kEmitterRows[r].arity};
      known.emplace_back(kEmitterRows[r].key);
    }
    refuse(target, key, known);
  }
  refuse(target, head, {std::string(method.key), "world", "material", "emitter"});
}

void requireValues(const Command& command, const Target& target, const MethodRow& method) {
  if (command.values.size() != target.arity)
    throw InputError(fmt::format("{} takes {} number{}, not {}", command.target, target.arity,
                                 target.arity == 1 ? "" : "s", command.values.size()));
  if (target.kind == Target::Kind::Emitter) {
    requireWithin(kEmitterRows[target.row], command.target, command.values);
    const float length2 =
        std::inner_product(command.values.begin(), command.values.end(), command.values.begin(), 0.f);
    if (target.field == EmitterField::Direction && length2 < 1e-6f)
      throw InputError(fmt::format("{} must not be zero", command.target));
    return;
  }
  const auto& rows = target.kind == Target::Kind::World ? worldParameters() : method.parameters();
  requireInRange(rows[target.row], command.values[0]);
}

void requireSound(const EmitterSpec& emitter) {
  const auto within = [](EmitterField field, std::initializer_list<float> values) {
    const EmitterRow& row = *std::find_if(kEmitterRows.begin(), kEmitterRows.end(),
                                          [&](const EmitterRow& r) { return r.field == field; });
    requireWithin(row, fmt::format("emitter {}", row.key), values);
  };
  const Vec3 at = emitter.position, along = emitter.direction;
  within(EmitterField::Position, {at.x, at.y, at.z});
  within(EmitterField::Speed, {emitter.speed});
  within(EmitterField::Radius, {emitter.radius});
  // A command's direction is normalised when it is applied. Negated, so that a NaN fails too.
  if (!(std::abs(glm::length(along) - 1.f) < 1e-3f))
    throw InputError("an emitter's direction must be a unit vector");
}

}  // namespace ooze
