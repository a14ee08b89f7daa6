# Finds an interpreter with the headers of CPython, Debian's first, since its pytest and mypy belong to it. The module is
# built against the limited API, so that it also runs on every other version from 3.8 on.
#
#   LATEWOOD_PYTHON_PROGRAM   the interpreter
#   LATEWOOD_PYTHON_HEADERS   the folder with Python.h; empty: there is none
#   LATEWOOD_PYTHON_POSSIBLE  whether the package is built by default: not with sanitizers, which an interpreter that
#                             is built without them cannot load
find_program(LATEWOOD_PYTHON_PROGRAM NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(LATEWOOD_PYTHON_PROGRAM NAMES python3)
set(LATEWOOD_PYTHON_HEADERS "")
if(LATEWOOD_PYTHON_PROGRAM)
  execute_process(COMMAND "${LATEWOOD_PYTHON_PROGRAM}" -c "import sysconfig; print(sysconfig.get_path('include'))"
                  OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(EXISTS "${folder}/Python.h")
    set(LATEWOOD_PYTHON_HEADERS "${folder}")
  endif()
endif()
set(LATEWOOD_PYTHON_POSSIBLE OFF)
if(PROJECT_IS_TOP_LEVEL AND LATEWOOD_PYTHON_HEADERS AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(LATEWOOD_PYTHON_POSSIBLE ON)
endif()
