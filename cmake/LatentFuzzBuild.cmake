# Compiler settings, and the functions that declare a room and its tests.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

set(LATENTFUZZ_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")
if(LATENTFUZZ_SANITIZE)
  add_compile_options(-fsanitize=${LATENTFUZZ_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${LATENTFUZZ_SANITIZE})
endif()

# The source tree is seen as <latentfuzz/...>, as it is after install.
set(LATENTFUZZ_INCLUDE_ROOT ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${LATENTFUZZ_INCLUDE_ROOT})
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${LATENTFUZZ_INCLUDE_ROOT}/latentfuzz SYMBOLIC)

set(LATENTFUZZ_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of overlapping copies inside std::string's operator+ (GCC bug 105651).
  list(APPEND LATENTFUZZ_WARNINGS -Wno-restrict)
endif()

# latentfuzz_room(NAME SOURCES ... [USES rooms and libraries ...])
function(latentfuzz_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  if(NOT ARG_SOURCES)
    return()
  endif()
  add_library(latentfuzz_${name} OBJECT ${ARG_SOURCES})
  target_include_directories(latentfuzz_${name} PUBLIC ${LATENTFUZZ_INCLUDE_ROOT})
  target_compile_options(latentfuzz_${name} PRIVATE ${LATENTFUZZ_WARNINGS})
  target_link_libraries(latentfuzz_${name} PUBLIC ${ARG_USES})
endfunction()

# latentfuzz_test(NAME SOURCES ... USES rooms ...): one test program, each case known to CTest.
function(latentfuzz_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;USES" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_compile_options(${name} PRIVATE ${LATENTFUZZ_WARNINGS})
  target_link_libraries(${name} PRIVATE ${ARG_USES} GTest::gmock_main)
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 120
                       PROPERTIES TIMEOUT ${ARG_TIMEOUT})
endfunction()
