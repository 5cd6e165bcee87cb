// Holds the simulation of a scene that was just opened until the pictures keep up with it.
#pragma once

#include <cstddef>

namespace ooze {

/// The first pictures of a scene take long, because they compile shaders and build the first surfaces. The
/// simulation waits for them, so that the user sees the beginning. Later pictures may be behind.
class OpeningHold {
 public:
  static constexpr std::size_t kPictures = 6;  ///< number of pictures after the first one that are waited for
  static constexpr double kGreatestLag = 0.05;  ///< lag from which the simulation waits [simulated s]
  static constexpr double kSeconds = 5.0;       ///< longest duration of the opening [s]

  /// Begins the opening when the first picture of a scene is shown.
  /// @param pictures  number of pictures drawn so far
  /// @param now       wall clock [s]
  void begin(std::size_t pictures, double now) {
    pictures_ = pictures;
    began_ = now;
  }
  /// Returns true if the simulation has to wait for the next picture.
  /// @param pictures  number of pictures drawn so far
  /// @param lag       time by which the shown picture is older than the world [simulated s]
  /// @param now       wall clock [s]
  [[nodiscard]] bool holds(std::size_t pictures, double lag, double now) const {
    return pictures < pictures_ + kPictures && now < began_ + kSeconds && lag >= kGreatestLag;
  }

 private:
  std::size_t pictures_ = 0;  ///< number of pictures drawn when the opening began
  double began_ = -1e9;       ///< wall clock when the opening began [s]
};

}  // namespace ooze
