#include "render/render_settings.h"

#include "ooze/base/error.h"

#include <array>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr std::array kViews{
    ViewRow{View::Surface, "surface", "Surface"}, ViewRow{View::Tracked, "tracked", "Tracked surface"},
    ViewRow{View::Liquid, "skin", "Smooth skin"}, ViewRow{View::Spheres, "spheres", "Spheres"},
    ViewRow{View::Points, "points", "Points"},
};

constexpr std::array kBackgrounds{
    BackgroundRow{Background::Studio, "studio", "Studio"},
    BackgroundRow{Background::Sky, "sky", "Sky"},
    BackgroundRow{Background::Dark, "dark", "Dark studio"},
    BackgroundRow{Background::White, "white", "White"},
};

template <class Rows>
[[noreturn]] void refuse(std::string_view what, std::string_view key, const Rows& rows,
                         std::string_view others = "") {
  std::vector<std::string> known;
  for (const auto& row : rows) known.emplace_back(row.key);
  throw InputError(fmt::format("unknown {} \"{}\"{} (known: {}{})", what, key, suggestion(key, known),
                               fmt::join(known, ", "), others));
}

}  // namespace

std::span<const ViewRow> viewRows() { return kViews; }

std::string_view viewKey(View view) { return kViews[static_cast<std::size_t>(view)].key; }

View parseView(std::string_view key) {
  for (const ViewRow& row : kViews)
    if (row.key == key) return row.view;
  if (isQuantity(key))
    throw InputError(fmt::format("\"{0}\" is a quantity, not a view; did you mean the colour {0}?", key));
  refuse("view", key, kViews);
}

const Field& defaultQuantity(View view) { return view == View::Points ? kSpeedField : kLookField; }

std::span<const BackgroundRow> backgroundRows() { return kBackgrounds; }

Background parseBackground(std::string_view key) {
  for (const BackgroundRow& row : kBackgrounds)
    if (row.key == key) return row.background;
  refuse("background", key, kBackgrounds, ", and files .hdr and .exr");
}

}  // namespace ooze
