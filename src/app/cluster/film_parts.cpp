#include "app/cluster/film_parts.h"

#include "ooze/base/error.h"
#include "ooze/surface/steady_particles.h"

#include "app/cluster/slurm.h"
#include "app/commands/picture_source.h"
#include "app/commands/terminal.h"
#include "base/file.h"
#include "export/frame_name.h"
#include "image/video_pipe.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <system_error>

namespace ooze {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostFilmJobs = 1000;  // Slurm's usual limit on an array
constexpr int kLargestPicture = 16384;         // width and height of --size [pixels]
constexpr int kUnseenSide = 16;                // size of a picture that only continues the surface [pixels]
constexpr const char* kStopped = "stopped";
constexpr const char* kNotes = "notes";
constexpr const char* kJoining = "joining";

bool isThere(const fs::path& file) {
  std::error_code unknown;
  return fs::exists(file, unknown);
}

/// A simulation of the film, from its start or from a save of the job folder.
class FilmRun {
 public:
  explicit FilmRun(const RenderOptions& options)
      : options_(options), start_(chooseStart(options.choice, options.restore)) {}

  [[nodiscard]] const Scene& scene() const { return start_.scene; }
  [[nodiscard]] World& world() { return *world_; }
  [[nodiscard]] PictureSource& source() { return *source_; }

  void begin() {
    world_.emplace(worldOf(start_, options_));
    submitAssignments(*world_, options_.choice, start_.scene);
    source_.emplace(options_, start_.scene, *world_);
  }
  /// Restores the save of a job. Commands that wait for the first step are not part of a save.
  void restore(const JobFolder& folder, std::uint64_t job) {
    const SaveFile save = readSave(folder.save(job));
    if (save.frame == (start_.save ? start_.save->frame : 0)) {
      begin();
    } else {
      world_.emplace(start_.scene.world, options_.choice.threads);
      ByteReader state(save.state);
      world_->restore(state);
      source_.emplace(options_, start_.scene, *world_);
    }
    const std::vector<std::byte> extras = readBytes(folder.saveExtras(job));
    ByteReader in(extras);
    source_->restore(in);
  }
  void save(const JobFolder& folder, std::uint64_t job) const {
    ByteWriter out;
    source_->save(out);
    writeFile(folder.saveExtras(job), out.bytes());
    writeSave(folder.save(job), makeSave(start_.scene, *world_));
  }

 private:
  const RenderOptions& options_;
  const RunStart start_;
  std::optional<World> world_;
  std::optional<PictureSource> source_;
};

/// Lets the jobs whose saves exist start before the simulation has ended.
class EarlyStarts {
 public:
  explicit EarlyStarts(const JobFolder& folder) : folder_(folder) {}
  void upTo(std::uint64_t job) {
    const auto ids = folder_.ids();  // written after the submission of all jobs, so perhaps not there yet
    const auto draw = ids.find("draw");
    for (; draw != ids.end() && next_ <= job; ++next_) startSlurmJobEarly(draw->second, next_);
  }

 private:
  const JobFolder& folder_;
  std::uint64_t next_ = 0;
};

void simulateFilm(const RenderOptions& options, const JobFolder& folder) {
  FilmRun run(options);
  const FilmDivision division = divideFilm(options, run.scene());
  std::uint64_t job = 0;  // next job that has no save
  while (job < division.jobs() && isThere(folder.save(job))) ++job;
  job > 0 ? run.restore(folder, job - 1) : run.begin();
  EarlyStarts early(folder);
  if (job > 0) early.upTo(job - 1);
  for (; job < division.jobs(); ++job) {
    while (true) {
      if (const std::string why = run.source().advance([] { return true; }); !why.empty()) {
        folder.writeText(kStopped, why);
        return;
      }
      if (run.source().next() == division.start(job)) break;
      (void)run.source().take();
    }
    run.save(folder, job);
    early.upTo(job);
  }
}

/// Writes the pictures of a job that do not exist yet. Other pictures only continue the surface.
class JobPictures final : public PictureSink {
 public:
  JobPictures(const JobFolder& folder, std::uint64_t first) : folder_(folder), first_(first) {}
  [[nodiscard]] bool isMissing(std::uint64_t number) const {
    return number >= first_ && !isThere(folder_.picture(number));
  }
  void add(const DrawnPicture& picture, std::uint64_t number) override {
    if (isMissing(number)) writePicture(folder_.picture(number), picture);
  }
  void finish() override {}

 private:
  const JobFolder& folder_;
  std::uint64_t first_;
};

/// Returns the end of the pictures that a job has to draw: one after the last that is missing.
std::uint64_t endOfMissing(const FilmDivision& division, const JobPictures& pictures, std::uint64_t job) {
  std::uint64_t end = division.end(job);
  while (end > division.first(job) && !pictures.isMissing(end - 1)) --end;
  return end;
}

void keepNotes(const JobFolder& folder, const World& world) {
  std::string notes;
  for (const std::string& note : world.meshNotes()) notes += note + "\n";
  if (const std::string warning = world.balance().warning(); !warning.empty()) notes += warning + "\n";
  folder.writeText(kNotes, notes + "\n");
}

void drawFilmJob(const RenderOptions& options, const JobFolder& folder, std::uint64_t job) {
  FilmRun run(options);
  const FilmDivision division = divideFilm(options, run.scene());
  if (job >= division.jobs())
    throw InputError(fmt::format("draw {}: there are {} jobs", job, division.jobs()));
  if (!isThere(folder.save(job))) {
    if (!folder.text(kStopped).empty()) return;  // the simulation did not come this far
    throw RunError(fmt::format("{} is missing", folder.save(job).string()));
  }
  auto pictures = std::make_unique<JobPictures>(folder, division.first(job));
  const JobPictures& missing = *pictures;
  const bool endsFilm = job + 1 == division.jobs() && folder.text(kNotes).empty();
  const std::uint64_t drawn = endOfMissing(division, missing, job),
                      end = endsFilm ? division.end(job) : drawn;
  if (end == division.first(job)) return;
  run.restore(folder, job);
  RenderQueue line([&options] { return openOffscreen(options.supersample); }, std::move(pictures));
  std::string stopped;
  while (run.source().next() < end && stopped.empty()) {
    stopped = run.source().advance([&line] { return !line.ended(); });
    if (!stopped.empty()) break;
    const std::uint64_t number = run.source().next();
    FrameJob picture = run.source().take();
    picture.number = number;
    if (!missing.isMissing(number)) picture.settings.size = glm::ivec2(kUnseenSide);
    if (number >= drawn) continue;
    if (!line.put(std::move(picture))) break;
    line.waitForRoom();
  }
  line.finish();  // throws if drawing has failed
  if (!stopped.empty()) folder.writeText(kStopped, stopped);
  if (endsFilm || !stopped.empty()) keepNotes(folder, run.world());
}

/// Returns the pictures before the first that is missing.
/// @throws RunError if pictures are missing although the simulation did not stop
std::uint64_t finishedPictures(const JobFolder& folder, std::uint64_t count) {
  std::uint64_t finished = 0;
  while (finished < count && isThere(folder.picture(finished))) ++finished;
  const std::string stopped = folder.text(kStopped);
  if (finished < count && stopped.empty())
    throw RunError(fmt::format("{} is missing", folder.picture(finished).string()));
  if (finished == 0) throw RunError(stopped);
  return finished;
}

/// Encodes the film in the job folder, and then gives it its name.
void encodeFilm(const RenderOptions& options, const Scene& scene, const JobFolder& folder,
                std::uint64_t pictures, const fs::path& name) {
  FilmOptions film;
  film.width = options.width, film.height = options.height;
  film.transparent = options.transparent;
  film.framesPerSecond = picturesPerSecond(options, scene);
  const fs::path whole = folder.path() / "film" / name.filename();
  fs::remove_all(whole.parent_path());  // what a killed job left
  fs::create_directory(whole.parent_path());
  const std::unique_ptr<PictureSink> sink = makeFilm(whole, film);
  for (std::uint64_t i = 0; i < pictures; ++i)
    sink->add(readImage(folder.picture(i), {kLargestPicture, options.transparent ? 4 : 3}), i);
  sink->finish();
  fs::rename(whole, name);
}

/// Returns the file of a picture that is no film.
fs::path nameOfPicture(const RenderOptions& options, std::uint64_t picture, const fs::path& name) {
  return frameName(name, orbitsOneFrame(options) ? picture : frameOfPicture(options, picture));
}

/// Moves the pictures to their names. A job that was killed may have moved some already.
void movePictures(const RenderOptions& options, const JobFolder& folder, std::uint64_t pictures,
                  const fs::path& name) {
  for (std::uint64_t i = 0; i < pictures; ++i)
    if (isThere(folder.picture(i))) fs::rename(folder.picture(i), nameOfPicture(options, i, name));
}

void joinFilm(const RenderOptions& options, const JobFolder& folder, const fs::path& name) {
  if (folder.hasResult()) return folder.removePieces();
  const Scene scene = chooseStart(options.choice, options.restore).scene;
  std::string joining = folder.text(kJoining);
  if (joining.empty()) joining = std::to_string(finishedPictures(folder, pictureCount(options)));
  folder.writeText(kJoining, joining);
  const std::uint64_t pictures = std::stoull(joining);
  isFilm(name) ? encodeFilm(options, scene, folder, pictures, name)
               : movePictures(options, folder, pictures, name);
  JobResult result;
  result.stopped = folder.text(kStopped);
  const std::string notes = folder.text(kNotes);
  for (std::size_t from = 0, to = 0; (to = notes.find('\n', from)) != std::string::npos; from = to + 1)
    if (to > from) result.notes.push_back(notes.substr(from, to - from));
  folder.writeResult(result);
  folder.removePieces();
}

}  // namespace

FilmDivision divideFilm(const RenderOptions& options, const Scene& scene) {
  FilmDivision division;
  division.pictures = pictureCount(options);
  division.perJob = std::clamp<std::uint64_t>(options.cluster.picturesPerJob,
                                              (division.pictures + kMostFilmJobs - 1) / kMostFilmJobs,
                                              std::max<std::uint64_t>(division.pictures, 1));
  if (settingsOf(options, scene).view == View::Tracked) division.perJob = division.pictures;
  // Slow liquid is drawn at the mean of its positions in the last frames.
  if (!orbitsOneFrame(options)) division.memory = (TemporalParticleFilter::kFrames - 1) / options.frames.step;
  return division;
}

std::vector<ClusterPart> filmParts(const RenderOptions& options, const Scene& scene) {
  const std::uint64_t jobs = divideFilm(options, scene).jobs();
  return {{"simulate", 0}, {"draw", jobs}, {"join", 0}};
}

fs::path firstProduct(const RenderOptions& options, const fs::path& name) {
  return isFilm(name) ? name : nameOfPicture(options, 0, name);
}

void runFilmPart(const RenderOptions& options, const JobFolder& folder, const JobOptions& job,
                 const fs::path& name) {
  if (job.part == "simulate") return simulateFilm(options, folder);
  if (job.part == "draw") return drawFilmJob(options, folder, job.index);
  if (job.part == "join") return joinFilm(options, folder, name);
  throw InputError(fmt::format("unknown part \"{}\" (known: simulate, draw, join)", job.part));
}

}  // namespace ooze
