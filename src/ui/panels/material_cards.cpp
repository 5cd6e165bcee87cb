#include "ui/panels/material_cards.h"

namespace ooze::ui {
float pictureHeight(float width) { return width * 0.625f; }

void drawPicture(const PanelContext& context, const Listing& listing, const ImVec2& corner,
                 const ImVec2& size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  const float rounding = 4.f * context.theme.scale;
  const Thumbnail thumbnail =
      context.services.library ? context.services.library->thumbnail(listing) : Thumbnail{};
  if (thumbnail.texture) {
    list.AddImageRounded(thumbnail.texture, corner, end, {0.f, 0.f}, {1.f, 1.f}, IM_COL32_WHITE, rounding);
    return;
  }
  const bool broken = !listing.error.empty();
  list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
  const ImVec2 middle{0.5f * (corner.x + end.x), 0.5f * (corner.y + end.y)};
  if (!broken) {
    list.AddCircleFilled(middle, 0.22f * size.y, (listing.colour & 0xffffffu) | 0xc0000000u);
    return;
  }
  const char* const mark = context.theme.hasIcons ? icon::kWarning : "!";
  const ImVec2 extent = ImGui::CalcTextSize(mark);
  list.AddText({middle.x - 0.5f * extent.x, middle.y - 0.5f * extent.y},
               ImGui::GetColorU32(context.theme.error), mark);
}

bool drawSmallCard(const PanelContext& context, const Listing& listing, float width, bool on) {
  const Theme& theme = context.theme;
  // The card is narrow, and the cards beside it are of the same method: its tooltip has the method's kind.
  const std::string& title = listing.title.empty() ? listing.name : listing.title;
  const ImVec2 corner = ImGui::GetCursorScreenPos(), picture{width, pictureHeight(width)};
  const float caption = theme.small->FontSize + 4.f * theme.scale;
  const bool pressed = ImGui::InvisibleButton(listing.file.string().c_str(), {width, picture.y + caption});
  const bool hovered = ImGui::IsItemHovered();
  drawPicture(context, listing, corner, picture);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (on || hovered)
    list.AddRect(corner, {corner.x + picture.x, corner.y + picture.y},
                 on ? ImGui::GetColorU32(theme.accent) : ImGui::GetColorU32(ImGuiCol_SeparatorHovered),
                 4.f * theme.scale, 0, (on ? 2.f : 1.f) * theme.scale);
  const float extent = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, title.c_str()).x;
  const ImVec4 clip{corner.x, corner.y, corner.x + width, corner.y + picture.y + caption};
  list.AddText(theme.small, theme.small->FontSize,
               {corner.x + std::max(0.f, 0.5f * (width - extent)), corner.y + picture.y + 2.f * theme.scale},
               on ? ImGui::GetColorU32(theme.accent) : ImGui::GetColorU32(ImGuiCol_Text), title.c_str(),
               nullptr, 0.f, &clip);
  return pressed;
}

}  // namespace ooze::ui
