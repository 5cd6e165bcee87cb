// The one thing that the module ooze_vdb does. OpenVDB has 61,000 symbols to be found when a program starts,
// 70 ms of processor time: so it is loaded when the first volume is written.
#pragma once

#include "export/liquid_volume.h"

#include <string>

/// @param bytes  becomes the file but for its tag, which OpenVDB draws by lot
extern "C" void oozeWriteVdb(const ooze::ExportVolume& volume, const ooze::ExportMoment& moment,
                             std::string& bytes);
