// Serialization of control particles as text, for commands. Scene files have their own format in the scene
// layer.
#include "ooze/world/control_text.h"

#include "ooze/base/error.h"

#include "world/commands/command_scope.h"
#include "world/guard/spec_validation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace ooze {
namespace {

constexpr std::array<std::string_view, 6> kControlKinds{"velocity", "viscosity",  "add",
                                                        "erase",    "divergence", "temperature"};
constexpr std::array<std::string_view, 2> kControlShapes{"sphere", "cylinder"};
constexpr std::array<std::string_view, 3> kFalloffWords{"box", "hat", "cubic"};
constexpr std::array<std::string_view, 17> kControlKeys{
    "kind", "shape",   "falloff", "radius",  "length", "strength",  "value",     "position",    "orientation",
    "body", "carried", "active",  "enabled", "points", "place_key", "value_key", "strength_key"};
constexpr std::string_view kPointsOfScene = "scene";
constexpr double kLatest = 1e9;         // limit for times, as for Control::stop [s]
constexpr float kFarthestPoint = 1e3f;  // limit for the distance of a particle from its control's origin [m]
constexpr std::size_t kMostKeys = 100'000;

/// Parser for numbers separated by blanks.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : rest_(withoutSpaces(text)) {}

  [[nodiscard]] bool atEnd() const { return rest_.empty(); }
  double next() {
    double value = 0.0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || !(std::abs(value) <= kLatest))
      throw InputError(fmt::format("{} is not a number", quoteText(rest_.substr(0, rest_.find(' ')))));
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    rest_ = withoutSpaces(rest_);
    return value;
  }
  float number() { return static_cast<float>(next()); }
  Vec3 vector() {
    const float x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Quat turn() {
    const float w = number(), x = number(), y = number(), z = number();
    const Quat turn(w, x, y, z);
    if (!(std::abs(glm::length(turn) - 1.f) < 1e-3f))
      throw InputError("a rotation must be a unit quaternion");
    return turn;
  }
  void end() const {
    if (!rest_.empty()) throw InputError(fmt::format("unexpected {} at the end", quoteText(rest_)));
  }

 private:
  std::string_view rest_;
};

std::size_t wordIn(std::string_view key, std::string_view word, std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end())
    throw InputError(fmt::format("{}: there is no {}{}", key, quoteText(word),
                                 suggestion(word, std::vector<std::string>(words.begin(), words.end()))));
  return static_cast<std::size_t>(found - words.begin());
}

/// Parses particles: a position each, or a position and an axis each if the text begins with "axes".
std::vector<ControlPoint> pointsIn(std::string_view text) {
  std::vector<ControlPoint> points;
  const bool axes = text.starts_with("axes ");
  Numbers numbers(axes ? text.substr(5) : text);
  while (!numbers.atEnd()) {
    ControlPoint& p = points.emplace_back();
    p.place = numbers.vector();
    if (glm::length(p.place) > kFarthestPoint) throw InputError("a particle is too far from its control");
    if (axes) p.axis = numbers.vector();
    if (!(std::abs(glm::length(p.axis) - 1.f) < 1e-3f)) throw InputError("an axis must be a unit vector");
    if (points.size() > kMaxControlPoints)
      throw InputError(fmt::format("a control has at most {} particles", kMaxControlPoints));
  }
  return points;
}

template <class Key>
void addKey(std::vector<Key>& keys, Key key) {
  const bool early = !keys.empty() && key.time < keys.back().time;
  const bool third = keys.size() > 1 && key.time == keys[keys.size() - 2].time;
  if (early || third || key.time < 0.0) throw InputError("keys must ascend in time, two at most at one time");
  if (keys.size() >= kMostKeys) throw InputError(fmt::format("a control has at most {} keys", kMostKeys));
  keys.push_back(key);
}

class Decoder {
 public:
  Decoder(std::string_view name, const Control* ofScene) : ofScene_(ofScene) { control_.name = name; }

  void line(std::string_view key, std::string_view value) {
    if (!word(key, value)) numbers(key, value);
  }
  Control done() {
    if (!points_.empty()) control_.points = std::make_shared<const ControlPoints>(std::move(points_));
    if (!control_.placeKeys.empty()) {  // the pose without keyframes is the first key's
      control_.position = control_.placeKeys.front().pose.position;
      control_.orientation = control_.placeKeys.front().pose.orientation;
    }
    validateControlValues(control_);
    return std::move(control_);
  }

 private:
  bool word(std::string_view key, std::string_view value) {
    Control& c = control_;
    if (key == "kind")
      c.kind = static_cast<ControlKind>(wordIn(key, value, kControlKinds));
    else if (key == "shape")
      c.shape = static_cast<ControlShape>(wordIn(key, value, kControlShapes));
    else if (key == "falloff")
      c.falloff = static_cast<Falloff>(wordIn(key, value, kFalloffWords));
    else if (key == "body")
      c.body = value;
    else if (key == "points" && value == kPointsOfScene)
      takePointsOfScene();
    else if (key == "points")
      points_ = pointsIn(value);
    else
      return false;
    return true;
  }

  void takePointsOfScene() {
    if (!ofScene_) throw InputError(fmt::format("the scene has no control {}", quoteText(control_.name)));
    control_.points = ofScene_->points;
  }

  void numbers(std::string_view key, std::string_view value) {
    Control& c = control_;
    Numbers n(value);
    if (key == "radius")
      c.radius = n.number();
    else if (key == "length")
      c.length = n.number();
    else if (key == "strength")
      c.strength = n.number();
    else if (key == "value")
      c.value = n.vector();
    else if (key == "position")
      c.position = n.vector();
    else if (key == "orientation")
      c.orientation = n.turn();
    else if (key == "carried")
      c.carried = n.next() != 0.0;
    else if (key == "enabled")
      c.enabled = n.next() != 0.0;
    else if (key == "active")
      c.start = n.next(), c.stop = n.next();
    else
      keyed(key, n);
    n.end();
    if (!(c.stop >= c.start && c.start >= 0.0)) throw InputError("it stops before it starts");
  }

  void keyed(std::string_view key, Numbers& n) {
    Control& c = control_;
    const auto known = std::find(kControlKeys.begin(), kControlKeys.end(), key);
    if (known == kControlKeys.end())
      throw InputError(
          fmt::format("unknown key {}{}", quoteText(key),
                      suggestion(key, std::vector<std::string>(kControlKeys.begin(), kControlKeys.end()))));
    const double time = n.next();
    if (key == "place_key") {
      const Vec3 place = n.vector();
      addKey(c.placeKeys, PoseKey{time, {place, n.turn()}});
    } else if (key == "value_key") {
      addKey(c.valueKeys, VectorKey{time, n.vector()});
    } else {
      addKey(c.strengthKeys, VectorKey{time, {n.number(), 0.f, 0.f}});
    }
  }

  Control control_;
  const Control* ofScene_;
  std::vector<ControlPoint> points_;
};

std::string textOf(const Vec3& v) { return fmt::format("{} {} {}", v.x, v.y, v.z); }
std::string textOf(const Quat& q) { return fmt::format("{} {} {} {}", q.w, q.x, q.y, q.z); }

std::string textOf(const ControlPoints& points) {
  const auto list = points.list();
  const bool axes = std::any_of(list.begin(), list.end(),
                                [](const ControlPoint& p) { return p.axis != ControlPoint{}.axis; });
  std::string text = axes ? "axes" : "";
  for (const ControlPoint& p : list) {
    text += " " + textOf(p.place);
    if (axes) text += " " + textOf(p.axis);
  }
  return text;
}

bool samePoints(const Control& a, const Control& b) {
  if (a.points == b.points) return true;
  if (!a.points || !b.points) return false;
  return std::ranges::equal(a.points->list(), b.points->list(), [](const auto& p, const auto& q) {
    return p.place == q.place && p.axis == q.axis;
  });
}

bool sameKeys(const Control& a, const Control& b) {
  const auto same = [](const VectorKey& p, const VectorKey& q) {
    return p.time == q.time && p.value == q.value;
  };
  const auto samePose = [](const PoseKey& p, const PoseKey& q) {
    return p.time == q.time && p.pose.position == q.pose.position && p.pose.orientation == q.pose.orientation;
  };
  return std::ranges::equal(a.placeKeys, b.placeKeys, samePose) &&
         std::ranges::equal(a.valueKeys, b.valueKeys, same) &&
         std::ranges::equal(a.strengthKeys, b.strengthKeys, same);
}

}  // namespace

std::string encodeControl(const Control& c, bool pointsOfScene) {
  std::string text = fmt::format(
      "kind = {}\nshape = {}\nfalloff = {}\nradius = {}\nlength = {}\nstrength = {}\nvalue = {}\nposition = "
      "{}\norientation = {}\n",
      kControlKinds[static_cast<std::size_t>(c.kind)], kControlShapes[static_cast<std::size_t>(c.shape)],
      kFalloffWords[static_cast<std::size_t>(c.falloff)], c.radius, c.length, c.strength, textOf(c.value),
      textOf(c.position), textOf(c.orientation));
  if (!c.body.empty()) text += fmt::format("body = {}\n", c.body);
  text +=
      fmt::format("carried = {:d}\nactive = {} {}\nenabled = {:d}\n", c.carried, c.start, c.stop, c.enabled);
  if (pointsOfScene)
    text += fmt::format("points = {}\n", kPointsOfScene);
  else if (c.points)
    text += fmt::format("points = {}\n", textOf(*c.points));
  for (const PoseKey& k : c.placeKeys)
    text +=
        fmt::format("place_key = {} {} {}\n", k.time, textOf(k.pose.position), textOf(k.pose.orientation));
  for (const VectorKey& k : c.valueKeys) text += fmt::format("value_key = {} {}\n", k.time, textOf(k.value));
  for (const VectorKey& k : c.strengthKeys) text += fmt::format("strength_key = {} {}\n", k.time, k.value.x);
  return text;
}

Control decodeControl(std::string_view name, std::string_view text, const Control* ofScene) {
  Decoder decoder(name, ofScene);
  forEachAssignment(text, [&](std::string_view key, std::string_view value) { decoder.line(key, value); });
  return decoder.done();
}

bool haveSameStructure(const Control& a, const Control& b) {
  return a.kind == b.kind && a.shape == b.shape && a.falloff == b.falloff && a.body == b.body &&
         a.carried == b.carried && a.start == b.start && a.stop == b.stop && a.orientation == b.orientation &&
         sameKeys(a, b) && samePoints(a, b);
}

}  // namespace ooze
