import type { NormalizedEvent } from '#server/processing/event.ts'
import { packBlock } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'

export const EVENT_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
export const RECEIVED_AT = Date.UTC(2026, 2, 4, 10, 30)

export const payload: NormalizedEvent = {
  event_id: EVENT_ID,
  timestamp: RECEIVED_AT / 1000 - 1,
  received: RECEIVED_AT / 1000,
  platform: 'node',
  level: 'error',
  release: 'shop@1.4.2',
  environment: 'production',
  transaction: 'GET /cart',
  exception: {
    values: [
      { type: 'RangeError', value: 'out of stock' },
      {
        type: 'CartError',
        value: 'Cannot check out\nsecond line',
        mechanism: { type: 'onerror', handled: false },
        stacktrace: {
          frames: [
            {
              function: 'checkOut',
              filename: 'cart.ts',
              abs_path: '/srv/cart.ts',
              lineno: 12,
              colno: 3,
              in_app: true,
              pre_context: ['ten', 'eleven'],
              context_line: 'twelve',
              post_context: ['thirteen'],
              vars: { total: '12' },
            },
            { filename: 'native', in_app: false },
          ],
        },
      },
    ],
  },
  breadcrumbs: {
    values: [
      { timestamp: 1_772_620_000, type: 'http', category: 'fetch', level: 'info', data: { url: '/stock' } },
      { timestamp: 1e20, type: 'default', category: 'ui', level: 'info', message: 'a clock gone wrong' },
    ],
  },
  tags: [
    ['shelf', 'A3'],
    ['level', 'the client said so'],
  ],
  user: { id: '7', email: 'visitor@example.com' },
  request: {
    method: 'GET',
    url: 'https://shop.example.com/cart',
    query_string: 'a=1&b=%20',
    headers: [['Accept', '*/*']],
  },
  contexts: { runtime: { name: 'node' } },
  extra: { cart: [1, 2] },
  sdk: { name: 'sentry.javascript.node', version: '11.10.0' },
  digests: ['K7Q2MX-4T9ZPA'],
  ingestion_warnings: ['breadcrumbs: the oldest 3 were left out'],
}

/** Stored as the writer does it, in the first project: issue by issue, one event each, a minute apart. */
export async function storeIssue(
  store: Store,
  given: { number: number; event: NormalizedEvent; digest?: string; type?: string; status?: string },
): Promise<number> {
  const { number, event, digest, type = 'CartError', status = 'open' } = given
  const seenAt = RECEIVED_AT + number * 60_000
  const value = event.exception.values.at(-1)?.value ?? event.message ?? ''
  const bytes = Buffer.from(JSON.stringify(event))
  return store.write(async (trx) => {
    const issue = await trx
      .insertInto('issue')
      .values({
        project_id: 1,
        number,
        grouping_version: 1,
        grouping_key: `key ${number}`,
        type,
        value,
        culprit: 'checkOut in cart.ts',
        level: event.level,
        status,
        is_unhandled: 1,
        fault: digest?.split('-')[0] ?? null,
        first_seen: RECEIVED_AT,
        last_seen: seenAt,
        event_count: 3,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hour = Math.floor(seenAt / 3_600_000)
    await trx
      .insertInto('issue_hour')
      .values({ project_id: 1, issue_id: issue.id, hour, event_count: 3 })
      .execute()
    const block = await trx
      .insertInto('payload_block')
      .values({ size_bytes: bytes.length, data: packBlock([bytes]) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await trx
      .insertInto('event')
      .values({
        project_id: 1,
        event_id: event.event_id,
        issue_id: issue.id,
        timestamp: event.timestamp * 1000,
        received_at: seenAt,
        level: event.level,
        value,
        environment: event.environment ?? null,
        release: event.release ?? null,
        user_label: null,
        trace_id: null,
        block_id: block.id,
        block_offset: 0,
        block_length: bytes.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (digest) {
      await trx
        .insertInto('digest')
        .values({ digest, event_row_id: row.id, project_id: 1, fault: digest.split('-')[0] ?? null })
        .execute()
    }
    return issue.id
  })
}
