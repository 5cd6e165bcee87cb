#include "geometry/isosurface.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace ooze {
namespace {

class MarchingCubes {
 public:
  MarchingCubes(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell)
      : start_(box.lower), cell_(cell), size_(glm::ivec3(glm::ceil(box.size() / cell)) + 1) {
    values_.reserve(static_cast<std::size_t>(size_.x) * size_.y * size_.z);
    for (int z = 0; z < size_.z; ++z)
      for (int y = 0; y < size_.y; ++y)
        for (int x = 0; x < size_.x; ++x) values_.push_back(field(position({x, y, z})));
  }

  Mesh run() {
    for (int z = 0; z + 1 < size_.z; ++z)
      for (int y = 0; y + 1 < size_.y; ++y)
        for (int x = 0; x + 1 < size_.x; ++x) cutCube({x, y, z});
    computeNormals(mesh_);
    return std::move(mesh_);
  }

 private:
  using Corner = glm::ivec3;
  using Tetrahedron = std::array<Corner, 4>;

  [[nodiscard]] Vec3 position(const Corner& c) const { return start_ + cell_ * Vec3(c); }
  [[nodiscard]] std::uint32_t index(const Corner& c) const {
    return static_cast<std::uint32_t>((c.z * size_.y + c.y) * size_.x + c.x);
  }
  [[nodiscard]] bool inside(const Corner& c) const { return values_[index(c)] < 0.f; }

  // Cuts a cube into six tetrahedra, one for each path along the axes from the lowest to the highest corner.
  void cutCube(const Corner& lowest) {
    constexpr std::array<std::array<int, 3>, 6> kOrders{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    for (const auto& order : kOrders) {
      Tetrahedron t{lowest, lowest, lowest, lowest + 1};
      t[1][order[0]] += 1;
      t[2] = t[1];
      t[2][order[1]] += 1;
      cutTetrahedron(t);
    }
  }

  void cutTetrahedron(Tetrahedron t) {
    const auto middle =
        std::stable_partition(t.begin(), t.end(), [this](const Corner& c) { return inside(c); });
    switch (middle - t.begin()) {
      case 1:
        addTriangle({edge(t[0], t[1]), edge(t[0], t[2]), edge(t[0], t[3])}, t[0], t[1]);
        break;
      case 2: {
        const std::array quad{edge(t[0], t[2]), edge(t[0], t[3]), edge(t[1], t[3]), edge(t[1], t[2])};
        addTriangle({quad[0], quad[1], quad[2]}, t[0], t[2]);
        addTriangle({quad[0], quad[2], quad[3]}, t[0], t[2]);
        break;
      }
      case 3:
        addTriangle({edge(t[0], t[3]), edge(t[1], t[3]), edge(t[2], t[3])}, t[0], t[3]);
        break;
      default:
        break;
    }
  }

  // Returns the vertex where the surface crosses a lattice edge.
  // The vertex keeps a little off the corners, so that the triangles there have some area.
  std::uint32_t edge(const Corner& inner, const Corner& outer) {
    const std::uint64_t a = index(inner), b = index(outer);
    const auto [place, isNew] = crossings_.try_emplace(std::min(a, b) << 32 | std::max(a, b),
                                                       static_cast<std::uint32_t>(mesh_.positions.size()));
    if (isNew) {
      const float t = std::clamp(values_[a] / (values_[a] - values_[b]), 0.02f, 0.98f);
      mesh_.positions.push_back(glm::mix(position(inner), position(outer), t));
    }
    return place->second;
  }

  // Adds a triangle that faces from the inner to the outer corner.
  // The two corners lie on the two sides of the triangle's plane and thus determine its orientation.
  void addTriangle(std::array<std::uint32_t, 3> triangle, const Corner& inner, const Corner& outer) {
    const Vec3 &a = mesh_.positions[triangle[0]], &b = mesh_.positions[triangle[1]],
               &c = mesh_.positions[triangle[2]];
    if (glm::dot(glm::cross(b - a, c - a), position(outer) - position(inner)) < 0.f)
      std::swap(triangle[1], triangle[2]);
    mesh_.triangles.push_back(triangle);
  }

  Vec3 start_;
  float cell_;
  glm::ivec3 size_;
  std::vector<float> values_;
  std::unordered_map<std::uint64_t, std::uint32_t> crossings_;  // maps a lattice edge to its vertex
  Mesh mesh_;
};

}  // namespace

Mesh polygonise(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell) {
  return MarchingCubes(field, box, cell).run();
}

}  // namespace ooze
