#include "app/exports/export_size.h"

#include <array>

namespace ooze {
namespace {

// By ExportFormat. Of the binary ones what a row takes; of text the mean of what is written of pour_bunny,
// whose numbers have about nine digits.
struct Row {
  double particle, triangle;  ///< [bytes]
};
constexpr std::array kRows{Row{41.0, 33.5}, Row{66.0, 93.0}, Row{150.0, 122.0}, Row{45.0, 36.5}};

std::uint64_t rows(double bytes, std::size_t count) {
  return static_cast<std::uint64_t>(bytes * static_cast<double>(count));
}

}  // namespace

std::uint64_t bytesOfParticles(ExportFormat format, std::size_t particles) {
  return rows(kRows[static_cast<std::size_t>(format)].particle, particles);
}

std::uint64_t bytesOfSurface(ExportFormat format, std::size_t triangles) {
  return rows(kRows[static_cast<std::size_t>(format)].triangle, triangles);
}

std::size_t trianglesFor(std::size_t particles) { return 6 * particles; }

}  // namespace ooze
