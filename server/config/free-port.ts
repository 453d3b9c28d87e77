import { createServer, type Server } from 'node:net'
import { ConfigError } from './config.ts'

/** Runs before anything is built or opened: a taken port is the most common reason for a failed start. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(reasonOf(error, host, port))),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

export interface HeldPort {
  port: number
  /** Has the port until the desk takes it over: https://nodejs.org/api/net.html#serverlistenhandle-backlog-callback */
  listener: Server
}

/**
 * Chooses a port for `PORT=0` and keeps it, since the public address, and with it every DSN, is made of it. A port that is
 * only looked up may belong to another process's connection by the time that the desk listens.
 */
export function holdFreePort(host = '127.0.0.1'): Promise<HeldPort> {
  return new Promise((resolve, reject) => {
    const listener = createServer((connection) => connection.destroy())
    listener.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(reasonOf(error, host, 0))),
    )
    listener.listen(0, host, () => {
      const address = listener.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      resolve({ port, listener })
    })
  })
}

function reasonOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT ${port} on ${host} is in use by another process`
    case 'EACCES':
      return `PORT ${port} is not allowed for this user`
    default:
      return `HOST ${host} cannot be used (${error.code ?? error.message})`
  }
}
