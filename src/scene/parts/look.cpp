// Camera and look of a scene: what the picture shows when the scene opens.
#include "ooze/world/quantity.h"

#include "scene/assets.h"
#include "scene/light_parameters.h"
#include "scene/parts/parts.h"

#include <algorithm>

namespace ooze::parts {
namespace {

/// The key of a quantity that the scene's method has.
struct ColourKey : TextKind {
  static std::vector<std::string_view> wordsOf(const MethodRow& method) {
    std::vector<std::string_view> words;
    for (const Field& field : quantitiesOf(method)) words.push_back(field.key);
    return words;
  }
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::string& out) const {
    WordKind{wordsOf(findMethod(reader.scene.world.method))}.read(reader, value, key, out);
  }
  Json schema(Json&) const {
    std::vector<std::string_view> all;
    for (const MethodRow& method : methodRegistry())
      for (const std::string_view word : wordsOf(method))
        if (std::ranges::find(all, word) == all.end()) all.push_back(word);
    return {{"enum", all}};
  }
};

/// A built-in background, or a panorama.
struct BackgroundKind {
  WordKind words{{"studio", "sky", "dark", "white"}};

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, LookSpec& look) const {
    if (value.kind == JsonValue::JsonKind::String && isPanorama(value.text)) {
      look.panorama = requireShortPath(value.text, findPanorama(value.text, reader.file.path.parent_path()),
                                       reader.file.path);
      reader.scene.inputs.push_back(look.panorama);
    } else {
      words.read(reader, value, key, look.background);
    }
  }
  Written write(const WriteContext& context, const LookSpec& look) const {
    return look.panorama.empty() ? look.background : pathFromFolder(context.folder, look.panorama);
  }
  Json schema(Json& definitions) const {
    return {{"anyOf", {words.schema(definitions), {{"type", "string"}, {"pattern", "\\.(hdr|HDR)$"}}}}};
  }
};

const Part<LightSpec>& lightPart() {
  static const Part<LightSpec> kPart = [] {
    std::vector<MemberRow<LightSpec>> rows;
    for (const LightParameter& n : kLightParameters)
      rows.push_back(member(n.key, n.member, NumberKind(n.lower, n.upper), n.unit, n.text));
    rows.push_back(member("colour", &LightSpec::colour, Colour(), "", "Colour filter of the key light."));
    return Part<LightSpec>{"", "a light", "", std::move(rows)};
  }();
  return kPart;
}

}  // namespace

const Part<CameraSpec>& cameraPart() {
  using C = CameraSpec;
  static const Part<C> kPart{
      "camera",
      "a camera",
      "",
      {member("eye", &C::eye, Vector{kPositionRange}, "m", "Position of the camera.").shown(),
       member("target", &C::target, Vector{kPositionRange}, "m", "Centre of the view.").shown(),
       member("field_of_view", &C::fieldOfView, NumberKind(5, 120), "degrees", "Vertical angle of view.")
           .shown()},
      [](SceneReader&, const JsonObject& o, C& camera) {
        if (glm::distance(camera.eye, camera.target) < 1e-4f)
          o.fail("the camera's eye and target are at the same point");
      }};
  return kPart;
}

const Part<LookSpec>& lookPart() {
  using L = LookSpec;
  static const Part<L> kPart{
      "",
      "a look",
      "",
      {member("view", &L::view, WordKind{{"surface", "tracked", "skin", "spheres", "points"}}, "",
              "Kind of liquid rendering.")
           .shown(),
       member("colour", &L::colour, ColourKey(), "", "Colouring quantity. Default: that of the view."),
       member<L>(
           "background", [](auto& look) -> auto& { return look; }, BackgroundKind(), "",
           "A built-in background, or a panorama (.hdr, .exr) beside this file or in the user's folder "
           "\"surroundings\".")
           .shown(),
       member("spray", &L::spray, NumberKind(0, 1), "1",
              "The drawn fraction of the spray, foam and bubbles of thin liquids."),
       member("light", &L::light, Nested<LightSpec>{lightPart}, "", "")}};
  return kPart;
}

std::string pathFromFolder(const std::filesystem::path& folder, const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::path way = std::filesystem::relative(file, folder, failed);
  return failed || way.empty() ? file.string() : way.string();
}

}  // namespace ooze::parts
