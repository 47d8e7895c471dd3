#include "latentfuzz/corpus/verdict_cache.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/corpus/file_handle.h"
#include "latentfuzz/corpus/file_system.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

constexpr int kBusyMilliseconds = 30'000;
constexpr int kSchemaVersion = 1;

constexpr const char* kSchema = R"sql(
  CREATE TABLE IF NOT EXISTS targets (
    id INTEGER PRIMARY KEY,
    generator TEXT NOT NULL, reference TEXT NOT NULL, candidate TEXT NOT NULL,
    oracle TEXT NOT NULL, engine_class TEXT NOT NULL,
    UNIQUE (generator, reference, candidate, oracle, engine_class));
  CREATE TABLE IF NOT EXISTS verdicts (
    target INTEGER NOT NULL REFERENCES targets (id),
    entry TEXT NOT NULL,
    verdict TEXT NOT NULL, reference_label INTEGER NOT NULL, candidate_label INTEGER NOT NULL,
    PRIMARY KEY (target, entry)) WITHOUT ROWID;
)sql";

constexpr const char* kAddTarget =
    "INSERT OR IGNORE INTO targets (generator, reference, candidate, oracle, engine_class) "
    "VALUES (?, ?, ?, ?, ?)";

constexpr const char* kPut =
    "INSERT OR REPLACE INTO verdicts (target, entry, verdict, reference_label, candidate_label) "
    "SELECT id, ?6, ?7, ?8, ?9 FROM targets WHERE generator = ?1 AND reference = ?2 "
    "AND candidate = ?3 AND oracle = ?4 AND engine_class = ?5";

constexpr const char* kGet =
    "SELECT verdict, reference_label, candidate_label FROM verdicts JOIN targets "
    "ON targets.id = verdicts.target WHERE generator = ?1 AND reference = ?2 AND candidate = ?3 "
    "AND oracle = ?4 AND engine_class = ?5 AND entry = ?6";

// (0, 0) if there is no such file.
std::pair<dev_t, ino_t> InodeOf(const fs::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0) return {};
  return {info.st_dev, info.st_ino};
}

struct Damaged {};  // thrown inside this file: the database is of no use

// An open, prepared database. Statements go before the connection they belong to.
struct Connection {
  explicit Connection(const fs::path& path)
      : file(path),
        database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMilliseconds),
        add_target(Prepare(kAddTarget)),
        put(database, kPut),
        get(database, kGet),
        inode(InodeOf(path)) {}

  // Whether the open file no longer bears its name. SQLite would go on writing to it.
  bool Moved() const { return inode != InodeOf(file); }

  fs::path file;
  SQLite::Database database;
  SQLite::Statement add_target, put, get;
  std::pair<dev_t, ino_t> inode;

 private:
  // Lays out the database, then compiles the first statement that needs it.
  SQLite::Statement Prepare(const char* sql) {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version > kSchemaVersion) throw Damaged();
    if (version < kSchemaVersion) {
      SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
      database.exec(kSchema);
      database.exec(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
      transaction.commit();
    }
    return SQLite::Statement(database, sql);
  }
};

bool SaysUnusable(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_CORRUPT || error.getErrorCode() == SQLITE_NOTADB ||
         error.getExtendedErrorCode() == SQLITE_READONLY_DBMOVED;
}

Error Translate(const SQLite::Exception& error, const fs::path& file) {
  const bool full = error.getErrorCode() == SQLITE_FULL;
  return Error(ErrorKind::kIo, fmt::format("verdict cache {}: {}", file.string(), error.what()),
               full ? "free some disk space, then run again"
                    : "check the permissions of the directory; the cache itself can be deleted");
}

// Holds the directory of the cache, so that one process at a time opens or sets aside. Where the
// file system has no such locks, nothing is held.
class DirectoryLock {
 public:
  explicit DirectoryLock(const fs::path& file)
      : directory_(file.has_parent_path() ? file.parent_path() : fs::path("."),
                   O_RDONLY | O_DIRECTORY) {
    while (::flock(directory_.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }

 private:
  FileHandle directory_;
};

fs::path FreeDamagedName(const fs::path& file) {
  const std::string base = file.string() + ".damaged";
  fs::path name = base;
  for (int n = 1; Exists(name); ++n) name = fmt::format("{}-{}", base, n);
  return name;
}

void SetAside(const fs::path& file) {
  const fs::path damaged = FreeDamagedName(file);
  for (const std::string_view part : {"", "-wal", "-shm"}) {
    std::error_code error;
    fs::rename(file.string() + std::string(part), damaged.string() + std::string(part), error);
    if (error && error != std::errc::no_such_file_or_directory)
      throw FileError("set aside", file, error.value());
  }
}

enum class Check { kHeader, kWholeFile };

// Null if the file is of no use. Throws Error{kIo}.
std::unique_ptr<Connection> TryOpen(const fs::path& file, Check check) {
  try {
    auto connection = std::make_unique<Connection>(file);
    if (check == Check::kHeader ||
        connection->database.execAndGet("PRAGMA quick_check(1)").getString() == "ok")
      return connection;
  } catch (const SQLite::Exception& error) {
    if (!SaysUnusable(error)) throw Translate(error, file);
  } catch (const Damaged&) {
  }
  return nullptr;
}

std::unique_ptr<Connection> Open(const fs::path& file, Check check) {
  const DirectoryLock lock(file);
  if (auto connection = TryOpen(file, check)) return connection;
  SetAside(file);
  if (auto connection = TryOpen(file, check)) return connection;
  throw Error(ErrorKind::kIo, fmt::format("verdict cache {} cannot be created", file.string()),
              "delete the file and those beside it that begin with its name");
}

void BindTarget(SQLite::Statement& statement, const TargetIdentity& target,
                const std::string& engine_class) {
  int index = 0;
  for (const std::string* field :
       {&target.generator, &target.reference, &target.candidate, &target.oracle, &engine_class})
    statement.bindNoCopy(++index, *field);
}

// Leaves a statement as it was found, whatever happens to it.
class Resetting {
 public:
  explicit Resetting(SQLite::Statement& statement) : statement_(statement) {}
  ~Resetting() { statement_.tryReset(); }
  Resetting(const Resetting&) = delete;
  Resetting& operator=(const Resetting&) = delete;

 private:
  SQLite::Statement& statement_;
};

void PutAll(Connection& connection, const TargetIdentity& target, const std::string& engine_class,
            std::span<const CachedVerdict> verdicts) {
  SQLite::Transaction transaction(connection.database, SQLite::TransactionBehavior::IMMEDIATE);
  {
    const Resetting reset(connection.add_target);
    BindTarget(connection.add_target, target, engine_class);
    connection.add_target.exec();
  }
  for (const CachedVerdict& cached : verdicts) {
    const Resetting reset(connection.put);
    const std::string verdict(ToString(cached.signature.verdict));
    BindTarget(connection.put, target, engine_class);
    connection.put.bindNoCopy(6, cached.entry);
    connection.put.bindNoCopy(7, verdict);
    connection.put.bind(8, cached.signature.reference_label);
    connection.put.bind(9, cached.signature.candidate_label);
    connection.put.exec();
  }
  transaction.commit();
}

std::optional<Signature> GetOne(Connection& connection, const TargetIdentity& target,
                                const std::string& engine_class, const std::string& entry) {
  const Resetting reset(connection.get);
  BindTarget(connection.get, target, engine_class);
  connection.get.bindNoCopy(6, entry);
  if (!connection.get.executeStep()) return std::nullopt;
  const auto verdict = ParseVerdict(connection.get.getColumn(0).getString());
  if (!verdict) return std::nullopt;
  return Signature{*verdict, connection.get.getColumn(1).getInt(),
                   connection.get.getColumn(2).getInt()};
}

}  // namespace

class VerdictCache::Database {
 public:
  explicit Database(fs::path file)
      : file_(std::move(file)), connection_(Open(file_, Check::kHeader)) {}

  // Returns use(connection). If the file turns out to be unusable, it is checked as a whole, set
  // aside if need be, and used once more.
  template <typename Use>
  auto Run(Use use) {
    try {
      if (connection_ != nullptr && !connection_->Moved()) return use(*connection_);
    } catch (const SQLite::Exception& error) {
      if (!SaysUnusable(error)) throw Translate(error, file_);
    }
    connection_.reset();
    connection_ = Open(file_, Check::kWholeFile);
    try {
      return use(*connection_);
    } catch (const SQLite::Exception& error) {
      throw Translate(error, file_);
    }
  }

 private:
  fs::path file_;
  std::unique_ptr<Connection> connection_;
};

VerdictCache::VerdictCache(const fs::path& file) : database_(std::make_unique<Database>(file)) {}

VerdictCache::~VerdictCache() = default;

void VerdictCache::Put(const TargetIdentity& target, const std::string& engine_class,
                       std::span<const CachedVerdict> verdicts) {
  database_->Run(
      [&](Connection& connection) { PutAll(connection, target, engine_class, verdicts); });
}

std::optional<Signature> VerdictCache::Get(const TargetIdentity& target,
                                           const std::string& engine_class,
                                           const std::string& entry) const {
  return database_->Run(
      [&](Connection& connection) { return GetOne(connection, target, engine_class, entry); });
}

}  // namespace latentfuzz
