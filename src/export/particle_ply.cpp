#include "ooze/base/bytes.h"
#include "ooze/base/file.h"
#include "ooze/export/particle_file.h"

#include <fmt/format.h>

namespace ooze {

void writeParticlesPly(const std::filesystem::path& path, const Snapshot& s) {
  ByteWriter out;
  const std::string header = fmt::format(
      "ply\n"
      "format binary_little_endian 1.0\n"
      "comment Ooze, frame {}, time {:.6f} s, metres, y up\n"
      "element vertex {}\n"
      "property float x\nproperty float y\nproperty float z\n"
      "property float vx\nproperty float vy\nproperty float vz\n"
      "property uint id\nproperty ushort material\n"
      "property uchar red\nproperty uchar green\nproperty uchar blue\n"
      "property float density\n"
      "end_header\n",
      s.frame, s.time, s.positions.size());
  for (const char c : header) out.value(c);
  for (std::size_t i = 0; i < s.positions.size(); ++i) {
    out.value(s.positions[i]);
    out.value(s.velocities[i]);
    out.value(s.ids[i]);
    out.value(s.particleMaterials[i]);
    for (int channel = 0; channel < 3; ++channel)  // colours are 0xAABBGGRR
      out.value(static_cast<std::uint8_t>(s.colours[i] >> (8 * channel)));
    out.value(s.densities[i]);
  }
  writeFile(path, out.bytes());
}

}  // namespace ooze
