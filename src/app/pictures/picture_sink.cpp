#include "app/pictures/picture_sink.h"

#include "export/frame_name.h"
#include "image/video_pipe.h"

#include <utility>

namespace ooze {
namespace {

class PictureFiles final : public PictureSink {
 public:
  explicit PictureFiles(std::filesystem::path name) : name_(std::move(name)) {}
  void add(const Image& image, std::uint64_t number) override {
    writePng(name_.parent_path() / frameName(name_.filename(), number), image);
  }
  void finish() override {}

 private:
  std::filesystem::path name_;
};

class Film final : public PictureSink {
 public:
  Film(std::filesystem::path name, const FilmOptions& options) : pipe_(std::move(name), options) {}
  void add(const Image& image, std::uint64_t) override { pipe_.add(image); }
  void finish() override { pipe_.finish(); }
  void finishQuickly() override { pipe_.finishQuickly(); }

 private:
  VideoPipe pipe_;
};

}  // namespace

std::unique_ptr<PictureSink> makePictureFiles(std::filesystem::path name) {
  return std::make_unique<PictureFiles>(std::move(name));
}

std::unique_ptr<PictureSink> makeFilm(std::filesystem::path name, const FilmOptions& options) {
  return std::make_unique<Film>(std::move(name), options);
}

}  // namespace ooze
