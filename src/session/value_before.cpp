#include "session/value_before.h"

#include "ooze/base/error.h"
#include "ooze/world/liquid_look.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ooze {
namespace {

/// HEAD.NAME.KEY, where only the name may hold dots.
struct Words {
  std::string_view head, name, key;
};
Words split(std::string_view target) {
  const auto first = target.find('.'), last = target.rfind('.');
  if (first == std::string_view::npos) return {target, {}, {}};
  if (first == last) return {target.substr(0, first), {}, target.substr(first + 1)};
  return {target.substr(0, first), target.substr(first + 1, last - first - 1), target.substr(last + 1)};
}

std::vector<float> numbers(const Vec3& v) { return {v.x, v.y, v.z}; }

std::vector<Command> scalar(const World& world, const std::string& target) try {
  return {{target, {world.value(target)}}};
} catch (const InputError&) {
  return {};  // it is not there, or not set
}

std::vector<Command> ofMaterial(const World& world, const Command& command, const Words& words) {
  const auto& all = world.materials();
  const auto m = std::find_if(all.begin(), all.end(), [&](const auto& d) { return d.name == words.name; });
  if (m == all.end() || words.key == "add") return {};
  if (words.key == "look") return {{command.target, {}, m->look}};
  if (words.key == "colour") {
    const auto channel = [&](int shift) { return static_cast<float>(m->colour >> shift & 0xffu) / 255.f; };
    return {{command.target, {channel(0), channel(8), channel(16)}}};
  }
  if (const std::size_t i = findLookNumber(words.key); i < kLookNumbers.size() && !m->lookChanges[i])
    return {{command.target, {}}};  // its look's own held
  return scalar(world, command.target);
}

std::vector<Command> ofEmitter(const World& world, const Command& command, const Words& words) {
  const auto& all = world.emitters();
  const auto e =
      std::find_if(all.begin(), all.end(), [&](const auto& x) { return x.spec().name == words.name; });
  if (e == all.end()) return {};
  if (words.key == "position") return {{command.target, numbers(e->spec().position)}};
  if (words.key == "direction") return {{command.target, numbers(e->spec().direction)}};
  if (words.key == "material") return {{command.target, {static_cast<float>(e->spec().material)}}};
  return scalar(world, command.target);
}

std::vector<Command> ofBody(const World& world, const Command& command, const Words& words) {
  const auto& all = world.bodies().list;
  const auto b = std::find_if(all.begin(), all.end(), [&](const Body& x) { return x.name == words.name; });
  if (b == all.end()) return {};
  if (words.key == "position") return {{command.target, numbers(b->pose.position)}};
  if (words.key == "place") {
    const Quat& q = b->pose.orientation;
    std::vector<float> place = numbers(b->pose.position);
    place.insert(place.end(), {q.w, q.x, q.y, q.z});
    std::vector<Command> before{{command.target, place}};
    if (b->motion != Motion::Dynamic) return before;
    const std::string prefix = "body." + b->name + ".";
    before.push_back({prefix + "velocity", numbers(b->velocity)});
    before.push_back({prefix + "angular_velocity", numbers(b->angularVelocity)});
    return before;
  }
  if (words.key == "velocity") return {{command.target, numbers(b->velocity)}};
  if (words.key == "angular_velocity") return {{command.target, numbers(b->angularVelocity)}};
  if (std::vector<Command> own = scalar(world, command.target); !own.empty()) return own;
  // It had no value of its own: each liquid's held, in its own units, and holds again.
  const bool isContact =
      words.key == "friction" || words.key == "stickiness" || words.key == "stick_distance";
  return isContact ? std::vector<Command>{{command.target, {}}} : std::vector<Command>{};
}

}  // namespace

std::vector<Command> valuesBefore(const World& world, const Command& command) {
  if (effectOf(command.target) == CommandEffect::Event) return {};
  const Words words = split(command.target);
  if (words.head == "material") return ofMaterial(world, command, words);
  if (words.head == "emitter") return ofEmitter(world, command, words);
  if (words.head == "body") return ofBody(world, command, words);
  if (words.head != world.method().key()) return scalar(world, command.target);
  std::vector<Command> each;
  for (const MaterialDefinition& m : world.materials())
    for (Command& c : scalar(world, "material." + m.name + "." + std::string(words.key)))
      each.push_back(std::move(c));
  return each;
}

}  // namespace ooze
