# The libraries behind src/store. CMake's own PostgreSQL module asks for the server's headers,
# which a client does not need, and zstd has none; so these two are looked up here.
find_package(SQLite3 REQUIRED)
find_package(Threads REQUIRED)

function(latewood_fail_without file package)
  message(FATAL_ERROR "${file} is missing: install ${package} or run tools/bootstrap.sh")
endfunction()

# libpq's header alone: the library is loaded when a PostgreSQL store is opened (src/store/postgres/libpq.h).
find_path(LATEWOOD_PQ_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql)
if(NOT LATEWOOD_PQ_INCLUDE)
  latewood_fail_without(libpq-fe.h libpq-dev)
endif()
add_library(Latewood::libpq_header INTERFACE IMPORTED GLOBAL)
target_include_directories(Latewood::libpq_header INTERFACE "${LATEWOOD_PQ_INCLUDE}")
target_link_libraries(Latewood::libpq_header INTERFACE ${CMAKE_DL_LIBS})

find_path(LATEWOOD_ZSTD_INCLUDE zstd.h)
find_library(LATEWOOD_ZSTD_LIBRARY zstd)
if(NOT LATEWOOD_ZSTD_INCLUDE OR NOT LATEWOOD_ZSTD_LIBRARY)
  latewood_fail_without("zstd.h or libzstd" libzstd-dev)
endif()
add_library(Latewood::zstd INTERFACE IMPORTED GLOBAL)
target_include_directories(Latewood::zstd INTERFACE "${LATEWOOD_ZSTD_INCLUDE}")
target_link_libraries(Latewood::zstd INTERFACE "${LATEWOOD_ZSTD_LIBRARY}")
