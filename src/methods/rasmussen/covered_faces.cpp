#include "methods/rasmussen/covered_faces.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kNodes;

}  // namespace

void CoveredFaces::findBody(const Body& body, const grid::CellBlocks& cells,
                            const grid::FaceConditions& faces, const Threads& threads,
                            std::vector<BodyPart>& parts) {
  const std::size_t count = cells.blocks().size();
  blocks_.resize(std::max(blocks_.size(), count));
  threads.forEach(count, [&](std::size_t block) {
    std::vector<BodyPart>& found = blocks_[block];
    found.clear();
    thread_local std::vector<float> corners;  // per thread, to avoid allocations
    grid::findCornerDistances(
        cells.blocks().at(block), cells.cell(),
        [&](const Vec3& p) { return body.shape->distance(body.pose.toLocal(p)); }, corners);
    if (std::ranges::all_of(corners, [](float d) { return d > 0.f; })) return;
    const auto begin = static_cast<CellIndex>(kNodes * block), end = begin + static_cast<CellIndex>(kNodes);
    for (int axis = 0; axis < 3; ++axis)
      for (CellIndex face = begin; face < end; ++face) {
        const float closed = 1.f - faces.open.at(axis, face);
        const float part = std::min(closed, 1.f - grid::positivePart(grid::cornersOf(corners, axis, face)));
        if (part > 0.f) found.push_back({axis, face, part});
      }
  });
  parts.clear();
  for (std::size_t block = 0; block < count; ++block)
    parts.insert(parts.end(), blocks_[block].begin(), blocks_[block].end());
}

void CoveredFaces::find(const Bodies& bodies, const grid::CellBlocks& cells,
                        const grid::FaceConditions& faces, const SolidSamples& solids,
                        const Threads& threads) {
  moved_.clear();
  for (std::uint32_t b = 0; b < bodies.list.size(); ++b)
    if (bodies.list[b].isMoved()) moved_.push_back(b);
  parts_.resize(moved_.size());
  mixed_.clear();
  if (moved_.empty()) return;
  sum_.fill(cells, 0.f);
  for (std::size_t k = 0; k < moved_.size(); ++k) {
    findBody(bodies.list[moved_[k]], cells, faces, threads, parts_[k]);
    for (const BodyPart& p : parts_[k]) {
      float& sum = sum_.axes[static_cast<std::size_t>(p.axis)][p.face];
      if (!(sum > 0.f)) mixed_.push_back({p.axis, p.face, 0.f});
      sum += p.part;
    }
  }
  for (std::vector<BodyPart>& parts : parts_)
    for (BodyPart& p : parts) {
      const float closed = 1.f - faces.open.at(p.axis, p.face), sum = sum_.at(p.axis, p.face);
      if (sum > closed) p.part *= closed / sum;
    }
  for (MixedFace& m : mixed_) {
    const float closed = 1.f - faces.open.at(m.axis, m.face), sum = sum_.at(m.axis, m.face);
    if (sum < closed)
      m.rest = (closed - sum) / closed *
               solids.motionOfOthers(Vec3(grid::middleOfFace(cells, m.axis, m.face))).velocity[m.axis];
  }
}

void CoveredFaces::leaveOutBodies(grid::FaceConditions& faces) const {
  for (const MixedFace& m : mixed_) faces.solid.axes[static_cast<std::size_t>(m.axis)][m.face] = m.rest;
}

void CoveredFaces::includeBodies(const Bodies& bodies, const grid::CellBlocks& cells,
                                 grid::FaceConditions& faces) const {
  leaveOutBodies(faces);
  for (std::size_t k = 0; k < moved_.size(); ++k)
    for (const BodyPart& p : parts_[k]) {
      const Vec3 at(grid::middleOfFace(cells, p.axis, p.face));
      const float closed = 1.f - faces.open.at(p.axis, p.face);
      faces.solid.axes[static_cast<std::size_t>(p.axis)][p.face] +=
          p.part / closed * bodies.list[moved_[k]].velocityAt(at)[p.axis];
    }
}

std::vector<grid::RigidRows::Row> CoveredFaces::rowsOf(std::size_t k, const Body& body,
                                                       const grid::CellBlocks& cells,
                                                       const grid::CellField& phi) const {
  struct Side {
    CellIndex cell;
    int axis;
    double part;  // covered part of the upper face minus that of the lower face
  };
  std::vector<Side> sides;
  for (const BodyPart& p : parts_[k]) {
    const auto add = [&](CellIndex cell, double part) {
      if (cell != grid::kNone && phi.values[cell] < 0.f) sides.push_back({cell, p.axis, part});
    };
    add(p.face, -static_cast<double>(p.part));
    add(cells.beside(p.face, p.axis, -1), static_cast<double>(p.part));
  }
  std::ranges::stable_sort(sides, {}, &Side::cell);
  std::vector<grid::RigidRows::Row> rows;
  const double area = static_cast<double>(cells.cell()) * static_cast<double>(cells.cell());
  for (std::size_t i = 0; i < sides.size();) {
    const CellIndex cell = sides[i].cell;
    glm::dvec3 closed(0.0);
    for (; i < sides.size() && sides[i].cell == cell; ++i) closed[sides[i].axis] += area * sides[i].part;
    if (closed == glm::dvec3(0.0)) continue;
    const Vec3 middle(grid::middleOf(cells, cell));
    const SignedDistance::Sample face = body.shape->sample(body.pose.toLocal(middle));
    const Vec3 at = middle - face.distance * body.pose.directionToWorld(face.normal);
    const glm::dvec3 moment = glm::cross(glm::dvec3(at - body.centre()), closed);
    grid::RigidRows::Row& row = rows.emplace_back();
    row.cell = cell;
    row.area << closed.x, closed.y, closed.z, moment.x, moment.y, moment.z;
  }
  return rows;
}

}  // namespace ooze::rasmussen
