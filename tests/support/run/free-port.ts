import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Above the ports of known services, and below those that a system gives to connections. */
const [FIRST, LAST] = [10_000, 32_767]

/** Returns a port of 127.0.0.1 that nobody listens on, and that no connection takes before somebody does. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const server = createServer().listen(randomInt(FIRST, LAST + 1), '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if (tries < 20) continue
      throw error
    }
    const address = server.address()
    server.close()
    await once(server, 'close')
    if (address === null || typeof address === 'string') throw new Error('Cannot find a port: it is a pipe')
    return address.port
  }
}
