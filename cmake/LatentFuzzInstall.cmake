# Install: program, library, headers as <latentfuzz/...>, the zoo, and the CMake package.
include(CMakePackageConfigHelpers)

set(LATENTFUZZ_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/LatentFuzz)

set_target_properties(latentfuzz_cli PROPERTIES
  INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
if(OnnxRuntime_FOUND AND NOT OnnxRuntime_LIBRARY MATCHES "^/usr/lib")
  # No package of the system's: the library takes its own copy along.
  cmake_path(GET OnnxRuntime_LIBRARY PARENT_PATH onnxruntime_folder)
  install(DIRECTORY ${onnxruntime_folder}/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/latentfuzz
          FILES_MATCHING PATTERN "libonnxruntime.so*" PATTERN "LICENSE.onnxruntime")
  set_target_properties(latentfuzz PROPERTIES INSTALL_RPATH "$ORIGIN/latentfuzz")
endif()
install(TARGETS latentfuzz latentfuzz_gtest EXPORT LatentFuzzTargets)
install(TARGETS latentfuzz_cli)
install(EXPORT LatentFuzzTargets NAMESPACE latentfuzz:: DESTINATION ${LATENTFUZZ_CMAKE_DIR})

install(DIRECTORY base strategies adapters corpus harness
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/latentfuzz
        FILES_MATCHING PATTERN "*.h"
        PATTERN "cli" EXCLUDE)
install(FILES harness/gtest.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/latentfuzz)
install(DIRECTORY zoo/ DESTINATION ${CMAKE_INSTALL_DATADIR}/latentfuzz/zoo
        FILES_MATCHING PATTERN "*.pt" PATTERN "*.card.toml" PATTERN "*.gz" PATTERN "*-metrics.json"
        PATTERN "LICENSE.*")

configure_package_config_file(cmake/LatentFuzzConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/LatentFuzzConfig.cmake
                              INSTALL_DESTINATION ${LATENTFUZZ_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/LatentFuzzConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/LatentFuzzConfig.cmake
              ${PROJECT_BINARY_DIR}/LatentFuzzConfigVersion.cmake
        DESTINATION ${LATENTFUZZ_CMAKE_DIR})
