// A test fixture with an ImGui screen without a window, on which panels and dialogs are drawn and receive
// input.
#pragma once

#include "fixtures/recording_session.h"
#include "ui/panels/panel.h"

#include <functional>
#include <gtest/gtest.h>
#include <imgui.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

class PanelScreen : public testing::Test {
 protected:
  PanelScreen(float width, float height) : imgui_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.DeltaTime = kFrameSeconds;
    for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_Escape, ImGuiKey_Backspace, ImGuiKey_Tab,
                               ImGuiKey_UpArrow, ImGuiKey_DownArrow})
      io.KeyMap[key] = 256 + key;
    scaleTo(1.f);
  }
  ~PanelScreen() override { ImGui::DestroyContext(imgui_); }

  /// Draws the panels under test, once a frame.
  virtual void drawPanels(PanelContext& context) = 0;
  /// Runs before every frame, so that a test can advance the world.
  virtual void advance() {}
  [[nodiscard]] virtual const Catalog& catalog() const { return nothing_; }

  void screen(float width, float height) { ImGui::GetIO().DisplaySize = {width, height}; }
  void scaleTo(float scale) {
    theme_ = applyTheme(scale);
    unsigned char* pixels = nullptr;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, nullptr, nullptr);
  }
  void frame() {
    advance();
    live_ = view_.snapshot ? liveValues(*view_.snapshot, pending_) : WorldValues{};
    PanelContext context{view_,    live_,  catalog(), window_,
                         theme_,   state_, session_,  [this](Action action) { performed_.push_back(action); },
                         services_};
    ImGui::NewFrame();
    drawPanels(context);
    ImGui::Render();
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  /// Returns all text of a new frame, without spaces, which have no glyph. @param colour  0: text of any
  /// colour
  std::string words(ImU32 colour = 0) {
    frame();
    std::map<std::pair<float, float>, char> letters;  // keyed by the texture position of the glyph
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
      for (const ImFontGlyph& glyph : font->Glyphs)
        if (glyph.Visible && glyph.Codepoint < 128)
          letters[{glyph.U0, glyph.V0}] = static_cast<char>(glyph.Codepoint);
    std::string text;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int l = 0; l < drawn.CmdListsCount; ++l)
      for (const ImDrawVert& corner : drawn.CmdLists[l]->VtxBuffer)
        if (const auto letter = letters.find({corner.uv.x, corner.uv.y});
            letter != letters.end() && (colour == 0 || corner.col == colour))
          text += letter->second;
    return text;
  }
  /// Draws a panel in a pane as large as the screen.
  void drawInPane(void (*panel)(PanelContext&), PanelContext& context) {
    ImGui::SetNextWindowPos({0.f, 0.f});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
    panel(context);
    height_ = ImGui::GetCursorPosY();
    ImGui::End();
  }

  void move(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
  void press(bool down) {
    ImGui::GetIO().MouseDown[0] = down;
    frame();
  }
  /// Waits long enough that the next click does not form a double click.
  void rest() {
    ImGui::GetIO().DeltaTime = 0.5f;
    frame();
    ImGui::GetIO().DeltaTime = kFrameSeconds;
  }
  void click(float x, float y) {
    move(x, y);
    rest();
    press(true);
    press(false);
    frame();
  }
  void doubleClick(float x, float y) {
    click(x, y);
    press(true);
    press(false);
    frame();
  }
  /// Clicks down a column until `done` returns true. @return whether it ever did
  bool clickDown(float x, const std::function<bool()>& done, float from = 4.f) {
    const float bottom = ImGui::GetIO().DisplaySize.y;
    for (float y = from; y < bottom && !done(); y += 6.f) click(x, y), at_ = y;
    return done();
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame();
  }
  static void hold(ImGuiKey key, bool down = true) { ImGui::GetIO().KeysDown[256 + key] = down; }
  void key(ImGuiKey key) {
    hold(key);
    frame();
    hold(key, false);
    frame();
  }
  [[nodiscard]] static bool popupIsOpen() {
    return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  }
  [[nodiscard]] std::vector<std::string> targets() const { return session_.targets(); }

  static constexpr float kFrameSeconds = 0.02f;

  ImGuiContext* imgui_;
  Theme theme_;
  SessionView view_;
  WorldValues live_;  ///< values of the last frame
  std::vector<Command> pending_;
  InterfaceState state_;
  RecordingSession session_;
  Services services_;
  WindowStatus window_;
  std::vector<Action> performed_;
  float height_ = 0.f;  ///< height of the panel's content in its pane
  float at_ = 0.f;      ///< y position of the last click of clickDown()

 private:
  const Catalog nothing_{};
};

}  // namespace ooze::ui
