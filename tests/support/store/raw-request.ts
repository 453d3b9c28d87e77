import { request } from 'node:http'

export interface RawRequest {
  method?: string
  /** As it goes over the wire: nothing in it is resolved or encoded. */
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** One request on a connection of its own, and all of its answer as it came. */
export function sendRaw(origin: string, { method = 'GET', path, headers = {}, body }: RawRequest) {
  const { hostname, port } = new URL(origin)
  return new Promise<RawAnswer>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
