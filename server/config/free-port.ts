import { createServer } from 'node:net'
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
