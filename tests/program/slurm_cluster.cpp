#include "slurm_cluster.h"

#include "base/file.h"

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sched.h>
#include <sstream>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace ooze {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Makes a folder under a new name.
fs::path makeOwnFolder() {
  std::string name = (fs::temp_directory_path() / "ooze-slurm-XXXXXX").string();
  return ::mkdtemp(name.data()) ? fs::path(name) : fs::path("/nonexistent");
}

/// Returns a port that no other program listens at.
int freePort() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(socket);
  return ntohs(address.sin_port);
}

std::string shortHostName() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  const std::string whole = name.data();
  return whole.substr(0, whole.find('.'));
}

std::string userName() {
  const passwd* const user = ::getpwuid(::getuid());
  return user ? user->pw_name : std::to_string(::getuid());
}

std::string configuration(const fs::path& folder) {
  const std::string host = shortHostName(), user = userName(), at = folder.string();
  return fmt::format(R"(ClusterName=ooze
SlurmctldHost={0}(127.0.0.1)
SlurmctldPort={2}
SlurmdPort={3}
AuthType=auth/none
CredType=cred/none
SlurmUser={1}
SlurmdUser={1}
StateSaveLocation={4}/state
SlurmdSpoolDir={4}/spool
SlurmctldPidFile={4}/slurmctld.pid
SlurmdPidFile={4}/slurmd.pid
SlurmctldLogFile={4}/slurmctld.log
SlurmdLogFile={4}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
KillWait=2
MinJobAge=30
JobRequeue=1
NodeName={0} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
)",
                     host, user, freePort(), freePort(), at);
}

/// Gives this process a view of the file system in which a folder is empty.
bool hideFolder(const fs::path& folder) {
  return ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("none", folder.c_str(), "tmpfs", 0, nullptr) == 0;
}

pid_t startDaemon(const char* name, const fs::path& output, const fs::path& hidden) {
  const pid_t id = ::fork();
  if (id != 0) return id;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!hidden.empty() && !hideFolder(hidden)) ::_exit(126);
  const int file = ::open(output.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  for (const char* folder : {"/usr/sbin", "/usr/local/sbin", "/usr/bin"})
    ::execl((fs::path(folder) / name).c_str(), name, "-D", nullptr);
  ::_exit(127);
}

void endDaemon(pid_t id) {
  if (id <= 0) return;
  ::kill(id, SIGTERM);
  for (int i = 0; i < 100; ++i, std::this_thread::sleep_for(50ms))
    if (::waitpid(id, nullptr, WNOHANG) != 0) return;
  ::kill(id, SIGKILL);
  ::waitpid(id, nullptr, 0);
}

}  // namespace

SlurmCluster::SlurmCluster(const fs::path& hidden) {
  folder_ = makeOwnFolder();
  const fs::path& folder = folder_;
  for (const char* name : {"state", "spool"}) fs::create_directories(folder / name);
  writeFile(folder / "slurm.conf", configuration(folder));
  ::setenv("SLURM_CONF", (folder / "slurm.conf").c_str(), 1);
  controller_ = startDaemon("slurmctld", folder / "out", {});
  node_ = startDaemon("slurmd", folder / "out", hidden);
  std::string state;
  for (int i = 0; i < 300; ++i, std::this_thread::sleep_for(100ms)) {
    state = output("sinfo --noheader --format=%T");
    if (state == "idle\n") return;
    if (::waitpid(controller_, nullptr, WNOHANG) != 0) break;
  }
  ADD_FAILURE() << "Slurm does not start: " << state
                << output("tail -n 20 '" + folder.string() + "'/*log " + "'" + folder.string() + "'/out");
}

SlurmCluster::~SlurmCluster() {
  (void)output("scancel --quiet --user=" + userName());
  for (int i = 0; i < 100 && !output("squeue --noheader").empty(); ++i) std::this_thread::sleep_for(100ms);
  endDaemon(node_);
  endDaemon(controller_);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  ::unsetenv("SLURM_CONF");
}

bool SlurmCluster::canHideFolders() {
  const fs::path folder = makeOwnFolder();
  const pid_t id = ::fork();
  if (id == 0) ::_exit(hideFolder(folder) ? 0 : 1);
  int status = 0;
  ::waitpid(id, &status, 0);
  fs::remove(folder);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void SlurmCluster::startRequeuedJobs() {
  const auto now = std::chrono::steady_clock::now();
  std::istringstream lines(output("squeue --noheader --array --states=PENDING --format='%i %r'"));
  for (std::string id, reason; lines >> id && std::getline(lines, reason);)
    if (reason.find("BeginTime") != std::string::npos &&
        now - requeued_.try_emplace(id, now).first->second > 3s)
      (void)output("scontrol update JobId=" + id + " StartTime=now");
}

std::string SlurmCluster::log() const {
  return output("tail -n 60 '" + (folder_ / "slurmctld.log").string() + "'");
}

std::string SlurmCluster::output(const std::string& command) {
  std::string text;
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::array<char, 512> block{};
  for (std::size_t n; pipe && (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;)
    text.append(block.data(), n);
  if (pipe) ::pclose(pipe);
  return text;
}

}  // namespace ooze
