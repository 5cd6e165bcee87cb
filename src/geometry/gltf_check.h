// Finds glTF features that Assimp reads wrongly.
#pragma once

#include <string_view>

namespace ooze {

/// Returns whether a glTF file has a sparse accessor whose positions are strided, that is interleaved with
/// other attributes. Assimp 5.2 packs the values of a sparse accessor and then reads them at the stride,
/// beyond their end.
/// @param file  contents of a .gltf or .glb file (glTF 2.0, sections 3.6.2.3 and 4.4); damaged contents
/// return false
bool hasStridedSparseAccessor(std::string_view file);

}  // namespace ooze
