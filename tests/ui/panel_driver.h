// Panels and dialogs without a window: drawn into an ImGui context of their own, and used as a hand would.
#pragma once

#include "fixtures/recording_session.h"
#include "ui/panels/panel.h"

#include <functional>
#include <gtest/gtest.h>
#include <imgui.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ooze::ui {

/// A library in memory.
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
  std::string answer;  ///< of every action
  int refreshed = 0;

 private:
  std::string did(const std::string& what, const Listing& listing) {
    done.push_back(what + " " + listing.name);
    return answer;
  }
};

/// A world with one liquid, honey, and a pane to draw panels in.
class PanelDriver : public testing::Test {
 protected:
  static constexpr float kWidth = 336.f, kHeight = 900.f;

  PanelDriver() : imgui_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {kWidth, kHeight};
    io.DeltaTime = 0.02f;
    for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_Escape, ImGuiKey_Backspace})
      io.KeyMap[key] = 256 + key;
    theme_ = applyTheme(1.f);
    unsigned char* pixels = nullptr;
    io.Fonts->GetTexDataAsRGBA32(&pixels, nullptr, nullptr);

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
  ~PanelDriver() override { ImGui::DestroyContext(imgui_); }

  void screen(float width, float height) { ImGui::GetIO().DisplaySize = {width, height}; }

  /// One frame: the panel in a pane of the whole screen, then every dialog.
  void frame() {
    view_.snapshot = std::make_shared<Snapshot>(snapshot_);
    const LiveValues live = liveValues(*view_.snapshot, pending_);
    PanelContext context{
        view_,    live,   library_.shelf, window_,
        theme_,   state_, session_,       [this](Action action) { performed_.push_back(action); },
        services_};
    ImGui::NewFrame();
    if (panel_) {
      ImGui::SetNextWindowPos({0.f, 0.f});
      ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
      ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
      panel_(context);
      height_ = ImGui::GetCursorPosY();
      ImGui::End();
    }
    for (const Dialog dialog : dialogs_) dialog(context);
    ImGui::Render();
  }
  void move(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
  void press(bool down) {
    ImGui::GetIO().MouseDown[0] = down;
    frame();
  }
  /// So long that the next click is none of a double click.
  void rest() {
    ImGui::GetIO().DeltaTime = 0.5f;
    frame();
    ImGui::GetIO().DeltaTime = 0.02f;
  }
  void click(float x, float y) {
    move(x, y);
    rest();
    press(true);
    press(false);
    frame();
  }
  /// Clicks down a column until something came of it. @return whether anything did
  bool clickDown(float x, const std::function<bool()>& done, float from = 4.f) {
    const float bottom = ImGui::GetIO().DisplaySize.y;
    for (float y = from; y < bottom && !done(); y += 6.f) click(x, y), at_ = y;
    return done();
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame();
  }
  void key(ImGuiKey key) {
    bool& down = ImGui::GetIO().KeysDown[256 + key];
    down = true;
    frame();
    down = false;
    frame();
  }
  [[nodiscard]] std::vector<std::string> targets() const {
    std::vector<std::string> list;
    for (const Command& command : session_.commands) list.push_back(command.target);
    return list;
  }
  [[nodiscard]] static std::size_t rowOf(std::string_view key) {
    return findParameter(findMethod("clavet").parameters(), key);
  }

  ImGuiContext* imgui_;
  Theme theme_;
  Snapshot snapshot_;  ///< what the next frame shows
  SessionView view_;
  std::vector<Command> pending_;
  InterfaceState state_;
  RecordingSession session_;
  FakeLibrary library_;
  Services services_;
  WindowStatus window_;
  std::vector<Action> performed_;
  void (*panel_)(PanelContext&) = nullptr;
  std::vector<Dialog> dialogs_;
  float height_ = 0.f;  ///< of what the panel drew
  float at_ = 0.f;      ///< where clickDown() clicked last
};

}  // namespace ooze::ui
