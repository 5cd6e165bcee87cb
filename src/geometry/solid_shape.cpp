#include "ooze/geometry/solid_shape.h"

#include "ooze/base/error.h"

#include "geometry/mesh_work.h"

namespace ooze {
namespace {

ShapePtr make(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder,
              CancellationToken* work) {
  using Kind = SolidShape::SolidKind;
  const Vec3& size = shape.size;
  switch (shape.kind) {
    case Kind::Plane:
      return makePlane(size);
    case Kind::Sphere:
      return makeSphere(size.x);
    case Kind::Box:
      return makeBox(size);
    case Kind::Capsule:
      return makeCapsule(size.x, size.y);
    case Kind::Cylinder:
      return makeCylinder(size.x, size.y);
    case Kind::Ellipsoid:
      return makeEllipsoid(size);
    case Kind::Cup:
      return makeCup(size.x, size.y, size.z);
    case Kind::Tank:
      return makeTank(size, shape.openTop);
    case Kind::Mesh:
    case Kind::Mould:
      break;
  }
  if (!shape.mesh) throw InputError("the shape has no mesh");
  ShapePtr inside = work ? makeMeshDistance(*shape.mesh, cell, cacheFolder, *work)
                         : makeMeshDistance(*shape.mesh, cell, cacheFolder);
  return shape.kind == Kind::Mould ? makeComplement(std::move(inside)) : inside;
}

}  // namespace

ShapePtr makeDistance(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder) {
  return make(shape, cell, cacheFolder, nullptr);
}

ShapePtr makeDistance(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder,
                      CancellationToken& work) {
  return make(shape, cell, cacheFolder, &work);
}

}  // namespace ooze
