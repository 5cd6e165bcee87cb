#include "base/file.h"
#include "scene/assets.h"
#include "scene/material_folder.h"
#include "scene/parts/parts.h"

#include <nlohmann/json.hpp>

namespace ooze {
namespace {

/// Reads a material file.
/// @param expected  the method that the material must belong to; "": any method
/// @throws InputError if the file is not a valid material of that method
MaterialDocument readDocument(const std::filesystem::path& path, std::string_view expected) {
  const JsonFile file = parseJson(readText(path), path);
  const JsonObject o(file, file.root, parts::materialFilePart().what, parts::materialFilePart().keys());
  Scene ofMethod;  // the parameters are those of the scene's method
  parts::SceneReader reader{file, ofMethod, false};
  MaterialDocument document;
  document.title = path.stem().string();
  document.method = expected.empty() ? kDefaultMethod : expected;
  if (const JsonValue* method = o.find("method"))
    parts::MethodKey().read(reader, *method, "method", document.method);
  ofMethod.world.method = document.method;
  // The method's prefix is removed: "steele_honey" is the material "honey" of the method "steele".
  std::string name = path.stem().string();
  if (name.starts_with(document.method + "_")) name.erase(0, document.method.size() + 1);
  document.material = parts::defaultMaterial(std::move(name), document.method);
  parts::readRows(reader, o, parts::materialFilePart(), document);
  if (!expected.empty() && document.method != expected)
    file.fail(o.lineOf("method"), fmt::format("this material is for the method {}, not \"{}\"",
                                              quoteText(document.method), expected));
  return document;
}

}  // namespace

MaterialDefinition loadMaterial(std::string_view nameOrPath, std::string_view method) {
  (void)findMethod(method);
  return readDocument(findAssetFile(nameOrPath, "material", "materials"), method).material;
}

std::string materialToJson(const MaterialDefinition& material, std::string_view method,
                           std::string_view title, std::string_view description) {
  if (material.values.size() < findMethod(method).parameters().size())
    throw std::out_of_range("a material needs a value for each parameter of its method");
  const MaterialDocument document{material, std::string(title.empty() ? material.name : title),
                                  std::string(description), std::string(method)};
  return parts::writePart({method}, parts::materialFilePart(), document)
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

MaterialDocument readMaterialDocument(const std::filesystem::path& file) { return readDocument(file, ""); }

std::vector<Listing> listMaterials() {
  std::vector<Listing> listings;
  for (const auto& path : assetFiles("materials")) {
    Listing listing = makeListing(Listing::ListingKind::Material, path);
    try {
      const MaterialDocument document = readMaterialDocument(path);
      listing.title = document.title;
      listing.description = document.description;
      listing.method = document.method;
      listing.colour = document.material.colour;
      listing.material = document.material.name;
      listing.look = document.material.look;
    } catch (const InputError& e) {
      listing.error = e.what();
    }
    listings.push_back(std::move(listing));
  }
  return listings;
}

}  // namespace ooze
