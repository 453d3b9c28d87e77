import { Socket } from 'node:net'
import pg, { type ClientConfig } from 'pg'
import type { Servers } from './servers.ts'

/** A connection of a pool, to the server that was current when it was made. */
export interface ServerClient {
  /** Ends the connection if nothing is sent or received for this time, in milliseconds; 0 allows any time. */
  limitSilence(ms: number): void
}

/** Returns the class of a pool's connections. */
export function serverClientOf(servers: Servers) {
  return class extends pg.Client implements ServerClient {
    readonly #socket: Socket

    constructor(config?: ClientConfig) {
      const socket = new Socket()
      super({ ...config, connectionString: servers.current(), stream: () => socket })
      this.#socket = socket
      socket.on('timeout', () => socket.destroy(new Error('the server does not answer')))
    }

    limitSilence(ms: number): void {
      this.#socket.setTimeout(ms)
    }
  }
}
