#include "export/liquid_volume.h"

#include <openvdb/io/Archive.h>
#include <openvdb/openvdb.h>
#include <sstream>

namespace ooze {
namespace {

using grid::BlockCoordinate;
using grid::kBlock;
using grid::kNodes;

/// Blocks have the same size as OpenVDB's leaves, but OpenVDB stores z fastest.
openvdb::Coord cornerOf(const BlockCoordinate& at) { return {kBlock * at.x, kBlock * at.y, kBlock * at.z}; }
openvdb::Index inLeaf(std::size_t node) {
  return static_cast<openvdb::Index>((node % 8) << 6 | (node / 8 % 8) << 3 | node / 64);
}
static_assert(kBlock == openvdb::FloatTree::LeafNodeType::DIM);

template <class Grid>
typename Grid::Ptr makeGrid(const std::string& name, float cell, const typename Grid::ValueType& background) {
  typename Grid::Ptr grid = Grid::create(background);
  grid->setName(name);
  grid->setTransform(openvdb::math::Transform::createLinearTransform(static_cast<double>(cell)));
  grid->setCreator("Ooze");
  return grid;
}

openvdb::GridBase::Ptr surfaceOf(const grid::LevelSet& distance, const std::string& name) {
  const float band = ExportVolume::kBand * distance.cell();
  auto grid = makeGrid<openvdb::FloatGrid>(name, distance.cell(), band);
  grid->setGridClass(openvdb::GRID_LEVEL_SET);
  for (std::size_t k = 0; k < distance.blocks().size(); ++k) {
    auto leaf = std::make_unique<openvdb::FloatTree::LeafNodeType>(cornerOf(distance.blocks().at(k)), band);
    const float* phi = distance.nodes(k);
    for (std::size_t n = 0; n < kNodes; ++n)
      if (std::abs(phi[n]) < band)
        leaf->setValueOn(inLeaf(n), phi[n]);
      else if (phi[n] < 0.f)
        leaf->setValueOff(inLeaf(n), -band);
    if (!leaf->isEmpty())
      grid->tree().addLeaf(leaf.release());
    else if (phi[0] < 0.f)
      grid->tree().addTile(1, leaf->origin(), -band, false);
  }
  for (const BlockCoordinate& at : distance.inside()) grid->tree().addTile(1, cornerOf(at), -band, false);
  return grid;
}

openvdb::GridBase::Ptr velocityOf(const VelocityLattice& velocity, float cell) {
  auto grid = makeGrid<openvdb::Vec3SGrid>("velocity", cell, openvdb::Vec3s(0.f));
  grid->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
  for (std::size_t k = 0; k < velocity.blocks.size(); ++k) {
    if (velocity.known[k].none()) continue;
    auto* leaf = grid->tree().touchLeaf(cornerOf(velocity.blocks.at(k)));
    for (std::size_t n = 0; n < kNodes; ++n) {
      const Vec3& v = velocity.values[kNodes * k + n];
      if (velocity.known[k][n]) leaf->setValueOn(inLeaf(n), openvdb::Vec3s(v.x, v.y, v.z));
    }
  }
  return grid;
}

openvdb::MetaMap metadataOf(const ExportMoment& moment) {
  openvdb::MetaMap map;
  map.insertMeta("frame", openvdb::Int64Metadata(static_cast<std::int64_t>(moment.frame)));
  map.insertMeta("time", openvdb::DoubleMetadata(moment.time));
  map.insertMeta("frames_per_second", openvdb::DoubleMetadata(moment.framesPerSecond));
  return map;
}

/// Gives access to the protected write(), to write a file with grid offsets, like openvdb::io::File, but to a
/// stream.
struct Archive : openvdb::io::Archive {
  using openvdb::io::Archive::write;
};

}  // namespace
}  // namespace ooze

void oozeWriteVdb(const ooze::ExportVolume& volume, const ooze::ExportMoment& moment, std::string& bytes) {
  openvdb::initialize();
  openvdb::GridCPtrVec grids{ooze::surfaceOf(volume.distance, "surface")};
  if (volume.hasVelocity) grids.push_back(ooze::velocityOf(volume.velocity, volume.distance.cell()));
  for (const auto& liquid : volume.liquids)
    grids.push_back(ooze::surfaceOf(liquid.distance, "surface_" + liquid.name));
  std::ostringstream stream(std::ios::binary);
  ooze::Archive().write(stream, grids, true, ooze::metadataOf(moment));
  bytes = std::move(stream).str();
}
