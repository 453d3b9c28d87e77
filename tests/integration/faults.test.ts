import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile } from '#server/config/data-dir.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { removeData, runMain, startDesk } from '#tests/support/desk/desk-process.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { type ChildServer, startChildServer } from '#tests/support/servers/child-server.ts'
import { anEventId } from '#tests/support/store/event-store.ts'
import {
  allowWriting,
  canForbidWriting,
  forbidWriting,
  mountSmallDisk,
} from '#tests/support/store/failing-disk.ts'

async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-faults-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function start(file: string, ...more: string[]): Promise<ChildServer> {
  const server = await startChildServer('ingest-server.ts', [file, ...more])
  onTestFinished(() => server.kill())
  return server
}

async function send(server: ChildServer, number: number) {
  const response = await fetch(`${server.url}/api/1/envelope/?sentry_key=${server.publicKey}`, {
    method: 'POST',
    body: sampleEnvelope(number, anEventId(number)),
  })
  const { detail } = (await response.json()) as { detail?: string } // our own answer
  return { status: response.status, detail, limits: response.headers.get('x-sentry-rate-limits') }
}

/** The ids that are stored, of a database that is sound. */
function storedIds(file: string): string[] {
  const database = new DatabaseSync(file)
  try {
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    return database
      .prepare('select event_id as id from event order by event_id')
      .all()
      .map(({ id }) => String(id))
  } finally {
    database.close()
  }
}

/** Sends until something else than 200 is answered; gives the numbers that were stored, and the other answer. */
async function sendUntilRefused(server: ChildServer, first: number) {
  const stored: number[] = []
  for (let number = first; ; number++) {
    const answer = await send(server, number)
    if (answer.status !== 200) return { stored, answer, next: number }
    stored.push(number)
  }
}

const small = await mkdtemp(join(tmpdir(), 'crumbtrail-disk-'))
const unmount = await mountSmallDisk(small, 16)
await unmount?.()
await rm(small, { recursive: true })

describe('a disk that is full', () => {
  it.skipIf(!unmount)('is answered 503 until there is room, and loses nothing', async () => {
    const directory = await aDirectory()
    const free = await mountSmallDisk(directory, 16)
    onTestFinished(async () => free?.())
    const ballast = join(directory, 'ballast')
    await writeFile(ballast, Buffer.alloc(6 * 1024 * 1024))
    const file = join(directory, 'desk.sqlite')
    const server = await start(file, 'full')
    const { stored, answer, next } = await sendUntilRefused(server, 1)
    expect(stored.length).toBeGreaterThan(10)
    expect(answer).toEqual({
      status: 503,
      detail: 'Cannot store envelope: the database rejected it',
      limits: '10::organization:not_stored',
    })
    await rm(ballast)
    expect((await send(server, next)).status).toBe(200)
    await server.stop()
    expect(storedIds(file)).toEqual([...stored, next].map(anEventId).sort())
  })

  it.skipIf(!unmount)('is seen before it is', async () => {
    const directory = await aDirectory()
    const free = await mountSmallDisk(directory, 16)
    onTestFinished(async () => free?.())
    const server = await start(join(directory, 'desk.sqlite'))
    const { answer } = await sendUntilRefused(server, 1)
    expect(answer).toMatchObject({ status: 503, limits: '10::organization:disk_full' })
  })
})

describe.skipIf(!canForbidWriting())('a disk that takes no more writes', () => {
  it('is answered 503 until writing works, and the desk continues by itself', async () => {
    const file = join(await aDirectory(), 'desk.sqlite')
    const server = await start(file)
    const pid = server.process.pid ?? 0
    for (const number of [1, 2, 3]) expect((await send(server, number)).status).toBe(200)
    await forbidWriting(pid)
    for (const number of [4, 5, 6]) expect(await send(server, number)).toMatchObject({ status: 503 })
    await allowWriting(pid)
    for (const number of [5, 6, 7]) expect((await send(server, number)).status).toBe(200)
    await server.stop()
    expect(storedIds(file)).toEqual([1, 2, 3, 5, 6, 7].map(anEventId))
  })
})

describe('a database that is damaged', () => {
  let sound: Buffer

  beforeAll(async () => {
    const desk = await startDesk()
    await desk.stop()
    sound = await readFile(databaseFile(desk.dataDir))
    await removeData(desk)
  })

  it.each([
    ['all of it', (bytes: Buffer) => bytes.fill('no database any more')],
    ['a page inside', (bytes: Buffer) => bytes.fill(0xa5, 3 * 8_192, 4 * 8_192)],
  ])('stops the start with a line that says how to restore: %s', async (_name, damage) => {
    const dataDir = await aDirectory()
    const file = databaseFile(dataDir)
    await writeFile(file, damage(Buffer.from(sound)))
    const before = await readFile(file)
    const { code, output } = await runMain([], { PORT: '0', DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toMatch(
      /^Cannot open the database: .+ is damaged \(.+\); restore a backup with .+ restore FILE.+\n$/,
    )
    expect(await readFile(file)).toEqual(before)
  })
})

describe('a database that has lost its content', () => {
  it('stops the start and every command with one line, and its log stays for who mends it', async () => {
    const desk = await startTestDesk()
    await desk.stop('SIGKILL')
    const file = databaseFile(desk.dataDir)
    const log = await readFile(`${file}-wal`)
    expect(log.length).toBeGreaterThan(10_000)
    await writeFile(file, '')
    for (const command of [[], ['project', 'list']]) {
      const { code, output } = await runMain(command, { PORT: '0', DATA_DIR: desk.dataDir })
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(
          /^Cannot open the database: it is empty, but its log \S+-wal holds the latest data; .+\n$/,
        ),
      ])
      expect((await readFile(file)).length).toBe(0)
      expect(await readFile(`${file}-wal`)).toEqual(log)
    }
  })
})

describe('two desks on one directory', () => {
  it('are one too many; commands, backups among them, work beside the first', async () => {
    const desk = await startTestDesk()
    const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string } // our own CLI
    const second = await runMain([], { PORT: '0', DATA_DIR: desk.dataDir })
    expect(second.code).toBe(1)
    expect(second.output).toBe(
      `Cannot start: DATA_DIR is "${desk.dataDir}", which another Crumbtrail process already uses\n`,
    )
    const { eventId } = await sendEvent(dsn)
    const backup = join(await aDirectory(), 'desk.backup')
    await desk.cli('backup', backup)
    expect(storedIds(backup)).toContain(eventId)
    await expect(desk.cli('restore', backup)).rejects.toThrow(/a running desk uses .+; stop it first/)
    await desk.stop('SIGKILL')
    const { code, output } = await runMain(['restore', backup], { DATA_DIR: desk.dataDir })
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Restored') })
    const again = await startTestDesk({ dataDir: desk.dataDir })
    expect(await again.stop()).toBe(0)
    expect(storedIds(databaseFile(desk.dataDir))).toContain(eventId)
  })
})
