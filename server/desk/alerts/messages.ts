import { mayActAs } from '#server/models/accounts/roles.ts'
import type { ChannelKind } from '#server/models/alerts/channels.ts'
import type { ListedMessage } from '#server/models/alerts/deliveries.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import * as stored from '#server/store/alerts/messages.ts'
import type { AlertsContext } from './context.ts'
import type { AlertMessages } from './desk-alerts.ts'

const LONGEST_PAGE = 100
const GONE = 'it no longer exists'

export function createAlertMessages({ store, clock, by, viewer }: AlertsContext): AlertMessages {
  const isAdmin = viewer === undefined || mayActAs(viewer.role, 'admin')
  const find = (id: number) => (Number.isSafeInteger(id) ? stored.findMessage(store.db, id) : undefined)

  return {
    async list(filter) {
      const limit = Math.min(Math.max(filter.limit, 1), LONGEST_PAGE)
      const rows = await stored.listMessages(store.db, { ...filter, limit }, { isAdmin })
      return { items: rows.slice(0, limit).map(toListed), hasMore: rows.length > limit }
    },
    async find(id) {
      const row = await find(id)
      if (row === undefined) return undefined
      const { content, key } = row
      const subjects = content?.subjects.map(({ title, detail, url }) => ({ title, detail, url })) ?? []
      const tries = await stored.listTries(store.db, id)
      return { ...toListed(row), key, subjects, more: content?.more ?? 0, tries }
    },
    countUndelivered: () => stored.countUndelivered(store.db),
    async retry(id) {
      const row = await find(id)
      const now = clock()
      const count = row ? await store.write((trx) => stored.retryMessages(trx, { id, now })) : 0
      if (row === undefined || count === 0)
        return { refusal: `Cannot send the message again: ${row ? 'it was not given up' : GONE}` }
      await store.write((trx) =>
        recordAudit(trx, { ...by, at: now, action: 'alert.message.retry', target: row.title, details: {} }),
      )
      return { title: row.title }
    },
    async retryAll() {
      return { count: await store.write((trx) => stored.retryMessages(trx, { now: clock() })) }
    },
    async discard(id) {
      const row = await find(id)
      const now = clock()
      const isDone =
        row &&
        (await store.write((trx) =>
          stored.discardMessage(trx, { id, now, reason: `${by.actor} discarded it` }),
        ))
      if (!row || !isDone) return { refusal: `Cannot discard the message: ${row ? 'it was sent' : GONE}` }
      await store.write((trx) =>
        recordAudit(trx, { ...by, at: now, action: 'alert.message.discard', target: row.title, details: {} }),
      )
      return { title: row.title }
    },
  }
}

function toListed(row: stored.MessageRow): ListedMessage {
  const { id, state, happening, title, createdAt, dueAt, attempts, reason } = row
  const { ruleId, ruleName, channelId, channelName, channelKind, projectSlug, projectName } = row
  return {
    ...{ id, state, happening, title, createdAt, dueAt, attempts, reason },
    rule: ruleId === null || ruleName === null ? undefined : { id: ruleId, name: ruleName },
    channel:
      channelName === null
        ? undefined
        : { id: channelId, name: channelName, kind: channelKind as ChannelKind }, // of alert_channel, joined
    account: row.accountEmail ?? undefined,
    project: projectSlug === null ? undefined : { slug: projectSlug, name: projectName ?? projectSlug },
    isTest: row.isTest === 1,
    deliveredAt: state === 'delivered' ? row.deliveredAt : null,
  }
}
