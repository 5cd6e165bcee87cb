// OpenVDB, by its own library, which a module brings.
#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"

#include "base/one_line.h"
#include "base/program_folders.h"
#include "export/vdb_module.h"

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

/// Finds the module beside the program, or where program or library are installed; empty if it is nowhere.
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
  if (!write) return {nullptr, fmt::format("OpenVDB cannot be loaded: {}", onOneLine(::dlerror()))};
  return {reinterpret_cast<decltype(&oozeWriteVdb)>(write), ""};
}

const Module& module() {
  static const Module loaded = load();
  return loaded;
}

/// In place of the tag that OpenVDB draws by lot, so that readers tell files apart: one that is the
/// content's.
void tagByContent(std::string& bytes) {
  constexpr std::size_t kBegin =
      21;  // behind the magic number, three versions and whether it can be sought in
  constexpr std::size_t kLength = 36;
  bytes.replace(kBegin, kLength, kLength, '0');
  const std::string half = fmt::format("{:016x}", hashBytes(std::as_bytes(std::span(bytes))));
  // A UUID of version 8: what it is made of is one's own affair (RFC 9562, section 5.8).
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
