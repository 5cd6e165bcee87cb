// What a file dialog is asked for.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ooze::ui {

struct FileRequest {
  enum class Kind { Open, Save } kind = Kind::Open;
  std::string title;                    ///< "Save the session"
  std::string about;                    ///< the kind of file, which has a last folder of its own: "mesh"
  std::filesystem::path folder;         ///< shown first; empty: where one of this kind was chosen last
  std::filesystem::path usual;          ///< where none was yet; empty: the current folder
  std::string name;                     ///< proposed
  std::vector<std::string> extensions;  ///< with the dot: ".ooze"; the first is added where none is
  std::function<void(std::filesystem::path)> chosen;  ///< called once, on the main thread
};

}  // namespace ooze::ui
