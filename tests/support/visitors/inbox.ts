import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Inbox {
  /** What came, as it came. */
  bodies: string[]
  dsn: string
  close(): void
}

/** Takes what a desk reports of itself, and keeps it. */
export async function startInbox(): Promise<Inbox> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { bodies, dsn: `http://abc@127.0.0.1:${port}/1`, close: () => void server.close() }
}
