#include "store/sqlite/page_file.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "store/sqlite/page_seal.h"
#include "store/sqlite/wrapped_file.h"

namespace latewood::store {
namespace {

enum class Seals : std::uint8_t { Unknown, Yes, No };

// The file object of a database for SQLite. The object of the file below follows it in memory.
struct PageFile {
  sqlite3_file base;
  Seals seals;
  std::uint64_t damaged;  // the last page with a wrong seal; 0: none
};

static_assert(sizeof(PageFile) <= kWrappedHead);

constexpr int kSmallestPage = 512;
constexpr int kLargestPage = 65536;
constexpr int kFileHeaderBytes = 100;
// Our own control calls, with numbers far from those of SQLite: "LWS1" and "LWS2".
constexpr int kSealFromTheFirst = 0x4c575331;
constexpr int kTellDamaged = 0x4c575332;

PageFile& page_file(sqlite3_file* file) { return *reinterpret_cast<PageFile*>(file); }

// SQLite reads and writes whole pages, and parts of the first one.
bool is_page(int length, sqlite3_int64 at) {
  return length >= kSmallestPage && length <= kLargestPage && (length & (length - 1)) == 0 && at % length == 0;
}

std::uint64_t number_of(int length, sqlite3_int64 at) { return static_cast<std::uint64_t>(at / length) + 1; }

// Reads the header again if needed: another process may have migrated the file since it was opened.
bool has_seals(sqlite3_file* file) {
  PageFile& pages = page_file(file);
  if (pages.seals != Seals::Unknown) return pages.seals == Seals::Yes;
  std::array<char, kFileHeaderBytes> header{};
  void* bytes = header.data();
  const int code = passed_on<&sqlite3_io_methods::xRead>(file, bytes, kFileHeaderBytes, sqlite3_int64{0});
  if (code != SQLITE_OK) return false;
  pages.seals = says_sealed({header.data(), header.size()}) ? Seals::Yes : Seals::No;
  return pages.seals == Seals::Yes;
}

int refuse(sqlite3_file* file, std::uint64_t number) {
  page_file(file).damaged = number;
  return SQLITE_IOERR_DATA;
}

// Replaces the seal by zeros before SQLite gets the page: a page that another program writes later must not have an old
// seal.
int accept(char* page, int length) {
  std::memset(page + length - kSealBytes, 0, kSealBytes);
  return SQLITE_OK;
}

int read_first(sqlite3_file* file, char* page, int length) {
  const SealState seal = check_first_page({page, static_cast<std::size_t>(length)});
  if (seal == SealState::Wrong) return refuse(file, 1);
  page_file(file).seals = seal == SealState::Right ? Seals::Yes : Seals::No;
  return seal == SealState::Right ? accept(page, length) : SQLITE_OK;
}

int read_page(sqlite3_file* file, void* bytes, int length, sqlite3_int64 at) {
  const int code = passed_on<&sqlite3_io_methods::xRead>(file, bytes, length, at);
  if (code != SQLITE_OK || !is_page(length, at)) return code;
  auto* page = static_cast<char*>(bytes);
  if (at == 0) return read_first(file, page, length);
  if (!has_seals(file)) return SQLITE_OK;
  const std::uint64_t number = number_of(length, at);
  const SealState seal = check_seal({page, static_cast<std::size_t>(length)}, number);
  return seal == SealState::Wrong ? refuse(file, number) : accept(page, length);
}

int write_page(sqlite3_file* file, const void* bytes, int length, sqlite3_int64 at) {
  if (!is_page(length, at)) return passed_on<&sqlite3_io_methods::xWrite>(file, bytes, length, at);
  const auto size = static_cast<std::size_t>(length);
  if (at == 0) {
    const bool seals = says_sealed({static_cast<const char*>(bytes), size});
    page_file(file).seals = seals ? Seals::Yes : Seals::No;
  }
  if (!has_seals(file)) return passed_on<&sqlite3_io_methods::xWrite>(file, bytes, length, at);
  std::array<char, kLargestPage> sealed;
  std::memcpy(sealed.data(), bytes, size);
  seal_page(sealed.data(), size, number_of(length, at));
  return passed_on<&sqlite3_io_methods::xWrite>(file, static_cast<const void*>(sealed.data()), length, at);
}

int control(sqlite3_file* file, int call, void* argument) {
  PageFile& pages = page_file(file);
  if (call == kSealFromTheFirst) {
    pages.seals = Seals::Yes;
    return SQLITE_OK;
  }
  if (call == kTellDamaged) {
    *static_cast<std::uint64_t*>(argument) = pages.damaged;
    return SQLITE_OK;
  }
  if (call == SQLITE_FCNTL_CKPT_START) pages.seals = Seals::Unknown;
  return passed_on<&sqlite3_io_methods::xFileControl>(file, call, argument);
}

// Version 2 has no memory mapping, so SQLite accesses the file only through these calls.
constexpr sqlite3_io_methods kPageMethods = {
    2,
    passed_on<&sqlite3_io_methods::xClose>,
    read_page,
    write_page,
    passed_on<&sqlite3_io_methods::xTruncate, sqlite3_int64>,
    passed_on<&sqlite3_io_methods::xSync, int>,
    passed_on<&sqlite3_io_methods::xFileSize, sqlite3_int64*>,
    passed_on<&sqlite3_io_methods::xLock, int>,
    passed_on<&sqlite3_io_methods::xUnlock, int>,
    passed_on<&sqlite3_io_methods::xCheckReservedLock, int*>,
    control,
    passed_on<&sqlite3_io_methods::xSectorSize>,
    passed_on<&sqlite3_io_methods::xDeviceCharacteristics>,
    passed_on<&sqlite3_io_methods::xShmMap, int, int, int, void volatile**>,
    passed_on<&sqlite3_io_methods::xShmLock, int, int, int>,
    passed_on_quietly<&sqlite3_io_methods::xShmBarrier>,
    passed_on<&sqlite3_io_methods::xShmUnmap, int>,
    nullptr,
    nullptr,
};

}  // namespace

int open_page_file(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* used) {
  PageFile& pages = page_file(file);
  pages = {};
  const int code = system->xOpen(system, name, below(file), flags, used);
  // SQLite calls close only if the methods are set.
  if (code == SQLITE_OK) pages.base.pMethods = &kPageMethods;
  return code;
}

void reserve_seals(sqlite3* database) {
  int bytes = kSealBytes;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}

bool has_seals(sqlite3* database) {
  int bytes = -1;
  const int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
  return code == SQLITE_OK && bytes == static_cast<int>(kSealBytes);
}

std::uint64_t damaged_page(sqlite3* database) {
  std::uint64_t number = 0;
  sqlite3_file_control(database, "main", kTellDamaged, &number);
  return number;
}

void seal_from_the_first(sqlite3* database) { sqlite3_file_control(database, "main", kSealFromTheFirst, nullptr); }

}  // namespace latewood::store
