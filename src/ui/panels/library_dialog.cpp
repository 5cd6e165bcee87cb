// Library dialog: a card for each material file, with search and file operations.
#include "base/file.h"
#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

constexpr const char* kLibraryTitle = "Materials";

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool matches(const Listing& listing, const std::string& search) {
  const std::string all = lower(shownTitle(listing) + " " + listing.name + " " + listing.description);
  return all.find(lower(search)) != std::string::npos;
}

const Listing* chosenListing(const PanelContext& context) {
  for (const Listing& listing : context.catalog.materials)
    if (listing.file == context.state.library.chosen) return &listing;
  return nullptr;
}

void choose(LibraryState& state, const Listing& listing) {
  if (state.chosen == listing.file) return;
  state.chosen = listing.file;
  state.renaming.reset();
  state.deleting = false;
  state.said.clear();
}

/// Returns whether a liquid of this world can use the material. Otherwise reports the reason in the dialog.
bool isOfThisMethod(PanelContext& context, std::string_view title, std::string_view method) {
  if (method == context.view.snapshot->method) return true;
  context.state.library.said = fmt::format("{} belongs to another method than this world", title);
  return false;
}

void use(PanelContext& context, const Listing& listing) {
  if (!isOfThisMethod(context, shownTitle(listing), listing.method)) return;
  context.session.loadMaterial(context.state.material, listing.file.string());
  context.state.library.open = false;
}

/// Returns a name that no liquid of the world has.
std::string freeName(const std::vector<MaterialDefinition>& materials, const std::string& wanted) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(materials.begin(), materials.end(),
                       [&](const MaterialDefinition& m) { return m.name == name; });
  };
  std::string name = wanted;
  for (int n = 2; taken(name); ++n) name = fmt::format("{} {}", wanted, n);
  return name;
}

void addLiquid(PanelContext& context, const Listing& listing) {
  LibraryState& state = context.state.library;
  MaterialEntry entry = context.services.library->read(listing, &state.said);
  if (!state.said.empty()) return;
  const std::string method = context.view.snapshot->method;
  if (!isOfThisMethod(context, shownTitle(listing), entry.method)) return;
  entry.material.name = freeName(context.live.materials, entry.material.name);
  submitAs(context.session, "add " + entry.material.name,
           {AddMaterial{.name = entry.material.name, .definition = encodeMaterial(entry.material, method)}});
  context.state.material = context.live.materials.size();
  state.open = false;
}

/// Draws a card of the grid.
void drawCard(PanelContext& context, const Listing& listing, float width) {
  const Theme& theme = context.theme;
  LibraryState& state = context.state.library;
  const float height = pictureHeight(width), pad = 6.f * theme.scale;
  const float text = 2.f * ImGui::GetTextLineHeightWithSpacing() + 2.f * theme.small->FontSize + 2.4f * pad;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(listing.file.string().c_str());
  if (ImGui::InvisibleButton("card", {width, height + text})) choose(state, listing);
  const bool on = state.chosen == listing.file, hovered = ImGui::IsItemHovered();
  if (hovered && ImGui::IsMouseDoubleClicked(0) && listing.error.empty()) use(context, listing);
  if (hovered) tooltip(theme, listing.error.empty() ? listing.description : listing.error);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + width, corner.y + height + text};
  list.AddRectFilled(corner, end, ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                     5.f * theme.scale);
  drawPicture(context, listing, corner, {width, height});
  if (on)
    list.AddRect(corner, end, ImGui::GetColorU32(theme.accent), 5.f * theme.scale, 0, 2.f * theme.scale);
  const float wrap = width - 2.f * pad;
  const float yours = theme.small->CalcTextSizeA(theme.small->FontSize, FLT_MAX, 0.f, "yours").x;
  const float titleWrap = listing.own ? wrap - yours - pad : wrap;
  const std::string title = shownTitle(listing);
  const float titleHeight =
      theme.text->CalcTextSizeA(theme.text->FontSize, FLT_MAX, titleWrap, title.c_str()).y +
      ImGui::GetStyle().ItemSpacing.y;
  const ImVec4 clip{corner.x + pad, corner.y, end.x - pad, end.y - pad};
  const ImU32 bright = ImGui::GetColorU32(ImGuiCol_Text), dim = ImGui::GetColorU32(theme.dim);
  list.AddText(theme.text, theme.text->FontSize, {corner.x + pad, corner.y + height + pad}, bright,
               title.c_str(), nullptr, titleWrap, &clip);
  if (listing.own)
    list.AddText(theme.small, theme.small->FontSize, {end.x - pad - yours, corner.y + height + pad},
                 ImGui::GetColorU32(theme.accent), "yours");
  const bool broken = !listing.error.empty();
  list.AddText(theme.small, theme.small->FontSize, {corner.x + pad, corner.y + height + pad + titleHeight},
               broken ? ImGui::GetColorU32(theme.error) : dim,
               broken ? listing.error.c_str() : listing.description.c_str(), nullptr, wrap, &clip);
  ImGui::PopID();
}

void drawGrid(PanelContext& context, float height) {
  ImGui::BeginChild("cards", {0.f, height});
  const float gap = ImGui::GetStyle().ItemSpacing.x, width = ImGui::GetContentRegionAvail().x;
  const int columns = std::max(1, static_cast<int>((width + gap) / (176.f * context.theme.scale)));
  const float card = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  int shown = 0;
  for (const Listing& listing : context.catalog.materials) {
    if (!matches(listing, context.state.library.search)) continue;
    if (shown++ % columns != 0) ImGui::SameLine(0.f, gap);
    drawCard(context, listing, card);
  }
  if (shown == 0) ImGui::TextDisabled("No material matches the search.");
  ImGui::EndChild();
}

void drawRenaming(PanelContext& context, const Listing& listing) {
  LibraryState& state = context.state.library;
  ImGui::SetNextItemWidth(240.f * context.theme.scale);
  const bool entered = textField("##renaming", *state.renaming, 60, true);
  ImGui::SameLine();
  if (ImGui::Button("Rename") || entered) {
    const std::string title = *state.renaming;
    state.said = context.services.library->rename(listing, title);
    if (state.said.empty()) state.renaming.reset();
    return;
  }
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) state.renaming.reset();
}

void drawDeleting(PanelContext& context, const Listing& listing) {
  LibraryState& state = context.state.library;
  ImGui::AlignTextToFramePadding();
  ImGui::Text("Delete \"%s\" for good?", shownTitle(listing).c_str());
  ImGui::SameLine();
  if (ImGui::Button("Delete")) {
    state.said = context.services.library->remove(listing);
    state.deleting = false;
    return;
  }
  ImGui::SameLine();
  if (ImGui::Button("Keep")) state.deleting = false;
}

void exportListing(PanelContext& context, const Listing& listing) {
  FileRequest request;
  request.kind = FileRequest::RequestKind::Save;
  request.title = "Export " + shownTitle(listing);
  request.about = "material";
  request.name = listing.name + ".json";
  request.extensions = {".json"};
  Library* const library = context.services.library;
  LibraryState* const state = &context.state.library;
  request.chosen = [library, state, listing](const std::filesystem::path& file) {
    state->said = library->exportMaterial(listing, file);
  };
  context.state.fileRequest = std::move(request);
}

void importListing(PanelContext& context) {
  FileRequest request;
  request.title = "Import a material";
  request.about = "material";
  request.extensions = {".json"};
  Library* const library = context.services.library;
  LibraryState* const state = &context.state.library;
  request.chosen = [library, state](const std::filesystem::path& file) {
    state->said = library->importMaterial(file);
  };
  context.state.fileRequest = std::move(request);
}

/// Draws the buttons for the chosen card.
void drawChosenActions(PanelContext& context, const Listing& listing) {
  LibraryState& state = context.state.library;
  Library& library = *context.services.library;
  if (listing.error.empty()) {
    const std::string& liquid = context.live.materials.at(context.state.material).name;
    if (ImGui::Button(fmt::format("Replace {}", liquid).c_str())) use(context, listing);
    tooltip(context.theme, fmt::format("All of the liquid \"{}\" becomes {}", liquid, shownTitle(listing)));
    ImGui::SameLine();
    if (ImGui::Button("Add as another liquid")) addLiquid(context, listing);
    tooltip(context.theme, "Adds the material to this world, for nozzles and the pour tool");
    ImGui::SameLine();
    if (ImGui::Button("Duplicate")) state.said = library.duplicate(listing);
    ImGui::SameLine();
    if (ImGui::Button("Export...")) exportListing(context, listing);
    ImGui::SameLine();
  }
  if (!listing.own) return ImGui::NewLine();
  if (listing.error.empty()) {
    if (ImGui::Button("Rename...")) state.renaming = listing.title;
    ImGui::SameLine();
  }
  if (ImGui::Button("Delete...")) state.deleting = true;
}

void drawFooter(PanelContext& context) {
  LibraryState& state = context.state.library;
  const Listing* const listing = chosenListing(context);
  if (!listing) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Choose a material. A double click uses it at once.");
  } else if (state.renaming) {
    drawRenaming(context, *listing);
  } else if (state.deleting) {
    drawDeleting(context, *listing);
  } else {
    drawChosenActions(context, *listing);
  }
  if (state.said.empty())
    ImGui::TextDisabled("Your own materials are in %s", (userDataFolder() / "materials").string().c_str());
  else
    ImGui::TextColored(context.theme.error, "%s", state.said.c_str());
}

void drawHead(PanelContext& context) {
  LibraryState& state = context.state.library;
  const float button = 110.f * context.theme.scale;
  ImGui::SetNextItemWidth(240.f * context.theme.scale);
  textField("##search", state.search, 60, false, "Search");
  ImGui::SameLine();
  alignRight(button);
  if (ImGui::Button("Import...", {button, 0.f})) importListing(context);
  tooltip(context.theme, "Copies a material file into your folder");
  ImGui::Spacing();
}

void drawLibrary(PanelContext& context) {
  context.state.material = std::min(context.state.material, context.live.materials.size() - 1);
  drawHead(context);
  const float footer = 2.f * ImGui::GetFrameHeightWithSpacing();
  drawGrid(context, ImGui::GetContentRegionAvail().y - footer);
  drawFooter(context);
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)) && !ImGui::GetIO().WantTextInput)
    context.state.library.open = false;
}

}  // namespace

void drawLibraryDialog(PanelContext& context) {
  LibraryState& state = context.state.library;
  // The dialog gives way to an open file dialog.
  const bool wanted = state.open && context.services.library && !context.state.fileRequest && !state.draft &&
                      !context.live.materials.empty();
  const bool shown = ImGui::IsPopupOpen(kLibraryTitle);
  if (!wanted && !shown) return;
  if (!shown) {
    context.services.library->refresh();
    ImGui::OpenPopup(kLibraryTitle);
  }
  const float scale = context.theme.scale;
  bool stays = true;
  if (!beginDialog(context.theme, kLibraryTitle, kLibraryTitle, {820.f * scale, 620.f * scale}, &stays))
    return;
  if (wanted) drawLibrary(context);
  if (!stays) state.open = false;
  if (!wanted || !state.open || context.state.fileRequest) ImGui::CloseCurrentPopup();
  endDialog();
}

}  // namespace ooze::ui
