#include "ooze/base/error.h"

#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/terminal.h"
#include "base/file.h"
#include "export/frame_name.h"
#include "verify/report.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <span>

namespace ooze {
namespace {

/// Lists the laws that apply to any of the methods.
void printLaws(const std::vector<const MethodRow*>& methods, std::span<const verify::Law* const> laws) {
  for (const verify::Law* law : laws) {
    if (std::ranges::none_of(methods, [&](const MethodRow* method) { return law->appliesTo(*method); }))
      continue;
    fmt::print("{:<17} {} ({})\n", law->key, law->sentence, law->source);
  }
}

/// Prints the table of one method with its title and its sum.
void printTable(const MethodRow& method, const std::vector<verify::CheckedRow>& rows, double seconds) {
  const auto passed = std::ranges::count_if(rows, &verify::CheckedRow::passed);
  fmt::print("{} ({})\n{}{} of {} rows pass; {:.0f} s\n\n", method.title, method.key, verify::textTable(rows),
             passed, rows.size(), seconds);
}

}  // namespace

int verifyCommand(const VerifyOptions& o) {
  if (o.markdown && (o.method.empty() || o.report == "-"))
    throw InputError("--markdown goes with one method, and not with --report -");
  const std::vector<const verify::Law*> asked = verify::lawsByKey(o.only);
  std::vector<const MethodRow*> methods;
  for (const MethodRow& method : methodRegistry()) {
    if (!o.method.empty() && method.key != o.method) continue;
    // Without METHOD, a law is measured in the methods to which it applies.
    if (o.method.empty() && verify::lawsOf(method, asked).empty()) continue;
    methods.push_back(&method);
    for (const verify::Law* law : asked)
      if (!o.method.empty() && !o.only.empty() && !law->appliesTo(method))
        throw InputError(fmt::format("{} has no liquid for the law {}", method.key, law->key));
  }
  if (o.list) {
    printLaws(methods, asked);
    return 0;
  }
  if (!o.report.empty() && o.report != "-") requireWritable(o.report);
  InterruptBlock interrupt;
  const ExitOnInterrupt watch(interrupt, "verifying");
  bool failed = false;
  nlohmann::ordered_json report = nlohmann::ordered_json::array();
  for (const MethodRow* method : methods) {
    const std::vector<const verify::Law*> laws = verify::lawsOf(*method, asked);
    const auto begin = std::chrono::steady_clock::now();
    std::vector<verify::CheckedRow> rows;
    {
      ProgressBar progress("law", 0, laws.size());
      rows = verify::verify({*method}, laws, o.threads,
                            [&, done = std::uint64_t{0}]() mutable { progress.update(++done); });
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    failed |= std::ranges::any_of(rows, [](const verify::CheckedRow& row) { return !row.failure.empty(); });
    report.push_back(verify::reportOf(*method, rows, seconds));
    if (o.markdown)
      fmt::print("{}", verify::markdownTable(rows));
    else if (o.report != "-")
      printTable(*method, rows, seconds);
  }
  if (o.report == "-")
    fmt::print("{}\n", report.dump(2));
  else if (!o.report.empty())
    writeFile(o.report, report.dump(2) + "\n");
  return failed ? 1 : 0;
}

}  // namespace ooze
