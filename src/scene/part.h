// Describes the parts of scene and material files: one row for each member of a JSON object. Reader, writer,
// schema, manual page and tests use the rows.
#pragma once

#include "ooze/scene/scene.h"

#include "base/name_index.h"
#include "geometry/mesh_work.h"
#include "scene/json_file.h"

#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ooze::parts {

/// Returns the names of a list's members.
template <class List>
std::vector<std::string> namesOf(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}

/// State shared by the readers of a scene.
struct SceneReader {
  const JsonFile& file;
  Scene& scene;
  /// If true, meshes are loaded and sampled into signed distance fields. If false, the file is only checked,
  /// for lists of scenes.
  bool buildShapes = true;
  /// Names of the materials and bodies read so far.
  NameIndex materials = {}, bodies = {};
  /// Files that were read for an earlier part, so that each is read once: material files by name, meshes by
  /// name, height [m] (0: as in the file), cell [m], and whether the mesh is an obstacle.
  std::map<std::string, MaterialDefinition, std::less<>> materialFiles = {};
  std::map<std::tuple<std::string, float, float, bool>, SampledMesh> meshFiles = {};
};

/// Context in which values are written.
struct WriteContext {
  std::string_view method;                             ///< MethodRow::key
  std::span<const MaterialDefinition> materials = {};  ///< materials that indices refer to
  std::filesystem::path folder = {};                   ///< folder of the written file
};

using Json = nlohmann::ordered_json;
/// A written value; empty if the file needs no such member.
using Written = std::optional<Json>;

/// Says whether a member must be present.
enum class Presence {
  Optional,  ///< an absent member has its default; writePart() omits the default
  Shown,     ///< as Optional, but writePart() also writes the default
  Required   ///< a file without the member is refused
};

/// Restricts a member to some of the objects.
struct Condition {
  std::string_view key;                 ///< the member that decides
  std::vector<std::string_view> words;  ///< its words that allow the restricted member; empty: any value
  std::string_view owner;               ///< the objects that may have the restricted member: "a shower"
};

/// One member of a part. The default is the value in T{}.
template <class T>
struct MemberRow {
  std::string_view key, unit, text;  ///< key in files; unit, or ""; one-sentence description
  std::function<void(SceneReader&, const JsonValue&, T&)> read;
  std::function<Written(const WriteContext&, const T&)> write;
  /// Returns the JSON schema of the value, and adds the parts that the schema refers to.
  std::function<Json(Json& definitions)> schema;
  Presence presence = Presence::Optional;
  std::optional<Condition> condition = {};
  std::string_view replacedBy = {};  ///< key of the member that makes this one superfluous, or ""
  bool merged = false;  ///< true: writeChanges() writes the members of the value that differ, not the value

  MemberRow readBy(void (*reads)(SceneReader&, const JsonValue&, T&)) && {
    read = reads;
    return std::move(*this);
  }
  MemberRow required() && { return std::move(*this).with(Presence::Required); }
  MemberRow shown() && { return std::move(*this).with(Presence::Shown); }
  /// The member must come after the member that replaces it.
  MemberRow unless(std::string_view other) && {
    replacedBy = other;
    return std::move(*this);
  }
  MemberRow onlyIf(std::string_view other, std::vector<std::string_view> words, std::string_view owner) && {
    condition = {other, std::move(words), owner};
    return std::move(*this);
  }

 private:
  MemberRow with(Presence p) && {
    presence = p;
    return std::move(*this);
  }
};

/// A JSON object that describes a T.
template <class T>
struct Part {
  std::string_view key;   ///< name of the part in the schema and the manual; "": described where it is used
  std::string_view what;  ///< name in messages: "an emitter"
  std::string_view text;  ///< description in one sentence, or ""
  std::vector<MemberRow<T>> rows;
  /// Checks the members together and completes the value; null: nothing to do.
  void (*check)(SceneReader&, const JsonObject&, T&) = nullptr;
  /// Adds rules that no row states to the schema; null: none.
  void (*rules)(Json& schema) = nullptr;

  std::vector<std::string_view> keys() const {
    std::vector<std::string_view> keys;
    for (const MemberRow<T>& row : rows) keys.push_back(row.key);
    return keys;
  }
};

// A kind of value converts between JSON and a C++ value:
//   void read(SceneReader&, const JsonValue&, std::string_view key, V& out) const;
//   Written write(const WriteContext&, const V&) const;
//   Json schema(Json& definitions) const;
// The kinds for single values are in scene/value_kinds.h.

template <class Kind, class V>
void readKind(const Kind& kind, SceneReader& reader, const JsonValue& value, std::string_view key, V& out) {
  kind.read(reader, value, key, out);
}
template <class Kind, class V>
void readKind(const Kind& kind, SceneReader& reader, const JsonValue& value, std::string_view key,
              std::optional<V>& out) {
  kind.read(reader, value, key, out.emplace());
}
template <class Kind, class V>
Written writeKind(const Kind& kind, const WriteContext& context, const V& value) {
  return kind.write(context, value);
}
template <class Kind, class V>
Written writeKind(const Kind& kind, const WriteContext& context, const std::optional<V>& value) {
  return value ? kind.write(context, *value) : Written();
}

/// Makes a row.
/// @param get  pointer to the member, or a generic function from T& to V& and from const T& to const V&
template <class T, class Get, class Kind>
MemberRow<T> member(std::string_view key, Get get, Kind kind, std::string_view unit, std::string_view text) {
  return {key,
          unit,
          text,
          [=](SceneReader& reader, const JsonValue& value, T& part) {
            readKind(kind, reader, value, key, std::invoke(get, part));
          },
          [=](const WriteContext& context, const T& part) {
            return writeKind(kind, context, std::invoke(get, part));
          },
          [=](Json& definitions) { return kind.schema(definitions); }};
}
template <class T, class V, class Kind>
MemberRow<T> member(std::string_view key, V T::*get, Kind kind, std::string_view unit,
                    std::string_view text) {
  return member<T, V T::*, Kind>(key, get, std::move(kind), unit, text);
}

/// Returns the rows of an M as rows of a T that contains the M.
/// @param get  as for member()
template <class T, class M, class Get>
std::vector<MemberRow<T>> rowsWithin(const std::vector<MemberRow<M>>& inner, Get get) {
  std::vector<MemberRow<T>> rows;
  for (const MemberRow<M>& row : inner)
    rows.push_back({row.key, row.unit, row.text,
                    [=](SceneReader& reader, const JsonValue& value, T& part) {
                      row.read(reader, value, std::invoke(get, part));
                    },
                    [=](const WriteContext& context, const T& part) {
                      return row.write(context, std::invoke(get, part));
                    },
                    row.schema, row.presence, row.condition, row.replacedBy, row.merged});
  return rows;
}

/// Joins single rows and lists of rows.
template <class T, class... Items>
std::vector<MemberRow<T>> rowsOf(Items... items) {
  std::vector<MemberRow<T>> rows;
  const auto add = [&](auto item) {
    if constexpr (std::is_same_v<decltype(item), MemberRow<T>>)
      rows.push_back(std::move(item));
    else
      rows.insert(rows.end(), item.begin(), item.end());
  };
  (add(std::move(items)), ...);
  return rows;
}

/// Returns true if the object satisfies the condition.
bool holds(const Condition& condition, const JsonObject& object);
bool holds(const Condition& condition, const Json& object);
/// Reports a member that its condition forbids.
[[noreturn]] void refuseMember(const JsonObject& object, std::string_view key, const Condition& condition);

/// Reads the members that the object has, in the order of the rows.
/// @throws InputError if the object has an unknown or forbidden member, lacks a required member, or a value
///         is wrong
template <class T>
void readRows(SceneReader& reader, const JsonObject& object, const Part<T>& part, T& out) {
  for (const MemberRow<T>& row : part.rows) {
    const JsonValue* value = object.find(row.key);
    const bool allowed = !row.condition || holds(*row.condition, object);
    if (value && !allowed) refuseMember(object, row.key, *row.condition);
    if (value)
      row.read(reader, *value, out);
    else if (allowed && row.presence == Presence::Required)
      (void)object.require(row.key);
  }
  if (part.check) part.check(reader, object, out);
}
template <class T>
void readPart(SceneReader& reader, const JsonValue& value, const Part<T>& part, T& out) {
  readRows(reader, JsonObject(reader.file, value, part.what, part.keys()), part, out);
}

/// Returns a complete JSON object.
/// @param defaults  values that need not be written
template <class T>
Json writePart(const WriteContext& context, const Part<T>& part, const T& value, const T& defaults = {}) {
  auto json = Json::object();
  for (const MemberRow<T>& row : part.rows) {
    if (row.condition && !holds(*row.condition, json)) continue;
    if (!row.replacedBy.empty() && json.contains(row.replacedBy)) continue;
    Written written = row.write(context, value);
    if (!written) continue;
    if (row.presence == Presence::Optional && written == row.write(context, defaults)) continue;
    json[std::string(row.key)] = *std::move(written);
  }
  return json;
}

/// Writes the members in which `now` differs from `before`.
/// @param counts  returns false for the keys whose value in the file stays
template <class T, class Counts>
void writeChanges(const WriteContext& context, Json& json, const std::vector<MemberRow<T>>& rows,
                  const T& now, const T& before, Counts counts) {
  for (const MemberRow<T>& row : rows) {
    if (!counts(row.key)) continue;
    const Written written = row.write(context, now), old = row.write(context, before);
    if (written == old) continue;
    const std::string key(row.key);
    if (!written)
      json.erase(key);
    else if (!row.merged)
      json[key] = *written;
    else
      for (const auto& [inner, value] : written->items())
        if (!old || !old->contains(inner) || old->at(inner) != value) json[key][inner] = value;
  }
}

/// Adds description, condition and default to the schema of a part.
struct RowSchema {
  std::string_view key, unit, text;
  Json value;
  Written defaultValue;
  bool isRequired;
  const std::optional<Condition>& condition;
  std::string_view replacedBy;
};
void addToSchema(Json& part, const RowSchema& row);

/// Returns the JSON schema of a part.
/// @param definitions  receives the schemas of the parts that the schema refers to
template <class T>
Json schemaOf(const Part<T>& part, Json& definitions) {
  Json json;
  if (!part.text.empty()) json["description"] = part.text;
  json["type"] = "object";
  json["properties"] = Json::object();
  json["additionalProperties"] = false;
  for (const MemberRow<T>& row : part.rows)
    addToSchema(json, {row.key, row.unit, row.text, row.schema(definitions), row.write({kDefaultMethod}, T{}),
                       row.presence == Presence::Required, row.condition, row.replacedBy});
  if (part.rules) part.rules(json);
  return json;
}

/// The kind of an object that is a part.
template <class T>
struct Nested {
  const Part<T>& (*part)();

  void read(SceneReader& reader, const JsonValue& value, std::string_view, T& out) const {
    readPart(reader, value, part(), out);
  }
  Written write(const WriteContext& context, const T& value) const {
    auto json = writePart(context, part(), value);
    return json.empty() ? Written() : Written(std::move(json));
  }
  Json schema(Json& definitions) const {
    const std::string key(part().key);
    if (key.empty()) return schemaOf(part(), definitions);
    if (!definitions.contains(key)) {
      definitions[key] = nullptr;  // reserves the place of the outer part, before the parts within it
      definitions[key] = schemaOf(part(), definitions);
    }
    return {{"$ref", "#/$defs/" + key}};
  }
};

/// Checks the names of a list's entries: each must be new.
class UniqueNames {
 public:
  explicit UniqueNames(const JsonFile& file) : file_(file), names_(&own_) {}
  /// @param names  index of the list; receives the new names
  UniqueNames(const JsonFile& file, NameIndex& names) : file_(file), names_(&names) {}
  UniqueNames(const UniqueNames&) = delete;
  UniqueNames& operator=(const UniqueNames&) = delete;
  /// @throws InputError if an earlier entry has this name
  void add(const JsonValue& entry, const std::string& name);

 private:
  const JsonFile& file_;
  NameIndex own_;
  NameIndex* names_;
};

}  // namespace ooze::parts
