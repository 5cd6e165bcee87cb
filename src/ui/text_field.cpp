#include "ui/text_field.h"

#include <imgui.h>
#include <vector>

namespace ooze::ui {

bool textField(const char* label, std::string& text, std::size_t most, bool byEnter, const char* hint) {
  std::vector<char> buffer(most + 1, '\0');
  text.copy(buffer.data(), most);
  const bool changed = ImGui::InputTextWithHint(label, hint, buffer.data(), buffer.size(),
                                                byEnter ? ImGuiInputTextFlags_EnterReturnsTrue : 0);
  text = buffer.data();
  return changed;
}

}  // namespace ooze::ui
