#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"

#include "app/commands/blender.h"
#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/output_files.h"
#include "app/commands/start.h"
#include "app/commands/terminal.h"
#include "app/exports/blender_folder.h"
#include "app/exports/usd_folder.h"
#include "export/format_table.h"
#include "export/frame_name.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace ooze {
namespace {

namespace fs = std::filesystem;

}  // namespace

int exportCommand(const ExportCommandOptions& options) {
  if (options.list) {
    fmt::print("{}", exportFormatTable(false));
    return 0;
  }
  const bool toBlender = !options.blender.empty() || !options.blend.empty();
  if (!toBlender && options.usd.empty())
    throw InputError("name a folder with --blender or a file with --blend, or a folder with --usd");
  if (toBlender && !options.usd.empty()) throw InputError("--usd: not together with --blender or --blend");
  const fs::path blend = options.blend;
  if (!blend.empty()) {
    if (blend.extension() != ".blend")
      throw InputError(fmt::format("--blend {}: the name must end in .blend", blend.string()));
    requireBlender();
    requireWritable(blend);
  }
  // A .blend file refers to the files of each frame, which lie beside it.
  fs::path folder = options.blender;
  if (folder.empty()) folder = fs::path(blend).replace_extension("") += "_files";
  const InterruptBlock interrupt;
  CancellationToken work;
  std::optional<ExitOnInterrupt> loading(std::in_place, interrupt, "loading");
  const RunStart start = chooseStart(options.choice, "");
  World world(start.scene.world, options.choice.threads);
  loading.reset();
  std::optional<InterruptHandler> watch(std::in_place, interrupt, [&work] { work.cancelled = true; });
  for (const std::string& note : start.scene.notes) printNote(note);
  std::unique_ptr<RunFolder> files;
  if (toBlender)
    files =
        std::make_unique<BlenderFolder>(folder, start.scene, options.picture, options.choice.threads, &work);
  else
    files =
        std::make_unique<UsdFolder>(options.usd, start.scene, options.picture, options.choice.threads, &work);
  try {
    exportRun(start, world, options.choice, options.frames.value_or(wholeScene(start.scene)), *files, work);
  } catch (const Cancelled&) {
    throw RunError(fmt::format("interrupted at frame {}", world.frameIndex()));
  }
  watch.reset();
  if (!blend.empty())
    runBlender({"--import", files->description().string(), "--save", fs::absolute(blend).string()}, interrupt,
               [] {});
  fmt::print("{}\n", blend.empty() ? files->description().string() : blend.string());
  return 0;
}

}  // namespace ooze
