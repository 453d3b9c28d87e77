import { createHmac } from 'node:crypto'
import { checkFields, webAddress } from '#server/alerts/channels/fields/check-fields.ts'
import { markdownBody } from '../text/bodies.ts'
import {
  addressField,
  addressWith,
  apiField,
  isToken,
  originOf,
  plainAddress,
  segmentsOf,
  tokenField,
  withQuery,
} from './addresses.ts'
import { exchange } from './exchange.ts'
import { headerOf, isSame, readJson } from './hooks.ts'
import type {
  RemoteIssue,
  RemoteTracker,
  TrackerAdapter,
  TrackerSettings,
  TrackerTools,
} from './tracker-kind.ts'

const label = 'GitHub'

const fields = [
  addressField('Of the repository. GitHub Enterprise works as well.', 'https://github.com/acme/shop'),
  tokenField('A fine-grained token for this repository, with read and write access to issues.'),
  apiField('Needed where it is neither api.github.com nor /api/v3 of the same host.'),
]

const checks = {
  address: addressWith(2, 'https://github.com/acme/shop', true),
  token: isToken,
  api: webAddress,
}

/** https://docs.github.com/en/rest/issues/issues */
const remote: RemoteTracker = {
  create: (settings, { title, body }, tools) =>
    ask(settings, { method: 'POST', path: '/issues', body: { title, body } }, tools),
  find: (settings, number, tools) => ask(settings, { method: 'GET', path: `/issues/${number}` }, tools),
  setState: (settings, { number, state }, tools) => {
    const body = { state, state_reason: state === 'closed' ? 'completed' : 'reopened' }
    return ask(settings, { method: 'PATCH', path: `/issues/${number}`, body }, tools)
  },
  test: (settings, tools) => {
    const read = ({ full_name: name }: Record<string, unknown>) =>
      typeof name === 'string' ? name : undefined
    return exchange(
      { label, request: { method: 'GET', url: repositoryOf(settings), headers: headersOf(settings) }, read },
      tools,
    )
  },
  numberOf({ address }, given) {
    if (originOf(given) !== originOf(address)) return undefined
    const [owner, name, part, number = ''] = segmentsOf(given)
    const isHere = `${owner}/${name}`.toLowerCase() === segmentsOf(address).join('/').toLowerCase()
    return isHere && part === 'issues' && /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined
  },
  readHook(hook, secret) {
    const given = headerOf(hook, 'x-hub-signature-256')
    if (!isSame(given, signatureOf(hook.body, secret))) return 'unsigned'
    if (headerOf(hook, 'x-github-event') !== 'issues') return 'other'
    return readIssue(readJson(hook.body).issue) ?? 'other'
  },
}

export const github: TrackerAdapter = {
  kind: 'github',
  label,
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  nameOf: ({ address }) => segmentsOf(address).join('/'),
  writeBody: markdownBody,
  // https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/creating-an-issue#creating-an-issue-from-a-url-query
  newIssueUrl: ({ address }, { title, body }) =>
    withQuery(`${plainAddress(address)}/issues/new`, { title, body }),
  remote,
}

/**
 * https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 *
 * @internal
 */
export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function repositoryOf({ address = '', api = '' }: TrackerSettings): string {
  const [owner = '', name = ''] = segmentsOf(address)
  const origin = originOf(address)
  // GitHub Enterprise Server: https://docs.github.com/en/enterprise-server/rest/using-the-rest-api/getting-started-with-the-rest-api
  const standard = origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`
  return `${api === '' ? standard : plainAddress(api)}/repos/${owner}/${name.replace(/\.git$/, '')}`
}

function headersOf({ token = '' }: TrackerSettings): Record<string, string> {
  return {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  }
}

function ask(
  settings: TrackerSettings,
  { method, path, body }: { method: 'GET' | 'PATCH' | 'POST'; path: string; body?: unknown },
  tools: TrackerTools,
) {
  const request = { method, url: `${repositoryOf(settings)}${path}`, headers: headersOf(settings), body }
  return exchange({ label, request, read: readIssue }, tools)
}

function readIssue(value: unknown): RemoteIssue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { number, html_url: url, state, updated_at: at } = value as Record<string, unknown> // any object has names
  const updatedAt = typeof at === 'string' ? Date.parse(at) : Number.NaN
  if (!Number.isSafeInteger(number) || typeof url !== 'string' || Number.isNaN(updatedAt)) return undefined
  if (state !== 'open' && state !== 'closed') return undefined
  return { number: Number(number), url, state, updatedAt }
}
