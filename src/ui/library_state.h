// What the library's windows remember while they are open.
#pragma once

#include "ui/library.h"

#include <filesystem>
#include <optional>
#include <string>

namespace ooze::ui {

/// A material that is about to be saved.
struct MaterialDraft {
  MaterialEntry entry;
  std::string error;
  bool replace = false;  ///< there is one of this title, and the user was asked
};

struct LibraryState {
  bool open = false;
  std::string search;
  std::filesystem::path chosen;         ///< the file of the card that is chosen
  std::optional<std::string> renaming;  ///< its new title, while it is typed
  bool deleting = false;                ///< the user is asked whether it should go
  std::string said;                     ///< what came of the last thing that was done, if it failed
  std::optional<MaterialDraft> draft;
};

}  // namespace ooze::ui
