# The package of the program: desktop entry, icon, file type, manual page and completion, and CPack's settings. `cpack` in the build folder
# makes a .deb (packages/README.md).
include(GNUInstallDirs)
find_program(OOZE_GZIP gzip REQUIRED)
set(packages ${PROJECT_SOURCE_DIR}/packages)
set(made ${PROJECT_BINARY_DIR}/packages)

# The program itself prints its manual page and its completion, so both have every option.
set(printed "")
function(ooze_print file)
  add_custom_command(OUTPUT ${made}/${file} COMMAND $<TARGET_FILE:ooze> ${ARGN} > ${made}/${file} DEPENDS ooze VERBATIM
    COMMENT "Printing ${file}")
  set(printed ${printed} ${made}/${file} PARENT_SCOPE)
endfunction()
file(MAKE_DIRECTORY ${made})
ooze_print(ooze.1 man)
ooze_print(ooze.bash completion bash)
ooze_print(_ooze completion zsh)
ooze_print(ooze.fish completion fish)
add_custom_command(OUTPUT ${made}/ooze.1.gz COMMAND ${OOZE_GZIP} -9nkf ${made}/ooze.1 DEPENDS ${made}/ooze.1 VERBATIM
  COMMENT "Compressing ooze.1")
add_custom_target(ooze_package_files ALL DEPENDS ${printed} ${made}/ooze.1.gz)

set(CPACK_PACKAGE_CONTACT "The Ooze developers <maintainers@users.noreply.a-seed-c4bdd2e7.example>" CACHE STRING "Maintainer of packages")
string(TIMESTAMP packageDate "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${made}/changelog "ooze (${PROJECT_VERSION}) unstable; urgency=medium

  * Release ${PROJECT_VERSION}. CHANGELOG.md.gz in this folder lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${packageDate}
")
configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${made}/CHANGELOG.md COPYONLY)
execute_process(COMMAND ${OOZE_GZIP} -9nkf ${made}/changelog ${made}/CHANGELOG.md COMMAND_ERROR_IS_FATAL ANY)
# The licence of Debian's copyright format is indented, and its empty lines are dots.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^MIT License\n+[^\n]*\n+" "" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " licenseText " ${licence}")
configure_file(${packages}/copyright.in ${made}/copyright @ONLY)

function(ooze_install_file file folder)
  install(FILES ${file} DESTINATION share/${folder} COMPONENT program ${ARGN})
endfunction()
ooze_install_file(${made}/ooze.1.gz man/man1)
ooze_install_file(${made}/ooze.bash bash-completion/completions RENAME ooze)
ooze_install_file(${made}/_ooze zsh/vendor-completions)
ooze_install_file(${made}/ooze.fish fish/vendor_completions.d)
ooze_install_file(${packages}/ooze.desktop applications)
ooze_install_file(${packages}/ooze.metainfo.xml metainfo)
ooze_install_file(${packages}/ooze.mime.xml mime/packages RENAME ooze.xml)
ooze_install_file(${made}/copyright doc/ooze)
ooze_install_file(${made}/changelog.gz doc/ooze)
ooze_install_file(${made}/CHANGELOG.md.gz doc/ooze)
install(DIRECTORY ${packages}/icons/ DESTINATION share/icons/hicolor COMPONENT program)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ooze)
set(CPACK_PACKAGE_VENDOR "The Ooze developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Interactive sandbox for viscoelastic liquids")
set(CPACK_PACKAGE_DESCRIPTION "Ooze simulates honey, slime, clay, paint, gel and water by five published
methods. Pour, grab, cut and freeze liquid in a window, change every parameter
while the liquid moves, and go back to any frame.
.
Commands without a window simulate, render pictures and films, and export to
Blender, Houdini and ParaView.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PROJECT_CONFIG_FILE ${packages}/disk_space.cmake)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Libraries come from dpkg-shlibdeps. The paths of the fonts are compiled in. EGL draws where there is no display.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-dejavu-core, fonts-font-awesome, libegl1, libgl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "glmark2-data, ffmpeg, libgl1-mesa-dri, xdg-desktop-portal | zenity | kdialog")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "blender")
include(CPack)
