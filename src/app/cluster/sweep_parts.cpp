#include "app/cluster/sweep_parts.h"

#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"

#include "app/pictures/sweep.h"
#include "base/file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

namespace ooze {
namespace {

namespace fs = std::filesystem;
using CellJson = nlohmann::ordered_json;

constexpr int kLargestCell = 16384;  // width and height of --size [pixels]

/// Writes what the sheet needs to know of a cell. The file tells that the cell is finished.
void writeCell(const JobFolder& folder, const SweepCell& cell) {
  writeFile(folder.cell(cell.index), CellJson{{"failure", cell.failure},
                                              {"frame", cell.frame},
                                              {"warning", cell.warning},
                                              {"roll_backs", cell.rollBacks}}
                                             .dump(1) +
                                         "\n");
}

SweepCell readCell(const JobFolder& folder, std::size_t index) {
  try {
    const CellJson json = CellJson::parse(readText(folder.cell(index)));
    SweepCell cell;
    cell.index = index;
    cell.failure = json.at("failure").get<std::string>();
    cell.frame = json.at("frame").get<std::uint64_t>();
    cell.warning = json.at("warning").get<std::string>();
    cell.rollBacks = json.at("roll_backs").get<std::size_t>();
    return cell;
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{} is damaged", folder.cell(index).string()));
  }
}

Image drawCell(const SweepPlan& plan, const RenderQueue::Draw& draw, std::shared_ptr<const Snapshot> snapshot,
               std::size_t cell) {
  return std::get<Image>(draw({std::move(snapshot), plan.camera, plan.picture, cell}));
}

/// Simulates a cell and draws it. With a common scale of colours the world is saved instead, because the
/// scale depends on all worlds.
void runCell(const SweepPlan& plan, const JobFolder& folder, std::size_t index) {
  if (index >= plan.cells()) throw InputError(fmt::format("cell {}: there are {}", index, plan.cells()));
  std::error_code unknown;
  if (fs::exists(folder.cell(index), unknown)) return;
  const bool keeps = usesCommonScale(plan);
  std::optional<SaveFile> save;
  ByteWriter spray;
  SimulatedCell done = simulateCell(
      plan, index, plan.threads, [](std::uint64_t) { return true; },
      [&](const World& world, const SprayTrail& trail) {
        if (!keeps) return;
        save = makeSave(*plan.scene, world);
        trail.save(spray);
      });
  if (save) {
    writeFile(folder.saveExtras(index), spray.bytes());
    writeSave(folder.save(index), *save);
  } else if (done.snapshot) {
    writePng(folder.picture(index), drawCell(plan, openOffscreen(kFileSupersample), done.snapshot, index));
  }
  writeCell(folder, done.cell);
}

/// Restores the snapshot of a cell from its save.
std::shared_ptr<const Snapshot> restoredSnapshot(const SweepPlan& plan, const JobFolder& folder,
                                                 std::size_t cell) {
  World world(plan.scene->world, plan.threads);
  if (plan.frame > 0) {
    const SaveFile save = readSave(folder.save(cell));
    ByteReader state(save.state);
    world.restore(state);
  }
  const std::vector<std::byte> extras = readBytes(folder.saveExtras(cell));
  ByteReader spray(extras);
  SprayTrail trail(plan.threads);
  trail.restore(spray);
  return trail.snapshot(world, contentFor(plan.picture));
}

/// Chooses the common scale of colours and draws all cells. @return the plan with the scale
SweepPlan drawWithCommonScale(const SweepPlan& plan, const JobFolder& folder, std::vector<SweepCell>& cells) {
  std::vector<std::shared_ptr<const Snapshot>> snapshots;
  for (const SweepCell& cell : cells)
    snapshots.push_back(cell.failure.empty() ? restoredSnapshot(plan, folder, cell.index) : nullptr);
  SweepPlan scaled = plan;
  scaled.picture.quantityScale = commonScale(plan, snapshots);
  const RenderQueue::Draw draw = openOffscreen(kFileSupersample);
  for (SweepCell& cell : cells)
    if (snapshots[cell.index])
      cell.picture = drawCell(scaled, draw, std::move(snapshots[cell.index]), cell.index);
  return scaled;
}

void joinSheet(const SweepPlan& plan, const JobFolder& folder, const fs::path& out) {
  if (folder.hasResult()) return folder.removePieces();
  std::vector<SweepCell> cells;
  for (std::size_t i = 0; i < plan.cells(); ++i) cells.push_back(readCell(folder, i));
  if (usesCommonScale(plan)) {
    writePng(out, drawSweep(drawWithCommonScale(plan, folder, cells), cells));
  } else {
    for (SweepCell& cell : cells)
      if (cell.failure.empty()) cell.picture = readImage(folder.picture(cell.index), {kLargestCell, 3});
    writePng(out, drawSweep(plan, cells));
  }
  folder.writeResult({notesOf(plan, cells), ""});
  folder.removePieces();
}

}  // namespace

std::vector<ClusterPart> sweepParts(const SweepPlan& plan) { return {{"cell", plan.cells()}, {"join", 0}}; }

void runSweepPart(const SweepPlan& plan, const JobFolder& folder, const JobOptions& job,
                  const fs::path& out) {
  if (job.part == "cell") return runCell(plan, folder, job.index);
  if (job.part == "join") return joinSheet(plan, folder, out);
  throw InputError(fmt::format("unknown part \"{}\" (known: cell, join)", job.part));
}

}  // namespace ooze
