import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The name of a server's socket in its folder. */
const SOCKET = '.s.PGSQL.5432'
/** https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-COMMANDCOMPLETE */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

export interface CutConnections {
  /** The address of the database through this proxy. */
  url: string
  /** Swallows the server's answer to the next commit, and breaks its connection. */
  cutNextCommit(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a database of the tests' server. */
export async function startCutConnections(databaseUrl: string): Promise<CutConnections> {
  const address = new URL(databaseUrl.replace('@/', '@localhost/')) // a URL cannot be parsed without a host
  const serverFolder = address.searchParams.get('host') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'cut-'))
  const sockets = new Set<Socket>()
  let isCutting = false

  function pass(client: Socket): void {
    const server = connect(join(serverFolder, SOCKET))
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    client.pipe(server)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    server.on('data', (data: Buffer) => {
      if (isCutting && data.includes(COMMITTED)) {
        isCutting = false
        client.destroy()
      } else client.write(data)
    })
  }

  const proxy = createServer(pass)
  await new Promise<void>((resolve) => proxy.listen(join(folder, SOCKET), resolve))
  return {
    url: databaseUrl.replace(encodeURIComponent(serverFolder), encodeURIComponent(folder)),
    cutNextCommit() {
      isCutting = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
