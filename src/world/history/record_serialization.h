// Binary serialization of materials and logged commands, shared by several file formats.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"

namespace ooze {

void writeMaterial(ByteWriter& out, const MaterialDefinition& material);
/// Writes a material with the first `values` of its values only.
void writeFirstValues(ByteWriter& out, const MaterialDefinition& material, std::size_t values);
MaterialDefinition readMaterial(ByteReader& in);
/// Validates a material that was read from a file.
/// @throws InputError if no scene or command could make the material for this method
void requireSound(const MaterialDefinition& material, const MethodRow& method);

void writeLogged(ByteWriter& out, const LoggedCommand& logged);
LoggedCommand readLogged(ByteReader& in);

}  // namespace ooze
