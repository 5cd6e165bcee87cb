#include "ooze/base/error.h"
#include "ooze/base/file.h"
#include "ooze/export/particle_file.h"

#include "export/frame_name.h"

#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>

namespace ooze {
namespace {

class ExportedFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "ooze-export-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

TEST_F(ExportedFile, PlyHoldsEveryParticleToTheBit) {
  Snapshot s;
  s.frame = 3;
  s.positions = {{1.f, 2.f, 3.f}, {-4.f, 5e-8f, 6.f}};
  s.velocities = {{0.1f, 0.2f, 0.3f}, {7.f, 8.f, 9.f}};
  s.ids = {5, 4'000'000'000u};
  s.particleMaterials = {0, 300};
  s.colours = {0xff302010u, 0x80ffeeddu};
  s.densities = {7.2f, 0.f};
  writeParticles(folder_ / "p.ply", s);
  const std::string bytes = readText(folder_ / "p.ply");
  const std::string end = "end_header\n";
  const std::size_t begin = bytes.find(end) + end.size();
  EXPECT_EQ(bytes.find("ply\nformat binary_little_endian 1.0\n"), 0u);
  EXPECT_NE(bytes.find("element vertex 2\n"), std::string::npos);
  constexpr std::size_t kRecord = 6 * 4 + 4 + 2 + 3 + 4;  // what the header's properties add up to
  ASSERT_EQ(bytes.size(), begin + 2 * kRecord);
  const std::size_t second = begin + kRecord;
  EXPECT_EQ(at<Vec3>(bytes, second), s.positions[1]);
  EXPECT_EQ(at<Vec3>(bytes, second + 12), s.velocities[1]);
  EXPECT_EQ(at<std::uint32_t>(bytes, second + 24), s.ids[1]);
  EXPECT_EQ(at<std::uint16_t>(bytes, second + 28), 300);
  EXPECT_EQ(at<std::uint8_t>(bytes, begin + 30), 0x10);  // red
  EXPECT_EQ(at<std::uint8_t>(bytes, begin + 31), 0x20);
  EXPECT_EQ(at<std::uint8_t>(bytes, begin + 32), 0x30);
  EXPECT_EQ(at<float>(bytes, begin + 33), 7.2f);
}

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

TEST_F(ExportedFile, WritabilityIsTriedWithoutATrace) {
  EXPECT_NO_THROW(requireWritable(folder_ / "new.ply"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
  EXPECT_THROW(requireWritable(folder_), InputError);
  EXPECT_THROW(requireWritable(folder_ / "missing" / "new.ply"), InputError);
  writeFile(folder_ / "file", std::string_view("x"));
  EXPECT_THROW(requireWritable(folder_ / "file" / "new.ply"), InputError);
}

}  // namespace
}  // namespace ooze
