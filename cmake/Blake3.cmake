# Defines the target Latewood::blake3: an installed libblake3 if there is one,
# otherwise the official C sources that tools/bootstrap.sh unpacked, with the
# SIMD assembly on x86-64 and dispatch at run time.
find_package(BLAKE3 CONFIG QUIET)
if(TARGET BLAKE3::blake3)
  add_library(Latewood::blake3 ALIAS BLAKE3::blake3)
  return()
endif()

set(LATEWOOD_BLAKE3_DIR "${PROJECT_SOURCE_DIR}/build/deps/blake3" CACHE PATH "the C sources of BLAKE3")
if(NOT EXISTS "${LATEWOOD_BLAKE3_DIR}/blake3.h")
  message(FATAL_ERROR "no BLAKE3 sources in ${LATEWOOD_BLAKE3_DIR}: run tools/bootstrap.sh")
endif()

set(blake3_sources blake3.c blake3_dispatch.c blake3_portable.c)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  enable_language(ASM)
  list(APPEND blake3_sources blake3_sse2_x86-64_unix.S blake3_sse41_x86-64_unix.S blake3_avx2_x86-64_unix.S
       blake3_avx512_x86-64_unix.S)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND blake3_sources blake3_neon.c)
endif()
list(TRANSFORM blake3_sources PREPEND "${LATEWOOD_BLAKE3_DIR}/")

add_library(latewood_blake3 STATIC ${blake3_sources})
target_include_directories(latewood_blake3 SYSTEM PUBLIC "$<BUILD_INTERFACE:${LATEWOOD_BLAKE3_DIR}>")
set_target_properties(latewood_blake3 PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(latewood_blake3 PRIVATE $<$<COMPILE_LANGUAGE:C>:-O3>)
add_library(Latewood::blake3 ALIAS latewood_blake3)
