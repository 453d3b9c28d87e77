import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that takes a while. */
export interface FarServer {
  port: number
  close(): Promise<void>
}

/** Passes on what a server on this machine is sent and answers, each way later by half of the milliseconds. */
export async function startFarServer(serverPort: number, roundTripMs: number): Promise<FarServer> {
  const sockets = new Set<Socket>()
  const later = createDelay(roundTripMs / 2)

  function pass(client: Socket): void {
    const server = connect(serverPort, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from.setNoDelay())
      from.on('error', () => from.destroy())
      from.on('data', (data: Buffer) => later(() => to.write(data)))
      from.on('close', () => {
        sockets.delete(from)
        later(() => to.destroy())
      })
    }
  }

  const listener = createServer(pass).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port, // it listens on a port
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** A timer of Node is late by up to a millisecond, so the event loop turns while anything is on its way. */
function createDelay(ms: number): (run: () => void) => void {
  const waiting: { due: number; run: () => void }[] = []
  let isTurning = false

  function turn(): void {
    for (let [first] = waiting; first !== undefined && first.due <= performance.now(); [first] = waiting) {
      waiting.shift()
      first.run()
    }
    isTurning = waiting.length > 0
    if (isTurning) setImmediate(turn)
  }

  return (run) => {
    waiting.push({ due: performance.now() + ms, run })
    if (isTurning) return
    isTurning = true
    setImmediate(turn)
  }
}
