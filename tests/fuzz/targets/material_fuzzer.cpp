// Fuzz target for material files. An accepted material is written and read again without change.
#include "ooze/scene/scene.h"

#include "fuzz/targets/fuzz_target.h"

#include <fstream>
#include <string>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  const std::string file = (fuzz::ownFolder() / "material.json").string();
  const auto load = [&](std::string_view text) {
    std::ofstream(file, std::ios::binary) << text;
    return loadMaterial(file, "clavet");
  };
  MaterialDefinition material;
  if (!fuzz::isAccepted([&] { material = load(fuzz::textOf(data, size)); })) return 0;
  const MaterialDefinition again = load(materialToJson(material, "clavet"));
  fuzz::require(again.values == material.values && again.density == material.density &&
                    again.referenceRadius == material.referenceRadius && again.colour == material.colour &&
                    again.look == material.look && again.lookOverrides == material.lookOverrides,
                "a material that changes when it is written");
  fuzz::require(decodeMaterial(encodeMaterial(material, "clavet"), "clavet").values == material.values,
                "a material that changes in a command");
  return 0;
}
