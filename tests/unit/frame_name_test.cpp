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

TEST(FrameName, IsTakenFromTheFileAndNotFromItsFolders) {
  EXPECT_FALSE(isSequence("50%/a%20b/drop.ply"));
  EXPECT_EQ(frameName("50%_%04d/drop.ply", 7), "50%_%04d/drop.ply");
  EXPECT_EQ(frameName("50%/drop_%04d.ply", 7), "50%/drop_0007.ply");
}

TEST(FrameName, OfAWholeSequenceHasNoNumber) {
  EXPECT_EQ(nameWithoutNumber("a/drop_%04d.vtk"), "a/drop.vtk");
  EXPECT_EQ(nameWithoutNumber("drop.%d.vtk"), "drop.vtk");
  EXPECT_EQ(nameWithoutNumber("%04d.vtk"), "frames.vtk");
}

TEST_F(WritableName, TwoNamesOfOneFileAreKnown) {
  std::filesystem::create_directory(folder_ / "there");
  writeFile(folder_ / "there" / "a.ply", std::string_view("x"));
  std::filesystem::create_symlink("there/a.ply", folder_ / "link.ply");
  std::filesystem::create_symlink("there/new.ply", folder_ / "dangling.ply");
  const auto same = [&](const char* a, const char* b) {
    EXPECT_EQ(canBeSameFile(folder_ / a, folder_ / b), canBeSameFile(folder_ / b, folder_ / a))
        << a << ", " << b;
    return canBeSameFile(folder_ / a, folder_ / b);
  };
  EXPECT_TRUE(same("x.ply", "x.ply"));
  EXPECT_TRUE(same("x.ply", "there/../x.ply"));
  EXPECT_TRUE(same("there/a.ply", "link.ply"));
  EXPECT_TRUE(same("there/new.ply", "dangling.ply"));
  EXPECT_TRUE(same("x_%04d.ply", "x_0012.ply"));
  EXPECT_TRUE(same("x_%d.ply", "x_%04d.ply"));
  EXPECT_TRUE(same("x_1%03d.ply", "x_%04d.ply"));
  EXPECT_TRUE(same("%d%.ply", "%d%.ply")) << "no pattern, but one name";
  EXPECT_FALSE(same("x.ply", "y.ply"));
  EXPECT_FALSE(same("x.ply", "there/x.ply"));
  EXPECT_FALSE(same("x_%04d.ply", "x_00a2.ply"));
  EXPECT_FALSE(same("x_%04d.ply", "x_.ply"));
  EXPECT_FALSE(same("x_%04d.ply", "y_%04d.ply"));
  EXPECT_FALSE(same("50%.ply", "x_0012.ply"));
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
