// The commands of the program, one file each. Each adds its sub-command to the app; when it has
// run, it leaves its exit code in `*exit_code`.
#pragma once

namespace CLI {
class App;
}

namespace latentfuzz::cli {

void AddRun(CLI::App& app, int* exit_code);
void AddTrain(CLI::App& app, int* exit_code);
void AddQuantize(CLI::App& app, int* exit_code);
void AddCompare(CLI::App& app, int* exit_code);
void AddReplay(CLI::App& app, int* exit_code);
void AddList(CLI::App& app, int* exit_code);
void AddDoctor(CLI::App& app, int* exit_code);
void AddServe(CLI::App& app, int* exit_code);
void AddZoo(CLI::App& app, int* exit_code);
void AddDemo(CLI::App& app, int* exit_code);

}  // namespace latentfuzz::cli
