// Publishes the rows of the parts: the JSON schemas in assets/schema, and the tables of the manual's page
// scene_format.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ooze {

/// Returns the JSON schema of scene files.
nlohmann::ordered_json sceneSchema();
/// Returns the JSON schema of material files, with the parameters of every method.
nlohmann::ordered_json materialSchema();

/// Returns the manual's tables of all members of a scene, in Markdown: the top level, then each part.
std::string sceneFormatTables();

}  // namespace ooze
