import { checkPath } from '#renderer/paths.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { CheckTurn } from '#server/store/uptime/turns.ts'

/** What is told of a check. */
export type News = { kind: 'down'; reason: string } | { kind: 'up' } | { kind: 'certificate'; endsAt: number }

const HAPPENINGS = {
  down: 'uptime-failed',
  up: 'uptime-recovered',
  certificate: 'certificate-ends',
} as const

/** What rules tell of a check; its project is known by its slug. */
export function ofCheck(
  { id, projectId, name, target }: Pick<CheckTurn, 'id' | 'projectId' | 'name'> & { target: { url: string } },
  news: News,
  { projectSlug, publicUrl, now }: { projectSlug: string; publicUrl: string; now: number },
): Occurrence {
  const { beginning, detail } = wordsOf(news, now)
  return {
    happening: HAPPENINGS[news.kind],
    projectId,
    beginning,
    facts: { name, environment: null, reason: news.kind === 'down' ? news.reason : null },
    subject: {
      ...{ kind: 'check', title: name, detail: detail ?? target.url },
      url: `${publicUrl}${checkPath(projectSlug, id)}`,
      // An incident of a certificate is not closed by an answer.
      id: `${news.kind === 'certificate' ? 'certificate' : 'uptime'}:${id}`,
      level: news.kind === 'down' ? 'error' : news.kind === 'up' ? 'info' : 'warning',
      ...{ shortId: undefined, environment: undefined, release: undefined, acknowledgeUrl: undefined },
      ...{ events: undefined, users: undefined, firstSeen: undefined, lastSeen: undefined, event: undefined },
    },
  }
}

function wordsOf(news: News, now: number): { beginning: string; detail?: string } {
  switch (news.kind) {
    case 'down':
      return { beginning: 'Down', detail: news.reason }
    case 'up':
      return { beginning: 'Up again' }
    case 'certificate': {
      const days = Math.max(0, Math.floor((news.endsAt - now) / DAY_MS))
      const on = new Date(news.endsAt).toISOString().slice(0, 10)
      return {
        beginning: 'Certificate ends soon',
        detail: `It ends on ${on}, in ${days === 1 ? '1 day' : `${days} days`}`,
      }
    }
  }
}
