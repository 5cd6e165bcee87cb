// About how large files of particles and surfaces become, before they are written.
#pragma once

#include "ooze/export/export_format.h"

#include <cstddef>
#include <cstdint>

namespace ooze {

/// @return bytes, right to about a fifth
std::uint64_t bytesOfParticles(ExportFormat format, std::size_t particles);
/// The same for a surface of so many triangles, which has half as many vertices.
std::uint64_t bytesOfSurface(ExportFormat format, std::size_t triangles);

/// How many triangles a surface may have where nothing is known but the particles: as many as a coat of honey
/// on the bunny has at coarse detail. Deep pools have fewer.
std::size_t trianglesFor(std::size_t particles);

}  // namespace ooze
