import type { RequestListener } from 'node:http'
import { createServer, type RequestOptions, request as requestHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { makeCertificate } from '#tests/support/source-maps/certificate.ts'

/** An address of the public Internet, which nothing is sent to. */
export const PUBLIC = '93.184.215.14'

const shopCertificate = makeCertificate({ hosts: ['shop.example', 'other.example'] })

interface SiteOptions {
  /** The certificate that it shows. */
  certificate?: { cert: string; key: string }
  /** The authorities that the fetcher trusts. */
  trusted?: string
}

/**
 * A site on this machine: real sockets and a real TLS handshake for the name that was asked for. Only the last step is the
 * test's: what the fetcher sends to the address that it pinned goes to this machine instead.
 */
export async function openTlsSite(
  answer: RequestListener,
  { certificate = shopCertificate, trusted = certificate.cert }: SiteOptions = {},
) {
  const pinned: string[] = []
  const server = createServer(certificate, answer)
  server.on('tlsClientError', () => undefined) // who does not trust the certificate hangs up
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const request = (url: URL, { lookup, ...options }: RequestOptions) =>
    requestHttps(url, {
      ...options,
      ...{ port, defaultPort: port, ca: trusted },
      lookup: (host, { all }, found) =>
        lookup?.(host, { all: false }, (_error, address) => {
          pinned.push(String(address))
          if (all) found(null, [{ address: '127.0.0.1', family: 4 }])
          else found(null, '127.0.0.1', 4)
        }),
    })
  return { pinned, request }
}
