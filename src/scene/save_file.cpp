#include "ooze/scene/save_file.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/packed_file.h"
#include "world/commands/command_rows.h"
#include "world/history/record_serialization.h"
#include "world/parts/mesh_store.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

// Bytes per particle, an upper bound. A state of liquid at rest holds 147 bytes for each particle and 8 for
// each of its 38 springs; a save from the middle of a frame holds two states. Squeezed liquid has more
// springs, and events and commands take space too.
constexpr std::uint64_t kMaxBytesPerParticle = 1536;

constexpr PackedKind kSave{
    {'o', 'o', 'z', 'e', 's', 'a', 'v', 'e'}, 2, "save", kMaxBytesPerParticle* kParticleLimit};

constexpr std::size_t kMaxSceneName = 255;  // bytes; the name is that of a file without its extension

template <class T, class Write>
void writeList(ByteWriter& out, const std::vector<T>& list, Write write) {
  out.value(static_cast<std::uint64_t>(list.size()));
  for (const T& item : list) write(out, item);
}

template <class Read>
auto readList(ByteReader& in, Read read) {
  std::vector<decltype(read(in))> list;
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) list.push_back(read(in));
  return list;
}

void writePiece(ByteWriter& out, const EditPiece& p) {
  out.value(p.kind);
  out.text(p.label);
  out.value(static_cast<std::uint64_t>(p.logBegin));
  out.value(static_cast<std::uint64_t>(p.logEnd));
  out.value(p.frame);
}

/// Reads the parts of an edit that the timeline shows. Undo records are not serialized: an opened session has
/// nothing to undo.
EditPiece readPiece(ByteReader& in) {
  EditPiece p;
  p.kind = in.value<EditPiece::PieceKind>();
  if (p.kind > EditPiece::PieceKind::Redo) throw InputError("the save is damaged");
  p.label = in.text();
  p.logBegin = in.value<std::uint64_t>();
  p.logEnd = in.value<std::uint64_t>();
  p.frame = in.value<std::uint64_t>();
  if (p.frame > kMostFrames) throw InputError("the save is damaged");
  return p;
}

void writeBranch(ByteWriter& out, const HistoryBranch& b) {
  out.text(b.name);
  out.value(static_cast<std::uint64_t>(b.parent));
  for (const std::uint64_t n : {b.from, b.fromStep, b.last, b.lastStep}) out.value(n);
  writeList(out, b.log, writeLogged);
  writeList(out, b.edits, writePiece);
}

HistoryBranch readBranch(ByteReader& in) {
  HistoryBranch b;
  b.name = in.text();
  b.parent = in.value<std::uint64_t>();
  for (std::uint64_t* n : {&b.from, &b.fromStep, &b.last, &b.lastStep}) *n = in.value<std::uint64_t>();
  b.log = readList(in, readLogged);
  b.edits = readList(in, readPiece);
  return b;
}

void writeChosen(ByteWriter& out, const ReplacedMaterial& c) {
  out.value(c.index);
  writeMaterial(out, c.material);
}

ReplacedMaterial readChosen(ByteReader& in) {
  const auto index = in.value<std::uint64_t>();
  return {index, readMaterial(in)};
}

std::uint64_t hashOfSceneText(const SaveFile& save) {
  return hashBytes(std::as_bytes(std::span(save.source.data(), save.source.size())));
}

/// Returns the scene's path as stored in a save in this folder. The relative path is stored if it goes up by
/// at most one folder, as for sessions and the user's scenes; else only the file name. A longer path would
/// reveal where the user's files are.
std::string sceneNameIn(const std::filesystem::path& folder, const std::filesystem::path& file) {
  if (folder.empty()) return file.filename().string();
  std::error_code failed;
  const auto way = std::filesystem::relative(file, folder, failed);
  const auto ups = std::count(way.begin(), way.end(), "..");
  return (failed || way.empty() || ups > 1 ? file.filename() : way).string();
}

/// Finds the scene file of a save: at the stored path, where this machine last saw the same text, or under
/// its name among the shipped scenes.
std::filesystem::path findScene(const SaveFile& save) {
  std::error_code ignored;
  const auto there = [&](const std::filesystem::path& file) {
    return std::filesystem::exists(file, ignored);
  };
  const std::filesystem::path beside =  // an absolute path stays unchanged
      currentSceneFile(save.file.parent_path() / save.sceneFile);
  if (there(beside)) return beside;
  if (const auto known = knownFile(hashOfSceneText(save)); known && there(*known)) return *known;
  for (const std::filesystem::path& assets : assetFolders())
    if (const auto shipped = currentSceneFile(assets / "scenes" / save.sceneFile.filename()); there(shipped))
      return shipped;
  return beside;
}

bool isShipped(const std::filesystem::path& scene) {
  const std::vector<std::filesystem::path> folders = assetFolders();
  return std::any_of(folders.begin(), folders.end(), [&](const std::filesystem::path& assets) {
    std::error_code ignored;
    return std::filesystem::equivalent(assets / "scenes", scene.parent_path(), ignored);
  });
}

void searchMeshesBesideSave(const SaveFile& save) {
  const std::filesystem::path folder = std::filesystem::absolute(save.file).parent_path();
  const auto look = [&](const std::vector<LoggedCommand>& log) {
    for (const LoggedCommand& logged : log)
      if (const std::string* file = meshFileOf(logged.command)) searchMeshIn(folder, *file);
  };
  look(save.commands);
  for (const HistoryBranch& branch : save.branches) look(branch.log);
}

void writePayload(ByteWriter& out, const SaveFile& save, const std::filesystem::path& folder) {
  out.text(save.sceneName);
  out.text(sceneNameIn(folder, save.sceneFile));
  out.value(static_cast<std::uint8_t>(save.detail));
  out.text(save.source);
  writeList(out, save.materials, writeMaterial);
  out.value(save.frame);
  writeList(out, save.commands, writeLogged);
  out.array(save.state);
  writeList(out, save.branches, writeBranch);
  out.value(static_cast<std::uint64_t>(save.branch));
  if (!save.chosen.empty()) writeList(out, save.chosen, writeChosen);
}

SaveFile readSave(ByteReader& in) {
  SaveFile save;
  save.sceneName = currentSceneName(in.text());
  if (save.sceneName.size() > kMaxSceneName) throw InputError("the save is damaged");
  save.sceneFile = in.text();
  const auto detail = in.value<std::uint8_t>();
  if (detail > static_cast<std::uint8_t>(Detail::Draft)) throw InputError("the save is damaged");
  save.detail = static_cast<Detail>(detail);
  save.source = in.text();
  save.materials = readList(in, readMaterial);
  save.frame = in.value<std::uint64_t>();
  if (save.frame > kMostFrames) throw InputError("the save is damaged");
  save.commands = readList(in, readLogged);
  save.state = in.array<std::byte>();
  save.branches = readList(in, readBranch);
  save.branch = in.value<std::uint64_t>();
  if (!save.branches.empty()) requireSound(save.branches, save.branch);
  if (!in.atEnd()) save.chosen = readList(in, readChosen);
  if (!in.atEnd()) throw InputError("the save is damaged");
  return save;
}

}  // namespace

SaveFile makeSave(const Scene& scene, const World& world) {
  ByteWriter state;
  world.save(state);
  std::error_code ignored;
  return {scene.name,
          std::filesystem::absolute(scene.file, ignored),
          scene.detail,
          scene.source,
          scene.world.materials,
          world.frameIndex(),
          world.commandLog(),
          state.bytes()};
}

std::vector<std::byte> encodeSave(const SaveFile& save, const std::filesystem::path& path) {
  if (!isShipped(save.sceneFile)) noteKnownFile(hashOfSceneText(save), save.sceneFile);
  std::error_code ignored;
  const std::filesystem::path folder =
      path.empty() ? path : std::filesystem::absolute(path, ignored).parent_path();
  return pack(kSave, [&](ByteWriter& payload) { writePayload(payload, save, folder); });
}

SaveFile decodeSave(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  try {
    const std::vector<std::byte> payload = unpack(kSave, bytes);
    ByteReader content(payload);
    SaveFile save = readSave(content);
    save.file = path;
    save.sceneFile = findScene(save);
    searchMeshesBesideSave(save);
    return save;
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", path.string(), e.what()));
  }
}

void writeSave(const std::filesystem::path& path, const SaveFile& save) {
  writeFile(path, encodeSave(save, path));
}

SaveFile readSave(const std::filesystem::path& path) { return decodeSave(readPacked(kSave, path), path); }

Scene parseSavedScene(const SaveFile& save) try {
  Scene scene = parseScene(save.source, save.sceneFile, save.detail);
  scene.name = save.sceneName;
  for (const MaterialDefinition& m : save.materials) requireSound(m, findMethod(scene.world.method));
  for (const ReplacedMaterial& c : save.chosen) requireSound(c.material, findMethod(scene.world.method));
  scene.world.materials = save.materials;
  return scene;
} catch (const InputError& e) {
  if (save.file.empty()) throw;
  // The scene file on the disk may be valid; the invalid text is in the save, so the message names the save.
  std::string_view why = e.what();
  if (const std::string scene = save.sceneFile.string() + ":"; why.starts_with(scene))
    why.remove_prefix(scene.size());
  throw InputError(fmt::format("{}: the scene in this save: {}", save.file.string(),
                               why.substr(why.find_first_not_of(' '))));
}

}  // namespace ooze
