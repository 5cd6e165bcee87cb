#include "scene/value_kinds.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ooze::parts {
namespace {

constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53: doubles hold all integers up to this one

struct AxisAngle {
  Vec3 axis{0.f, 1.f, 0.f};
  float degrees = 0.f;
};

const Part<AxisAngle>& rotationPart() {
  static const Part<AxisAngle> kPart{
      "",
      "a rotation",
      "",
      {member("axis", &AxisAngle::axis, Direction(), "", "").required(),
       member("degrees", &AxisAngle::degrees, NumberKind(-36000, 36000), "", "").required()}};
  return kPart;
}

Json numberSchema(NumberRange range) {
  return {{"type", "number"}, {"minimum", range.lower}, {"maximum", range.upper}};
}

}  // namespace

Json NumberKind::schema(Json&) const { return numberSchema({lower, upper}); }

std::uint64_t Count::valueOf(const JsonFile& file, const JsonValue& value, std::string_view key) const {
  const double v = readNumber(file, value, key, {lower, std::min(upper, kLargestExactInteger)});
  if (v != std::floor(v)) file.fail(value.line, fmt::format("\"{}\" = {:g} must be a whole number", key, v));
  return static_cast<std::uint64_t>(v);
}

Json Count::schema(Json&) const {
  return {{"type", "integer"},
          {"minimum", static_cast<std::uint64_t>(lower)},
          {"maximum", static_cast<std::uint64_t>(std::min(upper, kLargestExactInteger))}};
}

void Flag::read(SceneReader& reader, const JsonValue& value, std::string_view key, bool& out) const {
  if (value.kind != JsonValue::JsonKind::Boolean) refuseType(reader.file, value, key, "true or false");
  out = value.boolean;
}

void Name::requireValid(const JsonFile& file, int line, const std::string& text) {
  if (text.empty() || text.find('=') != std::string::npos)
    file.fail(line, "a name must not be empty and must not contain \"=\"");
  if (text.size() > kMaxQuotedBytes)
    file.fail(line, fmt::format("the name {} has more than {} bytes", quoteText(text), kMaxQuotedBytes));
}

Json Name::schema(Json&) const {
  return {{"type", "string"}, {"pattern", "^[^=]+$"}, {"maxLength", kMaxQuotedBytes}};
}

void MethodKey::read(SceneReader& reader, const JsonValue& value, std::string_view key,
                     std::string& out) const {
  TextKind::read(reader, value, key, out);
  reader.file.at(value.line, [&] { (void)findMethod(out); });
}

Json MethodKey::schema(Json&) const {
  Json keys;
  for (const MethodRow& row : methodRegistry()) keys.push_back(row.key);
  return {{"enum", keys}};
}

void Version::requireVersion(const JsonFile& file, const JsonValue& value, std::string_view key) const {
  if (Count{1, 1e6}.valueOf(file, value, key) != static_cast<std::uint64_t>(number))
    file.fail(value.line, fmt::format("this Ooze reads version {} of {} files", number, files));
}

std::size_t WordKind::find(const JsonFile& file, const JsonValue& value, std::string_view key,
                           const std::vector<std::string_view>& words) {
  const std::string text = readText(file, value, key);
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  file.fail(value.line, fmt::format("\"{}\" must be one of {}, not {}{}", key, fmt::join(words, ", "),
                                    quoteText(text), suggestion(text, {words.begin(), words.end()})));
}

Json Vector::schema(Json&) const {
  return {{"type", "array"}, {"items", numberSchema(range)}, {"minItems", 3}, {"maxItems", 3}};
}

void Direction::read(SceneReader& reader, const JsonValue& value, std::string_view key, Vec3& out) const {
  const Vec3 v = readVector(reader.file, value, key, range);
  const float length = glm::length(v);
  if (length < 1e-6f) reader.file.fail(value.line, fmt::format("\"{}\" must not be zero", key));
  out = v / length;
}

void Rotation::read(SceneReader& reader, const JsonValue& value, std::string_view, Quat& out) const {
  AxisAngle turn;
  readPart(reader, value, rotationPart(), turn);
  out = glm::angleAxis(glm::radians(turn.degrees), turn.axis);
}

Written Rotation::write(const WriteContext& context, const Quat& turn) const {
  const Vec3 axis(turn.x, turn.y, turn.z);
  const float sine = glm::length(axis);
  if (sine < 1e-6f) return {};
  return writePart(context, rotationPart(), {axis / sine, glm::degrees(2.f * std::atan2(sine, turn.w))});
}

Json Rotation::schema(Json& definitions) const { return schemaOf(rotationPart(), definitions); }

void Colour::read(SceneReader& reader, const JsonValue& value, std::string_view key,
                  std::uint32_t& out) const {
  const std::optional<std::uint32_t> colour = parseColour(readText(reader.file, value, key));
  if (!colour) reader.file.fail(value.line, fmt::format("\"{}\" must be a colour such as \"#d0a040\"", key));
  out = *colour;
}

Json Colour::schema(Json&) const { return {{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}}; }

void ByDetail::read(SceneReader& reader, const JsonValue& value, std::string_view key, float& out) const {
  if (value.kind != JsonValue::JsonKind::Object) return NumberKind(range).read(reader, value, key, out);
  std::vector<std::string_view> words;
  for (const Detail detail : kDetails) words.push_back(detailWord(detail));
  const JsonObject levels(reader.file, value, key, words);
  const auto levelOf = [&](Detail detail) {
    float level = 0.f;
    NumberKind(range).read(reader, levels.require(detailWord(detail)), detailWord(detail), level);
    return level;
  };
  std::map<Detail, float> known;
  for (const Detail detail : {Detail::Coarse, Detail::Medium, Detail::Fine}) known[detail] = levelOf(detail);
  // Without a draft of its own, a value that grows towards coarse detail grows on.
  constexpr float kDraft = 1.5f;  // factor from coarse to draft
  const bool grows = known[Detail::Coarse] > known[Detail::Medium];
  const float draft = (grows ? kDraft : 1.f) * known[Detail::Coarse];
  known[Detail::Draft] =
      levels.find(detailWord(Detail::Draft))
          ? levelOf(Detail::Draft)
          : std::clamp(draft, static_cast<float>(range.lower), static_cast<float>(range.upper));
  out = known[reader.scene.detail];
}

Json ByDetail::schema(Json&) const {
  const Json one = numberSchema(range);
  return {{"oneOf",
           {one,
            {{"type", "object"},
             {"properties", {{"draft", one}, {"coarse", one}, {"medium", one}, {"fine", one}}},
             {"additionalProperties", false},
             {"required", {"coarse", "medium", "fine"}}}}}};
}

void MaterialName::read(SceneReader& reader, const JsonValue& value, std::string_view key,
                        std::uint16_t& out) const {
  const std::vector<MaterialDefinition>& materials = reader.scene.world.materials;
  const std::string name = readText(reader.file, value, key);
  const auto found = reader.materials.find(name);
  if (!found)
    reader.file.fail(value.line,
                     fmt::format("{} {}{}", problem, quoteText(name), suggestion(name, namesOf(materials))));
  out = static_cast<std::uint16_t>(*found);
}

Written MaterialName::write(const WriteContext& context, std::uint16_t value) const {
  return value < context.materials.size() ? Written(context.materials[value].name) : Written();
}

void BodyName::read(SceneReader& reader, const JsonValue& value, std::string_view key,
                    std::string& out) const {
  const std::vector<Body>& bodies = reader.scene.world.bodies;
  TextKind::read(reader, value, key, out);
  if (!reader.bodies.contains(out))
    reader.file.fail(value.line,
                     fmt::format("{} {}{}", problem, quoteText(out), suggestion(out, namesOf(bodies))));
}

void requireOrder(const JsonFile& file, int line, KeyOrder order, const std::vector<double>& before,
                  double next) {
  const std::size_t n = before.size();
  if (n == 0 || next > before[n - 1]) return;
  if (order == KeyOrder::Ascending || next < before[n - 1])
    file.fail(line, fmt::format("keys must ascend in time; {:g} s comes after {:g} s", next, before[n - 1]));
  if (n > 1 && next == before[n - 2])
    file.fail(line,
              fmt::format("two keys at one time are a jump; the third key at {:g} s has no effect", next));
}

}  // namespace ooze::parts
