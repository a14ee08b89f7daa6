# Embeds files in a program, so that it needs none of them at run time.
#
#   latewood_embed(TARGET latewood_web FUNCTION latewood::web::page_files ROOT "${dir}" FILES index.html views/tree.js)
#
# Adds a generated source to TARGET that defines FUNCTION, which returns the files in the order given:
#
#   std::span<const latewood::EmbeddedFile> latewood::web::page_files();      web/embedded_file.h has the type
#
# FILES are relative to ROOT. A changed file is embedded again by the next build. The source depends on names and bytes
# of the files only: the same files give the same source on every machine.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(latewood_embed_script "${CMAKE_CURRENT_LIST_FILE}")

  function(latewood_embed)
    cmake_parse_arguments(ARG "" "TARGET;FUNCTION;ROOT" "FILES" ${ARGN})
    string(REPLACE "::" "_" name "${ARG_FUNCTION}")
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.cc")
    list(TRANSFORM ARG_FILES PREPEND "${ARG_ROOT}/" OUTPUT_VARIABLE paths)
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${CMAKE_COMMAND}" "-DFUNCTION=${ARG_FUNCTION}" "-DROOT=${ARG_ROOT}" "-DFILES=${ARG_FILES}"
              "-DOUTPUT=${output}" -P "${latewood_embed_script}"
      DEPENDS ${paths} "${latewood_embed_script}"
      COMMENT "Embedding the files of ${ARG_FUNCTION}" VERBATIM)
    target_sources(${ARG_TARGET} PRIVATE "${output}")
    set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endfunction()
  return()
endif()

# ---- writing the source, at build time ----

string(REGEX MATCH "^(.*)::([^:]*)$" parts "${FUNCTION}")
set(namespace "${CMAKE_MATCH_1}")
set(function "${CMAKE_MATCH_2}")
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" hex HEX)
  file(SHA256 "${ROOT}/${file}" digest)
  string(LENGTH "${hex}" length)
  math(EXPR size "${length} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  # Lines of 24 bytes; a final zero, since an array cannot be empty.
  string(REPEAT "....." 24 line)
  string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "const unsigned char kFile${number}[] = {\n${bytes}0x00};\n")
  string(APPEND rows "    {\"${file}\", text(kFile${number}, ${size}), \"${digest}\"},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Written by cmake/embed.cmake.
#include <cstddef>

#include \"web/embedded_file.h\"

namespace ${namespace} {

std::span<const EmbeddedFile> ${function}();

namespace {

${arrays}
std::string_view text(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::span<const EmbeddedFile> ${function}() {
  static const EmbeddedFile kFiles[] = {
${rows}  };
  return kFiles;
}

}  // namespace ${namespace}
")
