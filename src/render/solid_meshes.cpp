#include "render/solid_meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace ooze {
namespace {

constexpr float kTurn = 2.f * std::numbers::pi_v<float>;

/// Returns the mesh's normals or, for a mesh without normals, area-weighted vertex normals.
std::vector<Vec3> normalsOf(const Mesh& mesh) {
  if (mesh.normals.size() == mesh.positions.size()) return mesh.normals;
  std::vector<Vec3> normals(mesh.positions.size(), Vec3(0.f));
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 area =
        glm::cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
    for (const std::uint32_t i : {a, b, c}) normals[i] += area;
  }
  for (Vec3& n : normals)
    if (const float length = glm::length(n); length > 0.f) n /= length;
  return normals;
}

void addQuad(Mesh& mesh, const std::array<Vec3, 4>& corners, const std::array<Vec3, 4>& normals) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), corners.begin(), corners.end());
  mesh.normals.insert(mesh.normals.end(), normals.begin(), normals.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
  mesh.triangles.push_back({first, first + 2, first + 3});
}

/// Adds a face of the cube, divided into squares, because quality 0 lights bodies at vertices.
void addFace(Mesh& mesh, const Vec3& normal, const Vec3& side) {
  constexpr int kParts = 12;
  const Vec3 other = glm::cross(normal, side);
  const auto at = [&](int i, int j) {
    const auto part = [](int k) { return 2.f * static_cast<float>(k) / kParts - 1.f; };
    return normal + part(i) * side + part(j) * other;
  };
  for (int j = 0; j < kParts; ++j)
    for (int i = 0; i < kParts; ++i)
      addQuad(mesh, {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)},
              {normal, normal, normal, normal});
}

/// Makes a surface of revolution: a polyline of corners (distance from the axis, height), swept round the y
/// axis. The outside lies to the right of the line.
Mesh surfaceOfRevolution(std::span<const Vec2> corners) {
  // Number of sides, equal to the sphere's, so that a capsule's parts fit together.
  constexpr int kSides = 64;
  Mesh mesh;
  const auto round = [](int side) {
    const float turn = kTurn * static_cast<float>(side % kSides) / kSides;
    return Vec3(std::cos(turn), 0.f, -std::sin(turn));
  };
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const Vec2 from = corners[i], to = corners[i + 1];
    const Vec2 normal = glm::normalize(Vec2(to.y - from.y, from.x - to.x));
    const auto at = [](const Vec2& point, const Vec3& outward) {
      return point.x * outward + Vec3(0.f, point.y, 0.f);
    };
    for (int side = 0; side < kSides; ++side) {
      const Vec3 a = round(side), b = round(side + 1);
      const Vec3 na = at(normal, a), nb = at(normal, b);
      addQuad(mesh, {at(from, a), at(from, b), at(to, b), at(to, a)}, {na, nb, nb, na});
    }
  }
  return mesh;
}

}  // namespace

GpuMesh::GpuMesh(const Mesh& mesh) : indexCount_(static_cast<GLsizei>(3 * mesh.triangles.size())) {
  glBindVertexArray(vertices_.name());
  const auto attribute = [](GLuint index, const Buffer& buffer, const std::vector<Vec3>& data) {
    buffer.upload(GL_ARRAY_BUFFER, std::span<const Vec3>(data), GL_STATIC_DRAW);
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3), nullptr);
  };
  attribute(0, positions_, mesh.positions);
  attribute(1, normals_, normalsOf(mesh));
  triangles_.upload(GL_ELEMENT_ARRAY_BUFFER, std::span<const std::array<std::uint32_t, 3>>(mesh.triangles),
                    GL_STATIC_DRAW);
}

void GpuMesh::draw() const {
  glBindVertexArray(vertices_.name());
  glDrawElements(GL_TRIANGLES, indexCount_, GL_UNSIGNED_INT, nullptr);
}

Mesh unitSphere() {
  constexpr std::uint32_t kRings = 32, kSides = 64;
  Mesh mesh;
  for (std::uint32_t ring = 0; ring <= kRings; ++ring)
    for (std::uint32_t side = 0; side <= kSides; ++side) {
      const float polar = 0.5f * kTurn * static_cast<float>(ring) / kRings,
                  turn = kTurn * static_cast<float>(side) / kSides;
      mesh.positions.emplace_back(std::sin(polar) * std::cos(turn), std::cos(polar),
                                  -std::sin(polar) * std::sin(turn));
    }
  mesh.normals = mesh.positions;
  for (std::uint32_t ring = 0; ring < kRings; ++ring)
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t a = ring * (kSides + 1) + side, b = a + kSides + 1;
      mesh.triangles.push_back({a, b, b + 1});
      mesh.triangles.push_back({a, b + 1, a + 1});
    }
  return mesh;
}

Mesh unitCube() {
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const float sign : {-1.f, 1.f}) {
      Vec3 normal(0.f), side(0.f);
      normal[axis] = sign;
      side[(axis + 1) % 3] = 1.f;
      addFace(mesh, normal, side);
    }
  return mesh;
}

Mesh unitBar() {
  Mesh mesh = unitCube();
  std::fill(mesh.normals.begin(), mesh.normals.end(), Vec3(0, 1, 0));
  return mesh;
}

Mesh unitSquare() {
  Mesh mesh;
  const Vec3 up(0, 1, 0);
  addQuad(mesh, {Vec3(-1, 0, 1), Vec3(1, 0, 1), Vec3(1, 0, -1), Vec3(-1, 0, -1)}, {up, up, up, up});
  return mesh;
}

Mesh unitCylinder() {
  return surfaceOfRevolution(std::array{Vec2(0, -1), Vec2(1, -1), Vec2(1, 1), Vec2(0, 1)});
}

Mesh cupMesh(float radius, float halfHeight, float wall) {
  const float inner = radius - wall, floor = wall - halfHeight;
  return surfaceOfRevolution(std::array{Vec2(0, -halfHeight), Vec2(radius, -halfHeight),
                                        Vec2(radius, halfHeight), Vec2(inner, halfHeight), Vec2(inner, floor),
                                        Vec2(0, floor)});
}

Quat turnUpTo(const Vec3& direction) {
  const Vec3 up(0, 1, 0);
  const float cosine = glm::dot(up, direction);
  if (cosine < -0.99999f) return {0.f, 1.f, 0.f, 0.f};
  return glm::normalize(Quat(1.f + cosine, glm::cross(up, direction)));
}

Mesh unitPipe(float bore, int sides) {
  Mesh mesh;
  const bool round = sides > 4;
  // A square duct of half side 1 has its corners at sqrt 2.
  const float corner = round ? 1.f : std::numbers::sqrt2_v<float>;
  const auto at = [&](int i) {
    const float turn = kTurn * (static_cast<float>(i) + 0.5f) / static_cast<float>(sides);
    return corner * Vec3(std::cos(turn), 0.f, -std::sin(turn));
  };
  const Vec3 up(0, 1, 0), down(0, -1, 0);
  for (int i = 0; i < sides; ++i) {
    const Vec3 p = at(i), q = at(i + 1), middle = glm::normalize(p + q);
    const Vec3 np = round ? p : middle, nq = round ? q : middle;
    addQuad(mesh, {p, q, q + up, p + up}, {np, nq, nq, np});
    addQuad(mesh, {bore * q, bore * p, bore * p + up, bore * q + up}, {-nq, -np, -np, -nq});
    addQuad(mesh, {bore * p, bore * q, q, p}, {down, down, down, down});
    addQuad(mesh, {p + up, q + up, bore * q + up, bore * p + up}, {up, up, up, up});
  }
  return mesh;
}

Mesh simplifyByClustering(const Mesh& mesh, int cells) {
  const Aabb box = mesh.bounds();
  const Vec3 extent = box.size();
  const float cell = std::max({extent.x, extent.y, extent.z, 1e-9f}) / static_cast<float>(cells);
  const std::vector<Vec3> normals = normalsOf(mesh);
  std::map<std::array<int, 3>, std::uint32_t> numbers;
  std::vector<std::uint32_t> cluster(mesh.positions.size());
  std::vector<float> members;
  Mesh result;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const Vec3 at = (mesh.positions[i] - box.lower) / cell;
    const std::array<int, 3> key{static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z)};
    cluster[i] = numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second;
    if (cluster[i] == members.size()) {
      result.positions.emplace_back(0.f);
      result.normals.emplace_back(0.f);
      members.push_back(0.f);
    }
    result.positions[cluster[i]] += mesh.positions[i];
    result.normals[cluster[i]] += normals[i];
    members[cluster[i]] += 1.f;
  }
  for (std::size_t c = 0; c < members.size(); ++c) {
    result.positions[c] /= members[c];
    if (const float length = glm::length(result.normals[c]); length > 0.f) result.normals[c] /= length;
  }
  for (const auto& [a, b, c] : mesh.triangles)
    if (cluster[a] != cluster[b] && cluster[b] != cluster[c] && cluster[c] != cluster[a])
      result.triangles.push_back({cluster[a], cluster[b], cluster[c]});
  return result;
}

const GpuMesh& MeshCache::get(const std::shared_ptr<const Mesh>& mesh, bool coarse) {
  // Small meshes are not simplified: a box of a few triangles has nothing to leave out.
  constexpr std::size_t kFewTriangles = 10'000;
  constexpr int kCells = 48;
  coarse = coarse && mesh->triangles.size() > kFewTriangles;
  const std::pair key(mesh.get(), coarse);
  auto found = entries_.find(key);
  if (found == entries_.end())
    found = entries_
                .emplace(key,
                         MeshEntry{mesh, GpuMesh(coarse ? simplifyByClustering(*mesh, kCells) : *mesh), true})
                .first;
  found->second.used = true;
  return found->second.mesh;
}

void MeshCache::forgetUnused() {
  std::erase_if(entries_, [](const auto& entry) { return !entry.second.used; });
  for (auto& [key, entry] : entries_) entry.used = false;
}

}  // namespace ooze
