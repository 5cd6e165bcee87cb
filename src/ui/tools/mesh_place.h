// Placement and preview of a mesh while its import dialog is open.
#pragma once

#include "ui/state/mesh_import_queue.h"
#include "ui/tools/tool.h"

#include <vector>

namespace ooze::ui {

/// Updates the choice from the view: the position, and the height until the user chooses a height.
void followMeshChoice(const ToolContext& context, const MeshImport& offer, MeshChoice& choice);

/// Adds the preview of the mesh to the overlay. @param choice  as updated by followMeshChoice()
void addMeshPreview(const MeshProperties& facts, const MeshChoice& choice, std::vector<Stroke>& strokes);

}  // namespace ooze::ui
