# The libraries behind src/store. CMake's own PostgreSQL module asks for the server's headers,
# which a client does not need, and zstd has none; so these two are looked up here.
find_package(SQLite3 REQUIRED)
find_package(Threads REQUIRED)

function(latewood_find_library target header library package)
  string(TOUPPER "${target}" name)
  find_path(LATEWOOD_${name}_INCLUDE "${header}" PATH_SUFFIXES postgresql)
  find_library(LATEWOOD_${name}_LIBRARY "${library}")
  if(NOT LATEWOOD_${name}_INCLUDE OR NOT LATEWOOD_${name}_LIBRARY)
    message(FATAL_ERROR "${header} or lib${library} is missing: install ${package} or run tools/bootstrap.sh")
  endif()
  add_library(Latewood::${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(Latewood::${target} INTERFACE "${LATEWOOD_${name}_INCLUDE}")
  target_link_libraries(Latewood::${target} INTERFACE "${LATEWOOD_${name}_LIBRARY}")
endfunction()

latewood_find_library(pq libpq-fe.h pq libpq-dev)
latewood_find_library(zstd zstd.h zstd libzstd-dev)
