import type { Transaction } from 'kysely'
import { checkPath, projectPath } from '#renderer/paths.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { listMutes } from '#server/store/alerts/mutes.ts'
import { insertReady, listOpenChannels } from '#server/store/alerts/ready-messages.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { CheckTurn } from '#server/store/uptime/turns.ts'

export interface TellingOptions {
  /** Where links lead: the desk's address. */
  publicUrl: string
  /** Gives the key of each message. */
  newKey: () => string
}

/** What is told of a check. */
export type News = { kind: 'down'; reason: string } | { kind: 'up' } | { kind: 'certificate'; endsAt: number }

/** Puts what happened to a check into a message for every channel that is on, in the transaction that stores it. */
export async function tellChannels(
  trx: Transaction<Database>,
  turn: CheckTurn,
  news: News,
  { now, publicUrl, newKey }: TellingOptions & { now: number },
): Promise<void> {
  const { projectId } = turn
  const mutes = await listMutes(trx, now)
  if (mutes.some((mute) => mute.projectId === null || mute.projectId === projectId)) return
  const project = await trx
    .selectFrom('project')
    .select(['slug', 'name'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  for (const { id: channelId } of await listOpenChannels(trx, now)) {
    const content = compose(turn, news, { project, publicUrl, key: newKey(), at: now })
    await insertReady(trx, { projectId, channelId, content })
  }
}

interface Composing {
  project: { slug: string; name: string }
  publicUrl: string
  key: string
  at: number
}

function compose(
  { id, name, target }: CheckTurn,
  news: News,
  { project, publicUrl, key, at }: Composing,
): AlertMessage {
  const url = `${publicUrl}${checkPath(project.slug, id)}`
  const { title, detail } = wordsOf(news, at)
  return {
    ...{ key, at, url, isTest: false, rule: undefined, note: undefined, more: 0 },
    happening: news.kind === 'up' ? 'uptime-recovered' : 'uptime-failed',
    urgency: news.kind === 'down' ? 'urgent' : 'normal',
    project: { ...project, url: `${publicUrl}${projectPath(project.slug)}` },
    title: `${title} in ${project.name}: ${name}`,
    subjects: [
      {
        ...{ kind: 'monitor', title: name, detail: detail ?? target.url, url },
        // An incident of a certificate is not closed by an answer.
        id: `${news.kind === 'certificate' ? 'certificate' : 'uptime'}:${id}`,
        level: news.kind === 'down' ? 'error' : news.kind === 'up' ? 'info' : 'warning',
        ...{ shortId: undefined, environment: undefined, release: undefined, acknowledgeUrl: undefined },
        ...{
          events: undefined,
          users: undefined,
          firstSeen: undefined,
          lastSeen: undefined,
          event: undefined,
        },
      },
    ],
  }
}

function wordsOf(news: News, now: number): { title: string; detail?: string } {
  switch (news.kind) {
    case 'down':
      return { title: 'Down', detail: news.reason }
    case 'up':
      return { title: 'Up again' }
    case 'certificate': {
      const days = Math.max(0, Math.floor((news.endsAt - now) / DAY_MS))
      const on = new Date(news.endsAt).toISOString().slice(0, 10)
      return {
        title: 'Certificate ends soon',
        detail: `It ends on ${on}, in ${days === 1 ? '1 day' : `${days} days`}`,
      }
    }
  }
}
