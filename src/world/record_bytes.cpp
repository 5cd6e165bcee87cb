#include "world/record_bytes.h"

namespace ooze {

void writeMaterial(ByteWriter& out, const MaterialDefinition& material) {
  out.text(material.name);
  out.array(material.values);
  out.value(material.referenceRadius);
  out.value(material.density);
  out.value(material.colour);
  out.text(material.look);
}

MaterialDefinition readMaterial(ByteReader& in) {
  MaterialDefinition m;
  m.name = in.text();
  m.values = in.array<float>();
  m.referenceRadius = in.value<float>();
  m.density = in.value<float>();
  m.colour = in.value<std::uint32_t>();
  m.look = in.text();
  return m;
}

void writeLogged(ByteWriter& out, const LoggedCommand& logged) {
  out.value(logged.step);
  out.text(logged.command.target);
  out.array(logged.command.values);
  out.text(logged.command.text);
}

LoggedCommand readLogged(ByteReader& in) {
  LoggedCommand logged;
  logged.step = in.value<std::uint64_t>();
  logged.command.target = in.text();
  logged.command.values = in.array<float>();
  logged.command.text = in.text();
  return logged;
}

}  // namespace ooze
