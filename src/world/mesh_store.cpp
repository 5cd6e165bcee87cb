#include "world/mesh_store.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/base/file.h"
#include "ooze/world/mesh_command.h"

#include "geometry/mesh_work.h"
#include "world/added_body.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <span>

namespace ooze {
namespace {

constexpr char kBeforeHash = '\n';  // no path of ours holds one

// As scenes take them (scene/shape_reader.cpp): finer grids cost seconds and megabytes that nobody sees.
constexpr float kSmallestCell = 0.0015f;  // [m]
constexpr float kCellsOfHeight = 20.f;    // a small thing still has a shape

std::uint64_t hashOf(const Mesh& mesh) {
  const std::array<std::uint64_t, 2> parts{hashBytes(std::as_bytes(std::span(mesh.positions))),
                                           hashBytes(std::as_bytes(std::span(mesh.triangles)))};
  return hashBytes(std::as_bytes(std::span(parts)));
}

/// The hash behind a path; none if there is none.
std::string_view hashIn(const std::string& text) {
  const auto at = text.find(kBeforeHash);
  return at == std::string::npos ? std::string_view() : std::string_view(text).substr(at + 1);
}

}  // namespace

float meshCell(float height, float interactionRadius) {
  return std::min(std::max(0.5f * interactionRadius, kSmallestCell), height / kCellsOfHeight);
}

std::string meshFileOf(const std::string& text) { return text.substr(0, text.find(kBeforeHash)); }

Mesh MeshStore::load(const std::filesystem::path& file) const {
  return work_ ? loadMesh(file, *work_) : loadMesh(file);
}

Mesh MeshStore::loadNamed(const std::string& text) const {
  Mesh mesh = load(meshFileOf(text));
  if (const std::string_view hash = hashIn(text);
      !hash.empty() && hash != fmt::format("{:016x}", hashOf(mesh)))
    throw InputError(fmt::format("{} has changed since it was used here", meshFileOf(text)));
  return mesh;
}

std::string MeshStore::named(const std::string& text) const {
  if (!hashIn(text).empty()) return text;
  std::error_code ignored;
  const std::filesystem::path absolute = std::filesystem::absolute(meshFileOf(text), ignored);
  return fmt::format("{}{}{:016x}", absolute.string(), kBeforeHash, hashOf(load(absolute)));
}

const SizedMesh& MeshStore::get(const std::string& text, SolidShape::Kind kind, float height) {
  const auto key = std::make_tuple(text, kind, height);
  if (const auto found = meshes_.find(key); found != meshes_.end()) return found->second;
  Mesh mesh = loadNamed(text);
  try {
    standWithHeight(mesh, height);
    for (Vec3& p : mesh.positions) p.y -= 0.5f * height;
    SizedMesh sized;
    sized.solid.kind = kind;
    sized.solid.mesh = std::make_shared<const Mesh>(std::move(mesh));
    const float cell = meshCell(height, h_);
    const std::filesystem::path cache = userCacheFolder() / "distance";
    sized.shape =
        work_ ? makeDistance(sized.solid, cell, cache, *work_) : makeDistance(sized.solid, cell, cache);
    return meshes_.emplace(key, std::move(sized)).first->second;
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", meshFileOf(text), e.what()));
  }
}

void prepareMesh(const Command& command, float interactionRadius) {
  MeshStore store(interactionRadius);
  (void)withMeshRead(command, store);
}

void prepareMesh(const Command& command, float interactionRadius, LongWork& work) {
  MeshStore store(interactionRadius, &work);
  (void)withMeshRead(command, store);
}

}  // namespace ooze
