// Draws the dialog that opens and saves files.
#include "ui/state/file_dialog.h"

#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/state/recovery.h"
#include "ui/state/system_file_dialog.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fmt/format.h>
#include <utility>

namespace ooze::ui {
namespace {

constexpr const char* kId = "###file dialog";
constexpr int kPage = 12;  // rows that Page Up and Page Down move the selection

struct Drawing {
  PanelContext& context;
  FileDialog& dialog;
  bool accept = false, cancel = false;

  [[nodiscard]] float scale() const { return context.theme.scale; }
  [[nodiscard]] const FileRequest& request() const { return *context.state.fileRequest; }
  [[nodiscard]] bool saves() const { return request().kind == FileRequest::RequestKind::Save; }
};

bool isPressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

std::string inBytes(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  const double kilo = static_cast<double>(bytes) / 1e3;
  return kilo < 1e3 ? fmt::format("{:.0f} kB", kilo) : fmt::format("{:.1f} MB", kilo / 1e3);
}

std::string inWords(std::time_t time) {
  std::tm local{};
  if (time == 0 || !::localtime_r(&time, &local)) return "";
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
                     local.tm_hour, local.tm_min);
}

/// Draws the path as a button for each folder. Folders at the top are left out if the path is too long.
void drawPath(Drawing& d) {
  if (iconButton(d.context.theme, icon::kUp, "Up", false, "Go to the folder above (Alt+Up)"))
    return d.dialog.enterParent();
  std::vector<std::filesystem::path> above;
  for (std::filesystem::path p = d.dialog.folder();; p = p.parent_path()) {
    above.insert(above.begin(), p);
    if (!p.has_relative_path()) break;
  }
  const auto label = [](const std::filesystem::path& p) {
    return p.has_filename() ? p.filename().string() : std::string("/");
  };
  const float gap = 2.f * d.scale();
  const auto width = [&](const std::filesystem::path& p) {
    return ImGui::CalcTextSize(label(p).c_str()).x + 2.f * ImGui::GetStyle().FramePadding.x + gap;
  };
  ImGui::SameLine();
  float room = ImGui::GetContentRegionAvail().x;
  std::size_t first = above.size();
  while (first > 0 && room > width(above[first - 1])) room -= width(above[--first]);
  first = std::min(first, above.size() - 1);
  for (std::size_t i = first; i < above.size(); ++i) {
    if (i > first) ImGui::SameLine(0.f, gap);
    ImGui::PushID(static_cast<int>(i));
    const bool chosen = ImGui::Button(label(above[i]).c_str());
    ImGui::PopID();
    if (chosen) return d.dialog.enter(above[i]);
  }
}

void drawPlaces(Drawing& d, const ImVec2& size) {
  ImGui::BeginChild("places", size);
  heading(d.context.theme, "Places");
  for (const FileDialog::FolderShortcut& place : d.dialog.places()) {
    const std::filesystem::path folder =
        place.folder;  // a copy, because enter() may rebuild the list of places
    const bool chosen = ImGui::Selectable(place.name.c_str(), folder == d.dialog.folder());
    tooltip(d.context.theme, folder.string());
    if (chosen) d.dialog.enter(folder);
  }
  ImGui::EndChild();
}

void drawEntry(Drawing& d, std::size_t index) {
  const FolderEntry& entry = d.dialog.entries()[index];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(static_cast<int>(index));
  if (entry.isFolder) ImGui::PushStyleColor(ImGuiCol_Text, d.context.theme.accent);
  const std::string label = !entry.isFolder            ? entry.name
                            : d.context.theme.hasIcons ? fmt::format("{}  {}", icon::kFolder, entry.name)
                                                       : entry.name + "/";
  const bool clicked =
      ImGui::Selectable(label.c_str(), d.dialog.selected() == index,
                        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick);
  if (entry.isFolder) ImGui::PopStyleColor();
  ImGui::PopID();
  ImGui::TableNextColumn();
  if (!entry.isFolder) ImGui::TextDisabled("%s", inBytes(entry.bytes).c_str());
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", inWords(entry.changed).c_str());
  if (!clicked) return;
  d.dialog.select(index);
  if (ImGui::IsMouseDoubleClicked(0)) d.accept = true;
}

void followSorting(FileDialog& dialog) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (!specs || !specs->SpecsDirty || specs->SpecsCount < 1) return;
  constexpr std::array kOrders{FolderOrder::Name, FolderOrder::Size, FolderOrder::Changed};
  dialog.sortBy(kOrders.at(static_cast<std::size_t>(specs->Specs->ColumnIndex)),
                specs->Specs->SortDirection == ImGuiSortDirection_Descending);
  specs->SpecsDirty = false;
}

/// Moves the selection by the arrow keys, also while the name is being typed.
bool moveByKeys(FileDialog& dialog) {
  if (ImGui::GetIO().KeyAlt) return false;
  const std::array<std::pair<ImGuiKey, int>, 4> moves{{{ImGuiKey_DownArrow, 1},
                                                       {ImGuiKey_UpArrow, -1},
                                                       {ImGuiKey_PageDown, kPage},
                                                       {ImGuiKey_PageUp, -kPage}}};
  for (const auto& move : moves)
    if (isPressed(move.first)) {
      dialog.moveSelection(move.second);
      return true;
    }
  return false;
}

void drawEmpty(const Drawing& d) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (!d.dialog.folderProblem().empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, d.context.theme.error);
    ImGui::TextWrapped("This folder cannot be read: %s", d.dialog.folderProblem().c_str());
    ImGui::PopStyleColor();
  } else if (d.dialog.entries().empty()) {
    const bool all = d.dialog.showsAllFiles() || d.request().extensions.empty();
    ImGui::TextDisabled(all ? "This folder is empty" : "No files of this type here");
  }
}

void drawList(Drawing& d, const ImVec2& size) {
  if (!ImGui::BeginTable("entries", 3,
                         ImGuiTableFlags_ScrollY | ImGuiTableFlags_Sortable | ImGuiTableFlags_RowBg |
                             ImGuiTableFlags_BordersOuter | ImGuiTableFlags_NoSavedSettings,
                         size))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, 64.f * d.scale());
  ImGui::TableSetupColumn("Changed",
                          ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending,
                          128.f * d.scale());
  ImGui::TableHeadersRow();
  followSorting(d.dialog);
  const bool moved = moveByKeys(d.dialog);
  drawEmpty(d);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(d.dialog.entries().size()));
  const std::optional<std::size_t> selected = d.dialog.selected();
  if (moved && selected)
    clipper.ForceDisplayRangeByIndices(static_cast<int>(*selected), static_cast<int>(*selected) + 1);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      drawEntry(d, static_cast<std::size_t>(i));
      if (moved && selected == static_cast<std::size_t>(i)) ImGui::SetScrollHereY();
    }
  ImGui::EndTable();
}

/// Replaces the text of an active text field, which keeps a buffer of its own, by the dialog's name.
int replaceTyped(ImGuiInputTextCallbackData* data) {
  const auto& name = *static_cast<const std::string*>(data->UserData);
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, name.c_str());
  data->SelectAll();
  return 0;
}

void drawName(Drawing& d, float width) {
  const bool replaced = d.dialog.takeReplaced();
  std::array<char, 4096> text{};  // PATH_MAX, the longest path on Linux
  std::string name = d.dialog.name();
  name.copy(text.data(), text.size() - 1);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Name");
  ImGui::SameLine();
  if (d.dialog.takeEntered()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width - ImGui::GetCursorPosX());
  const auto flags = ImGuiInputTextFlags_AutoSelectAll | (replaced ? ImGuiInputTextFlags_CallbackAlways : 0);
  const bool changed = ImGui::InputText("##name", text.data(), text.size(), flags,
                                        replaced ? replaceTyped : nullptr, replaced ? &name : nullptr);
  if (changed && !replaced && name != text.data()) d.dialog.setName(text.data());
}

void drawFilter(Drawing& d) {
  const std::vector<std::string>& extensions = d.request().extensions;
  if (extensions.empty()) return;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const std::string some = fmt::format("*{}", fmt::join(extensions, ", *"));
  if (!ImGui::BeginCombo("##filter", d.dialog.showsAllFiles() ? "All files" : some.c_str())) return;
  if (ImGui::Selectable(some.c_str(), !d.dialog.showsAllFiles())) d.dialog.showAllFiles(false);
  if (ImGui::Selectable("All files", d.dialog.showsAllFiles())) d.dialog.showAllFiles(true);
  ImGui::EndCombo();
}

/// Draws a line with the question or the problem, and the buttons.
/// @return the file, after a yes
std::optional<std::filesystem::path> drawAnswer(Drawing& d, float width) {
  const FileDialog::Question question = d.dialog.question();
  const ImVec2 button(90.f * d.scale(), 0.f);
  const float right = width - 2.f * button.x - ImGui::GetStyle().ItemSpacing.x;
  const bool asks = question != FileDialog::Question::None;
  const bool replaces = question == FileDialog::Question::Overwrite;
  const std::string line =
      replaces ? fmt::format("{} already exists. Replace it?", d.dialog.asked().filename().string())
      : asks   ? fmt::format("The folder {} does not exist. Create it?", d.dialog.asked().string())
               : d.dialog.problem();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushClipRect(corner, {corner.x + right - 8.f * d.scale(), corner.y + ImGui::GetFrameHeight()}, true);
  ImGui::PushStyleColor(ImGuiCol_Text, asks ? d.context.theme.accent : d.context.theme.error);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(line.c_str());
  ImGui::PopStyleColor();
  ImGui::PopClipRect();
  tooltip(d.context.theme, line);
  ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + right);
  if (asks) {
    const bool yes = ImGui::Button(replaces ? "Replace" : "Create", button);
    ImGui::SameLine();
    if (ImGui::Button("No", button)) d.dialog.decline();
    return yes || d.accept ? d.dialog.confirm() : std::nullopt;
  }
  if (ImGui::Button("Cancel", button)) d.cancel = true;
  ImGui::SameLine();
  ImGui::BeginDisabled(d.dialog.nothingChosen());
  if (mainButton(d.context.theme, d.saves() ? "Save" : "Open", button)) d.accept = true;
  ImGui::EndDisabled();
  if (d.dialog.nothingChosen()) tooltip(d.context.theme, "Choose a file, or type its name");
  return d.accept ? d.dialog.accept() : std::nullopt;
}

void readKeys(Drawing& d) {
  if (ImGui::GetIO().KeyAlt && isPressed(ImGuiKey_UpArrow)) d.dialog.enterParent();
  d.accept = isPressed(ImGuiKey_Enter) || isPressed(ImGuiKey_KeyPadEnter);
  if (!isPressed(ImGuiKey_Escape)) return;
  if (d.dialog.question() == FileDialog::Question::None)
    d.cancel = true;
  else
    d.dialog.decline();
}

/// Draws the dialog's contents.
/// @return the chosen file
std::optional<std::filesystem::path> drawContents(Drawing& d) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float places = std::min(132.f * d.scale(), 0.25f * width), gap = ImGui::GetStyle().ItemSpacing.x;
  readKeys(d);
  drawPath(d);
  const float height = ImGui::GetContentRegionAvail().y - 2.f * ImGui::GetFrameHeightWithSpacing();
  drawPlaces(d, {places, height});
  ImGui::SameLine();
  drawList(d, {width - places - gap, height});
  drawName(d, d.request().extensions.empty() ? width : 0.72f * width);
  drawFilter(d);
  return drawAnswer(d, width);
}

/// Draws a note while the system's dialog is open, and takes the answer of that dialog.
/// @return the chosen file
std::optional<std::filesystem::path> drawWaiting(Drawing& d, SystemFileDialog& system) {
  readKeys(d);
  d.accept = false;
  ImGui::TextWrapped("Choose the file in the dialog of your desktop.");
  ImGui::Dummy({0.f, 4.f * d.scale()});
  const ImVec2 button(110.f * d.scale(), 0.f);
  alignRight(2.f * button.x + ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::Button("Choose here", button)) {
    system.close();
    d.dialog.replaceSystem("");
    return std::nullopt;
  }
  tooltip(d.context.theme, "Close that dialog and use the one of Ooze");
  ImGui::SameLine();
  if (ImGui::Button("Cancel", button)) d.cancel = true;
  std::optional<SystemDialogAnswer> answer = system.takeAnswer();
  if (!answer) return std::nullopt;
  using AnswerKind = SystemDialogAnswer::AnswerKind;
  if (answer->kind == AnswerKind::Chosen) return d.dialog.acceptSystemFile(answer->file);
  if (answer->kind == AnswerKind::Cancelled) d.cancel = true;
  if (answer->kind == AnswerKind::Failed) d.dialog.replaceSystem(std::move(answer->problem));
  return std::nullopt;
}

}  // namespace

void drawFileDialog(PanelContext& context) {
  InterfaceState& state = context.state;
  SystemFileDialog* const system = context.services.systemFiles;
  const auto end = [&] {
    if (system && state.fileDialog.isOpen()) system->close();
    state.fileDialog.end();
  };
  if (!state.fileRequest) return end();
  if (const Recovery* recovery = context.services.recovery; recovery && !recovery->lost().empty())
    return;  // asks a single question at a time
  if (!state.fileDialog.isOpen()) {
    state.fileDialog.begin(*state.fileRequest);
    state.fileDialog.setWithSystem(system && system->open(*state.fileRequest, state.fileDialog.folder()));
  }
  const std::string title = state.fileRequest->title + kId;
  if (!ImGui::IsPopupOpen(title.c_str())) ImGui::OpenPopup(title.c_str());
  const float scale = context.theme.scale;
  const bool waits = state.fileDialog.isWithSystem();
  const ImVec2 size = waits ? ImVec2{420.f * scale, 130.f * scale} : ImVec2{740.f * scale, 520.f * scale};
  if (!beginDialog(context.theme, title.c_str(), state.fileRequest->title, size)) return;
  Drawing drawing{context, state.fileDialog};
  const std::optional<std::filesystem::path> file =
      waits ? drawWaiting(drawing, *system) : drawContents(drawing);
  std::optional<FileRequest> done;
  if (file || drawing.cancel) {
    done = std::exchange(state.fileRequest, std::nullopt);  // the callback may request another file
    end();
    ImGui::CloseCurrentPopup();
  }
  endDialog();
  if (file && done->chosen) done->chosen(*file);
}

}  // namespace ooze::ui
