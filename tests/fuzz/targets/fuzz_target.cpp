#include "fuzz/targets/fuzz_target.h"

#include <string>
#include <system_error>

namespace ooze::fuzz {

const std::filesystem::path& ownFolder() {
  struct Folder {
    std::filesystem::path path;
    Folder() {
      std::string name = (std::filesystem::temp_directory_path() / "ooze-fuzz-XXXXXX").string();
      require(::mkdtemp(name.data()) != nullptr, "no temporary folder");
      path = name;
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder folder;
  return folder.path;
}

}  // namespace ooze::fuzz

int LLVMFuzzerInitialize(int*, char***) {
  for (const char* variable : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
    ::setenv(variable, (ooze::fuzz::ownFolder() / variable).c_str(), 1);
  return 0;
}
