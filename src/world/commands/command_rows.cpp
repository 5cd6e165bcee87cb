#include "world/commands/command_rows.h"

#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace command_table {
namespace {

// Each type of a member has a number of values in the text, and functions that write and read them.

void put(std::vector<float>& numbers, float v) { numbers.push_back(v); }
void put(std::vector<float>& numbers, const Vec3& v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); }
void put(std::vector<float>& numbers, std::uint16_t v) { numbers.push_back(static_cast<float>(v)); }
void put(std::vector<float>& numbers, std::uint64_t v) { numbers.push_back(static_cast<float>(v)); }
void put(std::vector<float>& numbers, MeshKind v) { numbers.push_back(static_cast<float>(v)); }
void put(std::vector<float>& numbers, bool v) {
  if (v) numbers.push_back(1.f);
}
void put(std::vector<float>& numbers, const std::optional<Vec3>& v) {
  if (v) put(numbers, *v);
}

/// The numbers of a text that are not read yet.
struct NumberReader {
  std::string_view target;
  std::span<const float> rest;

  float next() {
    const float v = rest.front();
    rest = rest.subspan(1);
    return v;
  }
  float whole(float most) {
    const float v = next();
    if (!(v >= 0.f && v <= most) || v != std::floor(v))
      throw InputError(fmt::format("{}: {:g} is not a whole number from 0 to {:.0f}", target, v, most));
    return v;
  }
};

void take(NumberReader& in, float& v) { v = in.next(); }
void take(NumberReader& in, Vec3& v) {
  for (int k = 0; k < 3; ++k) v[k] = in.next();
}
void take(NumberReader& in, std::uint16_t& v) { v = static_cast<std::uint16_t>(in.whole(kIndex.upper)); }
void take(NumberReader& in, std::uint64_t& v) { v = static_cast<std::uint64_t>(in.whole(16'777'216.f)); }
void take(NumberReader& in, MeshKind& v) {
  const float kind = in.next();
  if (kind != 0.f && kind != 1.f && kind != 2.f)
    throw InputError(
        fmt::format("{}: unknown kind {:g}; 0 is a collider, 1 a mould, 2 a dynamic body", in.target, kind));
  v = static_cast<MeshKind>(static_cast<int>(kind));
}
void take(NumberReader& in, bool& v) { v = !in.rest.empty() && in.next() >= 0.5f; }
void take(NumberReader& in, std::optional<Vec3>& v) {
  if (!in.rest.empty()) take(in, v.emplace());
}

template <class M>
constexpr std::size_t kCount = std::is_same_v<M, Vec3> || std::is_same_v<M, std::optional<Vec3>> ? 3 : 1;
template <class M>
constexpr bool kOptional = std::is_same_v<M, std::optional<Vec3>> || std::is_same_v<M, bool>;

template <class C, class M>
struct Member {
  M C::*member;
  std::string_view name, unit;
  AllowedRange range;

  [[nodiscard]] CommandField field() const { return {name, unit, range, kCount<M>, kOptional<M>}; }
};
template <class C, class M>
Member(M C::*, const char*, const char*, AllowedRange) -> Member<C, M>;

template <class C>
bool isOfRow(const C&, const C&) {
  return true;
}
bool isOfRow(const AddBody& a, const AddBody& row) { return a.shape == row.shape && a.motion == row.motion; }
bool isOfRow(const DoMethodAction& a, const DoMethodAction& row) { return a.key == row.key; }

// The name in a command's target, and the command's text; null if the command has none.
std::string* nameIn(PullBody& c) { return &c.body; }
std::string* nameIn(ReleaseBody& c) { return &c.body; }
std::string* nameIn(AddMaterial& c) { return &c.name; }
std::string* textIn(AddMaterial& c) { return &c.definition; }
std::string* textIn(AddMeshBody& c) { return &c.file; }
std::string* textIn(FillMesh& c) { return &c.file; }
template <class C>
std::string* nameIn(C&) {
  return nullptr;
}
template <class C>
std::string* textIn(C&) {
  return nullptr;
}

/// Completes a row for commands of type C.
/// @param made  value of a new command, before its members are read
template <class C, class... M>
CommandRow rowOf(CommandRow row, C made, Member<C, M>... members) {
  row.fields = {members.field()...};
  row.takesText = textIn(made) != nullptr;
  row.is = [made](const Command& c) {
    const C* same = std::get_if<C>(&c);
    return same && isOfRow(*same, made);
  };
  row.parse = [made, members...](const CommandText& text, std::string_view name) -> Command {
    C command = made;
    if (std::string* own = nameIn(command)) *own = name;
    if (std::string* own = textIn(command)) *own = text.text;
    [[maybe_unused]] NumberReader in{text.target, text.values};
    (take(in, command.*members.member), ...);
    return command;
  };
  row.print = [target = row.target, members...](const Command& c) {
    C command = std::get<C>(c);
    CommandText text;
    const std::string* name = nameIn(command);
    text.target = name ? fmt::format(fmt::runtime(target), *name) : std::string(target);
    if (const std::string* own = textIn(command)) text.text = *own;
    (put(text.values, command.*members.member), ...);
    return text;
  };
  row.name = [](const Command& c) {
    C command = std::get<C>(c);
    const std::string* name = nameIn(command);
    return name ? *name : std::string();
  };
  return row;
}

CommandRow event(std::string_view target, std::string_view label, std::string_view description,
                 std::uint32_t number) {
  return {.target = target,
          .label = label,
          .description = description,
          .inverse = CommandInverse::UndoEvent,
          .number = number};
}

CommandRow drag(std::string_view target, std::string_view label, std::string_view description,
                CommandEffect effect) {
  return {
      .target = target, .label = label, .description = description, .effect = effect, .isMouseDrag = true};
}

constexpr AllowedRange kSize{5e-4f, 10.f};

template <class C>
Member<C, Vec3> centre(Vec3 C::*member, std::string_view name = "centre") {
  return {member, name, "m", kPlace};
}
template <class C>
Member<C, float> reach(float C::*member) {
  return {member, "radius", "m", kReach};
}
template <class C>
Member<C, float> height(float C::*member) {
  return {member, "height", "m", kHeight};
}
template <class C>
Member<C, std::optional<Vec3>> rotation(std::optional<Vec3> C::*member) {
  return {member, "rotation", "degrees", kDegrees};
}
template <class C>
Member<C, std::uint16_t> material(std::uint16_t C::*member) {
  return {member, "material", "", kIndex};
}

CommandRow dropped(std::string_view target, std::string_view label, SolidShape::SolidKind shape,
                   std::uint32_t number) {
  using A = AddBody;
  return rowOf(event(target, label, "Adds a dynamic body.", number), A{shape, Motion::Dynamic, {}, 0.f, 0.f},
               centre(&A::position, "position"), Member{&A::size, "size", "m", kSize},
               Member{&A::density, "density", "kg/m³", kDensity});
}

CommandRow placed(std::string_view target, std::string_view label, SolidShape::SolidKind shape,
                  std::uint32_t number) {
  using A = AddBody;
  return rowOf(event(target, label, "Adds a static body.", number), A{shape, Motion::Static, {}, 0.f, 0.f},
               centre(&A::position, "position"), Member{&A::size, "size", "m", kSize});
}

/// Makes the rows of the commands that every method has.
std::vector<CommandRow> commonRows() {
  using Kind = SolidShape::SolidKind;
  constexpr auto kState = CommandEffect::State, kEvent = CommandEffect::Event;
  return {
      rowOf(CommandRow{.target = "material.{}.add",
                       .label = "Add {}",
                       .description = "Adds a material.",
                       .effect = CommandEffect::Setting},
            AddMaterial{}),
      rowOf(drag("body.{}.pull", "Pull of {}", "Pulls a dynamic body by a spring.", kState), PullBody{},
            centre(&PullBody::point, "point"), centre(&PullBody::to, "to")),
      rowOf(drag("body.{}.release", "Release of {}", "Ends the pull of a body.", kEvent), ReleaseBody{}),
      rowOf(event("emitters.add", "Add a nozzle", "Adds a round nozzle.", event_number::kAddEmitter),
            AddEmitter{}, centre(&AddEmitter::position, "position"),
            Member{&AddEmitter::direction, "direction", "1", kUnit},
            Member{&AddEmitter::radius, "radius", "m", kNozzleRadius},
            Member{&AddEmitter::speed, "speed", "m/s", kNozzleSpeed}, material(&AddEmitter::material),
            Member{&AddEmitter::stays, "stays", "", kSwitch}),
      dropped("bodies.add_sphere", "Drop a ball", Kind::Sphere, event_number::kAddSphere),
      dropped("bodies.add_box", "Drop a box", Kind::Box, event_number::kAddBox),
      dropped("bodies.add_capsule", "Drop a capsule", Kind::Capsule, event_number::kAddCapsule),
      dropped("bodies.add_cylinder", "Drop a cylinder", Kind::Cylinder, event_number::kAddCylinder),
      placed("bodies.add_collider_sphere", "Place a ball", Kind::Sphere, event_number::kAddColliderSphere),
      placed("bodies.add_collider_box", "Place a box", Kind::Box, event_number::kAddColliderBox),
      placed("bodies.add_collider_capsule", "Place a capsule", Kind::Capsule,
             event_number::kAddColliderCapsule),
      placed("bodies.add_collider_cylinder", "Place a cylinder", Kind::Cylinder,
             event_number::kAddColliderCylinder),
      rowOf(event("bodies.add_mesh", "Add a mesh",
                  "Adds a body of a mesh file. Kind: 0 a static solid, 1 a mould, 2 a dynamic body.",
                  event_number::kAddMesh),
            AddMeshBody{}, centre(&AddMeshBody::centre), height(&AddMeshBody::height),
            Member{&AddMeshBody::kind, "kind", "", {0.f, 2.f}},
            Member{&AddMeshBody::density, "density", "kg/m³", {0.f, 1e5f}}, rotation(&AddMeshBody::rotation)),
      rowOf(event("bodies.remove_added", "Clear added bodies", "Removes all added bodies.",
                  event_number::kRemoveAdded),
            RemoveAddedBodies{}),
      rowOf(drag("liquid.grab", "Grab", "Grabs the liquid in a ball.", kEvent), GrabLiquid{},
            centre(&GrabLiquid::centre), reach(&GrabLiquid::radius)),
      rowOf(drag("liquid.carry", "Carry", "Carries the grabbed liquid.", kState), CarryLiquid{},
            centre(&CarryLiquid::to, "to")),
      rowOf(drag("liquid.release", "Release", "Releases the grabbed liquid.", kEvent), ReleaseLiquid{}),
      rowOf(drag("liquid.push", "Push", "Pushes the liquid in a ball.", kState), PushLiquid{},
            centre(&PushLiquid::centre), reach(&PushLiquid::radius),
            Member{&PushLiquid::acceleration, "acceleration", "m/s²", {-1000.f, 1000.f}}),
      rowOf(event("liquid.freeze", "Freeze liquid", "Makes the particles in a ball immovable.",
                  event_number::kFreeze),
            FreezeBall{}, centre(&FreezeBall::centre), reach(&FreezeBall::radius)),
      rowOf(event("liquid.thaw", "Thaw liquid", "Makes the frozen particles in a ball movable.",
                  event_number::kThaw),
            ThawBall{}, centre(&ThawBall::centre), reach(&ThawBall::radius)),
      rowOf(event("liquid.thaw_all", "Thaw everything", "Makes all frozen particles movable.",
                  event_number::kThawAll),
            ThawAll{}),
      rowOf(event("liquid.erase", "Erase liquid", "Removes the particles in a ball.", event_number::kErase),
            EraseBall{}, centre(&EraseBall::centre), reach(&EraseBall::radius)),
      rowOf(event("liquid.erase_poured", "Erase poured liquid",
                  "Removes what a nozzle of the pour tool has poured in a range of time steps.",
                  event_number::kErasePoured),
            ErasePoured{}, Member{&ErasePoured::nozzle, "nozzle", "", {1.f, 16'777'216.f}},
            Member{&ErasePoured::first, "first step", "", {0.f, 16'777'216.f}},
            Member{&ErasePoured::last, "last step", "", {0.f, 16'777'216.f}}),
      rowOf(event("liquid.cut", "Cut liquid", "Cuts liquid with a blade, whose edge a b moves to d c.",
                  event_number::kCut),
            CutWithBlade{}, centre(&CutWithBlade::a, "a"), centre(&CutWithBlade::b, "b"),
            centre(&CutWithBlade::c, "c"), centre(&CutWithBlade::d, "d"),
            Member{&CutWithBlade::partingSpeed, "parting speed", "m/s", {0.f, 10.f}}),
      rowOf(event("liquid.add_mesh", "Add a mesh of liquid", "Fills a mesh with liquid.",
                  event_number::kFillMesh),
            FillMesh{}, centre(&FillMesh::centre), height(&FillMesh::height), material(&FillMesh::material),
            rotation(&FillMesh::rotation)),
      rowOf(CommandRow{.target = "edits.take_back",
                       .label = "Take back",
                       .description = "Undoes an event of the run."},
            UndoEvent{}, Member{&UndoEvent::number, "number", "", {1.f, 16'777'216.f}}),
  };
}

}  // namespace

std::vector<CommandRow> allRows() {
  std::vector<CommandRow> all = commonRows();
  for (const MethodRow& method : methodRegistry())
    for (const MethodAction& action : method.actions)
      all.push_back(rowOf(event(action.key, action.event, action.explanation, action.number),
                          DoMethodAction{std::string(action.key)}));
  return all;
}

}  // namespace command_table

namespace {

std::string_view afterLastDot(std::string_view text) { return text.substr(text.rfind('.') + 1); }

}  // namespace

std::span<const CommandRow> commandRows() {
  static const std::vector<CommandRow> rows = command_table::allRows();
  return rows;
}

const CommandRow* findCommandRow(const Command& command) {
  if (std::holds_alternative<SetValue>(command)) return nullptr;
  const std::span<const CommandRow> rows = commandRows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const CommandRow& r) { return r.is(command); });
  return row == rows.end() ? nullptr : &*row;
}

const CommandRow* findCommandRow(std::string_view target, std::string* name) {
  for (const CommandRow& row : commandRows()) {
    if (row.target == target) return &row;
    const std::size_t hole = row.target.find("{}");
    if (hole == std::string_view::npos) continue;
    const std::string_view before = row.target.substr(0, hole), after = row.target.substr(hole + 2);
    if (target.size() < before.size() + after.size() || !target.starts_with(before) ||
        !target.ends_with(after) || afterLastDot(target) != afterLastDot(after))
      continue;
    if (name) *name = target.substr(hole, target.size() - before.size() - after.size());
    return &row;
  }
  return nullptr;
}

const CommandRow* findCommandRow(std::uint32_t number) {
  const std::span<const CommandRow> rows = commandRows();
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const CommandRow& r) { return r.isUndoable() && r.number == number; });
  return row == rows.end() ? nullptr : &*row;
}

bool isUndoableEvent(const Command& command) {
  const CommandRow* row = findCommandRow(command);
  return row && row->isUndoable();
}

bool isMouseDrag(const Command& command) {
  const CommandRow* row = findCommandRow(command);
  return row && row->isMouseDrag;
}

const std::string* meshFileOf(const Command& command) {
  if (const auto* body = std::get_if<AddMeshBody>(&command)) return &body->file;
  if (const auto* fill = std::get_if<FillMesh>(&command)) return &fill->file;
  return nullptr;
}

void setMeshFile(Command& command, std::string file) {
  if (auto* body = std::get_if<AddMeshBody>(&command)) body->file = std::move(file);
  if (auto* fill = std::get_if<FillMesh>(&command)) fill->file = std::move(file);
}

void requireWithin(const AllowedRange& range, std::string_view name, float value) {
  if (!std::isfinite(value) || value < range.lower || value > range.upper)
    throw InputError(
        fmt::format("{} = {:g} is out of range [{:g}, {:g}]", name, value, range.lower, range.upper));
}

}  // namespace ooze
