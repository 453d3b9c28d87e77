import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-COMMANDCOMPLETE */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

/** A network between desks and a server, which can fail. */
export interface TcpProxy {
  port: number
  /** Ends all connections. */
  cut(): void
  /** Passes nothing on and ends nothing, as when a machine vanishes, until it is called with false. */
  stall(isStalled: boolean): void
  /** Swallows the answers to the next commits, and ends their connections. */
  swallowCommits(count: number): void
  close(): Promise<void>
}

export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let isStalled = false
  let swallowed = 0

  function pass(client: Socket): void {
    const server = connect(serverPort, '127.0.0.1')
    const pair: [Socket, Socket] = [client, server]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        client.destroy()
        server.destroy()
        pairs.delete(pair)
      })
    }
    client.on('data', (data: Buffer) => server.write(data))
    server.on('data', (data: Buffer) => {
      if (swallowed > 0 && data.includes(COMMITTED)) {
        swallowed--
        client.destroy()
      } else client.write(data)
    })
    if (isStalled) for (const socket of pair) socket.pause()
  }

  const proxy = createServer(pass).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port, // it listens on a port
    cut() {
      for (const [client] of pairs) client.destroy()
    },
    stall(stalled) {
      isStalled = stalled
      for (const socket of [...pairs].flat()) {
        if (stalled) socket.pause()
        else socket.resume()
      }
    },
    swallowCommits(count) {
      swallowed = count
    },
    async close() {
      for (const [client] of pairs) client.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
