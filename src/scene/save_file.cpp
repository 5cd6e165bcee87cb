#include "ooze/scene/save_file.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/base/file.h"

#include "scene/packed_file.h"

#include <fmt/format.h>

namespace ooze {
namespace {

constexpr PackedKind kSave{{'o', 'o', 'z', 'e', 's', 'a', 'v', 'e'}, 1, "save"};

void writeMaterial(ByteWriter& out, const MaterialDefinition& m) {
  out.text(m.name);
  out.array(m.values);
  out.value(m.referenceRadius);
  out.value(m.density);
  out.value(m.colour);
  out.text(m.look);
}

MaterialDefinition readMaterial(ByteReader& in) {
  MaterialDefinition m;
  m.name = in.text();
  m.values = in.array<float>();
  m.referenceRadius = in.value<float>();
  m.density = in.value<float>();
  m.colour = in.value<std::uint32_t>();
  m.look = in.text();
  return m;
}

void writeCommand(ByteWriter& out, const LoggedCommand& c) {
  out.value(c.step);
  out.text(c.command.target);
  out.array(c.command.values);
}

LoggedCommand readCommand(ByteReader& in) {
  LoggedCommand c{};
  c.step = in.value<std::uint64_t>();
  c.command.target = in.text();
  c.command.values = in.array<float>();
  return c;
}

SaveFile readPayload(ByteReader& in) {
  SaveFile save;
  save.sceneName = in.text();
  save.sceneFile = in.text();
  const auto detail = in.value<std::uint8_t>();
  if (detail > static_cast<std::uint8_t>(Detail::Fine)) throw InputError("the save is damaged");
  save.detail = static_cast<Detail>(detail);
  save.source = in.text();
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) save.materials.push_back(readMaterial(in));
  save.frame = in.value<std::uint64_t>();
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) save.commands.push_back(readCommand(in));
  save.state = in.array<std::byte>();
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

std::vector<std::byte> encodeSave(const SaveFile& save) {
  ByteWriter payload;
  payload.text(save.sceneName);
  payload.text(save.sceneFile.string());
  payload.value(static_cast<std::uint8_t>(save.detail));
  payload.text(save.source);
  payload.value(static_cast<std::uint64_t>(save.materials.size()));
  for (const MaterialDefinition& m : save.materials) writeMaterial(payload, m);
  payload.value(save.frame);
  payload.value(static_cast<std::uint64_t>(save.commands.size()));
  for (const LoggedCommand& c : save.commands) writeCommand(payload, c);
  payload.array(save.state);
  return pack(kSave, payload.bytes());
}

SaveFile decodeSave(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  try {
    const std::vector<std::byte> payload = unpack(kSave, bytes);
    ByteReader content(payload);
    return readPayload(content);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", path.string(), e.what()));
  }
}

void writeSave(const std::filesystem::path& path, const SaveFile& save) { writeFile(path, encodeSave(save)); }

SaveFile readSave(const std::filesystem::path& path) { return decodeSave(readBytes(path), path); }

Scene sceneOfSave(const SaveFile& save) {
  Scene scene = parseScene(save.source, save.sceneFile, save.detail);
  scene.name = save.sceneName;
  scene.world.materials = save.materials;
  return scene;
}

}  // namespace ooze
