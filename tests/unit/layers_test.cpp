// Tests the layers of the design: an include points to a lower layer, or stays within its own folder.
#include "fixtures/places.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

// Folders of equal level never include each other.
const std::map<std::string, int, std::less<>> kLayerLevels{
    {"base", 0},   {"geometry", 1}, {"image", 1},  {"manual", 1},  {"particles", 2},
    {"bodies", 2}, {"grid", 2},     {"liquid", 3}, {"methods", 4}, {"surface", 4},
    {"spray", 4},  {"world", 5},    {"scene", 6},  {"verify", 7},  {"session", 7},
    {"ui", 8},     {"render", 8},   {"export", 8}, {"app", 9},     {"python", 10}};

bool isCore(const std::string& layer) {
  return kLayerLevels.at(layer) <= kLayerLevels.at("session") || layer == "export";
}

std::vector<std::string> folders(std::string path) {
  std::vector<std::string> parts;
  for (const fs::path& part : fs::path(std::move(path))) parts.push_back(part.string());
  return parts;
}

struct LayerPath {
  std::string layer;
  std::string method;  ///< folder in methods/ that holds the file; "": none
};

/// Returns the layer of `path`, which is relative to src/ or include/ooze/. The layer is "" for a path
/// outside all layers.
LayerPath placeOf(const std::string& path) {
  const auto parts = folders(path);
  if (parts.size() < 2 || !kLayerLevels.contains(parts[0])) return {};
  return {parts[0], parts[0] == "methods" && parts.size() > 2 ? parts[1] : ""};
}

/// Returns the error of including `included` in a file of layer `from`, or "" if the include is allowed.
std::string complaint(const LayerPath& from, bool fromPublic, bool quoted, const std::string& included) {
  static const std::regex openGl(R"((glad|GL|GLES\d?|EGL|OpenGL)/.*)");
  static const std::regex window("GLFW/.*");
  static const std::regex panels(R"((imgui/)?(backends/)?imgui[\w]*\.h)");
  const bool gl = std::regex_match(included, openGl);
  const bool glfw = std::regex_match(included, window);
  const bool imgui = std::regex_match(included, panels);
  if ((gl || glfw || imgui) && isCore(from.layer)) return "the core knows no OpenGL, window or ImGui";
  if (gl && from.layer == "ui") return "panels know nothing of OpenGL";
  if (imgui && from.layer == "render") return "rendering knows nothing of panels";
  if (gl || glfw || imgui) return "";

  const bool isPublic = included.starts_with("ooze/");
  if (!quoted && !isPublic) return "";  // the standard library and third parties
  const LayerPath to = placeOf(isPublic ? included.substr(5) : included);
  if (to.layer.empty()) return "is neither \"ooze/<layer>/x.h\" nor \"<layer>/x.h\"";
  if (fromPublic && !isPublic) return "a public header shows a private one";
  if (to.layer != from.layer) {
    if (kLayerLevels.at(to.layer) > kLayerLevels.at(from.layer))
      return to.layer + " lies above " + from.layer;
    if (kLayerLevels.at(to.layer) == kLayerLevels.at(from.layer))
      return to.layer + " lies beside " + from.layer;
  } else if (!from.method.empty() && !to.method.empty() && from.method != to.method) {
    return "methods never include each other";
  }
  return "";
}

/// Returns "FILE:LINE: INCLUDED: error" for every forbidden include of a file.
std::vector<std::string> scan(const std::string& name, const LayerPath& from, bool fromPublic,
                              std::istream& text) {
  static const std::regex include(R"(^\s*#\s*include\s*(["<])([^">]+)[">].*)");
  std::vector<std::string> found;
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::smatch match;
    if (!std::regex_match(line, match, include)) continue;
    const std::string wrong = complaint(from, fromPublic, match[1] == "\"", match[2]);
    if (!wrong.empty())
      found.push_back(name + ":" + std::to_string(number) + ": " + match[2].str() + ": " + wrong);
  }
  return found;
}

struct ScanResult {
  std::vector<std::string> wrong;
  int files = 0;
};

ScanResult scanTree(const fs::path& root, bool isPublic) {
  ScanResult tree;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension().string();
    if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
    ++tree.files;
    const std::string name = fs::relative(entry.path(), root).generic_string();
    if (isPublic && name == "ooze.h") continue;  // lies above all layers, for users only
    const LayerPath from = placeOf(name);
    if (from.layer.empty()) {
      tree.wrong.push_back(entry.path().string() + ":1: lies in no layer");
      continue;
    }
    std::ifstream text(entry.path());
    const auto found = scan(entry.path().string(), from, isPublic, text);
    tree.wrong.insert(tree.wrong.end(), found.begin(), found.end());
  }
  std::sort(tree.wrong.begin(), tree.wrong.end());
  return tree;
}

/// Adds the public headers that a public header includes, directly or through others, to `reached`.
void reach(const fs::path& root, const std::string& header, std::set<std::string>& reached) {
  static const std::regex include(R"regex(^#include "ooze/([^"]+)")regex");
  std::ifstream text(root / header);
  std::smatch match;
  for (std::string line; std::getline(text, line);)
    if (std::regex_search(line, match, include) && reached.insert(match[1]).second)
      reach(root, match[1], reached);
}

std::vector<std::string> scanText(const std::string& path, const std::string& code, bool isPublic = false) {
  std::istringstream text(code);
  return scan(path, placeOf(path), isPublic, text);
}

TEST(Layers, EveryIncludeOfTheSourcesPointsDown) {
  const ScanResult tree = scanTree(fs::path(ooze::sourceFolder()) / "src", false);
  EXPECT_THAT(tree.wrong, IsEmpty());
  EXPECT_GT(tree.files, 10);
}

TEST(Layers, EveryIncludeOfThePublicHeadersPointsDown) {
  const ScanResult tree = scanTree(fs::path(ooze::sourceFolder()) / "include" / "ooze", true);
  EXPECT_THAT(tree.wrong, IsEmpty());
  EXPECT_GT(tree.files, 10);
}

TEST(Layers, APublicHeaderIsOneThatTheHeaderForUsersReaches) {
  const fs::path root = fs::path(ooze::sourceFolder()) / "include" / "ooze";
  std::set<std::string> reached{"ooze.h"}, there;
  reach(root, "ooze.h", reached);
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file()) there.insert(fs::relative(entry.path(), root).generic_string());
  EXPECT_EQ(there, reached);
}

TEST(Layers, AnUpwardIncludeIsNamedWithFileAndLine) {
  const auto wrong =
      scanText("particles/a.cpp", "// one\n#include <vector>\n  #  include \"ooze/world/world.h\"\n");
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_THAT(wrong[0], HasSubstr("particles/a.cpp:3: ooze/world/world.h: world lies above particles"));
}

TEST(Layers, EachKindOfBadIncludeIsFound) {
  for (const auto& [path, include] :
       std::vector<std::pair<std::string, std::string>>{{"base/a.cpp", "\"geometry/b.h\""},
                                                        {"base/a.cpp", "<ooze/geometry/b.h>"},
                                                        {"particles/a.cpp", "\"ooze/bodies/bodies.h\""},
                                                        {"methods/clavet/a.cpp", "\"methods/steele/b.h\""},
                                                        {"methods/clavet/a.cpp", "\"surface/b.h\""},
                                                        {"liquid/a.cpp", "\"methods/clavet/b.h\""},
                                                        {"particles/a.cpp", "\"liquid/b.h\""},
                                                        {"grid/a.cpp", "\"surface/b.h\""},
                                                        {"particles/a.cpp", "\"grid/b.h\""},
                                                        {"render/a.cpp", "\"ui/panels/b.h\""},
                                                        {"export/a.cpp", "\"render/b.h\""},
                                                        {"ui/tools/a.cpp", "\"export/b.h\""},
                                                        {"ui/panels/a.cpp", "<glad/gl.h>"},
                                                        {"render/a.cpp", "<imgui.h>"},
                                                        {"world/a.cpp", "<GLFW/glfw3.h>"},
                                                        {"scene/a.cpp", "\"imgui.h\""},
                                                        {"scene/a.cpp", "\"../app/b.h\""},
                                                        {"scene/a.cpp", "\"ooze/ooze.h\""},
                                                        {"scene/a.cpp", "\"b.h\""}})
    EXPECT_EQ(scanText(path, "#include " + include + "\n").size(), 1u) << path << " " << include;
  EXPECT_EQ(scanText("world/a.h", "#include \"particles/neighbours.h\"\n", true).size(), 1u);
}

TEST(Layers, GoodIncludesPass) {
  for (const auto& [path, include] : std::vector<std::pair<std::string, std::string>>{
           {"methods/clavet/a.cpp", "\"particles/neighbours.h\""},
           {"methods/clavet/a.cpp", "\"liquid/particle_liquid.h\""},
           {"liquid/a.cpp", "\"bodies/b.h\""},
           {"surface/a.cpp", "\"grid/b.h\""},
           {"grid/a.cpp", "\"ooze/geometry/signed_distance.h\""},
           {"methods/registry.cpp", "\"methods/clavet/clavet.h\""},
           {"methods/clavet/a.h", "\"ooze/methods/method.h\""},
           {"app/a.cpp", "\"ui/panels/b.h\""},
           {"app/a.cpp", "<GLFW/glfw3.h>"},
           {"ui/a.cpp", "<imgui.h>"},
           {"render/a.cpp", "<glad/gl.h>"},
           {"export/a.cpp", "\"ooze/world/snapshot.h\""},
           {"geometry/a.cpp", "<Eigen/Dense>"}})
    EXPECT_THAT(scanText(path, "#include " + include + "\n"), IsEmpty());
}

}  // namespace
