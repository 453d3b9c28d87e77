import Fastify from 'fastify'
import { createSafeRequest } from '#server/alerts/sending/safe-request.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import { registerTrackerHooks } from '#server/trackers/hook-routes.ts'
import { signatureOf } from '#server/trackers/kinds/github.ts'
import { stepSlice } from '#server/trackers/steps/keep-in-step.ts'
import { anError, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { settingsOf, startTracker } from './tracker-server.ts'

/** A project with an issue, and a tracker on a real server. */
export async function openTrackers(engine: Engine, kind: 'github' | 'gitlab') {
  const request = createSafeRequest({ allowPrivate: true, timeoutMs: 1_500 })
  const bench = await openAlerts(engine, { request })
  const { desk, store, now, send, pass } = bench
  const server = await startTracker(kind)
  const added = await desk.trackers.add('shop', kind, settingsOf(server))
  if ('refusal' in added) throw new Error(added.refusal)
  const [tracker] = await desk.trackers.list('shop')
  const trackerId = tracker?.id ?? 0
  await send(anError(1))
  const [issue] = (await listIssues()) ?? []
  const changes: IssueChange[] = []
  const app = Fastify()
  await app.register((scope) =>
    registerTrackerHooks(scope, { store, clock: now, onIssueChange: (change) => changes.push(change) }),
  )
  const options = { store, clock: now, random: () => 0.5, tools: { request, now } }

  async function listIssues() {
    const found = await desk.issues.search({ limit: 10 })
    return 'refusal' in found ? undefined : found.items
  }

  return {
    ...{ ...bench, server, trackerId, issueId: issue?.id ?? 0, hookSecret: added.hookSecret ?? '', changes },
    /** Tells the tracker what is due. */
    step: async () => {
      while (await stepSlice(options));
    },
    /** Lets time pass, and tells the tracker what is due each minute. */
    async wait(minutes: number) {
      for (let minute = 0; minute < minutes; minute++) {
        await pass(60_000, 60_000)
        while (await stepSlice(options));
      }
    },
    async status() {
      return (await desk.issues.findHandling(issue?.id ?? 0))?.state.status
    },
    /** What the tracker sends when somebody closes or reopens the issue there, `body` at the exact bytes. */
    hookOf(number: number, state: 'open' | 'closed', at: number): string {
      return kind === 'github' ? githubHook(number, state, at) : gitlabHook(number, state, at)
    },
    async tell(body: string, headers: Record<string, string> = {}, id = trackerId): Promise<number> {
      const signed =
        kind === 'github'
          ? {
              'x-github-event': 'issues',
              'x-hub-signature-256': signatureOf(Buffer.from(body), added.hookSecret ?? ''),
            }
          : { 'x-gitlab-event': 'Issue Hook', 'x-gitlab-token': added.hookSecret ?? '' }
      const answer = await app.inject({
        ...{ method: 'POST', url: `/hooks/trackers/${id}`, payload: body },
        headers: { 'content-type': 'application/json', ...signed, ...headers },
      })
      return answer.statusCode
    },
  }
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues */
function githubHook(number: number, state: 'open' | 'closed', at: number): string {
  const html_url = `https://github.com/acme/shop/issues/${number}`
  const updated_at = `${new Date(at).toISOString().slice(0, 19)}Z`
  return JSON.stringify({
    action: state === 'closed' ? 'closed' : 'reopened',
    issue: { html_url, id: 444500041, number, title: 'Spelling error', state, locked: false, updated_at },
    repository: { id: 186853002, name: 'shop', full_name: 'acme/shop' },
    sender: { login: 'Codertocat', id: 21031067 },
  })
}

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#work-item-events */
function gitlabHook(iid: number, state: 'open' | 'closed', at: number): string {
  const updated_at = `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return JSON.stringify({
    ...{
      object_kind: 'issue',
      event_type: 'issue',
      user: { id: 1, name: 'Administrator', username: 'root' },
    },
    project: { id: 1, name: 'Shop', path_with_namespace: 'acme/shop' },
    object_attributes: {
      ...{ id: 301, iid, title: 'New API: create/update/delete file', updated_at },
      ...{ state: state === 'closed' ? 'closed' : 'opened', action: state === 'closed' ? 'close' : 'reopen' },
      url: `http://example.com/acme/shop/issues/${iid}`,
    },
  })
}
