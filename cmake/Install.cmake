# What `make install` puts under the prefix: the command line with man pages and completions, one
# static library with everything of ours in it, the public headers, and the files by which CMake
# and pkg-config find them. CPack makes a Debian package of the same.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(folders GLOBAL PROPERTY LATEWOOD_FOLDERS)
set(objects "")
foreach(folder IN LISTS folders)
  list(APPEND objects "$<TARGET_OBJECTS:latewood_${folder}>")
endforeach()
if(TARGET latewood_blake3)
  list(APPEND objects "$<TARGET_OBJECTS:latewood_blake3>")
endif()

# Inside the build everything links the folders; this archive exists for the installation alone.
add_library(latewood_archive STATIC EXCLUDE_FROM_ALL ${objects})
set_target_properties(latewood_archive PROPERTIES OUTPUT_NAME latewood EXPORT_NAME latewood LINKER_LANGUAGE CXX
                      ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/archive")
target_compile_features(latewood_archive PUBLIC cxx_std_20)
# What users link carries no debug information of ours, which is most of a development build.
if(CMAKE_STRIP)
  add_custom_command(TARGET latewood_archive POST_BUILD
                     COMMAND "${CMAKE_STRIP}" --strip-debug "$<TARGET_FILE:latewood_archive>" VERBATIM)
endif()
target_include_directories(latewood_archive INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
# What has to be built before anything can be installed; tests and benchmarks are not part of it.
add_custom_target(latewood_installation ALL DEPENDS latewood_archive)

install(FILES $<TARGET_FILE:latewood_archive> DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/latewood" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

# An installed libblake3 is no part of the archive, so users of it need to find that as well.
if(NOT TARGET latewood_blake3)
  set(latewood_find_blake3 "find_dependency(BLAKE3)")
  set(latewood_blake3_target ";BLAKE3::blake3")
  set(latewood_blake3_flag " -lblake3")
endif()
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/latewood")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/latewoodConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/latewoodConfig.cmake" INSTALL_DESTINATION "${package_folder}"
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/latewoodConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/latewoodConfig.cmake" "${PROJECT_BINARY_DIR}/latewoodConfigVersion.cmake"
        DESTINATION "${package_folder}")

# Relative, so that the files can be installed or moved anywhere.
file(RELATIVE_PATH latewood_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${PROJECT_SOURCE_DIR}/cmake/latewood.pc.in" "${PROJECT_BINARY_DIR}/latewood.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/latewood.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

if(LATEWOOD_CLI)
  install(TARGETS latewood_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  # Man pages and completions come from the same source as --help: the binary writes them.
  set(written "${PROJECT_BINARY_DIR}/cli_files")
  add_custom_command(
    OUTPUT "${written}/latewood.bash"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${written}/man1"
    COMMAND latewood_cli completion --man "${written}/man1"
    COMMAND latewood_cli completion zsh > "${written}/_latewood"
    COMMAND latewood_cli completion fish > "${written}/latewood.fish"
    COMMAND latewood_cli completion bash > "${written}/latewood.bash"
    DEPENDS latewood_cli VERBATIM)
  add_custom_target(latewood_cli_files DEPENDS "${written}/latewood.bash")
  add_dependencies(latewood_installation latewood_cli_files)
  install(DIRECTORY "${written}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
  install(FILES "${written}/latewood.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME latewood)
  # Debian's zsh looks for what packages bring elsewhere than for what is installed by hand.
  install(CODE "
    set(latewood_zsh site-functions)
    if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\" OR CMAKE_INSTALL_PREFIX MATCHES \"/_CPack_Packages/\")
      set(latewood_zsh vendor-completions)
    endif()
    file(INSTALL \"${written}/_latewood\" TYPE FILE
         DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${latewood_zsh}\")")
  install(FILES "${written}/latewood.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
# The ranks of exact token counters, with their licence; where npm could not fetch them there are none to install.
foreach(file o200k_base.ranks cl100k_base.ranks TOKENS_LICENSE)
  install(FILES "${PROJECT_SOURCE_DIR}/build/share/latewood/${file}" DESTINATION "${CMAKE_INSTALL_DATADIR}/latewood" OPTIONAL)
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# Where Debian's policy wants it.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)

# The service belongs to a package alone. Its files are outside of the prefix; CPack gives the folder of the package
# before the prefix or as a part of it.
if(LATEWOOD_CLI)
  install(CODE "
    set(latewood_root none)
    if(CMAKE_INSTALL_PREFIX MATCHES \"/_CPack_Packages/\")
      set(latewood_root \"\${CMAKE_INSTALL_PREFIX}/..\")
    elseif(\"\$ENV{DESTDIR}\" MATCHES \"/_CPack_Packages/\")
      set(latewood_root \"\")
    endif()
    if(NOT latewood_root STREQUAL \"none\")
      file(INSTALL \"${PROJECT_SOURCE_DIR}/packaging/latewood.service\" TYPE FILE
           DESTINATION \"\${latewood_root}/lib/systemd/system\")
      file(INSTALL \"${PROJECT_SOURCE_DIR}/packaging/latewood.default\" TYPE FILE
           DESTINATION \"\${latewood_root}/etc/default\" RENAME latewood)
    endif()")
endif()

set(CPACK_GENERATOR DEB)
# A user's changes of the settings survive an upgrade.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/packaging/conffiles")
set(CPACK_PACKAGE_NAME latewood)
set(CPACK_PACKAGE_CONTACT "the Latewood authors <latewood@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "context engine for LLM agents")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# libpq is loaded when a PostgreSQL store is opened, so shlibdeps does not see it.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libpq5")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libssl-dev, libsqlite3-dev, libzstd-dev")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
