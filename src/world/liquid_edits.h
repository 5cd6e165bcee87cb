// What commands do to liquid that is there.
#pragma once

#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/world.h"

#include "world/mesh_store.h"
#include "world/sane_speeds.h"
#include "world/target_rows.h"
#include "world/world_bodies.h"
#include "world/world_emitters.h"
#include "world/world_materials.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze {

/// What edits reach of a world.
struct EditedWorld {
  const WorldSpec& spec;
  const Threads& threads;
  Method& method;
  MeshStore& meshes;
  const WorldMaterials& materials;
  WorldEmitters& emitters;
  WorldBodies& bodies;
  SaneSpeeds& speeds;
};

/// Particles that may still come, all of them new ones; or those that were there before.
std::uint64_t roomForNew(const WorldSpec& spec, const Method& method);
std::uint64_t roomForKept(const WorldSpec& spec, const Method& method);

/// Which edit of the liquid an event of this field is; nothing if it is none.
std::optional<EditName> liquidEdit(const MethodRow& method, TargetField field);

/// @return what it takes to take it back
KeptEdit editLiquid(const EditName& name, TargetField field, const Command& command, EditedWorld world);

/// Points of the rest spacing in the mesh of a command, without those where something is already.
/// @param limit  @throws InputError if there would be more
std::vector<Vec3> meshSeeds(const Command& command, std::uint64_t limit, EditedWorld world);

}  // namespace ooze
