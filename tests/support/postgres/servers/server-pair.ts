import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createOwnServer, type OwnServer } from '#tests/support/postgres/own-server.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/postgres/tcp-proxy.ts'
import { mountDiskFile } from '#tests/support/store/failing-disk.ts'

/** A server, its disk, and the network before it. */
export interface PairedServer {
  server: OwnServer
  proxy: TcpProxy
  folder: string
  /** Its small disk; undefined if this user may not mount one. */
  disk: string | undefined
}

/** A primary and its synchronous replica, which change places. */
export interface ServerPair {
  /** Both, each through its proxy. */
  url: string
  primary(): PairedServer
  /** Kills the primary, and makes the replica the primary. */
  failOver(): Promise<void>
  /** Makes the server that was killed the replica of the one that took over. */
  renewReplica(): Promise<void>
  close(): Promise<void>
}

/** Each server has a disk of so many megabytes, in a file, as far as this user may mount one. */
export async function createServerPair(folder: string, diskMegabytes: number): Promise<ServerPair> {
  const unmounts: (() => Promise<void>)[] = []
  const mounted = new Set<string>()
  const onData = async (data: string) => {
    const unmount = await mountDiskFile(data, diskMegabytes)
    chmodSync(data, 0o700) // a new file system is open to all
    if (unmount === undefined) return
    unmounts.push(unmount)
    mounted.add(data)
  }
  const paired = async (name: string, server: OwnServer): Promise<PairedServer> => {
    const data = join(folder, name, 'data')
    return {
      server,
      proxy: await startTcpProxy(server.port),
      folder: join(folder, name),
      disk: mounted.has(data) ? data : undefined,
    }
  }
  const one = await createOwnServer(join(folder, 'one'), onData)
  await one.start()
  await one.query("create database crumbtrail template template0 locale 'C'")
  const other = await one.addReplica({ folder: join(folder, 'other'), onData })
  let [primary, replica] = [await paired('one', one), await paired('other', other)]
  return {
    url: `postgres://tests@127.0.0.1:${primary.proxy.port},127.0.0.1:${replica.proxy.port}/crumbtrail`,
    primary: () => primary,
    async failOver() {
      await primary.server.kill()
      await replica.server.promote()
      primary.proxy.cut()
      ;[primary, replica] = [replica, primary]
    },
    async renewReplica() {
      const place = { folder: replica.folder, port: replica.server.port }
      replica.server = await primary.server.addReplica(place)
    },
    async close() {
      await Promise.all([primary.proxy.close(), replica.proxy.close()])
      await Promise.allSettled([primary.server.kill(), replica.server.kill()])
      for (const unmount of unmounts) await unmount()
    },
  }
}
