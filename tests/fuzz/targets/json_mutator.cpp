// A mutator that keeps JSON valid half of the time, so that validation rather than parsing refuses most
// inputs.
#include "base/random.h"
#include "fuzz/targets/fuzz_target.h"

#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ooze::fuzz {
namespace {

using Json = nlohmann::ordered_json;

void gather(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (Json& member : value) gather(member, all);
}

/// Changes a random value: copies another value to its place, sets an extreme value, alters the value, or
/// removes a member.
void change(Json& root, unsigned seed) {
  static const std::array<const char*, 16> kEdges{"0",    "-0.0", "1",     "-1",    "1e-9", "1e-45",
                                                  "1e9",  "1e38", "-1e38", "1e308", "2e9",  "4294967296",
                                                  "true", "null", "[]",    "{}"};
  std::uint64_t drawn = 0;
  const auto below = [&](std::size_t n) { return randomBits(seed, drawn++) % n; };
  std::vector<Json*> all;
  gather(root, all);
  Json& at = *all[below(all.size())];
  switch (below(4)) {
    case 0:
      at = Json(*all[below(all.size())]);
      break;
    case 1:
      at = Json::parse(kEdges[below(kEdges.size())]);
      break;
    case 2:
      if (at.is_array() && !at.empty())
        at.push_back(Json(at[below(at.size())]));
      else if (at.is_number())
        at = at.get<double>() * (below(2) != 0 ? 10.0 : 0.1);
      else if (at.is_string())
        at = all[below(all.size())]->dump();
      break;
    default:
      if (at.is_structured() && !at.empty())
        at.erase(std::next(at.begin(), static_cast<std::ptrdiff_t>(below(at.size()))));
      break;
  }
}

}  // namespace
}  // namespace ooze::fuzz

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                    unsigned seed) {
  using namespace ooze::fuzz;
  Json root;
  if (seed % 2 == 0) root = Json::parse(textOf(data, size), nullptr, false);
  if (root.is_discarded() || root.is_null()) return LLVMFuzzerMutate(data, size, maxSize);
  change(root, seed);
  const std::string text = root.dump(1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > maxSize) return LLVMFuzzerMutate(data, size, maxSize);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
