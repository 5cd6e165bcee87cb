// Fuzz target for mesh files, glTF with its buffers among them: a file is imported and turned into a solid.
#include "ooze/base/bytes.h"
#include "ooze/geometry/mesh.h"

#include "fuzz/mesh_input.h"
#include "fuzz/targets/fuzz_target.h"
#include "fuzz/targets/mesh_measures.h"

#include <array>
#include <cctype>
#include <string>

namespace ooze {
namespace {

/// Extra coverage counters for libFuzzer. Assimp crashes and hangs on damaged files, so the import runs in
/// a process of its own, which hides its coverage. The outcome guides the fuzzer instead: each kind of
/// refusal, and each order of magnitude of the mesh size.
__attribute__((section("__libfuzzer_extra_counters"))) std::array<std::uint8_t, 4096> outcomes;

void countOutcome(std::string_view words) {
  outcomes[hashBytes(std::as_bytes(std::span(words))) % outcomes.size()] = 1;
}

/// Returns the kind of a refusal: its letters, without numbers and the file name, which vary without end.
std::string kindOf(std::string refusal, const std::string& file) {
  if (refusal.starts_with(file)) refusal.erase(0, file.size());
  std::erase_if(refusal, [](unsigned char c) { return !std::isalpha(c); });
  return refusal;
}

}  // namespace
}  // namespace ooze

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  const std::string_view content = fuzz::textOf(data, size);
  const std::string_view extension = fuzz::meshExtensionOf(content);
  const std::string file = fuzz::writeMeshInput(content, fuzz::ownFolder()).string();
  fuzz::isAccepted([&] {
    try {
      const Mesh mesh = loadMesh(file);
      for (const std::size_t n : {mesh.positions.size(), mesh.triangles.size()})
        countOutcome(std::string(extension) + std::to_string(std::bit_width(n)));
      fuzz::measureMesh(mesh);
    } catch (const InputError& e) {
      countOutcome(std::string(extension) + kindOf(e.what(), file));
      throw;
    }
  });
  return 0;
}
