// Edits of the liquid by commands: erase, freeze, thaw, add, cut, and actions of methods.
#pragma once

#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/world.h"

#include "world/edits/poured_liquid.h"
#include "world/guard/stability_monitor.h"
#include "world/parts/mesh_store.h"
#include "world/parts/world_bodies.h"
#include "world/parts/world_emitters.h"
#include "world/parts/world_materials.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze {

/// The parts of a world that edits may read or change, as references.
struct EditedWorld {
  const WorldSpec& spec;
  const Threads& threads;
  Method& method;
  MeshStore& meshes;
  const WorldMaterials& materials;
  WorldEmitters& emitters;
  WorldBodies& bodies;
  StabilityMonitor& speeds;
  const PouredLiquid& poured;
};

/// Number of particles that may still be added: new ones, which need unused ids, or restored ones, which keep
/// their ids.
std::uint64_t newParticleBudget(const WorldSpec& spec, const Method& method);
std::uint64_t restoredParticleBudget(const WorldSpec& spec, const Method& method);

/// Returns the liquid edit that an event runs; nothing if the event does not edit liquid.
/// @param kind  CommandRow::number
std::optional<EditName> liquidEdit(const MethodRow& method, std::uint32_t kind);

/// Runs a command for which liquidEdit() names an edit.
/// @return the undo record of the edit
UndoRecord editLiquid(const Command& command, EditedWorld world);

/// Fills the mesh of a command with points at the rest spacing (blue noise). Skips places where liquid or a
/// body already is.
/// @throws InputError if the mesh needs more points than `limit`
std::vector<Vec3> meshSeeds(const FillMesh& command, std::uint64_t limit, EditedWorld world);

}  // namespace ooze
