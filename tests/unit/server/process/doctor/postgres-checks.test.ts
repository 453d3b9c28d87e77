import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { checkPostgres, findDurabilityRisk } from '#server/process/doctor/postgres-checks.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { createOwnServer, type OwnServer } from '#tests/support/postgres/own-server.ts'

const ASYNCHRONOUS =
  'the replica "spare" is asynchronous: the last accepted events are lost if it takes over. synchronous_standby_names makes commits wait for it'

let server: OwnServer
let url: string

/** The servers of other tests have fsync off, which is said first. */
beforeAll(async () => {
  server = await createOwnServer(join(tmpdir(), `durability-${randomUUID()}`))
  await server.start()
  await server.query("create database crumbtrail template template0 locale 'C'")
  url = `postgres://tests@127.0.0.1:${server.port}/crumbtrail`
}, 120_000)

afterAll(() => server.stop())

/** Receives the server's log as a replica does, and keeps nothing of it. */
async function followAsReplica(): Promise<void> {
  const [place] = await server.query('select pg_current_wal_lsn() as lsn')
  const client = new pg.Client(`${url}?replication=true&application_name=spare`)
  client.on('error', () => undefined)
  await client.connect()
  client.query(`START_REPLICATION PHYSICAL ${place?.lsn}`).catch(() => undefined) // it lasts as long as the connection
  onTestFinished(() => void client.end())
  await eventually('the replica', async () => {
    const replicas = await server.query("select from pg_stat_replication where state = 'streaming'")
    return replicas.length > 0 || undefined
  })
}

async function durability(): Promise<string | undefined> {
  const checks = await checkPostgres(url, Date.now())
  const found = checks.find(({ name }) => name === 'durability')
  return found && `${found.state}: ${found.message}`
}

it('durability is what the disk gives where there is no replica', async () => {
  expect(await durability()).toBe('ok: a commit waits for the disk; there is no replica')
  expect(await findDurabilityRisk(url)).toBeUndefined()
})

it('an asynchronous replica is a risk until commits wait for it', async () => {
  await followAsReplica()
  expect(await durability()).toBe(`warn: ${ASYNCHRONOUS}`)
  expect(await findDurabilityRisk(url)).toBe(ASYNCHRONOUS)
  await server.query("alter system set synchronous_standby_names = 'spare'")
  await server.query('select pg_reload_conf()')
  await eventually('the setting', async () => (await findDurabilityRisk(url)) === undefined || undefined)
  expect(await durability()).toBe('ok: a commit waits for the disk and for spare')
})
