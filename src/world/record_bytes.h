// What is written in more than one kind of file, as bytes.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"

namespace ooze {

void writeMaterial(ByteWriter& out, const MaterialDefinition& material);
MaterialDefinition readMaterial(ByteReader& in);
/// @throws InputError if a material that was read is none that scenes and commands can make for this method
void requireSound(const MaterialDefinition& material, const MethodRow& method);

void writeLogged(ByteWriter& out, const LoggedCommand& logged);
LoggedCommand readLogged(ByteReader& in);

}  // namespace ooze
