// Fuzz target for golden files. A golden run is compared with itself, with the first input, and with the
// same run of another build. The run is written back unchanged.
#include "fuzz/targets/fuzz_target.h"
#include "scene/golden_file.h"

#include <string>

namespace ooze {
namespace {

void compareInOneLine(const GoldenFile& a, const GoldenFile& b) {
  fuzz::require(compareGolden(a, b).text.find('\n') == std::string::npos, "a verdict of more than one line");
}

}  // namespace
}  // namespace ooze

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  GoldenFile golden;
  if (!fuzz::isAccepted([&] { golden = decodeGolden(fuzz::bytesOf(data, size), "fuzz.golden"); })) return 0;
  static const GoldenFile first = golden;
  GoldenFile otherBuild = golden;
  otherBuild.build += " of another machine";
  for (const GoldenFile* other : {&first, &std::as_const(golden), &std::as_const(otherBuild)}) {
    fuzz::isAccepted([&] { requireComparable(golden, *other, "fuzz.golden"); });
    compareInOneLine(golden, *other);
    compareInOneLine(*other, golden);
  }
  fuzz::require(compareGolden(golden, golden).same, "a run that differs from itself");
  const std::vector<std::byte> written = encodeGolden(golden);
  fuzz::require(encodeGolden(decodeGolden(written, "fuzz.golden")) == written,
                "a golden run that changes when it is written");
  return 0;
}
