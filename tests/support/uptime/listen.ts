import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { makeCertificate } from '#tests/support/source-maps/certificate.ts'

/** Answers on a free port of this machine until the test ends, and gives the port. */
export async function listen(answer: RequestListener, { isTls = false } = {}): Promise<number> {
  const server = isTls
    ? createTlsServer(makeCertificate({ hosts: ['localhost'] }), answer)
    : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // it listens on a port
}
