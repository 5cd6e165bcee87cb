#include "geometry/gltf_check.h"

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

namespace ooze {
namespace {

using GltfJson = nlohmann::json;

/// Returns the JSON text of a file: the first chunk of a binary file, or the whole file.
std::string_view jsonTextOf(std::string_view file) {
  constexpr std::size_t kHeader = 20;  // magic, version and length of the file; length and type of the chunk
  if (!file.starts_with("glTF")) return file;
  if (file.size() < kHeader) return {};
  std::uint32_t length = 0;
  std::memcpy(&length, file.data() + 12, sizeof length);
  return file.substr(kHeader, length);
}

/// Returns an element of an array of objects, or null if there is none.
const GltfJson* elementAt(const GltfJson& json, const char* array, const GltfJson& index) {
  const auto found = json.find(array);
  if (found == json.end() || !found->is_array() || !index.is_number_unsigned()) return nullptr;
  const auto i = index.get<std::uint64_t>();
  return i < found->size() && (*found)[i].is_object() ? &(*found)[i] : nullptr;
}

}  // namespace

bool hasStridedSparseAccessor(std::string_view file) {
  const GltfJson json = GltfJson::parse(jsonTextOf(file), nullptr, false);
  const auto accessors = json.is_object() ? json.find("accessors") : json.end();
  if (!json.is_object() || accessors == json.end() || !accessors->is_array()) return false;
  for (const GltfJson& accessor : *accessors) {
    if (!accessor.is_object() || !accessor.contains("sparse") || !accessor.contains("bufferView")) continue;
    const GltfJson* view = elementAt(json, "bufferViews", accessor["bufferView"]);
    constexpr std::uint64_t kPosition = 12;  // size of three floats [bytes]
    if (view && view->contains("byteStride") && (*view)["byteStride"] != kPosition) return true;
  }
  return false;
}

}  // namespace ooze
