// Where a mesh would go that the user is asked about, and how it shows in the view meanwhile.
#pragma once

#include "ui/mesh_desk.h"
#include "ui/tools/tool.h"

#include <vector>

namespace ooze::ui {

/// Keeps the choice up to date with the view: its place, and its height until one is chosen.
void followMeshChoice(const ToolContext& context, const MeshOffer& offer, MeshChoice& choice);

/// The mesh where it would be. @param choice  that followMeshChoice() has brought up to date
void markMesh(const MeshFacts& facts, const MeshChoice& choice, std::vector<Stroke>& strokes);

}  // namespace ooze::ui
