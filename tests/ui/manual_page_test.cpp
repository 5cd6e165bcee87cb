// Pages of the manual: Markdown to blocks, links, and the search.
#include "base/file.h"
#include "fixtures/temporary_folder.h"
#include "manual/manual.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = ManualBlock::BlockKind;

ManualPage parse(std::string_view text) { return parseManualPage("page.md", text); }

TEST(ManualPage, HasItsFirstHeadingAsTitleAndAnAnchorForEach) {
  const ManualPage page =
      parse("Words\n\n# The `first` one\n\n## Drop & Place: a collider!\n\n## Twice\n\n## Twice\n");
  EXPECT_EQ(page.problem, "");
  EXPECT_EQ(page.title, "The first one");
  std::vector<std::string> anchors;
  for (const ManualBlock& block : page.blocks)
    if (block.kind == Kind::Heading) anchors.push_back(block.anchor);
  EXPECT_THAT(anchors, ElementsAre("the-first-one", "drop--place-a-collider", "twice", "twice-1"));
  EXPECT_EQ(findSection(page, "twice-1"), std::optional<std::size_t>(4));
  EXPECT_EQ(findSection(page, "none"), std::nullopt);
  EXPECT_EQ(parse("no heading").title, "page.md");
}

TEST(ManualPage, KeepsStylesAndLinksOfText) {
  const ManualPage page =
      parse("A **bold** word, *slanted*, `code_x` and\n[a **link**](keys.md#mouse) &amp; &#955;.");
  ASSERT_EQ(page.blocks.size(), 1u);
  EXPECT_THAT(
      page.blocks[0].text,
      ElementsAre(TextRun{"A "}, TextRun{"bold", true}, TextRun{" word, "}, TextRun{"slanted", false, true},
                  TextRun{", "}, TextRun{"code_x", false, false, true}, TextRun{" and "},
                  TextRun{"a ", false, false, false, "keys.md#mouse"},
                  TextRun{"link", true, false, false, "keys.md#mouse"}, TextRun{" & \xce\xbb."}));
}

TEST(ManualPage, NumbersItemsAndNestsLists) {
  const ManualPage page = parse("3. three\n4. four\n   - inside\n\n     more of it\n\n- loose\n\n- list\n");
  std::vector<std::string> lines;
  for (const ManualBlock& b : page.blocks)
    lines.push_back(std::to_string(b.level) + (b.kind == Kind::ListItem ? "item" + b.marker : "text") + ":" +
                    plainText(b));
  EXPECT_THAT(lines, ElementsAre("1item3.:three", "1item4.:four", "2item:inside", "2text:more of it",
                                 "1item:loose", "1item:list"));
}

TEST(ManualPage, ReadsTablesWithTheirAlignment) {
  const ManualPage page = parse("| key | `n` |\n|:---:|---:|\n| a \\| b | **1** |\n| short |\n");
  ASSERT_EQ(page.blocks.size(), 1u);
  const ManualTable& table = page.blocks[0].table;
  EXPECT_THAT(table.columns, ElementsAre(ColumnAlign::Centre, ColumnAlign::Right));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(plainText(table.rows[0]), "key  n");
  EXPECT_EQ(plainText(table.rows[1]), "a | b  1");
  EXPECT_EQ(table.rows[2].size(), 2u) << "a row has a cell for each column";
}

TEST(ManualPage, KeepsCodeAsItIsAndDropsComments) {
  const ManualPage page = parse(
      "<!-- not shown -->\n\n    ooze run\n      --frames 3 &amp;\n\n```sh\nls\n```\n\nText <!-- nor this "
      "-->.");
  ASSERT_EQ(page.blocks.size(), 3u);
  EXPECT_EQ(page.blocks[0].code, "ooze run\n  --frames 3 &amp;");
  EXPECT_EQ(page.blocks[1].code, "ls");
  EXPECT_EQ(plainText(page.blocks[2]), "Text .");
}

TEST(ManualPage, SaysInOneLineWhatIsWrongWithADamagedPage) {
  EXPECT_EQ(parse("").problem, "is empty");
  EXPECT_EQ(parse("\xff\xfe binary").problem, "is not UTF-8 text");
  EXPECT_EQ(parse(std::string_view("nul \0 byte", 10)).problem, "is not UTF-8 text");
  EXPECT_THAT(parse(std::string(2 << 20, 'a')).problem, HasSubstr("larger"));
  std::string row(200, '|'), line = "|";
  for (int i = 0; i < 100; ++i) line += "-|";
  EXPECT_THAT(parse(row + "\n" + line + "\n").problem, testing::AnyOf("", HasSubstr("Markdown")));
  EXPECT_THAT(parse("\xff").blocks, IsEmpty());
}

// Any bytes make a page or a problem. (A seeded generator: the same texts in each run.)
TEST(ManualPage, TakesAnyText) {
  const std::string alphabet = "#*_`|-[]()<>!&;:1.\n\n   \tab\\~";
  std::uint32_t state = 7;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 120; ++i) {
      state = state * 1664525u + 1013904223u;
      text += alphabet[(state >> 16) % alphabet.size()];
    }
    const ManualPage page = parse(text);
    for (const ManualBlock& block : page.blocks)
      for (const auto& row : block.table.rows) ASSERT_EQ(row.size(), block.table.columns.size()) << text;
  }
}

class ManualTest : public testing::Test {
 protected:
  ManualTest() {
    write("index.md", "# Start\n\n## Begin\n\n- [B](b.md)\n\n## More\n\n- [A](a.md#part)\n");
    write("a.md",
          "# Page A\n\n## Part\n\nThe Yield ratio of gel.\n\n| key | does |\n|---|---|\n| `Y` | yields |\n");
    write(
        "b.md",
        "# Page B\n\nSee [there](a.md#part), [here](#page-b), [web](https://ooze.example/x), [no](c.md).\n");
    write("z.md", "# Last\n\n## A yield\n");
    manual_.load();
  }

  void write(const std::string& name, std::string_view text) { writeFile(folder_.path() / name, text); }

  TemporaryFolder folder_;
  Manual manual_{{folder_.path(), folder_.path() / "none"}};
};

TEST_F(ManualTest, ListsPagesAsTheIndexDoesAndGroupsThem) {
  std::vector<std::string> pages;
  for (const ManualPage& page : manual_.pages()) pages.push_back(page.group + "/" + page.title);
  EXPECT_THAT(pages, ElementsAre("/Start", "Begin/Page B", "More/Page A", "/Last"));
}

TEST_F(ManualTest, ResolvesLinks) {
  const std::size_t b = *manual_.find("b.md");
  const ManualTarget there = manual_.resolve(b, "a.md#part");
  EXPECT_EQ(there.kind, ManualTarget::LinkKind::Page);
  EXPECT_EQ(manual_.pages()[there.page].name, "a.md");
  EXPECT_EQ(there.block, std::optional<std::size_t>(1));
  EXPECT_EQ(manual_.resolve(b, "#page-b").page, b);
  EXPECT_EQ(manual_.resolve(b, "https://ooze.example/x").kind, ManualTarget::LinkKind::Web);
  EXPECT_EQ(manual_.resolve(b, "c.md").kind, ManualTarget::LinkKind::Missing);
  EXPECT_EQ(manual_.resolve(b, "a.md#none").kind, ManualTarget::LinkKind::Missing);
}

TEST_F(ManualTest, SearchFindsAllWordsInHeadingsFirst) {
  const std::vector<ManualHit> hits = manual_.search("  YIELD ");
  ASSERT_EQ(hits.size(), 3u);
  EXPECT_EQ(hits[0].section, "A yield");
  EXPECT_EQ(hits[1].section, "Part");
  EXPECT_THAT(hits[1].excerpt, HasSubstr("Yield ratio"));
  EXPECT_EQ(hits[2].row, 1u) << "a row of a table is a place";
  EXPECT_EQ(manual_.search("ratio yield").size(), 1u);
  EXPECT_THAT(manual_.search("ratio nothing"), IsEmpty());
  EXPECT_THAT(manual_.search("  "), IsEmpty());
}

TEST_F(ManualTest, APageThatCannotBeReadStaysInTheListWithItsProblem) {
  write("a.md", "\xff");
  std::filesystem::create_directory(folder_.path() / "d.md");
  manual_.load();
  EXPECT_THAT(manual_.pages()[*manual_.find("a.md")].problem, HasSubstr("a.md is not UTF-8 text."));
  EXPECT_THAT(manual_.pages()[*manual_.find("d.md")].problem, HasSubstr("d.md cannot be read."));
  EXPECT_EQ(manual_.pages()[*manual_.find("b.md")].problem, "");
}

TEST_F(ManualTest, WithoutAFolderItHasNoPages) {
  Manual nothing({folder_.path() / "none"});
  nothing.load();
  EXPECT_THAT(nothing.pages(), IsEmpty());
  EXPECT_THAT(nothing.search("yield"), IsEmpty());
}

}  // namespace
}  // namespace ooze
