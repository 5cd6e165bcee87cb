// Declares every option of every command with CLI11.
#pragma once

#include "app/commands/command_line.h"

#include <CLI/App.hpp>

namespace ooze {

/// The parser with all its commands, and what it reads into.
struct CommandParser {
  CommandParser();
  CommandParser(const CommandParser&) = delete;  // the parser points at the options
  CommandParser& operator=(const CommandParser&) = delete;

  CLI::App program{"Ooze: a sandbox for viscoelastic liquids. Without a command it opens the window.",
                   "ooze"};
  WindowOptions window;
  RunOptions run;
  RenderOptions render;
  ExportCommandOptions exporting;
  SweepOptions sweep;
  ListOptions list;
  DiffOptions diff;
  ThumbnailsOptions thumbnails;
  VerifyOptions verify;
  JobOptions job;
  CompletionOptions completion;
  CLI::App *runApp, *renderApp, *exportApp, *sweepApp, *listApp, *diffApp, *thumbnailsApp, *verifyApp,
      *jobApp, *completionApp, *manApp;
};

}  // namespace ooze
