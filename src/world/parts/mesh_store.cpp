#include "world/parts/mesh_store.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/world/command.h"

#include "base/file.h"
#include "bodies/scaled_body.h"
#include "geometry/mesh_work.h"
#include "world/parts/added_body.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace ooze {
namespace {

constexpr char kBeforeHash = '\n';  // separates file name and hash; no path contains a newline

// Cell sizes as in scene files (scene/shape_reader.cpp): finer grids cost time and memory without a visible
// benefit.

// Cell side below which finer cells are used only for small meshes [m].
constexpr float kSmallestCell = 0.0015f;
// Smallest number of cells along a mesh's height, so that small meshes are resolved.
constexpr float kCellsOfHeight = 20.f;

std::uint64_t hashOf(const Mesh& mesh) {
  const std::array<std::uint64_t, 2> parts{hashBytes(std::as_bytes(std::span(mesh.positions))),
                                           hashBytes(std::as_bytes(std::span(mesh.triangles)))};
  return hashBytes(std::as_bytes(std::span(parts)));
}

std::string nameIn(const std::string& text) { return text.substr(0, text.find(kBeforeHash)); }

/// Returns the content hash in a text; nothing if the text has none.
std::optional<std::uint64_t> contentIn(const std::string& text) {
  const auto at = text.find(kBeforeHash);
  if (at == std::string::npos) return std::nullopt;
  std::uint64_t content = 0;
  const char *const begin = text.data() + at + 1, *const end = text.data() + text.size();
  if (std::from_chars(begin, end, content, 16).ptr != end) return std::nullopt;
  return content;
}

std::string nameWith(const std::filesystem::path& file, std::uint64_t content) {
  return fmt::format("{}{}{:016x}", file.filename().string(), kBeforeHash, content);
}

}  // namespace

float meshCell(float height, float interactionRadius) {
  return std::min(std::max(0.5f * interactionRadius, kSmallestCell), height / kCellsOfHeight);
}

std::filesystem::path findMeshFile(const std::string& text) {
  const std::filesystem::path name = nameIn(text);
  const auto content = contentIn(text);
  if (!content || name.is_absolute()) return name;
  return knownFile(*content).value_or(name);
}

std::string withoutFolder(const std::string& text) {
  const std::filesystem::path file = nameIn(text);
  const auto content = contentIn(text);
  if (!content || !file.has_parent_path()) return text;
  if (!knownFile(*content)) noteKnownFile(*content, file);
  return nameWith(file, *content);
}

void searchMeshIn(const std::filesystem::path& folder, const std::string& text) {
  const auto content = contentIn(text);
  if (!content) return;
  std::error_code ignored;
  if (const auto known = knownFile(*content); known && std::filesystem::exists(*known, ignored)) return;
  const std::filesystem::path here = folder / std::filesystem::path(nameIn(text)).filename();
  if (std::filesystem::exists(here, ignored)) noteKnownFile(*content, here);
}

Mesh MeshStore::load(const std::filesystem::path& file) const {
  return work_ ? loadMesh(file, *work_) : loadMesh(file);
}

Mesh MeshStore::loadNamed(const std::string& text) const {
  const std::filesystem::path file = findMeshFile(text);
  const auto content = contentIn(text);
  std::error_code ignored;
  if (content && !std::filesystem::exists(file, ignored))
    throw InputError(
        fmt::format("there is no mesh file {}; put it back, or next to the save", file.string()));
  Mesh mesh = load(file);
  if (content && *content != hashOf(mesh))
    throw InputError(fmt::format("{} has changed since the save was made", file.string()));
  return mesh;
}

std::string MeshStore::named(const std::string& text) const {
  if (contentIn(text)) return withoutFolder(text);
  const std::uint64_t content = hashOf(load(text));
  noteKnownFile(content, text);
  return nameWith(text, content);
}

const ScaledMesh& MeshStore::get(const std::string& text, SolidShape::SolidKind kind, float height,
                                 ScaledMeshUse use) {
  const auto key = std::make_tuple(text, kind, height, use);
  if (const auto found = meshes_.find(key); found != meshes_.end()) return found->second;
  Mesh mesh = loadNamed(text);
  try {
    standWithHeight(mesh, height);
    for (Vec3& p : mesh.positions) p.y -= 0.5f * height;
    ScaledMesh sized;
    sized.solid.kind = kind;
    const bool isMould = kind == SolidShape::SolidKind::Mould;
    SampledMesh sampled =
        sampleMesh(std::move(mesh), {.cell = meshCell(height, h_),
                                     .cacheFolder = userCacheFolder() / "distance",
                                     .work = work_,
                                     .isObstacle = use == ScaledMeshUse::Obstacle && !isMould,
                                     .interactionRadius = h_,
                                     .leastWall = leastWall_});
    sized.solid.mesh = std::move(sampled.mesh);
    sized.shape = isMould ? makeComplement(std::move(sampled.shape)) : std::move(sampled.shape);
    if (!sampled.note.empty()) {
      sized.note = fmt::format("mesh \"{}\": {}", nameIn(text), sampled.note);
      notes_.push_back(sized.note);
    }
    return meshes_.emplace(key, std::move(sized)).first->second;
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", findMeshFile(text).string(), e.what()));
  }
}

Body MeshStore::scaled(const Body& made, float scale) const {
  Body body = scaledBody(made, scale, leastWall_);
  // A smaller copy of the distance grid would have thinner walls.
  if (scale >= 1.f || !made.solid.mesh || !(thickenedTo(*made.shape) > 0.f)) return body;
  body.shape = sampleMesh(*body.solid.mesh, {.cell = std::max(0.5f * h_, kSmallestCell),
                                             .cacheFolder = userCacheFolder() / "distance",
                                             .isObstacle = true,
                                             .interactionRadius = h_,
                                             .leastWall = leastWall_})
                   .shape;
  return body;
}

std::string prepareMesh(const Command& command, float interactionRadius, float leastWall) {
  MeshStore store(interactionRadius, leastWall);
  (void)resolveMeshFile(command, store);
  return store.notes().empty() ? std::string() : store.notes().front();
}

std::string prepareMesh(const Command& command, float interactionRadius, float leastWall,
                        CancellationToken& work) {
  MeshStore store(interactionRadius, leastWall, &work);
  (void)resolveMeshFile(command, store);
  return store.notes().empty() ? std::string() : store.notes().front();
}

}  // namespace ooze
