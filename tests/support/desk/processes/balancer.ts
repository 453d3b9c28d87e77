import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { forward } from './forward.ts'

interface BalancerOptions {
  /** Desks that are asked in turn. There need be none at first. */
  urls: readonly string[]
  /** 0 for any. */
  port: number
  databaseUrl: string
  /** What each of the desks has printed. */
  outputs: () => string[]
}

const INGEST = /^\/(api\/[1-9]\d*\/|otlp\/|tunnel)/
const MOST_WAITS = 250
const WAIT_MS = 20
/** Desks ask four times a second for what others wrote, and later on a machine that is busy. */
const HEARD_WITHIN_MS = 500
const LAST_LINES = 40

/**
 * Sends each request to the next desk. Tests list what they sent right after it was stored, and PostgreSQL counts it a moment
 * later, so whoever sends is answered when it is counted, and all desks know. Says why a page failed.
 */
export async function startBalancer({ urls, port, databaseUrl, outputs }: BalancerOptions): Promise<Server> {
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  database.on('error', () => undefined)
  let asked = 0
  const balancer = createServer((incoming, outgoing) => {
    const url = urls[asked++ % urls.length]
    if (url === undefined) outgoing.writeHead(503).end()
    else forward(url, incoming, outgoing, (status) => beforeAnswer(incoming, status))
  })
  balancer.once('close', () => void database.end())

  async function beforeAnswer({ method, url = '' }: IncomingMessage, status: number): Promise<void> {
    if (method === 'POST' && status === 200 && INGEST.test(url)) await awaitCounted(database)
    if (status !== 500) return
    const printed = outputs().flatMap((output) => output.split('\n').slice(-LAST_LINES))
    console.error(`${method} ${url} was answered 500. The desks printed:\n${printed.join('\n')}`)
  }

  await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve))
  return balancer
}

/** A test that stops the database or takes too long hears its own failure. */
async function awaitCounted(database: pg.Pool): Promise<void> {
  try {
    const { rows } = await database.query<{ last: string | null }>('select max(id) as last from journal')
    const last = [rows[0]?.last ?? 0]
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      const { rowCount } = await database.query('select from journal where id <= $1 limit 1', last)
      if (rowCount === 0) break
      await pause(WAIT_MS)
    }
    await pause(HEARD_WITHIN_MS)
  } catch {}
}
