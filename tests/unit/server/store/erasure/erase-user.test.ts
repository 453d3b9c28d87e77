import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { packBlock } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { eraseUserData, findUserData, type UserDataItem } from '#server/store/erasure/erase-user.ts'
import type { Searched } from '#server/store/erasure/find-payloads.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const ada = { id: '42', email: 'ada@example.com' }
const bob = { id: '43', email: 'bob@example.com' }
const ofAda = { user: { id: '42', email: 'ada@example.com' }, message: 'of Ada' }
const ofBob = { user: { id: '43', email: 'bob@example.com' }, message: 'of Bob' }

/** An issue with an event of each user in one block, and what hangs on them. */
async function openFilledStore(engine: Engine): Promise<Store> {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  const payloads = [ofAda, ofBob].map((payload) => Buffer.from(JSON.stringify(payload)))
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = payloads
  const times = { timestamp: 1_000, received_at: 1_000 }
  await store.write(async (trx) => {
    const title = { type: 'Error', value: 'no account of ada@example.com', culprit: 'pay' }
    const { id: issue_id } = await trx
      .insertInto('issue')
      .values({
        ...{ project_id: 1, number: 1, grouping_version: 1, grouping_key: 'key', ...title },
        ...{ level: 'error', is_unhandled: 0, first_seen: 1_000, last_seen: 1_000, event_count: 2 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ofIssue = { project_id: 1, issue_id }
    await trx
      .insertInto('issue_text')
      .values({ ...ofIssue, text: 'Error\nno account of ada@example.com', line_hashes: '' })
      .execute()
    const block = { size_bytes: first.length + second.length, data: packBlock(payloads) }
    const { id: block_id } = await trx
      .insertInto('payload_block')
      .values(block)
      .returning('id')
      .executeTakeFirstOrThrow()
    const event = { ...ofIssue, ...times, level: 'error', value: 'no account', block_id }
    for (const [event_id, place, user_label] of [
      ['a'.repeat(32), { block_offset: 0, block_length: first.length }, 'id:42'],
      ['b'.repeat(32), { block_offset: first.length, block_length: second.length }, 'id:43'],
    ] as const) {
      await trx
        .insertInto('event')
        .values({ ...event, ...place, event_id, user_label })
        .execute()
      const file = { sha256: 'c'.repeat(64), filename: 'a.txt', attachment_type: 'event.attachment' }
      await trx
        .insertInto('attachment')
        .values({ project_id: 1, event_id, ...file, size_bytes: 1, received_at: 1_000 })
        .execute()
    }
    for (const { email } of [ada, bob]) {
      const message = { message: 'It broke', email, source: 'sdk' }
      await trx
        .insertInto('feedback')
        .values({ project_id: 1, feedback_id: email.padEnd(32, '0'), ...times, ...message })
        .execute()
    }
    const commits: [email: string, message: string][] = [
      [ada.email, 'Fix it'],
      [bob.email, 'Fix more\n\nReviewed-by: Ada <ada@example.com>'],
    ]
    for (const [position, [author_email, message]] of commits.entries()) {
      const given = { commit_id: `${position}a1`, author_name: 'A name', author_email, message, files: '[]' }
      await trx
        .insertInto('release_commit')
        .values({ project_id: 1, version: '1.0', position, ...given, received_at: 1_000 })
        .execute()
    }
    await trx
      .insertInto('issue_tag_key')
      .values({ ...ofIssue, key: 'user', value_count: 2, other_count: 0 })
      .execute()
    for (const value of ['id:42', 'id:43']) {
      const counts = { event_count: 1, first_seen: 1_000, last_seen: 1_000 }
      await trx
        .insertInto('issue_tag')
        .values({ ...ofIssue, key: 'user', value, ...counts })
        .execute()
    }
  })
  return store
}

async function listOf(store: Store, searched: Searched): Promise<UserDataItem['kind'][]> {
  const kinds: UserDataItem['kind'][] = []
  for await (const { kind } of findUserData(store.db, searched)) kinds.push(kind)
  return kinds
}

describe.each(ENGINES)('the data of a user on %s', (engine) => {
  it('is found and erased, in its block as well, while what is of others stays', async () => {
    const store = await openFilledStore(engine)
    const found = await listOf(store, { identity: ada })
    expect(found).toEqual(['events', 'feedback', 'tags', 'issues', 'commits', 'commits'])
    expect(await eraseUserData(store, { identity: ada })).toEqual({
      ...{ events: 1, spans: 0, logs: 0, metrics: 0, segments: 0, feedback: 1, tags: 1, issues: 1 },
      commits: 2,
    })
    expect(await listOf(store, { identity: ada })).toEqual([])
    expect(await listOf(store, { identity: bob })).toEqual(['events', 'feedback', 'tags', 'commits'])
    const commits = await store.db.selectFrom('release_commit').select(['author_email', 'message']).execute()
    expect(commits).toEqual([
      { author_email: null, message: 'Fix it' },
      { author_email: bob.email, message: 'Fix more\n\nReviewed-by: Ada <[erased]>' },
    ])

    const [block] = await store.db.selectFrom('payload_block').selectAll().execute()
    const text = zstdDecompressSync(block?.data ?? new Uint8Array()).toString()
    expect(text).toBe(`${' '.repeat(JSON.stringify(ofAda).length)}${JSON.stringify(ofBob)}`)
    expect(text).toHaveLength(Number(block?.size_bytes))

    const issue = await store.db.selectFrom('issue').select(['value', 'event_count']).execute()
    expect(issue).toEqual([{ value: 'no account of [erased]', event_count: 2 }])
    const texts = await store.db.selectFrom('issue_text').select('text').execute()
    expect(texts).toEqual([{ text: 'Error\nno account of [erased]' }])
    const keys = await store.db.selectFrom('issue_tag_key').select(['value_count', 'other_count']).execute()
    expect(keys).toEqual([{ value_count: 1, other_count: 1 }])
    const files = await store.db.selectFrom('attachment').select('event_id').execute()
    expect(files).toEqual([{ event_id: 'b'.repeat(32) }])
  })

  it('of the last user in a block goes with the block', async () => {
    const store = await openFilledStore(engine)
    await eraseUserData(store, { identity: ada })
    await eraseUserData(store, { identity: bob })
    expect(await store.db.selectFrom('payload_block').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('event').selectAll().execute()).toEqual([])
  })

  it('stays where it is of another project than the one that is named', async () => {
    const store = await openFilledStore(engine)
    expect(await listOf(store, { identity: ada, projectId: 2 })).toEqual([])
    await eraseUserData(store, { identity: ada, projectId: 2 })
    expect(await listOf(store, { identity: ada, projectId: 1 })).toEqual([
      'events',
      'feedback',
      'tags',
      'issues',
      'commits',
      'commits',
    ])
  })
})
