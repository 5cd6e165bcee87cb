// OpenVDB writer. The OpenVDB library is in a module that is loaded on demand.
#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"

#include "base/file.h"
#include "base/utf8.h"
#include "export/liquid_volume.h"

#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>

namespace ooze {
namespace {

namespace fs = std::filesystem;

struct Module {
  decltype(&oozeWriteVdb) write = nullptr;
  std::string problem;
};

/// Looks for the module beside the program and in the installed library folder.
fs::path findModule() {
  std::error_code failed;
  for (const fs::path& folder : programFolders("", "lib/ooze"))
    if (const fs::path file = folder / "ooze_vdb.so"; fs::exists(file, failed)) return file;
  return {};
}

Module load() {
  const fs::path file = findModule();
  if (file.empty()) return {nullptr, "this Ooze was built without OpenVDB"};
  void* const handle = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  void* const write = handle ? ::dlsym(handle, "oozeWriteVdb") : nullptr;
  if (!write) return {nullptr, fmt::format("OpenVDB cannot be loaded: {}", replaceInvisible(::dlerror()))};
  return {reinterpret_cast<decltype(&oozeWriteVdb)>(write), ""};
}

const Module& module() {
  static const Module loaded = load();
  return loaded;
}

/// Replaces OpenVDB's random file tag by a hash of the content. Equal content then gives equal bytes, and
/// readers can still distinguish files.
void tagByContent(std::string& bytes) {
  constexpr std::size_t kBegin =
      21;  // after the magic number, three versions and the flag for seekable files
  constexpr std::size_t kLength = 36;
  bytes.replace(kBegin, kLength, kLength, '0');
  const std::string half = fmt::format("{:016x}", hashBytes(std::as_bytes(std::span(bytes))));
  // A version 8 UUID, whose content is free to choose (RFC 9562, section 5.8).
  bytes.replace(
      kBegin, kLength,
      fmt::format("{}-{}-8000-8000-00000000{}", half.substr(0, 8), half.substr(8, 4), half.substr(12)));
}

}  // namespace

const std::string& problemOfVdb() { return module().problem; }

void writeVdb(ExportFile& file, const ExportGeometry& g) {
  const Threads one(1);
  std::string bytes;
  module().write(liquidVolumeOf(g, g.filling.threads ? *g.filling.threads : one), g.moment, bytes);
  tagByContent(bytes);
  file.text(bytes);
}

}  // namespace ooze
