// Fuzz target for solids. The input is a mesh as loadMesh() would return it, without a file format. The
// mesh is measured and turned into a solid.
#include "fuzz/targets/fuzz_target.h"
#include "fuzz/targets/mesh_measures.h"

#include <array>
#include <cstring>

namespace ooze {
namespace {

constexpr float kMostCoordinate = 1e9f;  // the limit of loadMesh()

/// Reads a number of vertices, their positions, and triangles of three bytes each. Meshes that loadMesh()
/// never returns are left out.
Mesh meshOf(std::span<const std::byte> bytes) {
  Mesh mesh;
  if (bytes.empty()) return mesh;
  const auto vertices = std::to_integer<std::size_t>(bytes[0]);
  bytes = bytes.subspan(1);
  while (mesh.positions.size() < vertices && bytes.size() >= sizeof(Vec3)) {
    Vec3 p;
    std::memcpy(&p, bytes.data(), sizeof p);
    bytes = bytes.subspan(sizeof p);
    if (!isFinite(p)) p = Vec3(0.f);
    mesh.positions.push_back(glm::clamp(p, -kMostCoordinate, kMostCoordinate));
  }
  for (; bytes.size() >= 3 && !mesh.positions.empty(); bytes = bytes.subspan(3)) {
    std::array<std::uint32_t, 3> t{};
    for (std::size_t k = 0; k < 3; ++k)
      t[k] = static_cast<std::uint32_t>(std::to_integer<std::size_t>(bytes[k]) % mesh.positions.size());
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) mesh.triangles.push_back(t);
  }
  return mesh;
}

}  // namespace
}  // namespace ooze

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  const Mesh mesh = meshOf(fuzz::bytesOf(data, size));
  if (!mesh.triangles.empty()) fuzz::isAccepted([&] { fuzz::measureMesh(mesh); });
  return 0;
}
