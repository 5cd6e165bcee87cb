// Where contents were last seen on this machine. What is handed to others names a file by its name and
// content; this user's own state knows where that lay.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ooze {

/// Keeps where this content is: for this process, and in userStateFolder() for others. Never fails.
/// @param content  its hash
void noteKnownFile(std::uint64_t content, const std::filesystem::path& file);

/// Where it was last, whether or not it is still there; none if that was never noted here.
std::optional<std::filesystem::path> knownFile(std::uint64_t content);

}  // namespace ooze
