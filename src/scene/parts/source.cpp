// Sources of a scene: bands of grid liquid that runs of upstream scenes wrote.
#include "ooze/scene/band_file.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/parts/parts.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <tuple>
#include <unordered_map>
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

/// Returns the names of the scenes from which a scene takes liquid, each once.
std::vector<std::string> sourcesOf(const JsonValue& root) {
  std::vector<std::string> names;
  NameIndex known;
  const auto member = [](const JsonValue& object, std::string_view key) -> const JsonValue* {
    for (const JsonValue::Member& m : object.members)
      if (m.key == key) return &m.value;
    return nullptr;
  };
  if (const JsonValue* sources = member(root, "sources"))
    for (const JsonValue& source : sources->items)
      if (const JsonValue* scene = member(source, "scene"); scene && known.add(scene->text))
        names.push_back(scene->text);
  return names;
}

/// Returns the names of the scenes from which a file takes liquid. An unreadable file gives none; its own run
/// reports the error.
std::vector<std::string> sourcesOf(const fs::path& file) try {
  return sourcesOf(parseJson(readText(file), file).root);
} catch (const InputError&) {
  return {};
}

/// Follows the sources upstream and refuses a cycle. Each file is followed once, however many scenes name it.
class SourceWalk {
 public:
  /// @param line  line of the sources in the file, for the message
  SourceWalk(const JsonFile& file, int line) : file_(file), line_(line), way_{file.path} {}

  /// Returns all files that were followed.
  [[nodiscard]] const std::vector<fs::path>& files() const { return files_; }

  /// Follows the sources of the file.
  /// @throws InputError if the file takes liquid from a scene that takes liquid from itself
  void follow() { follow(sourcesOf(file_.root)); }

 private:
  static constexpr std::size_t kMaxGrids = 100;

  /// Follows the scenes with these names, from which the last scene of the way takes liquid.
  /// @return number of scenes in the longest chain that begins with that last scene
  std::size_t follow(const std::vector<std::string>& names) {
    std::size_t longest = 0;
    for (const std::string& name : names)
      if (const std::optional<fs::path> next = upstreamFile(name, way_.back()))
        longest = std::max(longest, follow(*next));
    return longest + 1;
  }

  std::size_t follow(const fs::path& next) {
    std::error_code ignored;
    const std::string key = fs::weakly_canonical(next, ignored).string();
    if (const auto known = lengths_.find(key);
        known != lengths_.end() && way_.size() + known->second <= kMaxGrids)
      return known->second;
    const bool isCircle = std::any_of(way_.begin(), way_.end(),
                                      [&](const fs::path& p) { return fs::equivalent(p, next, ignored); });
    files_.push_back(next);
    way_.push_back(next);
    if (isCircle || way_.size() > kMaxGrids) refuse();
    const std::size_t length = follow(sourcesOf(next));
    way_.pop_back();
    return lengths_[key] = length;
  }

  [[noreturn]] void refuse() const {
    std::string words;
    for (const fs::path& p : way_)
      words += (words.empty() ? "" : ", which takes liquid from ") + p.stem().string();
    file_.fail(line_, "the sources form a circle: " + words);
  }

  const JsonFile& file_;
  int line_;
  std::vector<fs::path> files_;
  std::vector<fs::path> way_;                             ///< scenes from the first scene to the current one
  std::unordered_map<std::string, std::size_t> lengths_;  ///< longest chain from each file without a cycle
};

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
    o.fail(
        fmt::format("the band {} has cells of {:g} mm, but this scene has {:g} mm: give both the same \"h\"",
                    quoteText(first.band), 1000.f * first.cells.side, 1000.f * side));
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
  SourceWalk upstream(reader.file, list.line);
  upstream.follow();
  std::vector<fs::path>& inputs = reader.scene.inputs;
  inputs.insert(inputs.end(), upstream.files().begin(), upstream.files().end());
  std::map<std::tuple<fs::path, std::string, std::string>, std::shared_ptr<const BandFrames>> opened;
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
    const fs::path file(entry.scene), folder = folderOf(reader, entry);
    const std::string recorded = (file.extension() == ".json" ? file.stem() : file.filename()).string();
    // Sources of one band share its frames, which are checked once.
    std::shared_ptr<const BandFrames>& frames = opened[{folder, recorded, entry.band}];
    source.frames = frames ? frames : openBandFolder(folder, recorded, entry.band);
    if (!frames) requireFirstFrame(reader, o, entry, source);
    frames = source.frames;
  }
  if (!list.items.empty()) warnWithoutGrid(reader, "sources", list.items.front().line);
}

}  // namespace ooze::parts
