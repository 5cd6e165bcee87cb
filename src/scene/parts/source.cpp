// Sources of a scene: bands of grid liquid that runs of upstream scenes wrote.
#include "ooze/scene/band_file.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/parts/parts.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace ooze::parts {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> upstreamFile(const std::string& name, const fs::path& beside) {
  const fs::path given(name);
  std::error_code ignored;
  if (given.has_parent_path() || given.extension() == ".json") {
    const fs::path file = currentSceneFile(resolveRelativePath(beside, given));
    return fs::exists(file, ignored) ? std::optional(file) : std::nullopt;
  }
  const fs::path near = currentSceneFile(beside.parent_path() / (name + ".json"));
  if (fs::exists(near, ignored)) return near;
  for (const fs::path& file : assetFiles("scenes"))
    if (file.stem() == currentSceneName(name)) return file;
  return std::nullopt;
}

/// Returns the names of the scenes from which a file takes liquid. An unreadable file gives none; its own run
/// reports the error.
std::vector<std::string> sourcesOf(const fs::path& file) {
  std::vector<std::string> names;
  const auto member = [](const JsonValue& object, std::string_view key) -> const JsonValue* {
    for (const JsonValue::Member& m : object.members)
      if (m.key == key) return &m.value;
    return nullptr;
  };
  try {
    const JsonFile json = parseJson(readText(file), file);
    if (const JsonValue* sources = member(json.root, "sources"))
      for (const JsonValue& source : sources->items)
        if (const JsonValue* scene = member(source, "scene")) names.push_back(scene->text);
  } catch (const InputError&) {
  }
  return names;
}

/// Follows the sources upstream and refuses a cycle.
/// @param way  scenes from the first scene to the current one
void refuseSourceCycle(const JsonFile& file, int line, std::vector<fs::path>& way) {
  constexpr std::size_t kMaxGrids = 100;
  for (const std::string& name : sourcesOf(way.back())) {
    const std::optional<fs::path> next = upstreamFile(name, way.back());
    if (!next) continue;
    std::error_code ignored;
    const bool isCircle = std::any_of(way.begin(), way.end(),
                                      [&](const fs::path& p) { return fs::equivalent(p, *next, ignored); });
    way.push_back(*next);
    if (isCircle || way.size() > kMaxGrids) {
      std::string words;
      for (const fs::path& p : way)
        words += (words.empty() ? "" : ", which takes liquid from ") + p.stem().string();
      file.fail(line, "the sources form a circle: " + words);
    }
    refuseSourceCycle(file, line, way);
    way.pop_back();
  }
}

fs::path folderOf(const SceneReader& reader, const SourceEntry& source) {
  const fs::path given(source.folder);
  std::error_code ignored;
  const fs::path beside = resolveRelativePath(reader.file.path, given);
  return !fs::exists(beside, ignored) && fs::exists(given, ignored) ? given : beside;
}

/// Refuses a missing or unsuitable first frame before the long run begins.
void requireFirstFrame(const SceneReader& reader, const JsonObject& o, const SourceEntry& entry,
                       const SourceSpec& source) {
  const MethodRow& method = findMethod(reader.scene.world.method);
  if (!method.cellSide) return;
  BandFrame first;
  try {
    first = source.frames->read(0);
  } catch (const InputError& e) {
    o.fail(fmt::format("{}; `ooze run {} --detail {} --bands {}` writes the bands", e.what(), entry.scene,
                       detailWord(reader.scene.detail), entry.folder));
  }
  const float side = method.cellSide(reader.scene.world.methodSettings);
  if (first.cells.side != side)
    o.fail(fmt::format(
        "the band \"{}\" has cells of {:g} mm, but this scene has {:g} mm: give both the same \"h\"",
        first.band, 1000.f * first.cells.side, 1000.f * side));
}

}  // namespace

const Part<SourceEntry>& sourcePart() {
  using E = SourceEntry;
  static const Part<E> kPart{
      "source",
      "a source",
      "Liquid that enters through a band of another scene.",
      {member("name", &E::name, Name(), "", "Default: \"source\" and its number."),
       member("scene", &E::scene, TextKind(), "",
              "The scene that records the band: a name, or a file beside this scene.")
           .required(),
       member("band", &E::band, TextKind(), "", "Name of the band.").required(),
       member("folder", &E::folder, TextKind(), "",
              "The folder that holds the recorded band: beside this file, or in the current folder.")
           .required(),
       member("material", &E::material, MaterialName(), "", "Optional if the scene has only one material.")}};
  return kPart;
}

void readSources(SceneReader& reader, const JsonValue& list) {
  std::vector<fs::path> way{reader.scene.file};
  refuseSourceCycle(reader.file, list.line, way);
  std::vector<SourceSpec>& sources = reader.scene.world.sources;
  UniqueNames names(reader.file);
  for (const JsonValue& item : itemsOf(reader.file, list, "sources")) {
    const JsonObject o(reader.file, item, sourcePart().what, sourcePart().keys());
    SourceEntry entry;
    entry.name = fmt::format("source {}", sources.size() + 1);
    readRows(reader, o, sourcePart(), entry);
    requireMaterial(reader, o);
    names.add(item, entry.name);
    SourceSpec& source = sources.emplace_back();
    source.name = entry.name;
    source.material = entry.material;
    if (!reader.buildShapes) continue;
    const fs::path file(entry.scene);
    source.frames =
        openBandFolder(folderOf(reader, entry),
                       (file.extension() == ".json" ? file.stem() : file.filename()).string(), entry.band);
    requireFirstFrame(reader, o, entry, source);
  }
  if (!list.items.empty()) warnWithoutGrid(reader, "sources", list.items.front().line);
}

}  // namespace ooze::parts
