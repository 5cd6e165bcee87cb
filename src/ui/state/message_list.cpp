#include "ui/state/message_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace ooze::ui {
namespace {

constexpr double kErrorSeconds = 20.0, kInfoSeconds = 6.0;  // least time that a message is shown
constexpr double kReadingSpeed = 12.0;                      // slow reading [characters/s]
constexpr std::size_t kMost = 4;  // messages shown at once; the oldest is dropped first

/// Returns how long a text of a message is shown.
double secondsOf(const Message& message, const std::string& text) {
  if (message.stays) return std::numeric_limits<double>::infinity();
  const double least = message.kind == Message::MessageKind::Error ? kErrorSeconds : kInfoSeconds;
  return std::max(least, static_cast<double>(text.size()) / kReadingSpeed);
}

}  // namespace

void MessageList::add(Message message, double now) {
  const double until = now + secondsOf(message, message.text);
  std::erase_if(shown_, [&](const Shown& s) {
    return s.message.text == message.text || (!message.topic.empty() && s.message.topic == message.topic);
  });
  if (message.text.empty()) return;
  shown_.push_back({.message = std::move(message), .until = until});
  if (shown_.size() > kMost) shown_.erase(shown_.begin());
}

void MessageList::draw(const Theme& theme, const ImVec2& bottomCentre, float width, double now) {
  std::erase_if(shown_, [now](const Shown& s) { return s.until < now; });
  float bottom = bottomCentre.y - 12.f * theme.scale;
  for (std::size_t i = shown_.size(); i-- > 0;) {
    const bool error = shown_[i].message.kind == Message::MessageKind::Error;
    ImGui::SetNextWindowPos({bottomCentre.x, bottom}, ImGuiCond_Always, {0.5f, 1.f});
    ImGui::SetNextWindowSizeConstraints({0.f, 0.f},
                                        {std::max(width - 24.f * theme.scale, 120.f), 400.f * theme.scale});
    ImGui::SetNextWindowBgAlpha(0.95f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6.f * theme.scale);
    constexpr int kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                           ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoFocusOnAppearing;
    ImGui::Begin(fmt::format("message{}", i).c_str(), nullptr, kFlags);
    if (theme.hasIcons && error) {
      ImGui::TextColored(theme.error, "%s", icon::kWarning);
      ImGui::SameLine();
    }
    ImGui::PushTextWrapPos(std::max(width - 90.f * theme.scale, 100.f));
    ImGui::TextUnformatted(shown_[i].message.text.c_str());
    if (shown_[i].isOpen) ImGui::TextUnformatted(shown_[i].message.detail.c_str());
    ImGui::PopTextWrapPos();
    ImGui::SameLine();
    if (!shown_[i].isOpen && !shown_[i].message.detail.empty()) {
      if (ImGui::SmallButton("More")) {
        shown_[i].isOpen = true;
        shown_[i].until = now + secondsOf(shown_[i].message, shown_[i].message.detail);
      }
      ImGui::SameLine();
    }
    if (ImGui::SmallButton(theme.hasIcons ? icon::kClose : "x")) shown_[i].until = 0.0;
    shown_[i].from = ImGui::GetWindowPos();
    shown_[i].to = {shown_[i].from.x + ImGui::GetWindowWidth(), shown_[i].from.y + ImGui::GetWindowHeight()};
    bottom -= ImGui::GetWindowHeight() + 6.f * theme.scale;
    ImGui::End();
    ImGui::PopStyleVar();
  }
}

bool MessageList::covers(float x, float y) const {
  return std::any_of(shown_.begin(), shown_.end(), [=](const Shown& s) {
    return x >= s.from.x && x < s.to.x && y >= s.from.y && y < s.to.y;
  });
}

}  // namespace ooze::ui
