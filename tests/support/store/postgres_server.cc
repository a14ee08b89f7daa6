#include "support/store/postgres_server.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <vector>

#include "store/postgres/postgres_session.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

// The newest of Debian's versions.
std::string binary_folder() {
  std::string newest;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", error)) {
    const std::string bin = entry.path() / "bin";
    if (fs::exists(bin + "/postgres") && bin > newest) newest = bin;
  }
  return newest;
}

// PostgreSQL refuses to run as root, so root's tests run it as another user.
const passwd* server_user() {
  if (::geteuid() != 0) return nullptr;
  const passwd* user = ::getpwnam("postgres");
  return user != nullptr ? user : ::getpwnam("nobody");
}

void become(const passwd* user) {
  if (user == nullptr) return;
  if (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0) ::_exit(126);
}

// A connection to `url`; null if there is none.
std::unique_ptr<store::PostgresSession> connect(const std::string& url) {
  const auto libpq = store::load_libpq();
  if (!libpq) return nullptr;
  auto session = std::make_unique<store::PostgresSession>(*libpq, url, store::StoreOptions());
  return session->connect() ? std::move(session) : nullptr;
}

}  // namespace

PostgresServer* PostgresServer::shared() {
  static PostgresServer server;
  static const bool started = server.start();
  if (!started) ADD_FAILURE() << "no PostgreSQL server: " << server.problem();
  return started ? &server : nullptr;
}

PostgresServer::~PostgresServer() {
  if (server_ != 0) kill();
  // The server's sessions may still write for a moment; what they leave is in the temporary folder.
  std::error_code error;
  if (!folder_.empty()) fs::remove_all(folder_, error);
}

std::string PostgresServer::address(const std::string& schema) const {
  const std::string base = "postgres:///postgres?host=" + folder_ + "&user=latewood";
  return schema.empty() ? base : base + "&options=-csearch_path%3D" + schema;
}

pid_t PostgresServer::spawn(const std::string& program, const std::string& arguments) {
  std::vector<std::string> words = {program};
  std::istringstream text(arguments);
  for (std::string word; text >> word;) words.push_back(word);
  const passwd* user = server_user();
  const std::string log = folder_ + "/log";
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) return child;
  become(user);
  // The server ends at once when the test does, however that ends.
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (::getppid() != parent) ::_exit(126);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(out, 1);
  ::dup2(out, 2);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

bool PostgresServer::start() {
  const std::string bin = binary_folder();
  if (bin.empty()) {
    problem_ = "the package postgresql is not installed (tools/bootstrap.sh does it)";
    return false;
  }
  // The path of a socket has little room, so it is not below the build folder.
  std::string name = (fs::temp_directory_path() / "lw_pg_XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
  if (const passwd* user = server_user()) {
    if (::chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0) return false;
  }
  const pid_t init = spawn(bin + "/initdb", "-A trust -U latewood -E UTF8 --locale=C -N -D " + folder_ + "/data");
  int status = 0;
  ::waitpid(init, &status, 0);
  problem_ = "initdb failed; its output is in " + folder_ + "/log";
  return status == 0 && launch();
}

// Sessions of a server that was killed hold its memory until they notice; then starting fails and
// is tried again.
bool PostgresServer::launch() {
  for (int tries = 0; tries < 50; ++tries) {
    // No flushes: these tests kill processes, never the machine.
    server_ = spawn(binary_folder() + "/postgres", "-D " + folder_ + "/data -k " + folder_ +
                                                       " -c listen_addresses= -c fsync=off -c max_connections=60"
                                                       " -c shared_buffers=32MB");
    if (answers()) return true;
  }
  problem_ = "the server does not start; its output is in " + folder_ + "/log";
  return false;
}

// Whether the server answers before it ends, or 20 seconds are over.
bool PostgresServer::answers() {
  for (int waited = 0; waited < 20000; waited += 20) {
    if (connect(address("")) != nullptr) return true;
    if (::waitpid(server_, nullptr, WNOHANG) == server_) return false;
    ::poll(nullptr, 0, 20);
  }
  return false;
}

std::string PostgresServer::new_schema() {
  const std::string schema = "s" + std::to_string(++schemas_);
  EXPECT_TRUE(run("CREATE SCHEMA " + schema));
  return address(schema);
}

void PostgresServer::kill() {
  ::kill(server_, SIGKILL);
  ::waitpid(server_, nullptr, 0);
  server_ = 0;
}

void PostgresServer::cut_connections() {
  EXPECT_TRUE(
      run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
          "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"));
}

bool PostgresServer::run(const std::string& statement) {
  const auto session = connect(address(""));
  return session != nullptr && session->run(statement).has_value();
}

std::shared_ptr<void> PostgresServer::hold_snapshot() {
  std::shared_ptr<store::PostgresSession> session = connect(address(""));
  if (session == nullptr || !session->begin(store::Transaction::Read) || !session->run("SELECT 1")) return nullptr;
  return session;
}

}  // namespace latewood::test
