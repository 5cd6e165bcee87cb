// What is written in more than one kind of file, as bytes.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"

namespace ooze {

void writeMaterial(ByteWriter& out, const MaterialDefinition& material);
MaterialDefinition readMaterial(ByteReader& in);

void writeLogged(ByteWriter& out, const LoggedCommand& logged);
LoggedCommand readLogged(ByteReader& in);

}  // namespace ooze
