#include "world/history/record_serialization.h"

#include "ooze/base/error.h"
#include "ooze/world/liquid_look.h"

#include "world/commands/command_scope.h"
#include "world/parts/mesh_store.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string_view>

namespace ooze {
namespace {

/// Encodes the look and its overrides as "honey roughness=0.2". A look without overrides has the same bytes
/// as in saves from before overrides existed.
std::string wordsOfLook(const MaterialDefinition& material) {
  std::string words = material.look;
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    if (const auto& own = material.lookOverrides[i])
      words += fmt::format(" {}={}", kOpticalProperties[i].key, *own);
  return words;
}

void readChange(MaterialDefinition& material, std::string_view word) {
  // std::find instead of word.find(): gcc 12 otherwise warns of an impossible size.
  const auto equals = static_cast<std::size_t>(std::find(word.begin(), word.end(), '=') - word.begin());
  const std::size_t i = findOpticalProperty(word.substr(0, equals));
  float value = 0.f;
  const char* const end = word.data() + word.size();
  const char* const from = equals < word.size() ? word.data() + equals + 1 : end;
  const auto [stop, error] = std::from_chars(from, end, value);
  if (i == kOpticalProperties.size() || error != std::errc() || stop != end)
    throw InputError("the save is damaged: a material's look is not valid");
  material.lookOverrides[i] = value;
}

void readWordsOfLook(MaterialDefinition& material, std::string_view words) {
  std::size_t end = std::min(words.find(' '), words.size());
  material.look = words.substr(0, end);
  while (end < words.size()) {
    words.remove_prefix(end + 1);
    end = std::min(words.find(' '), words.size());
    readChange(material, words.substr(0, end));
  }
}

}  // namespace

void writeMaterial(ByteWriter& out, const MaterialDefinition& material) {
  writeFirstValues(out, material, material.values.size());
}

void writeFirstValues(ByteWriter& out, const MaterialDefinition& material, std::size_t values) {
  out.text(material.name);
  out.array(std::span(material.values).first(values));
  out.value(material.referenceRadius);
  out.value(material.density);
  out.value(material.colour);
  out.text(wordsOfLook(material));
}

MaterialDefinition readMaterial(ByteReader& in) {
  MaterialDefinition m;
  m.name = in.text();
  m.values = in.array<float>();
  m.referenceRadius = in.value<float>();
  m.density = in.value<float>();
  m.colour = in.value<std::uint32_t>();
  readWordsOfLook(m, in.text());
  return m;
}

void requireSound(const MaterialDefinition& material, const MethodRow& method) {
  const auto within = [](float value, float lower, float upper) { return value >= lower && value <= upper; };
  const std::vector<ParameterInfo>& rows = method.parameters();
  if (material.values.size() != rows.size() || !within(material.referenceRadius, 1e-5f, 1e3f) ||
      !within(material.density, 1e-3f, 1e6f))
    throw InputError("the save is damaged: a material is not valid");
  for (std::size_t r = 0; r < rows.size(); ++r) requireInRange(rows[r], material.values[r]);
  requireLook(material.look);
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    if (const auto& own = material.lookOverrides[i]) requireInRange(kOpticalProperties[i], *own);
}

void writeLogged(ByteWriter& out, const LoggedCommand& logged) {
  out.value(logged.step);
  const CommandText text = textOf(logged.command);
  out.text(text.target);
  out.array(text.values);
  out.text(text.text);
}

LoggedCommand readLogged(ByteReader& in) {
  LoggedCommand logged;
  logged.step = in.value<std::uint64_t>();
  CommandText text;
  text.target = in.text();
  text.values = in.array<float>();
  text.text = in.text();
  for (const float v : text.values)
    if (!std::isfinite(v))
      throw InputError(fmt::format("the save is damaged: {} is not finite", quoteText(text.target)));
  try {
    logged.command = parseCommand(text);
  } catch (const InputError& e) {
    throw InputError(fmt::format("the save is damaged: {}", e.what()));
  }
  if (const std::string* file = meshFileOf(logged.command)) setMeshFile(logged.command, withoutFolder(*file));
  return logged;
}

}  // namespace ooze
