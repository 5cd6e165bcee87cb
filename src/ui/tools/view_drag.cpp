#include "ui/tools/view_drag.h"

#include <algorithm>
#include <array>

namespace ooze::ui {
namespace {

using enum Button;

constexpr std::array kViewDrags{
    ViewDragRow{KeyMap::Ooze, Middle, false, false, false, ViewDrag::Orbit, "Middle drag"},
    ViewDragRow{KeyMap::Ooze, Left, false, false, true, ViewDrag::Orbit, "Alt drag"},
    ViewDragRow{KeyMap::Blender, Middle, false, false, false, ViewDrag::Orbit, "Middle drag"},
    ViewDragRow{KeyMap::Blender, Middle, true, false, false, ViewDrag::Pan, "Shift+middle drag"},
    ViewDragRow{KeyMap::Blender, Middle, false, true, false, ViewDrag::Zoom, "Ctrl+middle drag", {0.f, 1.f}},
    ViewDragRow{KeyMap::Maya, Left, false, false, true, ViewDrag::Orbit, "Alt+left drag"},
    ViewDragRow{KeyMap::Maya, Middle, false, false, true, ViewDrag::Pan, "Alt+middle drag"},
    ViewDragRow{KeyMap::Maya, Right, false, false, true, ViewDrag::Zoom, "Alt+right drag", {1.f, -1.f}},
};

}  // namespace

std::span<const ViewDragRow> viewDrags() { return kViewDrags; }

const ViewDragRow* findViewDrag(KeyMap map, const Pointer& pointer, Button button) {
  const auto row = std::ranges::find_if(kViewDrags, [&](const ViewDragRow& r) {
    return r.map == map && r.button == button && r.shift == pointer.shift && r.control == pointer.control &&
           r.alt == pointer.alt;
  });
  return row == kViewDrags.end() ? nullptr : &*row;
}

const char* turningDrag(KeyMap map) {
  const auto row = std::ranges::find_if(
      kViewDrags, [map](const ViewDragRow& r) { return r.map == map && r.drag == ViewDrag::Orbit; });
  return row == kViewDrags.end() ? "" : row->words;
}

const char* effectOf(ViewDrag drag) {
  constexpr std::array kEffects{"Turn the view", "Move the view", "Zoom"};
  return kEffects.at(static_cast<std::size_t>(drag));
}

}  // namespace ooze::ui
