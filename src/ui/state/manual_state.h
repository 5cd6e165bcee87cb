// State of the manual's window, and functions with which other parts of the interface open the manual.
#pragma once

#include "manual/manual.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// A place on a page.
struct ManualSpot {
  std::size_t block = 0, row = 0;  ///< index of the block, and of the row if the block is a table
};

struct ManualState {
  /// A page that was left, with its scroll position [ImGui's units].
  struct PageVisit {
    std::string page;
    float scroll = 0.f;
  };

  bool open = false;
  std::string page = "index.md";   ///< file name of the page that is shown
  std::string section;             ///< anchor to scroll to with the next frame; "": none
  std::optional<ManualSpot> spot;  ///< block to scroll to with the next frame; unset: none
  /// Scroll position to restore with the next frame; unset: none [ImGui's units].
  std::optional<float> scrollTo;
  float scroll = 0.f;              ///< scroll position of the page [ImGui's units]
  std::vector<PageVisit> visited;  ///< pages for Back, the latest last
  std::string search;              ///< text of the search field
  std::vector<ManualHit> hits;     ///< places that the search has found
  std::string hitsFor;             ///< search text that `hits` belongs to
  std::string topic;               ///< topic of the last opening by key: "PAGE#SECTION", or ""
  std::string copied;              ///< text that a click has copied last
  bool fresh = false;              ///< the pages have been read since the window opened
  /// Screen size and scale for which the window was placed last.
  float placedWidth = 0.f, placedHeight = 0.f, placedScale = 0.f;
};

/// Opens the manual at a page, or at a section of it.
/// @param page     file name with or without ".md"
/// @param section  anchor of a heading; "": the top of the page
void openManual(ManualState& manual, std::string_view page, std::string_view section = {});

/// Shows another page and keeps the present one for Back.
void visitPage(ManualState& manual, std::string_view page);

/// Returns to the page that was left last. Does nothing if no page was left.
void goBack(ManualState& manual);

struct InterfaceState;

/// Returns the place in the manual, "PAGE#SECTION", about what the user is doing: an open card, an armed
/// tool, the comparison, the microscope.
/// @return "" if no topic fits
/// @param method  key of the world's method
std::string manualTopic(const InterfaceState& state, std::string_view method);

/// Opens the manual for what the user is at. Without a new topic the page stays where the user was.
void openManualForTopic(InterfaceState& state, std::string_view method);

}  // namespace ooze::ui
