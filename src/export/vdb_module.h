// The only function of the module ooze_vdb. OpenVDB has so many symbols that resolving them would delay every
// program start, so the module is loaded when the first volume is written.
#pragma once

#include "export/liquid_volume.h"

#include <string>

/// Serializes a volume as OpenVDB.
/// @param bytes  receives the file's content; its tag is random
extern "C" void oozeWriteVdb(const ooze::ExportVolume& volume, const ooze::ExportMoment& moment,
                             std::string& bytes);
