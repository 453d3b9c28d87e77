import Fastify from 'fastify'
import { registerApi } from '#server/api/routes.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { AskedEvent } from './walked-addresses.ts'

const PUBLIC_URL = 'http://desk.test'

/** Gives what the API answers to a GET, as text. */
export async function openAnswers(store: Store, token: string, now: number) {
  const app = Fastify()
  await app.register((scope) => registerApi(scope, { store, publicUrl: PUBLIC_URL, clock: () => now }))
  const headers = { authorization: `Bearer ${token}` }
  return async (path: string) => {
    const { statusCode, body, headers: answered } = await app.inject({ url: `/api/0${path}`, headers })
    return `${statusCode} ${answered.link ?? ''}\n${body}`
  }
}

/** Addresses of the API that read, about the demo. */
export function apiAddressesOf({ issueId, eventId, traceId, digest }: AskedEvent): string[] {
  const desk = '/organizations/desk'
  const demo = '/projects/desk/demo'
  return [
    ...[
      `/projects`,
      `${demo}/issues`,
      `${desk}/issues?query=is:unresolved&sort=freq&limit=3`,
      `${desk}/tags`,
    ],
    ...[`${desk}/issues?query=browser.name:Firefox&statsPeriod=14d`, `${desk}/tags/browser.name/values`],
    ...[`${demo}/events/${eventId}`, `${demo}/events/${eventId}/attachments`, `${demo}/user-feedback`],
    ...[`${demo}/monitors/search-reindex/checkins`, `/issues/${issueId}`, `/digests/${digest}`],
    ...[`${desk}/trace/${traceId}`, `${desk}/usage`, `/issues/${issueId}/tags`],
    ...[`/issues/${issueId}/tags/browser.name`, `${demo}/stats`, `${demo}/stats?resolution=1d`],
    ...[`${demo}/people`, `${desk}/sessions?project=-1&field=sum(session)&statsPeriod=14d&interval=1d`],
    ...[
      `${desk}/events?dataset=logs&project=-1&statsPeriod=14d`,
      `${desk}/events?dataset=metrics&metric=cart.size&project=-1`,
    ],
    ...[`${desk}/releases`, `${desk}/releases/shop@2.5.0`, `${desk}/releases/shop@2.5.0/deploys`],
  ]
}
