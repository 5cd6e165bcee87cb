// Tests of the dialogs of the library.
#include "panel_driver.h"

#include <gmock/gmock.h>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Listing listing(const std::string& name, bool own, const std::string& error = "") {
  Listing l;
  l.kind = Listing::ListingKind::Material;
  l.name = l.title = name;
  l.description = "A sentence about " + name;
  l.file = "/materials/" + name + ".json";
  l.own = own;
  l.error = error;
  l.method = "clavet";
  return l;
}

class LibraryDialogTest : public ui::PanelDriver {
 protected:
  LibraryDialogTest() {
    screen(1000.f, 700.f);
    library_.shelf.materials = {listing("honey", false), listing("water", false), listing("mine", true),
                                listing("broken", true, "broken.json:3: unknown key \"colur\"")};
    dialogs_ = {ui::drawLibraryDialog, ui::drawSaveMaterialDialog};
    state_.library.open = true;
    for (int i = 0; i < 4; ++i) frame();
  }
  /// Clicks along the row of buttons below the cards until `done` returns true. A click that closes the
  /// window is followed by opening it again.
  bool clickFooter(std::size_t chosen, const std::function<bool()>& done) {
    choose(chosen);
    for (float y = 560.f; y < 650.f; y += 12.f)
      for (float x = 120.f; x < 900.f; x += 20.f) {
        if (done()) return true;
        state_.fileRequest.reset();
        if (!state_.library.open) {
          state_.library.open = true;
          for (int i = 0; i < 3; ++i) frame();
        }
        click(x, y);
      }
    return done();
  }
  void choose(std::size_t index) { state_.library.chosen = library_.shelf.materials[index].file; }
};

TEST_F(LibraryDialogTest, ACardThatIsClickedIsChosenAndTwiceTakesIt) {
  ASSERT_TRUE(clickDown(150.f, [this] { return !state_.library.chosen.empty(); }));
  EXPECT_EQ(state_.library.chosen, "/materials/honey.json");
  EXPECT_THAT(session_.materialsLoaded, IsEmpty());
  for (int i = 0; i < 2; ++i) {
    press(true);
    press(false);
  }
  ASSERT_EQ(session_.materialsLoaded.size(), 1u);
  EXPECT_EQ(session_.materialsLoaded[0].second, "/materials/honey.json");
  EXPECT_FALSE(state_.library.open);
}

TEST_F(LibraryDialogTest, AnotherLiquidIsAddedUnderANameOfItsOwn) {
  ASSERT_TRUE(clickFooter(0, [this] { return !session_.commands.empty(); }));
  EXPECT_EQ(session_.commands[0].target, "material.honey 2.add") << "the world has a honey";
  EXPECT_EQ(decodeMaterial(session_.commands[0].text, "clavet").values,
            loadMaterial("honey", "clavet").values);
  EXPECT_EQ(session_.editsEnded, 1);
}

TEST_F(LibraryDialogTest, ABrokenFileIsShownAndCanOnlyBeDeletedAfterAQuestion) {
  ASSERT_TRUE(clickFooter(3, [this] { return state_.library.deleting; }));
  EXPECT_THAT(library_.done, IsEmpty());
  EXPECT_THAT(session_.commands, IsEmpty());
  EXPECT_THAT(session_.materialsLoaded, IsEmpty());
  ASSERT_TRUE(clickFooter(3, [this] { return !library_.done.empty(); }));
  EXPECT_THAT(library_.done, ElementsAre("remove broken"));
}

TEST_F(LibraryDialogTest, ShippedEntriesCannotBeRenamedOrDeleted) {
  const auto asked = [this] { return state_.library.deleting || state_.library.renaming; };
  EXPECT_FALSE(clickFooter(1, asked));
  EXPECT_FALSE(library_.done.empty()) << "but duplicated";
  EXPECT_TRUE(clickFooter(2, asked)) << "one's own is";
}

TEST_F(LibraryDialogTest, AFailureIsShownInTheWindowWhichStays) {
  library_.answer = "cannot write there: no space left";
  ASSERT_TRUE(clickFooter(2, [this] { return !library_.done.empty(); }));
  EXPECT_EQ(state_.library.said, library_.answer);
  EXPECT_TRUE(state_.library.open);
}

TEST_F(LibraryDialogTest, TheCrossClosesIt) {
  click(1000.f / 2.f + 820.f / 2.f - 18.f - 10.f, (700.f - 620.f) / 2.f + 14.f + 10.f);
  EXPECT_FALSE(state_.library.open);
}

TEST_F(LibraryDialogTest, EscapeClosesIt) {
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state_.library.open);
}

TEST_F(LibraryDialogTest, ALiquidIsSavedUnderTheTitleThatIsTyped) {
  state_.library.open = false;
  state_.library.draft = ui::MaterialDraft{{snapshot_.materials[0], "My honey", "", "clavet"}, "", false};
  for (int i = 0; i < 4; ++i) frame();
  type("Coils");  // replaces the proposed name, which is selected
  key(ImGuiKey_Enter);
  ASSERT_EQ(library_.saved.size(), 1u);
  EXPECT_THAT(library_.saved[0].title, HasSubstr("Coils"));
  EXPECT_EQ(library_.saved[0].material.values, snapshot_.materials[0].values);
  EXPECT_FALSE(library_.replaced[0]);
  EXPECT_FALSE(state_.library.draft);
}

TEST_F(LibraryDialogTest, ATitleThatIsTakenIsReplacedOnlyWhenAskedAgain) {
  state_.library.open = false;
  library_.answer = "you have a material \"mine\" already";
  state_.library.draft = ui::MaterialDraft{{snapshot_.materials[0], "mine", "", "clavet"}, "", false};
  for (int i = 0; i < 4; ++i) frame();
  key(ImGuiKey_Enter);
  ASSERT_TRUE(state_.library.draft);
  EXPECT_TRUE(state_.library.draft->replace);
  EXPECT_EQ(state_.library.draft->error, library_.answer);
}

}  // namespace
}  // namespace ooze
