#include "render/shader_files.h"

#include "ooze/base/error.h"

#include "render/offscreen_renderer.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace ooze::testing::shader_files_test {
namespace {

namespace fs = std::filesystem;

/// Works on a copy of the shaders that a test may break.
class ShaderFiles : public ::testing::Test {
 protected:
  ShaderFiles()
      : folder_(fs::path(::testing::TempDir()) / ("ooze_shader_files_test_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::copy(findShaderFolder(), folder_, fs::copy_options::recursive);
  }
  ~ShaderFiles() override { fs::remove_all(folder_); }

  void write(const char* name, const char* text) const { std::ofstream(folder_ / name) << text; }

  OffscreenContext context_;
  fs::path folder_;
};

TEST_F(ShaderFiles, ThatFailToCompileLeaveTheLastGoodProgramInPlace) {
  ShaderLibrary library(folder_);
  ShaderProgram* const good = &library.program("copy", "fullscreen");
  write("copy.frag", "#version 410 core\nout vec4 colour;\nvoid main() { colour = wrong; }\n");
  library.reloadNow();
  EXPECT_EQ(&library.program("copy", "fullscreen"), good);
  EXPECT_THAT(library.error(),
              ::testing::AllOf(::testing::HasSubstr("copy.frag"), ::testing::HasSubstr("wrong")));

  write("copy.frag", "#version 410 core\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n");
  library.reloadNow();
  EXPECT_EQ(library.error(), "");
  EXPECT_NE(&library.program("copy", "fullscreen"), good);
}

TEST_F(ShaderFiles, ThatDoNotCompileAtTheStartAreOneClearLine) {
  write("copy.frag", "nonsense\n");
  ShaderLibrary library(folder_);
  try {
    library.program("copy", "fullscreen");
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("shader fullscreen.vert + copy.frag: "));
    EXPECT_THAT(error.what(), ::testing::Not(::testing::HasSubstr("\n")));
  }
}

TEST_F(ShaderFiles, ThatIncludeAMissingFileAreAnErrorToo) {
  write("copy.frag", "#version 410 core\n#include \"no_such.glsl\"\nvoid main() {}\n");
  ShaderLibrary library(folder_);
  EXPECT_THROW(library.program("copy", "fullscreen"), RunError);
}

}  // namespace
}  // namespace ooze::testing::shader_files_test
