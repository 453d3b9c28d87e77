/** What is wrong with a certificate, by the code of its error: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE_FAULTS = new Map([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for other names'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'is not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is signed by no known authority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'is signed by no known authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'is signed by no known authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'comes without the one of the authority that signed it'],
])

/** Says what is wrong with a host's certificate; undefined where a connection failed for another reason. */
export function certificateFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = CERTIFICATE_FAULTS.get(code)
  return fault && `the certificate of its host ${fault}`
}
