#include "app/commands/command_line.h"

int main(int argc, char** argv) { return ooze::runProgram(argc, argv); }
