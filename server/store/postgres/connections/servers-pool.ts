import pg, { type PoolClient, type PoolConfig } from 'pg'
import { type ServerClient, serverClientOf } from './server-client.ts'
import { SERVER_STATE, type ServerState, type Servers } from './servers.ts'

export interface ServersPoolConfig extends PoolConfig {
  /**
   * The longest time, in milliseconds, in which a connection in use sends and receives nothing. Without a limit, a desk would
   * wait for a server that disappeared until TCP gives up, which takes a quarter of an hour.
   */
  silenceMs: number
}

type Callback = Parameters<pg.Pool['connect']>[0]

/** A pool whose connections are to the primary. One that can't be made, or is to a replica, is tried at each other server. */
export class ServersPool extends pg.Pool {
  readonly #servers: Servers

  constructor(servers: Servers, { silenceMs, ...config }: ServersPoolConfig) {
    // The types of the driver say that a client connects to itself.
    const Client = serverClientOf(servers) as unknown as NonNullable<PoolConfig['Client']>
    super({ ...config, Client, verify: verifierOf(servers) })
    this.#servers = servers
    this.on('acquire', (client) => serverClient(client).limitSilence(silenceMs))
    this.on('release', (_error, client) => serverClient(client).limitSilence(0))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const connecting = this.#connectToAny()
    if (callback === undefined) return connecting
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }

  async #connectToAny(): Promise<PoolClient> {
    const { all, current, leave } = this.#servers
    for (let tries = 1; ; tries++) {
      const server = current()
      try {
        return await super.connect()
      } catch (error) {
        leave(server)
        if (tries >= all.length) throw error
      }
    }
  }
}

/** Lets a connection wait for as long as it takes, until it is given back. */
export function allowSilence(client: PoolClient): void {
  serverClient(client).limitSilence(0)
}

/** All clients of the pool are made by `serverClientOf()`. */
function serverClient(client: PoolClient): PoolClient & ServerClient {
  return client as PoolClient & ServerClient
}

function verifierOf(servers: Servers) {
  return (client: PoolClient, done: (error?: Error) => void): void => {
    client
      .query<ServerState>(SERVER_STATE)
      .then(({ rows: [state] }) => state && servers.requirePrimary(state))
      .then(
        () => done(),
        (error: Error) => done(error),
      )
  }
}
