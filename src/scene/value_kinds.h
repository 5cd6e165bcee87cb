// The kinds of values in scene and material files: numbers, words, vectors, colours, references by name,
// lists. Each kind reads and writes a value, and describes the value as a JSON schema.
#pragma once

#include "scene/json_text.h"
#include "scene/part.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::parts {

inline constexpr NumberRange kPositionRange{-1000, 1000};  ///< allowed coordinates of positions [m]
inline constexpr NumberRange kLengthRange{1e-4, 100};      ///< allowed lengths, such as radii [m]
inline constexpr NumberRange kTimeRange{0, 1e6};           ///< allowed times in a scene [s]
inline constexpr NumberRange kSpeedRange{-100, 100};       ///< allowed velocity components [m/s]
inline constexpr NumberRange kAnyNumber{-1e30, 1e30};      ///< numbers whose range is checked later

/// A number in a closed range.
struct NumberKind {
  double lower, upper;

  NumberKind(double least, double most) : lower(least), upper(most) {}
  NumberKind(NumberRange range)
      : lower(range.lower), upper(range.upper) {}  // NOLINT: a range is a kind of number
  template <class V>
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, V& out) const {
    out = static_cast<V>(readNumber(reader.file, value, key, {lower, upper}));
  }
  Written write(const WriteContext&, float value) const { return shortest(value); }
  Written write(const WriteContext&, double value) const { return value; }
  Json schema(Json&) const;
};

/// A time [s]. A time after the range means never, and is not written.
struct Time : NumberKind {
  Time() : NumberKind(kTimeRange) {}
  Written write(const WriteContext&, double value) const {
    return value > upper ? Written() : Written(value);
  }
};

/// A whole number. A number above the range means no limit, and is not written.
struct Count {
  double lower, upper;

  std::uint64_t valueOf(const JsonFile& file, const JsonValue& value, std::string_view key) const;
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::uint64_t& out) const {
    out = valueOf(reader.file, value, key);
  }
  Written write(const WriteContext&, std::uint64_t value) const {
    return static_cast<double>(value) > upper ? Written() : Written(value);
  }
  Json schema(Json&) const;
};

/// true or false.
struct Flag {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, bool& out) const;
  Written write(const WriteContext&, bool value) const { return value; }
  Json schema(Json&) const { return {{"type", "boolean"}}; }
};

/// Any text.
struct TextKind {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::string& out) const {
    out = readText(reader.file, value, key);
  }
  Written write(const WriteContext&, const std::string& value) const { return value; }
  Json schema(Json&) const { return {{"type", "string"}}; }
};

/// A name that commands can use: not empty, and without '='.
struct Name : TextKind {
  /// @throws InputError at this line if the text is no such name
  static void requireValid(const JsonFile& file, int line, const std::string& text);
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::string& out) const {
    TextKind::read(reader, value, key, out);
    requireValid(reader.file, value.line, out);
  }
  Json schema(Json&) const;
};

/// The key of a method.
struct MethodKey : TextKind {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::string& out) const;
  Json schema(Json&) const;
};

/// The version of a format, which has to be this one.
struct Version {
  int number;
  std::string_view files;  ///< the kind of files, for the message: "scene"

  template <class T>
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, const T&) const {
    requireVersion(reader.file, value, key);
  }
  template <class T>
  Written write(const WriteContext&, const T&) const {
    return number;
  }
  Json schema(Json&) const { return {{"const", number}}; }

 private:
  void requireVersion(const JsonFile& file, const JsonValue& value, std::string_view key) const;
};
template <class T>
MemberRow<T> versionRow(int number, std::string_view files) {
  return member<T>(
             "version", [](auto& part) -> auto& { return part; }, Version{number, files}, "", "")
      .required();
}

/// One of a list of words. An enumeration has its values in the order of the words.
struct WordKind {
  std::vector<std::string_view> words;

  /// @return the index of the word
  /// @throws InputError with a suggestion if the value is no word of the list
  static std::size_t find(const JsonFile& file, const JsonValue& value, std::string_view key,
                          const std::vector<std::string_view>& words);
  template <class V>
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, V& out) const {
    const std::size_t index = find(reader.file, value, key, words);
    if constexpr (std::is_enum_v<V>)
      out = static_cast<V>(index);
    else
      out = words[index];
  }
  template <class V>
  Written write(const WriteContext&, const V& value) const {
    if constexpr (std::is_enum_v<V>)
      return words[static_cast<std::size_t>(value)];
    else
      return value.empty() ? Written() : Written(value);
  }
  Json schema(Json&) const { return {{"enum", words}}; }
};

/// Three numbers in one range: [x, y, z].
struct Vector {
  NumberRange range;

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, Vec3& out) const {
    out = readVector(reader.file, value, key, range);
  }
  Written write(const WriteContext&, const Vec3& value) const {
    return isFinite(value) ? Written(shortest(value)) : Written();
  }
  Json schema(Json&) const;
};

/// A vector of any length but zero, which is read as a unit vector.
struct Direction : Vector {
  Direction() : Vector{{-1e6, 1e6}} {}
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, Vec3& out) const;
  Written write(const WriteContext&, const Vec3& value) const {
    return value == Vec3(0.f) ? Written() : Written(shortest(value));
  }
};

/// A rotation {"axis": [x, y, z], "degrees": a}. The identity is not written.
struct Rotation {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, Quat& out) const;
  Written write(const WriteContext&, const Quat& value) const;
  Json schema(Json& definitions) const;
};

/// A colour "#rrggbb", stored as 0xffBBGGRR.
struct Colour {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::uint32_t& out) const;
  Written write(const WriteContext&, std::uint32_t value) const { return colourText(value); }
  Json schema(Json&) const;
};

/// A number, or one number for each detail: {"coarse": a, "medium": b, "fine": c}. "draft" is optional; by
/// default it is 1.5 times "coarse", or equal to "coarse" if that is not above "medium".
struct ByDetail {
  NumberRange range;

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, float& out) const;
  Written write(const WriteContext&, float value) const { return shortest(value); }
  Json schema(Json&) const;
};

/// The name of a material of the scene, stored as its index.
struct MaterialName {
  std::string_view problem = "the scene has no material";  ///< begins the message about an unknown name

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::uint16_t& out) const;
  Written write(const WriteContext& context, std::uint16_t value) const;
  Json schema(Json& definitions) const { return Name().schema(definitions); }
};

/// The name of a body of the scene.
struct BodyName : Name {
  std::string_view problem = "the scene has no body";  ///< begins the message about an unknown name

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::string& out) const;
};

/// A list of values of one kind.
template <class Kind>
struct ListOf {
  Kind kind;
  std::size_t least = 0;  ///< smallest number of items, for the schema; a part checks the number itself

  template <class V>
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::vector<V>& out) const {
    out.clear();
    for (const JsonValue& item : itemsOf(reader.file, value, key))
      kind.read(reader, item, key, out.emplace_back());
  }
  template <class V>
  Written write(const WriteContext& context, const std::vector<V>& values) const {
    auto list = Json::array();
    for (const V& value : values) list.push_back(kind.write(context, value).value_or(nullptr));
    return list;
  }
  Json schema(Json& definitions) const {
    Json json{{"type", "array"}, {"items", kind.schema(definitions)}};
    if (least > 0) json["minItems"] = least;
    return json;
  }
};

/// Says whether two keys may have the same time.
enum class KeyOrder {
  Ascending,  ///< each key is later than the key before
  Jumps       ///< two keys at one time make a jump
};
/// @throws InputError if a key's time does not follow the times of the keys before
void requireOrder(const JsonFile& file, int line, KeyOrder order, const std::vector<double>& before,
                  double next);

/// A list of keyframes, each a part with a member `time`.
template <class Key>
struct KeyList {
  const Part<Key>& (*part)();
  KeyOrder order;

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::vector<Key>& out) const {
    out.clear();
    std::vector<double> times;
    for (const JsonValue& item : itemsOf(reader.file, value, key)) {
      readPart(reader, item, part(), out.emplace_back());
      requireOrder(reader.file, item.line, order, times, out.back().time);
      times.push_back(out.back().time);
    }
  }
  Written write(const WriteContext& context, const std::vector<Key>& keys) const {
    return ListOf<Nested<Key>>{{part}}.write(context, keys);
  }
  Json schema(Json& definitions) const { return ListOf<Nested<Key>>{{part}}.schema(definitions); }
};

/// Makes the row of a list of the scene whose entries a function reads.
/// @param part  describes an entry
/// @param read  reads the list into SceneReader::scene
template <class Entry>
MemberRow<Scene> listRow(std::string_view key, const Part<Entry>& (*part)(),
                         void (*read)(SceneReader&, const JsonValue& list), std::string_view text) {
  return {key,
          "",
          text,
          [=](SceneReader& reader, const JsonValue& list, Scene&) { read(reader, list); },
          [](const WriteContext&, const Scene&) { return Written(); },
          [=](Json& definitions) { return ListOf<Nested<Entry>>{{part}}.schema(definitions); }};
}

}  // namespace ooze::parts
