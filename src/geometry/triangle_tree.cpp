#include "geometry/triangle_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace ooze {
namespace {

using glm::dvec3;

constexpr std::size_t kLeafSize = 4;
// A cluster counts as a dipole from this many times its radius (beta of Barill et al. 2018).
constexpr float kDipoleFrom = 2.f;

double squaredToSegment(const dvec3& p, const dvec3& a, const dvec3& ab) {
  const dvec3 ap = p - a;
  const double t = std::clamp(glm::dot(ap, ab) / glm::dot(ab, ab), 0.0, 1.0);
  const dvec3 rest = ap - t * ab;
  return glm::dot(rest, rest);
}

// Returns the squared distance from a point to a triangle: to its plane if p projects into it, else to the
// nearest edge. Computed in double, because the inside tests of a sliver suffer from cancellation.
double squaredToTriangle(const dvec3& p, const dvec3& a, const dvec3& b, const dvec3& c) {
  const dvec3 ab = b - a, bc = c - b, ca = a - c;
  const dvec3 normal = glm::cross(ab, -ca);
  const bool inside = glm::dot(glm::cross(normal, ab), p - a) >= 0 &&
                      glm::dot(glm::cross(normal, bc), p - b) >= 0 &&
                      glm::dot(glm::cross(normal, ca), p - c) >= 0;
  if (inside) {
    const double height = glm::dot(normal, p - a);
    return height * height / glm::dot(normal, normal);
  }
  return std::min({squaredToSegment(p, a, ab), squaredToSegment(p, b, bc), squaredToSegment(p, c, ca)});
}

// Returns the signed solid angle of a triangle seen from p, over 4 pi (van Oosterom and Strackee 1983).
double windingOfTriangle(const dvec3& p, const dvec3& a, const dvec3& b, const dvec3& c) {
  const dvec3 pa = a - p, pb = b - p, pc = c - p;
  const double la = glm::length(pa), lb = glm::length(pb), lc = glm::length(pc);
  const double triple = glm::dot(pa, glm::cross(pb, pc));
  const double below = la * lb * lc + glm::dot(pa, pb) * lc + glm::dot(pb, pc) * la + glm::dot(pc, pa) * lb;
  return std::atan2(triple, below) / (2 * std::numbers::pi);
}

float squaredToBox(const Vec3& p, const Aabb& box) {
  const Vec3 gap = glm::max(glm::max(box.lower - p, p - box.upper), Vec3(0.f));
  return glm::dot(gap, gap);
}

}  // namespace

TriangleTree::TriangleTree(const Mesh& mesh) {
  triangles_.reserve(mesh.triangles.size());
  for (std::uint32_t n = 0; n < mesh.triangles.size(); ++n) {
    const auto& [i, j, k] = mesh.triangles[n];
    const Triangle t{mesh.positions[i], mesh.positions[j], mesh.positions[k], n};
    const dvec3 area = glm::cross(dvec3(t.b) - dvec3(t.a), dvec3(t.c) - dvec3(t.a));
    if (glm::dot(area, area) > 0) triangles_.push_back(t);
  }
  if (!triangles_.empty()) build(0, triangles_.size());
}

// Builds a subtree, depth first, split at the median centroid along the longest axis.
void TriangleTree::build(std::size_t first, std::size_t last) {
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  if (last - first <= kLeafSize) {
    nodes_[self].first = static_cast<std::uint32_t>(first);
    nodes_[self].count = static_cast<std::uint32_t>(last - first);
  } else {
    Aabb centroids;
    for (std::size_t i = first; i < last; ++i) {
      const Triangle& t = triangles_[i];
      centroids.include(t.a + t.b + t.c);
    }
    const Vec3 size = centroids.size();
    const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    const std::size_t middle = first + (last - first) / 2;
    const auto at = [&](std::size_t i) { return triangles_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(first), at(middle), at(last), [axis](const Triangle& s, const Triangle& t) {
      return s.a[axis] + s.b[axis] + s.c[axis] < t.a[axis] + t.b[axis] + t.c[axis];
    });
    build(first, middle);
    nodes_[self].count = 0;
    nodes_[self].right = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last);
  }
  summarise(nodes_[self], first, last);
}

void TriangleTree::summarise(BoxTreeNode& node, std::size_t first, std::size_t last) const {
  dvec3 dipole(0.0), weighted(0.0);
  double area = 0;
  node.box = {};
  for (std::size_t i = first; i < last; ++i) {
    const Triangle& t = triangles_[i];
    const dvec3 vectorArea = 0.5 * glm::cross(dvec3(t.b) - dvec3(t.a), dvec3(t.c) - dvec3(t.a));
    const double weight = glm::length(vectorArea);
    dipole += vectorArea;
    weighted += weight * (dvec3(t.a) + dvec3(t.b) + dvec3(t.c)) / 3.0;
    area += weight;
    for (const Vec3& p : {t.a, t.b, t.c}) node.box.include(p);
  }
  node.centre = Vec3(weighted / area);
  node.dipole = Vec3(dipole);
  const Vec3 farthest = glm::max(node.box.upper - node.centre, node.centre - node.box.lower);
  node.reach = kDipoleFrom * kDipoleFrom * glm::dot(farthest, farthest);
}

TriangleTree::NearestTriangle TriangleTree::nearest(const Vec3& p, float atMost, std::uint32_t guess) const {
  if (nodes_.empty()) return {atMost, kNone};
  double best = static_cast<double>(atMost) * atMost;
  std::uint32_t found = kNone;
  const auto look = [&](std::uint32_t i) {
    const Triangle& t = triangles_[i];
    const double squared = squaredToTriangle(dvec3(p), dvec3(t.a), dvec3(t.b), dvec3(t.c));
    if (squared < best) best = squared, found = i;
  };
  if (guess != kNone) look(guess);
  struct Open {
    std::uint32_t node;
    float squared;
  };
  std::array<Open, kStack> stack;
  int open = 0;
  stack[open++] = {0, squaredToBox(p, nodes_[0].box)};
  while (open > 0) {
    const auto [index, squared] = stack[--open];
    // The box's distance is rounded to float. The slack keeps a box whose surface may still be nearest.
    if (squared * 0.999999f >= best) continue;
    const BoxTreeNode& node = nodes_[index];
    if (node.count > 0) {
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) look(i);
      continue;
    }
    Open near{index + 1, squaredToBox(p, nodes_[index + 1].box)};
    Open far{node.right, squaredToBox(p, nodes_[node.right].box)};
    if (far.squared < near.squared) std::swap(near, far);
    stack[open++] = far;
    stack[open++] = near;
  }
  return {static_cast<float>(std::sqrt(best)), found};
}

Vec3 TriangleTree::nearestPoint(const Vec3& p, std::uint32_t triangle) const {
  const Triangle& t = triangles_[triangle];
  const dvec3 q(p), a(t.a), b(t.b), c(t.c);
  const dvec3 normal = glm::cross(b - a, c - a);
  const dvec3 inPlane = q - glm::dot(q - a, normal) / glm::dot(normal, normal) * normal;
  const std::array<dvec3, 3> corners{a, b, c};
  bool inside = true;
  dvec3 best = inPlane;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const dvec3 from = corners[k], edge = corners[(k + 1) % 3] - from;
    inside &= glm::dot(glm::cross(normal, edge), q - from) >= 0;
    const dvec3 at = from + std::clamp(glm::dot(q - from, edge) / glm::dot(edge, edge), 0.0, 1.0) * edge;
    if (const double squared = glm::dot(q - at, q - at); squared < least) least = squared, best = at;
  }
  return Vec3(inside ? inPlane : best);
}

Vec3 TriangleTree::normalOf(std::uint32_t triangle) const {
  const Triangle& t = triangles_[triangle];
  return Vec3(glm::normalize(glm::cross(dvec3(t.b) - dvec3(t.a), dvec3(t.c) - dvec3(t.a))));
}

float TriangleTree::thickness(const Vec3& p, std::uint32_t triangle, float reach) const {
  // Faces that are nearer to a right angle belong to a rim of the wall, not to its other side.
  constexpr double kOpposite = -0.5;
  // Slack in barycentric coordinates, so that no ray slips through between two triangles.
  constexpr double kSlack = 1e-4;
  const dvec3 normal(normalOf(triangle));
  const dvec3 origin(p), way = -normal;
  double found = reach;
  Aabb ray{p, p};
  ray.include(p + reach * Vec3(way));
  ray = ray.expanded(1e-5f * reach);
  std::array<std::uint32_t, kStack> stack;
  int open = 0;
  stack[open++] = 0;
  while (open > 0) {
    const std::uint32_t index = stack[--open];
    const BoxTreeNode& node = nodes_[index];
    if (glm::any(glm::greaterThan(node.box.lower, ray.upper)) ||
        glm::any(glm::greaterThan(ray.lower, node.box.upper)))
      continue;
    if (node.count == 0) {
      stack[open++] = node.right;
      stack[open++] = index + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Triangle& t = triangles_[i];
      const dvec3 a(t.a), ab = dvec3(t.b) - a, ac = dvec3(t.c) - a, area = glm::cross(ab, ac);
      const double against = glm::dot(area, normal);
      if (i == triangle || !(against < kOpposite * glm::length(area))) continue;
      // Moller and Trumbore 1997: the ray origin + s way meets the plane of the triangle.
      const double s = glm::dot(a - origin, area) / -against;
      if (!(s < found) || s < -1e-3 * reach) continue;
      const dvec3 hit = origin + s * way - a;
      const double whole = glm::dot(area, area);
      const double v = glm::dot(glm::cross(hit, ac), area) / whole,
                   w = glm::dot(glm::cross(ab, hit), area) / whole;
      if (v > -kSlack && w > -kSlack && v + w < 1 + kSlack) found = std::max(s, 0.0);
    }
  }
  return static_cast<float>(found);
}

float TriangleTree::windingNumber(const Vec3& p) const {
  if (nodes_.empty()) return 0.f;
  double winding = 0;
  std::array<std::uint32_t, kStack> stack;
  int open = 0;
  stack[open++] = 0;
  while (open > 0) {
    const std::uint32_t index = stack[--open];
    const BoxTreeNode& node = nodes_[index];
    const Vec3 away = node.centre - p;
    const float squared = glm::dot(away, away);
    if (squared > node.reach) {
      const float length = std::sqrt(squared);
      winding +=
          static_cast<double>(glm::dot(node.dipole, away) / (squared * length)) / (4 * std::numbers::pi);
    } else if (node.count > 0) {
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        const Triangle& t = triangles_[i];
        winding += windingOfTriangle(dvec3(p), dvec3(t.a), dvec3(t.b), dvec3(t.c));
      }
    } else {
      stack[open++] = node.right;
      stack[open++] = index + 1;
    }
  }
  return static_cast<float>(winding);
}

}  // namespace ooze
