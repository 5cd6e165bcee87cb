#include "ui/widgets/method_choice.h"

#include "ooze/methods/method.h"

#include "ui/widgets/widgets.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

namespace ooze::ui {
namespace {

/// Returns the first material whose look has no counterpart in the method, or null.
const MaterialDefinition* withoutCounterpart(const Catalog& catalog,
                                             const std::vector<MaterialDefinition>& materials,
                                             std::string_view method) {
  for (const MaterialDefinition& m : materials)
    if (std::none_of(catalog.materials.begin(), catalog.materials.end(),
                     [&](const Listing& l) { return l.method == method && l.look == m.look; }))
      return &m;
  return nullptr;
}

}  // namespace

std::string methodCard(const MethodRow& method) {
  return fmt::format("{}\n{}\n{}", method.source, method.strengths, method.weaknesses);
}

std::string methodItems(const Theme& theme, const Catalog& catalog,
                        const std::vector<MaterialDefinition>& materials, std::string_view own) {
  std::string chosen;
  for (const MethodRow& method : methodRegistry()) {
    const MaterialDefinition* lacks =
        method.key == own ? nullptr : withoutCounterpart(catalog, materials, method.key);
    if (ImGui::Selectable(method.title.data(), method.key == own,
                          lacks ? ImGuiSelectableFlags_Disabled : 0) &&
        method.key != own)
      chosen = method.key;
    const std::string card = methodCard(method);
    tooltip(theme,
            lacks ? fmt::format("{}\nNot available: no material of this method has the look {} of \"{}\".",
                                card, lacks->look, lacks->name)
                  : card);
  }
  return chosen;
}

}  // namespace ooze::ui
