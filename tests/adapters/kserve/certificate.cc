#include "latentfuzz/tests/adapters/kserve/certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace latentfuzz {
namespace {

constexpr long kDay = 24 * 60 * 60;

template <typename T, void (*kFree)(T*)>
struct Freed {
  void operator()(T* value) const { kFree(value); }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY, EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509, X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION, X509_EXTENSION_free>>;

void Require(bool done) {
  if (!done) throw std::runtime_error("OpenSSL made no certificate");
}

void AddExtension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  Require(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

Certificate SelfSigned(EVP_PKEY* key, const std::string& name) {
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kDay);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  const auto* text = reinterpret_cast<const unsigned char*>("latentfuzz test");
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, text, -1, -1, 0);
  X509_set_issuer_name(certificate.get(), subject);
  AddExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(certificate.get(), NID_subject_alt_name, name);
  Require(X509_sign(certificate.get(), key, EVP_sha256()) > 0);
  return certificate;
}

template <typename Write>
std::filesystem::path Save(const std::filesystem::path& path, const Write& write) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  Require(file != nullptr);
  const bool written = write(file) == 1;
  std::fclose(file);
  Require(written);
  return path;
}

}  // namespace

CertificateFiles WriteCertificate(const std::filesystem::path& folder, const std::string& name) {
  const Key key(EVP_EC_gen("P-256"));
  Require(key != nullptr);
  const Certificate certificate = SelfSigned(key.get(), name);
  return {Save(folder / "certificate.pem",
               [&](std::FILE* file) { return PEM_write_X509(file, certificate.get()); }),
          Save(folder / "key.pem", [&](std::FILE* file) {
            return PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace latentfuzz
