// `ooze thumbnails`: makes the small pictures that ship with scenes and materials.
#pragma once

#include "app/commands/command_line.h"

namespace ooze {

/// @return the exit code
/// @throws InputError, RunError
int thumbnailsCommand(const ThumbnailsOptions& options);

}  // namespace ooze
