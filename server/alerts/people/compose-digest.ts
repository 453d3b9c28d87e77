import { issuePath, issuesPath, releasePath } from '#renderer/paths.ts'
import type { AlertMessage, AlertSection } from '#server/models/alerts/messages.ts'
import type { DigestEvery } from '#server/models/alerts/notices.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { DigestIssue, listCrashFree } from '#server/store/notifications/digest-data.ts'

interface Some {
  items: readonly DigestIssue[]
  count: number
}

/** What a digest is made of. */
export interface DigestData {
  fresh: Some
  regressed: Some
  rising: Some
  unassigned: readonly DigestIssue[]
  crashFree: Awaited<ReturnType<typeof listCrashFree>>
}

interface ComposeOptions {
  key: string
  at: number
  publicUrl: string
  every: DigestEvery
}

/** Makes the digest of a day or a week; undefined where nothing happened. What nobody has is no news by itself. */
export function composeDigest(data: DigestData, options: ComposeOptions): AlertMessage | undefined {
  const { key, at, publicUrl, every } = options
  const { fresh, regressed, rising, unassigned, crashFree } = data
  if (fresh.count + regressed.count + rising.count === 0) return undefined
  const toLine = lineOf(publicUrl, at)
  const sections: AlertSection[] = [
    { title: `New issues: ${fresh.count}`, lines: fresh.items.map(toLine) },
    { title: `Came back: ${regressed.count}`, lines: regressed.items.map(toLine) },
    { title: `Rising: ${rising.count}`, lines: rising.items.map(toLine) },
    { title: 'Unassigned for longest', lines: unassigned.map(toLine) },
    { title: 'Sessions without a crash, by release', lines: crashFree.map(releaseLine(publicUrl)) },
  ]
  const when = every === 'day' ? 'Your day' : 'Your week'
  const url = `${publicUrl}${issuesPath()}`
  return {
    ...{ key, at, happening: 'digest', urgency: 'normal', isTest: false, rule: undefined },
    project: { slug: 'crumbtrail', name: 'Crumbtrail', url },
    title: `${when}: ${sayCounts(data)}`,
    ...{ note: undefined, subjects: [], more: 0, url },
    sections: sections.filter(({ lines }) => lines.length > 0),
    to: {
      because: `You get this because you chose a ${every === 'day' ? 'daily' : 'weekly'} digest.`,
      reason: 'digest',
      issueId: undefined,
    },
  }
}

function sayCounts({ fresh, regressed, rising }: DigestData): string {
  const parts = [
    [fresh.count, 'new'],
    [regressed.count, 'came back'],
    [rising.count, 'rising'],
  ] as const
  return parts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : [])).join(', ')
}

function lineOf(publicUrl: string, at: number) {
  return (issue: DigestIssue) => {
    const { id, projectId, projectName, type, value, events, firstSeen } = issue
    const days = Math.floor((at - firstSeen) / DAY_MS)
    const age = days === 0 ? 'since today' : `for ${days} ${days === 1 ? 'day' : 'days'}`
    return {
      text: `${formatShortId(issue)} ${value === '' ? type : `${type}: ${value}`}`,
      detail: `${projectName}, ${events.toLocaleString('en-US')} ${events === 1 ? 'event' : 'events'}, ${age}`,
      url: `${publicUrl}${issuePath(id)}`,
      projectId,
    }
  }
}

function releaseLine(publicUrl: string) {
  return ({
    projectId,
    projectSlug,
    projectName,
    release,
    sessions,
    crashed,
  }: DigestData['crashFree'][number]) => {
    const [all, bad] = [Number(sessions), Number(crashed)]
    const share = all === 0 ? 100 : Math.floor(((all - bad) / all) * 10_000) / 100
    return {
      text: `${release}: ${share} %`,
      detail: `${projectName}, ${all.toLocaleString('en-US')} sessions`,
      url: `${publicUrl}${releasePath(projectSlug, release)}`,
      projectId,
    }
  }
}
