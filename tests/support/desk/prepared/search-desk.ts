import { onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

export const SEARCH_NOW = Date.UTC(2026, 10, 20, 12)

/** A desk whose issues are named by their types, to be searched. */
export async function openSearchDesk() {
  const opened = await openEventStore(() => SEARCH_NOW)
  onTestFinished(opened.close)
  const { store } = opened
  const account = {
    email: 'ada@example.com',
    password_hash: '',
    role: 'owner' as const,
    created_at: SEARCH_NOW,
  }
  await store.write((trx) => trx.insertInto('account').values(account).execute())
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({
    store,
    sees: 'all',
    viewer,
    publicUrl: 'https://desk.example',
    clock: () => SEARCH_NOW,
  })
  let sent = 0

  /** Stores an issue's events and gives its id. */
  function send(
    type: string,
    more: Record<string, unknown> = {},
    { at = SEARCH_NOW, times = 1, value = 'it broke' } = {},
  ) {
    for (let time = 0; time < times; time++) {
      const event = { event_id: anEventId(++sent), exception: { values: [{ type, value }] }, ...more }
      opened.send(event, at)
    }
  }

  /** What a search finds, by type, in its order; or why it finds nothing. */
  async function search(query: string, sort?: string): Promise<string> {
    const found = await desk.issues.search({ limit: 100, query, sort })
    return 'refusal' in found ? found.refusal : found.items.map(({ type }) => type).join(' ')
  }

  async function change(type: string, columns: Record<string, string | number | null>) {
    await store.write((trx) => trx.updateTable('issue').set(columns).where('type', '=', type).execute())
  }

  async function tag(type: string, key: string, value: string) {
    await store.write(async (trx) => {
      const { id } = await trx
        .selectFrom('issue')
        .select('id')
        .where('type', '=', type)
        .executeTakeFirstOrThrow()
      const row = {
        project_id: 1,
        issue_id: id,
        key,
        value,
        event_count: 1,
        first_seen: SEARCH_NOW,
        last_seen: SEARCH_NOW,
      }
      await trx.insertInto('issue_tag').values(row).execute()
      const ofKey = { project_id: 1, issue_id: id, key, value_count: 1, other_count: 0 }
      await trx.insertInto('issue_tag_key').values(ofKey).execute()
    })
  }

  return { ...opened, desk, send, search, change, tag }
}
