// Tests file names that contain a frame number.
#include "export/frame_name.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "export_fixtures.h"

namespace ooze::frame_name_test {
namespace {

using WritableName = ooze::export_tests::ExportTest;

TEST(FrameName, PutsTheFrameWhereThePercentStands) {
  EXPECT_FALSE(isSequence("drop.ply"));
  EXPECT_EQ(frameName("drop.ply", 7), "drop.ply");
  EXPECT_EQ(frameName("a/drop_%04d.ply", 7), "a/drop_0007.ply");
  EXPECT_EQ(frameName("drop_%04d.ply", 123456), "drop_123456.ply");
  EXPECT_EQ(frameName("drop%d.ply", 7), "drop7.ply");
  EXPECT_EQ(frameName("%3d.ply", 7), "  7.ply");
  for (const char* bad : {"%s.ply", "%04d_%04d.ply", "50%.ply", "%n.ply", "%.4d.ply"})
    EXPECT_THROW((void)isSequence(bad), InputError) << bad;
}

TEST_F(WritableName, WritabilityIsTriedWithoutATrace) {
  EXPECT_NO_THROW(requireWritable(folder_ / "new.ply"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
  EXPECT_THROW(requireWritable(folder_), InputError);
  EXPECT_THROW(requireWritable(folder_ / "missing" / "new.ply"), InputError);
  writeFile(folder_ / "file", std::string_view("x"));
  EXPECT_THROW(requireWritable(folder_ / "file" / "new.ply"), InputError);
}

}  // namespace
}  // namespace ooze::frame_name_test
