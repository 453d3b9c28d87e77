import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface StoredIssue {
  number: number
  title: string
  body: string
  state: 'open' | 'closed'
  updatedAt: number
}

export interface TrackerServer {
  url: string
  issues: Map<number, StoredIssue>
  /** `PATCH /repos/acme/shop/issues/1`, the oldest first. */
  requests: string[]
  /** Answers instead of what is documented, until it is undefined again; true where it answered. */
  instead: ((response: ServerResponse) => void) | undefined
  /** The tracker's time, in milliseconds since the epoch. */
  now: number
}

const TOKEN = 'ghp_0123456789abcdefghij'

/**
 * Answers as GitHub (https://docs.github.com/en/rest/issues/issues) and as GitLab (https://docs.gitlab.com/api/issues/), in the
 * shapes of their documents.
 */
export async function startTracker(kind: 'github' | 'gitlab'): Promise<TrackerServer> {
  const tracker: TrackerServer = {
    ...{ url: '', issues: new Map(), requests: [], instead: undefined, now: Date.UTC(2026, 10, 25, 9) },
  }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      tracker.requests.push(`${request.method} ${request.url}`)
      if (tracker.instead !== undefined) tracker.instead(response)
      else answer(kind, tracker, { request, response, body })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  tracker.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  return tracker
}

/** What the settings of a tracker say that is behind this server. */
export function settingsOf({ url }: TrackerServer) {
  return { address: `${url}/acme/shop`, token: TOKEN, api: '' }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  body: Record<string, unknown>
}

function answer(kind: 'github' | 'gitlab', tracker: TrackerServer, { request, response, body }: Exchange) {
  const { headers, method = '', url = '' } = request
  const send = (status: number, value: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(value))
  const isKnown =
    kind === 'github' ? headers.authorization === `Bearer ${TOKEN}` : headers['private-token'] === TOKEN
  if (!isKnown) return send(401, { message: kind === 'github' ? 'Bad credentials' : '401 Unauthorized' })
  const base = kind === 'github' ? '/api/v3/repos/acme/shop' : '/api/v4/projects/acme%2Fshop'
  if (url === base) return send(200, { id: 1, full_name: 'acme/shop', path_with_namespace: 'acme/shop' })
  const number = Number(url.slice(`${base}/issues/`.length))
  const show = (issue: StoredIssue) =>
    kind === 'github' ? asGithub(tracker, issue) : asGitlab(tracker, issue)
  if (method === 'POST' && url === `${base}/issues`) {
    const issue: StoredIssue = {
      number: tracker.issues.size + 1,
      title: String(body.title),
      body: String(body.body ?? body.description),
      ...{ state: 'open', updatedAt: tracker.now },
    }
    tracker.issues.set(issue.number, issue)
    return send(201, show(issue))
  }
  const issue = tracker.issues.get(number)
  if (issue === undefined) return send(404, { message: 'Not Found' })
  if (method === 'GET') return send(200, show(issue))
  const { state = body.state_event === 'close' ? 'closed' : 'open' } = body
  if (method === 'PUT' && issue.state === state) return send(400, { message: 'state transition is invalid' })
  tracker.now += 1_000
  Object.assign(issue, { state, updatedAt: tracker.now })
  return send(200, show(issue))
}

function asGithub({ url }: TrackerServer, { number, title, body, state, updatedAt }: StoredIssue) {
  const at = `${new Date(updatedAt).toISOString().slice(0, 19)}Z`
  const path = `${url}/api/v3/repos/acme/shop/issues/${number}`
  const user = { login: 'octocat', id: 1, type: 'User' }
  return {
    ...{ id: 1, node_id: 'MDU6SXNzdWUx', url: path, html_url: `${url}/acme/shop/issues/${number}` },
    ...{ number, title, body, state, user, labels: [], locked: false, comments: 0 },
    ...{ closed_at: state === 'closed' ? at : null, created_at: at, updated_at: at },
  }
}

function asGitlab({ url }: TrackerServer, { number, title, body, state, updatedAt }: StoredIssue) {
  return {
    ...{ id: 84, iid: number, project_id: 4, title, description: body },
    ...{ state: state === 'open' ? 'opened' : 'closed', updated_at: new Date(updatedAt).toISOString() },
    web_url: `${url}/acme/shop/-/issues/${number}`,
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // a request without an encoding gives buffers
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}
