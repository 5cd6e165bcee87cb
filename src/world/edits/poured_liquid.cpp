#include "world/edits/poured_liquid.h"

#include "world/guard/record_validation.h"

#include <algorithm>
#include <numeric>

namespace ooze {

void PouredLiquid::note(std::uint32_t nozzle, std::uint64_t step, std::uint32_t first, std::uint32_t end) {
  if (first >= end) return;
  if (goesOn_ && !runs_.empty() && runs_.back().nozzle == nozzle && runs_.back().end == first) {
    runs_.back().end = end;
    runs_.back().lastStep = step;
  } else {
    runs_.push_back({step, step, nozzle, first, end});
  }
  goesOn_ = true;
}

void PouredLiquid::forgetFrom(std::uint32_t nextId) {
  while (!runs_.empty() && runs_.back().first >= nextId) runs_.pop_back();
  if (!runs_.empty()) runs_.back().end = std::min(runs_.back().end, nextId);
}

std::vector<std::uint32_t> PouredLiquid::idsOf(std::uint64_t nozzle, std::uint64_t first,
                                               std::uint64_t last) const {
  std::vector<std::uint32_t> ids;
  for (const PouredRun& run : runs_) {
    if (run.nozzle != nozzle || run.firstStep < first || run.lastStep > last) continue;
    const std::size_t before = ids.size();
    ids.resize(before + (run.end - run.first));
    std::iota(ids.begin() + static_cast<std::ptrdiff_t>(before), ids.end(), run.first);
  }
  return ids;
}

void PouredLiquid::save(ByteWriter& out) const {
  out.value(static_cast<std::uint8_t>(goesOn_));
  out.value(static_cast<std::uint64_t>(runs_.size()));
  for (const PouredRun& run : runs_) {
    out.value(run.firstStep);
    out.value(run.lastStep);
    out.value(run.nozzle);
    out.value(run.first);
    out.value(run.end);
  }
}

void PouredLiquid::restore(ByteReader& in, std::uint32_t nextId) {
  PouredLiquid fresh;
  fresh.goesOn_ = in.flag();
  std::uint32_t end = 0;
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) {
    PouredRun run{};
    run.firstStep = in.value<std::uint64_t>();
    run.lastStep = in.value<std::uint64_t>();
    run.nozzle = in.value<std::uint32_t>();
    run.first = in.value<std::uint32_t>();
    run.end = in.value<std::uint32_t>();
    validateSave(run.firstStep <= run.lastStep && run.first >= end && run.first < run.end &&
                 run.end <= nextId);
    end = run.end;
    fresh.runs_.push_back(run);
  }
  *this = std::move(fresh);
}

}  // namespace ooze
