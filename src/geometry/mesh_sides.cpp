#include "geometry/mesh_sides.h"

#include "base/disjoint_sets.h"
#include "geometry/triangle_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>

namespace ooze {
namespace {

using glm::dvec3;

/// Vertices closer than this fraction of the mesh's length count as one.
constexpr float kSamePlace = 1e-6f;
/// A mesh with more parts than this fraction of its triangles is a set of loose triangles.
constexpr double kLoose = 0.25;
/// Part of the area whose side decides without the winding number.
constexpr double kClearMajority = 0.6;

/// Returns for each vertex the number of its place. Vertices in the same cell of either of two grids, half a
/// cell apart, share a place.
std::vector<std::uint32_t> findPlaces(const Mesh& mesh) {
  const Aabb bounds = mesh.bounds();
  const double cell = std::max(1e-30, static_cast<double>(kSamePlace * glm::length(bounds.size())));
  const std::size_t count = mesh.positions.size();
  DisjointSets places(count);
  std::vector<std::pair<glm::i64vec3, std::uint32_t>> cells(count);
  for (const double shift : {0.0, 0.5}) {
    for (std::uint32_t i = 0; i < count; ++i)
      cells[i] = {glm::i64vec3(glm::floor((dvec3(mesh.positions[i]) - dvec3(bounds.lower)) / cell + shift)),
                  i};
    std::ranges::sort(
        cells, {}, [](const auto& c) { return std::make_tuple(c.first.x, c.first.y, c.first.z, c.second); });
    for (std::size_t k = 1; k < count; ++k)
      if (cells[k].first == cells[k - 1].first) places.join(cells[k].second, cells[k - 1].second);
  }
  std::vector<std::uint32_t> result(count);
  for (std::uint32_t i = 0; i < count; ++i) result[i] = places.root(i);
  return result;
}

struct HalfEdge {
  std::uint32_t low, high, triangle;
  bool ascends;  // true if the triangle passes the edge from low to high
};

std::vector<HalfEdge> findHalfEdges(const Mesh& mesh, const std::vector<std::uint32_t>& places) {
  std::vector<HalfEdge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (std::uint32_t n = 0; n < mesh.triangles.size(); ++n) {
    const auto& t = mesh.triangles[n];
    const std::array<std::uint32_t, 3> p{places[t[0]], places[t[1]], places[t[2]]};
    if (p[0] == p[1] || p[1] == p[2] || p[2] == p[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = p[k], b = p[(k + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), n, a < b});
    }
  }
  std::ranges::sort(edges, {},
                    [](const HalfEdge& e) { return std::tie(e.low, e.high, e.triangle, e.ascends); });
  return edges;
}

/// Calls visit(half edges) for each edge of the mesh.
template <class Visit>
void forEdges(const std::vector<HalfEdge>& edges, const Visit& visit) {
  for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
    while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high) ++end;
    visit(std::span(edges).subspan(i, end - i));
  }
}

dvec3 vectorArea(const Mesh& mesh, std::size_t triangle) {
  const auto& [a, b, c] = mesh.triangles[triangle];
  const dvec3 origin(mesh.positions[a]);
  return 0.5 * glm::cross(dvec3(mesh.positions[b]) - origin, dvec3(mesh.positions[c]) - origin);
}

void turn(Mesh& mesh, std::size_t triangle) {
  std::swap(mesh.triangles[triangle][1], mesh.triangles[triangle][2]);
}

/// A connected part: triangles that share edges with exactly one other triangle.
struct MeshPart {
  std::vector<std::uint32_t> triangles;
  bool isOpen = false;       // some edge has a triangle on one side only
  bool isUndecided = false;  // its sides were mixed, and no majority decides
  double volume = 0;         // enclosed by the part alone, negative if the part faces inward [m^3]
};

class SideFinder {
 public:
  explicit SideFinder(const Mesh& mesh)
      : mesh_(mesh), places_(findPlaces(mesh)), edges_(findHalfEdges(mesh, places_)) {
    findParts();
  }

  [[nodiscard]] bool isLoose() const {
    return static_cast<double>(parts_.size()) > kLoose * static_cast<double>(mesh_.triangles.size()) &&
           parts_.size() > 2;
  }
  void alignParts();
  void decideByWinding();
  [[nodiscard]] std::vector<std::uint8_t> findSheets(float opening) const;
  [[nodiscard]] Mesh takeMesh() { return std::move(mesh_); }

 private:
  struct Link {
    std::uint32_t triangle, other;
    bool agrees;  // the two triangles face the same way
  };

  void findParts();
  void turnPart(MeshPart& part) {
    for (const std::uint32_t t : part.triangles) turn(mesh_, t);
    part.volume = -part.volume;
  }
  [[nodiscard]] TriangleTree treeOfClosedParts() const;
  [[nodiscard]] bool isCavity(const MeshPart& part, const TriangleTree& closed) const;

  Mesh mesh_;
  std::vector<std::uint32_t> places_;
  std::vector<HalfEdge> edges_;
  std::vector<Link> links_;           // in both directions, sorted by triangle
  std::vector<std::size_t> firstOf_;  // first link of each triangle
  std::vector<std::uint32_t> partOf_;
  std::vector<MeshPart> parts_;
};

void SideFinder::findParts() {
  const std::size_t count = mesh_.triangles.size();
  DisjointSets sets(count);
  forEdges(edges_, [&](std::span<const HalfEdge> around) {
    if (around.size() != 2 || around[0].triangle == around[1].triangle) return;
    const bool agrees = around[0].ascends != around[1].ascends;
    links_.push_back({around[0].triangle, around[1].triangle, agrees});
    links_.push_back({around[1].triangle, around[0].triangle, agrees});
    sets.join(around[0].triangle, around[1].triangle);
  });
  std::ranges::sort(links_, {}, [](const Link& l) { return std::tie(l.triangle, l.other); });
  firstOf_.assign(count + 1, 0);
  for (const Link& l : links_) ++firstOf_[l.triangle + 1];
  std::partial_sum(firstOf_.begin(), firstOf_.end(), firstOf_.begin());
  partOf_.assign(count, 0);
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::uint32_t first = sets.root(t);
    if (first == t) partOf_[t] = static_cast<std::uint32_t>(parts_.size()), parts_.emplace_back();
    partOf_[t] = partOf_[first];
    parts_[partOf_[t]].triangles.push_back(t);
  }
  forEdges(edges_, [&](std::span<const HalfEdge> around) {
    if (around.size() % 2 == 1)
      for (const HalfEdge& e : around) parts_[partOf_[e.triangle]].isOpen = true;
  });
}

/// Makes the triangles of each part agree, by turning the smaller area.
void SideFinder::alignParts() {
  std::vector<std::int8_t> side(mesh_.triangles.size(),
                                0);  // +1 and -1 relative to the part's first triangle
  std::vector<std::uint32_t> open;
  for (MeshPart& part : parts_) {
    std::array<double, 2> area{};
    bool isMixed = false, isTwisted = false;
    side[part.triangles.front()] = 1;
    open.assign(1, part.triangles.front());
    while (!open.empty()) {
      const std::uint32_t t = open.back();
      open.pop_back();
      area[side[t] > 0 ? 0 : 1] += glm::length(vectorArea(mesh_, t));
      for (std::size_t k = firstOf_[t]; k < firstOf_[t + 1]; ++k) {
        const auto [own, other, agrees] = links_[k];
        const auto wanted = static_cast<std::int8_t>(agrees ? side[own] : -side[own]);
        isMixed |= !agrees;
        if (side[other] == 0) {
          side[other] = wanted;
          open.push_back(other);
        }
        isTwisted |= side[other] != wanted;
      }
    }
    // A one-sided surface, such as a Moebius strip, has no outside.
    if (isMixed && !isTwisted) {
      const std::int8_t less = area[0] < area[1] ? 1 : -1;
      for (const std::uint32_t t : part.triangles)
        if (side[t] == less) turn(mesh_, t);
      part.isUndecided = std::max(area[0], area[1]) < kClearMajority * (area[0] + area[1]);
    }
    const dvec3 apex(mesh_.positions[mesh_.triangles[part.triangles.front()][0]]);
    for (const std::uint32_t t : part.triangles)
      part.volume +=
          glm::dot(dvec3(mesh_.positions[mesh_.triangles[t][0]]) - apex, vectorArea(mesh_, t)) / 3.0;
  }
}

/// Returns the winding number of all closed parts together as if each faced outward.
TriangleTree SideFinder::treeOfClosedParts() const {
  Mesh closed;
  closed.positions = mesh_.positions;
  for (const MeshPart& part : parts_) {
    if (part.isOpen) continue;
    for (const std::uint32_t t : part.triangles) {
      closed.triangles.push_back(mesh_.triangles[t]);
      if (part.volume < 0.0) turn(closed, closed.triangles.size() - 1);
    }
  }
  return TriangleTree(closed);
}

/// Returns whether an odd number of other closed parts surrounds a closed part.
bool SideFinder::isCavity(const MeshPart& part, const TriangleTree& closed) const {
  const std::uint32_t first = part.triangles.front();
  const dvec3 area = vectorArea(mesh_, first);
  const double length = glm::length(area);
  if (!(length > 0.0)) return false;
  const auto& [a, b, c] = mesh_.triangles[first];
  // A place just inside the part, which counts the part itself once.
  const dvec3 inward = (part.volume < 0.0 ? 1e-3 : -1e-3) / std::sqrt(length) * area;
  const dvec3 place =
      (dvec3(mesh_.positions[a]) + dvec3(mesh_.positions[b]) + dvec3(mesh_.positions[c])) / 3.0 + inward;
  return std::lround(closed.windingNumber(Vec3(place))) % 2 == 0;
}

void SideFinder::decideByWinding() {
  // A mesh that is inside out as a whole is turned first.
  double sum = 0.0;
  for (const MeshPart& part : parts_) sum += part.isUndecided ? 0.0 : part.volume;
  if (sum < 0.0)
    for (MeshPart& part : parts_)
      if (!part.isUndecided && !part.isOpen) turnPart(part);
  std::optional<TriangleTree> closed;
  for (MeshPart& part : parts_) {
    if (!part.isUndecided && (part.isOpen || part.volume >= 0.0)) continue;
    if (!closed) closed = treeOfClosedParts();
    const bool facesInward = !part.isOpen && isCavity(part, *closed);
    if (part.isUndecided ? (part.volume < 0.0) != facesInward : !facesInward) turnPart(part);
  }
}

/// Finds the parts with an opening of at least this width. The width of a hole is its hydraulic diameter,
/// four times its area over its outline.
std::vector<std::uint8_t> SideFinder::findSheets(float opening) const {
  struct Hole {
    dvec3 area{0.0};
    double outline = 0;
    std::uint32_t part = 0;
  };
  std::vector<HalfEdge> rim;
  forEdges(edges_, [&](std::span<const HalfEdge> around) {
    if (around.size() % 2 == 1 && parts_[partOf_[around[0].triangle]].isOpen) rim.push_back(around[0]);
  });
  DisjointSets outlines(places_.size());
  for (const HalfEdge& e : rim) outlines.join(e.low, e.high);
  std::vector<Hole> holes(rim.empty() ? 0 : places_.size());
  for (const HalfEdge& e : rim) {
    // The triangle may have been turned since its edges were listed.
    const auto& t = mesh_.triangles[e.triangle];
    bool ascends = false;
    for (std::size_t k = 0; k < 3; ++k)
      ascends |= places_[t[k]] == e.low && places_[t[(k + 1) % 3]] == e.high;
    const std::uint32_t outline = outlines.root(e.low);
    const dvec3 origin(mesh_.positions[outline]), from = dvec3(mesh_.positions[e.low]) - origin,
                                                  to = dvec3(mesh_.positions[e.high]) - origin;
    Hole& hole = holes[outline];
    hole.area += (ascends ? 0.5 : -0.5) * glm::cross(from, to);
    hole.outline += glm::length(to - from);
    hole.part = partOf_[e.triangle];
  }
  std::vector<std::uint8_t> isSheet;
  for (const Hole& hole : holes) {
    if (!(hole.outline > 0.0) ||
        !(4.0 * glm::length(hole.area) / hole.outline >= static_cast<double>(opening)))
      continue;
    isSheet.resize(mesh_.triangles.size(), 0);
    for (const std::uint32_t t : parts_[hole.part].triangles) isSheet[t] = 1;
  }
  return isSheet;
}

}  // namespace

SidedMesh findSides(const Mesh& mesh, float opening) {
  SideFinder finder(mesh);
  if (finder.isLoose()) return {mesh, 0, {}};
  finder.alignParts();
  finder.decideByWinding();
  SidedMesh sided;
  if (std::isfinite(opening)) sided.isSheet = finder.findSheets(opening);
  sided.mesh = finder.takeMesh();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    sided.turned += sided.mesh.triangles[t] != mesh.triangles[t];
  if (sided.turned > 0 && !mesh.normals.empty()) computeNormals(sided.mesh);
  return sided;
}

double enclosedVolume(const Mesh& mesh, const std::vector<std::uint8_t>& isSheet) {
  double sum = 0;
  const dvec3 apex(mesh.bounds().centre());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (isSheet.empty() || isSheet[t] == 0)
      sum += glm::dot(dvec3(mesh.positions[mesh.triangles[t][0]]) - apex, vectorArea(mesh, t)) / 3.0;
  return std::abs(sum);
}

}  // namespace ooze
