// A certificate that its own key signs, for tests of https.
#pragma once

#include <filesystem>
#include <string>

namespace latentfuzz {

struct CertificateFiles {
  std::filesystem::path certificate, key;  // PEM
};

// Writes both into `folder`, valid for a day from now. `name` is what the certificate is for, as
// OpenSSL writes alternative names: "IP:127.0.0.1", "DNS:example.org".
CertificateFiles WriteCertificate(const std::filesystem::path& folder, const std::string& name);

}  // namespace latentfuzz
