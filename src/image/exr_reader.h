// Decodes OpenEXR pictures from streams.
#pragma once

#include "image/hdr_picture.h"

#include <functional>
#include <istream>
#include <string>

namespace ooze {

/// Returns true if the stream starts with the magic number of OpenEXR. Leaves the stream at its start.
bool isExr(std::istream& file);

/// Decodes the first part of an OpenEXR picture: channels R, G and B, or luminance and chroma. Negative
/// values become 0 and infinite values the greatest half float.
/// @param name         name of the file, for messages
/// @param requireSize  called with width and height before pixels are read; throws to refuse them
/// @throws InputError in one line if the picture is damaged or has no colours, and as requireSize
HdrPicture decodeExr(std::istream& file, const std::string& name,
                     const std::function<void(int, int)>& requireSize);

}  // namespace ooze
