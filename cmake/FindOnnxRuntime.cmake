# ONNX Runtime, as the target OnnxRuntime::OnnxRuntime.
#
# Looked for in LATENTFUZZ_ONNXRUNTIME_ROOT (a folder with include/ and lib/, as ONNX Runtime's own
# releases have them), then where ci/setup-onnxruntime puts it, then among the system's packages.
set(folders ${LATENTFUZZ_ONNXRUNTIME_ROOT} ${PROJECT_SOURCE_DIR}/build/third-party/onnxruntime)
find_path(OnnxRuntime_INCLUDE_DIR onnxruntime_cxx_api.h
          HINTS ${folders} PATH_SUFFIXES include include/onnxruntime onnxruntime)
find_library(OnnxRuntime_LIBRARY onnxruntime HINTS ${folders} PATH_SUFFIXES lib)
mark_as_advanced(OnnxRuntime_INCLUDE_DIR OnnxRuntime_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OnnxRuntime REQUIRED_VARS OnnxRuntime_LIBRARY
                                                            OnnxRuntime_INCLUDE_DIR)
if(OnnxRuntime_FOUND AND NOT TARGET OnnxRuntime::OnnxRuntime)
  add_library(OnnxRuntime::OnnxRuntime SHARED IMPORTED)
  set_target_properties(OnnxRuntime::OnnxRuntime PROPERTIES
    IMPORTED_LOCATION ${OnnxRuntime_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${OnnxRuntime_INCLUDE_DIR})
endif()
