# cpp-httplib: the target CppHttplib::CppHttplib, with TLS.
#
# Debian's package is a library built with the features below, without a CMake package; classes have
# another layout without them. Elsewhere it is a header, which takes the same settings.
include(FindPackageHandleStandardArgs)
find_path(CppHttplib_INCLUDE_DIR httplib.h)
find_library(CppHttplib_LIBRARY cpp-httplib)
find_package_handle_standard_args(CppHttplib REQUIRED_VARS CppHttplib_INCLUDE_DIR)
if(CppHttplib_FOUND AND NOT TARGET CppHttplib::CppHttplib)
  find_package(OpenSSL REQUIRED)
  find_package(Threads REQUIRED)
  find_package(ZLIB REQUIRED)
  add_library(CppHttplib::CppHttplib INTERFACE IMPORTED)
  set_target_properties(CppHttplib::CppHttplib PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${CppHttplib_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS "CPPHTTPLIB_OPENSSL_SUPPORT;CPPHTTPLIB_ZLIB_SUPPORT"
    INTERFACE_LINK_LIBRARIES "OpenSSL::SSL;OpenSSL::Crypto;ZLIB::ZLIB;Threads::Threads")
  if(CppHttplib_LIBRARY)
    set_property(TARGET CppHttplib::CppHttplib APPEND PROPERTY
      INTERFACE_COMPILE_DEFINITIONS CPPHTTPLIB_BROTLI_SUPPORT)
    set_property(TARGET CppHttplib::CppHttplib APPEND PROPERTY
      INTERFACE_LINK_LIBRARIES ${CppHttplib_LIBRARY})
  endif()
endif()
mark_as_advanced(CppHttplib_INCLUDE_DIR CppHttplib_LIBRARY)
