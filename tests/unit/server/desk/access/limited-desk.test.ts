import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openStore } from '#server/store/open-store.ts'
import { deleteProject } from '#server/store/projects/demo-project.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { FILLED_AT, fillTwoProjects, type TwoProjects } from '#tests/support/accounts/hidden-project.ts'
import { copyStore } from '#tests/support/postgres/copy-store.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { openPayloads, type ReadPayload } from '#tests/support/postgres/page-payloads.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { findAskedEvent, pageAddressesOf } from '#tests/support/postgres/walked-addresses.ts'
import { someOf } from '#tests/support/run/doses.ts'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

/** How many addresses a short run reads of the visible project, and of the hidden one. */
const SHARE = 12
/** Says where a short run begins to take its share, so that runs differ. */
const seed = Date.now() % 1_000_000

const toClose: Pick<Store, 'close'>[] = []
let opened: EventStore
let projects: TwoProjects
let openPages: Awaited<ReturnType<typeof openPayloads>>

beforeAll(async () => {
  opened = await openEventStore(() => FILLED_AT)
  toClose.push(opened)
  const account = {
    email: 'ada@example.com',
    passwordHash: '-',
    role: 'owner',
    createdAt: FILLED_AT,
  } as const
  await opened.store.write((trx) => insertAccount(trx, account))
  projects = await fillTwoProjects(opened)
  openPages = await openPayloads()
}, 240_000)

afterAll(async () => {
  for (const store of toClose.toReversed()) await store.close()
})

/**
 * Payloads are long: a failure shows where they begin to differ. How many bytes something takes is estimated by how well the
 * newest blocks of the whole desk are packed, and is not compared.
 */
function expectSame(...compared: [one: string, other: string, address: string]): void {
  const [one, other, address] = compared.map((text) =>
    text.replaceAll(/"(bytes|sizeBytes)":\d+/g, '"$1":0'),
  ) as typeof compared // as many
  const at = Math.max(0, [...one].findIndex((letter, index) => letter !== other[index]) - 80)
  if (one !== other)
    expect(one.slice(at, at + 300), `${address}, seed ${seed}`).toBe(other.slice(at, at + 300))
}

/** A copy for each engine, since its test deletes. */
async function placeOf(engine: (typeof ENGINES)[number]): Promise<string> {
  if (engine === 'sqlite') {
    const copy = join(dirname(opened.file), 'copy.sqlite')
    const connection = openConnection(opened.file)
    connection.prepare('vacuum into ?').run(copy)
    connection.close()
    return copy
  }
  const url = await createPostgresDatabase()
  await copyStore(opened.file, url)
  return url
}

describe.each(ENGINES)('a desk that sees some projects, on %s', (engine) => {
  let place: string
  let store: Store
  let addresses: string[]
  /** Of an event of the hidden project. */
  let hiddenAddress: string
  let limited: ReadPayload
  let unlimited: ReadPayload
  let listed: ReadPayload

  beforeAll(async () => {
    place = await placeOf(engine)
    store = await openStore({ place })
    toClose.push(store)
    const { demoId, hiddenId } = projects
    const asked = await Promise.all([demoId, hiddenId].map((id) => findAskedEvent(store.db, id)))
    addresses = asked.flatMap((event) => {
      const all = [...pageAddressesOf(event).values()].flat()
      const first = seed % all.length
      return someOf([...all.slice(first), ...all.slice(0, first)], SHARE)
    })
    const [, hidden] = asked
    hiddenAddress = `/issues/${hidden?.issueId}/events/${hidden?.eventId}`
    addresses.push(hiddenAddress)
    unlimited = openPages(store, FILLED_AT)
    listed = openPages(store, FILLED_AT, [1, demoId, hiddenId])
    limited = openPages(store, FILLED_AT, [1, demoId])
  })

  it('answers the same to the byte where it sees all of them', async () => {
    for (const address of addresses) expectSame(await listed(address), await unlimited(address), address)
  }, 600_000)

  it('answers as if there were no others', async () => {
    const before = new Map<string, string>()
    for (const address of addresses) before.set(address, await limited(address))
    const { hiddenId } = projects
    await store.writeAlone([hiddenId], (trx) => deleteProject(trx, hiddenId))
    const other = await openStore({ place }) // which remembers nothing of what was there
    toClose.push(other)
    const without = openPages(other, FILLED_AT)
    for (const [address, payload] of before) expectSame(payload, await without(address), address)
    expect(before.get(hiddenAddress)).toBe('aborted: 404')
  }, 600_000)
})
