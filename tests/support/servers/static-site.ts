import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serves a folder on a free port of 127.0.0.1: an application of somebody else's, on an origin of its own. */
export async function serveFolder(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === '/' ? 'index.html' : pathname.slice(1)
    const body = await readFile(join(folder, path)).catch(() => undefined)
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': types[extname(path)] ?? 'text/plain',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
