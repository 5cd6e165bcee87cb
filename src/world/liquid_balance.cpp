#include "ooze/world/liquid_balance.h"

#include "world/guard/record_validation.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace ooze {

double LiquidBalance::lostFraction() const {
  return added > 0 ? static_cast<double>(lost()) / static_cast<double>(added) : 0.0;
}

bool LiquidBalance::isMissingLiquid() const { return emptyVolumes > 0 || lostFraction() > kUnnoticedLoss; }

bool LiquidBalance::isBlocked() const {
  return static_cast<double>(blocked) > kUnnoticedLoss * static_cast<double>(added + blocked);
}

void LiquidBalance::countEdit(std::uint64_t before, std::uint64_t after, bool undoes) {
  if (!undoes) return countChange(before, after, &LiquidBalance::removed);
  // The liquid that the undone edit added may have been lost since, so only the present particles count.
  if (after < before) return void(added -= before - after);
  const std::uint64_t restored = std::min(removed, after - before);
  removed -= restored;
  added += after - before - restored;
}

void LiquidBalance::countChange(std::uint64_t before, std::uint64_t after,
                                std::uint64_t LiquidBalance::*counter) {
  if (after >= before)
    added += after - before;
  else
    this->*counter += before - after;
}

std::string LiquidBalance::warning() const {
  if (emptyVolumes > 0 && added == 0)
    return "the scene asks for liquid, but there is none at the start: its volumes lie inside solids, or are "
           "thinner than a particle";
  std::vector<std::string> parts;
  if (emptyVolumes > 0)
    parts.push_back(
        fmt::format("{} volume{} of the scene held no liquid at the start, inside solids or thinner "
                    "than a particle",
                    emptyVolumes, emptyVolumes == 1 ? "" : "s"));
  if (lostFraction() > kUnnoticedLoss) {
    parts.push_back(fmt::format(
        "{:.0f} % of the liquid was lost: of {} particles, {} left the domain or fell away and {} "
        "vanished",
        100.0 * lostFraction(), added, left, vanished));
  }
  if (isBlocked())
    parts.push_back(fmt::format(
        "nozzles held back {} particles, because solids or liquid filled their openings; move the nozzles "
        "to where the openings are free",
        blocked));
  return fmt::format("{}", fmt::join(parts, "; "));
}

void LiquidBalance::save(ByteWriter& out) const {
  for (const std::uint64_t n : {added, removed, left, vanished, blocked, emptyVolumes}) out.value(n);
}

LiquidBalance LiquidBalance::restored(ByteReader& in, std::uint64_t particles) {
  LiquidBalance balance;
  for (std::uint64_t* n : {&balance.added, &balance.removed, &balance.left, &balance.vanished,
                           &balance.blocked, &balance.emptyVolumes}) {
    *n = in.value<std::uint64_t>();
    validateSave(*n <= UINT64_MAX / 8);  // no sum below overflows
  }
  validateSave(balance.added == balance.removed + balance.lost() + particles);
  return balance;
}

}  // namespace ooze
