// Dialog for the export of surface and particles of a range of frames to files, with progress.
#include "base/file_name.h"
#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/state/frame_exports.h"
#include "ui/widgets/colour_choice.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace ooze::ui {
namespace {

constexpr int kMostFrames = 1'000'000, kMostProposed = 600;
constexpr float kLabels = 92.f, kWidth = 460.f;  // width of the labels, and of the dialog [design pixels]

constexpr const char* kVolume = ".vdb";

struct Format {
  const char *extension, *label, *explanation;
};
constexpr std::array kFormats{
    Format{".ply", "PLY", "Binary, small and fast: Blender, Houdini, MeshLab"},
    Format{".obj", "OBJ", "Text, read by most programs; without velocities"},
    Format{".usda", "USD", "Universal Scene Description as text: Houdini, Blender, Omniverse"},
    Format{".vtk", "VTK", "For ParaView"},
    Format{kVolume, "VDB", "OpenVDB, surface only: distance and velocity per voxel; Houdini, Blender"},
};

void label(const PanelContext& context, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(kLabels * context.theme.scale);
}

/// Describes the contents of particle files.
std::string particleWords(const PanelContext& context) {
  std::string words = "Points with velocities, ids, materials and colours";
  for (const Field& field : quantitiesOf(context.view))
    if (field.always) words += fmt::format(", {}", field.key);
  return words;
}

void drawWhat(PanelContext& context, ExportChoice& choice) {
  label(context, "What");
  choice.tracked = context.state.view == Action::ViewTracked;
  ImGui::Checkbox(choice.tracked ? "Tracked surface" : "Surface", &choice.surface);
  const bool volume = choice.format == kVolume;
  std::string words = volume ? "A level set with velocities on the surface and inside"
                             : "Triangles with normals, colours and velocities for motion blur";
  if (choice.tracked) words += "; tracked from the first frame of the session";
  tooltip(context.theme, words);
  ImGui::SameLine(0.f, 18.f * context.theme.scale);
  ImGui::BeginDisabled(volume);
  ImGui::Checkbox("Particles", &choice.particles);
  ImGui::EndDisabled();
  tooltip(context.theme, particleWords(context));
  label(context, "Format");
  for (const Format& format : kFormats) {
    if (&format != kFormats.data()) ImGui::SameLine(0.f, ImGui::GetStyle().ItemInnerSpacing.x);
    if (toggleButton(context.theme, format.label, choice.format == format.extension,
                     62.f * context.theme.scale))
      choice.format = format.extension;
    tooltip(context.theme, format.explanation);
  }
  if (choice.format == kVolume) choice.surface = true, choice.particles = false;
}

void drawNumber(const PanelContext& context, const char* id, int& value, int least) {
  ImGui::SetNextItemWidth(84.f * context.theme.scale);
  ImGui::InputInt(id, &value, 0, 0);
  value = std::clamp(value, least, kMostFrames);
}

void drawFrames(PanelContext& context, ExportChoice& choice) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const auto word = [&](const char* text) {
    ImGui::SameLine(0.f, gap);
    ImGui::TextUnformatted(text);
    ImGui::SameLine(0.f, gap);
  };
  label(context, "Frames");
  drawNumber(context, "##first", choice.first, 1);
  word("to");
  drawNumber(context, "##last", choice.last, 1);
  word("every");
  drawNumber(context, "##every", choice.every, 1);
  ImGui::SetCursorPosX(kLabels * context.theme.scale);
  const double rate = context.view.snapshot->framesPerSecond;
  const auto recorded = static_cast<int>(std::min<std::uint64_t>(context.view.timeline.last, kMostFrames));
  ImGui::BeginDisabled(recorded < 1);
  if (ImGui::SmallButton("Simulated frames")) choice.first = 1, choice.last = recorded;
  ImGui::EndDisabled();
  tooltip(context.theme, fmt::format("Frames 1 to {}, with every edit of this branch at its time", recorded));
  ImGui::SameLine(0.f, gap);
  if (ImGui::SmallButton("The whole scene"))
    choice.first = 1,
    choice.last = std::max(1, static_cast<int>(std::lround(context.view.scene->duration * rate)));
  tooltip(context.theme, "Frames that are not simulated yet use the last settings");
}

void drawWhere(PanelContext& context, ExportChoice& choice) {
  const float button = 84.f * context.theme.scale, gap = ImGui::GetStyle().ItemInnerSpacing.x;
  label(context, "Folder");
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - gap);
  textField("##folder", choice.folder, 1000, false);
  ImGui::SameLine(0.f, gap);
  if (ImGui::Button("Choose...", {button, 0.f})) {
    FileRequest request;
    request.kind = FileRequest::RequestKind::Save;
    request.about = "export";
    request.title = "Choose the folder and the start of the file names";
    request.folder = choice.folder;
    request.name = fileNameOf(choice.name.empty() ? context.view.scene->name : choice.name);
    request.extensions = {choice.format};
    request.chosen = [&state = context.state](const std::filesystem::path& file) {
      state.exporting.folder = file.parent_path().string();
      state.exporting.name = file.stem().string();
    };
    context.state.fileRequest = std::move(request);
  }
  label(context, "Name");
  ImGui::SetNextItemWidth(-1.f);
  textField("##name", choice.name, 200, false, context.view.scene->name.c_str());
}

/// Formats a size: "340 kB", "1.2 GB".
std::string bytesInWords(double bytes) {
  constexpr std::array kUnits{"kB", "MB", "GB", "TB"};
  double number = bytes / 1000.0;
  std::size_t unit = 0;
  while (number >= 1000.0 && unit + 1 < kUnits.size()) number /= 1000.0, ++unit;
  return fmt::format("{:.{}f} {}", number, number < 10.0 ? 1 : 0, kUnits[unit]);
}

/// Draws the number, size and first name of the files about to be written, and a warning if they exist.
/// @param written  the files exist because they have just been exported
void drawFiles(const PanelContext& context, const ExportChoice& choice, const FrameExports& exports,
               bool written) {
  const int frames = choice.last / choice.every - (choice.first - 1) / choice.every;
  const int kinds = (choice.surface ? 1 : 0) + (choice.particles ? 1 : 0);
  ImGui::PushFont(context.theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
  if (kinds == 0 || frames < 1) {
    ImGui::TextWrapped("Nothing to write.");
  } else {
    const std::string first = exports.firstFile(choice, choice.surface ? "surface" : "particles");
    std::error_code ignored;
    const bool there = !written && std::filesystem::exists(first, ignored);
    ImGui::TextWrapped("%s",
                       fmt::format("{} files of about {} in all: {}, ...{}",
                                   grouped(static_cast<std::uint64_t>(frames * kinds)),
                                   bytesInWords(static_cast<double>(exports.bytesPerFrame(choice)) * frames),
                                   std::filesystem::path(first).filename().string(),
                                   there ? " Existing files are replaced." : "")
                           .c_str());
  }
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void drawStatus(const PanelContext& context, const ExportStatus* status) {
  if (!status || status->words.empty()) return;
  if (status->running) {
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ImGui::GetStyleColorVec4(ImGuiCol_SliderGrab));
    ImGui::ProgressBar(status->done, {-1.f, 0.f}, status->words.c_str());
    ImGui::PopStyleColor();
    return;
  }
  ImGui::PushStyleColor(ImGuiCol_Text, status->failed ? context.theme.error : context.theme.dim);
  ImGui::TextWrapped("%s", status->words.c_str());
  ImGui::PopStyleColor();
}

/// Proposes all simulated frames. For a long simulation only the frames from now on are proposed, to avoid
/// thousands of files.
void proposeFrames(const PanelContext& context, ExportChoice& choice) {
  const auto frame = [](std::uint64_t number) {
    return static_cast<int>(std::clamp<std::uint64_t>(number, 1, kMostFrames));
  };
  choice.last = frame(context.view.timeline.last);
  if (choice.last > kMostProposed) choice.first = std::min(frame(context.view.snapshot->frame), choice.last);
}

void drawContents(PanelContext& context, FrameExports& exports) {
  ExportChoice& choice = context.state.exporting;
  if (choice.last < 1) proposeFrames(context, choice);
  const ExportStatus* status = exports.status();
  const bool running = status && status->running;
  // Forgets the outcome of the previous export, which was shown when that export ended.
  std::optional<ExportChoice>& exported = context.state.exported;
  if (ImGui::IsWindowAppearing() && !running) exported.reset();
  const bool written = status && !status->failed && exported == choice;
  ImGui::BeginDisabled(running);
  drawWhat(context, choice);
  drawFrames(context, choice);
  drawWhere(context, choice);
  drawFiles(context, choice, exports, written);
  ImGui::EndDisabled();
  if (running || exported) drawStatus(context, status);
  const float width = 110.f * context.theme.scale, gap = ImGui::GetStyle().ItemSpacing.x;
  ImGui::Dummy({0.f, 2.f * context.theme.scale});
  alignRight(2.f * width + gap);
  if (ImGui::Button("Close", {width, 0.f}) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
    context.state.exportOpen = false;
  if (running) tooltip(context.theme, "The export goes on; the status bar shows its progress");
  ImGui::SameLine(0.f, gap);
  if (running) {
    if (ImGui::Button("Cancel export", {width, 0.f})) exports.cancel();
  } else if (mainButton(context.theme, "Export", {width, 0.f}) || entered()) {
    exported = choice;
    exports.start(choice);
  }
}

}  // namespace

void drawExportDialog(PanelContext& context) {
  constexpr const char* kTitle = "Export frames";
  // An open file dialog takes precedence, because two modal popups on one level close each other.
  const bool wanted = context.state.exportOpen && context.services.exports && context.view.snapshot &&
                      context.view.scene && !context.state.fileRequest;
  const bool open = ImGui::IsPopupOpen(kTitle);
  if (!wanted && !open) return;
  if (!open) ImGui::OpenPopup(kTitle);
  bool stays = true;
  if (!beginDialog(context.theme, kTitle, kTitle, {kWidth * context.theme.scale, 0.f}, &stays)) return;
  if (!stays) context.state.exportOpen = false;
  if (wanted && stays) drawContents(context, *context.services.exports);
  if (!wanted || !context.state.exportOpen || context.state.fileRequest) ImGui::CloseCurrentPopup();
  endDialog();
}

}  // namespace ooze::ui
