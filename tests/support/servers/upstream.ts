import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A real server on a port of its own that keeps what it is sent. Closed when the test is. */
export async function startUpstream(
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end('{}'),
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
    received.push(one)
    answer(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { received, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` }
}
