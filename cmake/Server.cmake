# The libraries behind server/. Boost's headers alone are used: Asio and Beast.
find_package(Boost 1.81)
if(NOT Boost_FOUND)
  latewood_fail_without("Boost 1.81 or newer" libboost1.81-dev)
endif()
find_package(OpenSSL REQUIRED COMPONENTS SSL)
