// A test fixture for panels and dialogs of a world with one liquid, with a library in memory.
#pragma once

#include "panel_screen.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// A library in memory, without files.
class FakeLibrary : public Library {
 public:
  [[nodiscard]] const Catalog& catalog() const override { return shelf; }
  void refresh() override { ++refreshed; }
  Thumbnail thumbnail(const Listing&) override { return {nullptr, true}; }
  std::string saveMaterial(const MaterialEntry& entry, bool replace) override {
    saved.push_back(entry);
    replaced.push_back(replace);
    return answer;
  }
  std::string duplicate(const Listing& listing) override { return did("duplicate", listing); }
  std::string rename(const Listing& listing, const std::string& title) override {
    return did("rename to " + title, listing);
  }
  std::string remove(const Listing& listing) override { return did("remove", listing); }
  std::string importMaterial(const std::filesystem::path& file) override {
    done.push_back("import " + file.string());
    return answer;
  }
  std::string exportMaterial(const Listing& listing, const std::filesystem::path& file) override {
    return did("export to " + file.string(), listing);
  }
  MaterialEntry read(const Listing& listing, std::string*) override {
    return {loadMaterial("honey", "clavet"), listing.title, listing.description, "clavet"};
  }

  Catalog shelf;
  std::vector<MaterialEntry> saved;
  std::vector<bool> replaced;
  std::vector<std::string> done;
  std::string answer;  ///< answer that every action gets
  int refreshed = 0;

 private:
  std::string did(const std::string& what, const Listing& listing) {
    done.push_back(what + " " + listing.name);
    return answer;
  }
};

/// A fixture with a world of one liquid, honey, and a pane for panels.
class PanelDriver : public PanelScreen {
 protected:
  static constexpr float kWidth = 336.f, kHeight = 900.f;

  PanelDriver() : PanelScreen(kWidth, kHeight) {
    snapshot_.method = "clavet";
    snapshot_.interactionRadius = 0.01f;
    snapshot_.substeps = 4;
    snapshot_.materials = {loadMaterial("honey", "clavet")};
    snapshot_.worldValues = {0.f, -9.81f, 0.f, 0.f};
    auto scene = std::make_shared<Scene>();
    scene->world.materials = snapshot_.materials;
    view_.scene = scene;
    view_.originals = snapshot_.materials;
    services_.library = &library_;
  }

  void advance() override { view_.snapshot = std::make_shared<Snapshot>(snapshot_); }
  [[nodiscard]] const Catalog& catalog() const override { return library_.shelf; }
  /// Draws the panel, then every dialog.
  void drawPanels(PanelContext& context) override {
    if (panel_) drawInPane(panel_, context);
    for (const Dialog dialog : dialogs_) dialog(context);
  }
  [[nodiscard]] static std::size_t rowOf(std::string_view key) {
    return findParameter(findMethod("clavet").parameters(), key);
  }

  Snapshot snapshot_;  ///< snapshot that the next frame shows
  FakeLibrary library_;
  void (*panel_)(PanelContext&) = nullptr;
  std::vector<Dialog> dialogs_;
};

}  // namespace ooze::ui
