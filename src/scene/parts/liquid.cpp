// Liquids of a scene: volumes that are filled at the start.
#include "scene/parts/parts.h"

namespace ooze::parts {

double restSpacing(const WorldSpec& world, std::uint16_t material) {
  return findMethod(world.method).restSpacing(world.methodSettings, world.materials[material]);
}

void requireMaterial(const SceneReader& reader, const JsonObject& object) {
  if (reader.scene.world.materials.size() > 1) (void)object.require("material");
}

std::vector<MemberRow<Pose>> poseRows() {
  return {member("position", &Pose::position, Vector{kPositionRange}, "m", "").shown(),
          member("rotation", &Pose::orientation, Rotation(), "", "")};
}

const Part<LiquidEntry>& liquidPart() {
  using E = LiquidEntry;
  static const Part<E> kPart{
      "liquid", "a liquid", "A shape that is full of liquid at the start.",
      rowsOf<E>(
          member<E>("name", &E::name, Name(), "", "Default: \"liquid\" and its number.").shown(),
          member<E>("material", &E::material, MaterialName(), "",
                    "Optional if the scene has only one material.")
              .shown(),
          member<E>("shape", &E::form, ShapeKind{false}, "", "").required(),
          rowsWithin<E>(poseRows(), &E::pose),
          member<E>("scale", &E::scale, Vector{{0.01, 100}}, "1",
                    "Scale along the shape's own axes, before the rotation."),
          member<E>("velocity", &E::velocity, Vector{kSpeedRange}, "m/s", "Velocity at the start."),
          member<E>("sampling", &E::sampling, WordKind{{"lattice", "blue_noise", "settled"}}, "",
                    "Arrangement of the particles. Settled liquid is even up to the walls of the shape."))};
  return kPart;
}

void readLiquids(SceneReader& reader, const JsonValue& list) {
  WorldSpec& world = reader.scene.world;
  UniqueNames names(reader.file);
  double particles = 0;
  for (const JsonValue& item : itemsOf(reader.file, list, "liquids")) {
    LiquidEntry liquid;
    liquid.name = fmt::format("liquid {}", world.liquids.size() + 1);
    const JsonObject o(reader.file, item, liquidPart().what, liquidPart().keys());
    readRows(reader, o, liquidPart(), liquid);
    requireMaterial(reader, o);
    names.add(item, liquid.name);
    liquid.shape = liquid.form.shape;

    // The particle limit is checked before memory is allocated.
    const double spacing = restSpacing(world, liquid.material);
    particles +=
        liquid.form.volume * liquid.scale.x * liquid.scale.y * liquid.scale.z / (spacing * spacing * spacing);
    if (particles > static_cast<double>(world.particleLimit))
      o.fail(fmt::format("with \"{}\" the scene would hold about {:.3g} particles; its limit is {}",
                         liquid.name, particles, world.particleLimit));
    world.liquids.push_back(std::move(liquid));
  }
}

}  // namespace ooze::parts
