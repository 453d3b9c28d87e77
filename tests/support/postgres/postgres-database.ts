import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { startPostgres } from './postgres-server.ts'
import { startPooler, throughPooler } from './servers/pooler.ts'

const TEMPLATE = 'crumbtrail'
const USER = 'tests'

/** Makes a database with the tables of the desk and its own project, and gives its address. It goes with the run. */
export async function createPostgresDatabase(): Promise<string> {
  const socketFolder = await startPostgres(tmpdir(), prepare)
  const name = `test_${randomBytes(8).toString('hex')}`
  await command(socketFolder, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return addressOf(throughPooler(tmpdir(), socketFolder), name)
}

/** An empty database, as an administrator would create it. */
export async function createEmptyPostgresDatabase(options = ''): Promise<string> {
  const socketFolder = await startPostgres(tmpdir(), prepare)
  const name = `test_${randomBytes(8).toString('hex')}`
  await command(socketFolder, `create database ${name} template template0 strategy file_copy ${options}`)
  return addressOf(throughPooler(tmpdir(), socketFolder), name)
}

async function prepare(socketFolder: string): Promise<void> {
  await makeTemplate(socketFolder)
  startPooler(tmpdir(), socketFolder)
}

async function makeTemplate(socketFolder: string): Promise<void> {
  await command(socketFolder, `create database ${TEMPLATE}`)
  const store = await openPostgresStore({
    url: addressOf(socketFolder, TEMPLATE),
    clock: () => 0,
    newKey: () => 'a'.repeat(32),
  })
  await store.close()
}

async function command(socketFolder: string, sql: string): Promise<void> {
  const client = new pg.Client(addressOf(socketFolder, 'postgres'))
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function addressOf(socketFolder: string, name: string): string {
  return `postgres://${USER}@/${name}?host=${encodeURIComponent(socketFolder)}`
}
