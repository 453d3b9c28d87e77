import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'

type EventStream = ReturnType<typeof streamOf>

/** Opens a stream of server-sent events, which is read as it comes. */
export function openStream(address: string, headers: Record<string, string>): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers, agent: false }, (response) => resolve(streamOf(response)))
    request.once('error', reject)
  })
}

function streamOf(response: IncomingMessage) {
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return {
    response,
    ended: new Promise((resolve) => response.once('close', resolve)),
    leave: () => response.destroy(),
    until: (pattern: RegExp) => expect.poll(() => text, { timeout: 5_000 }).toMatch(pattern),
  }
}
