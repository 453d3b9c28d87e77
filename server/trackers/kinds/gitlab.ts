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

const label = 'GitLab'

const fields = [
  addressField('Of the project. Self-managed GitLab works as well.', 'https://gitlab.com/acme/shop'),
  tokenField('A project access token with the role Reporter and the scope api.'),
  apiField('Needed where it is not /api/v4 of the same host.'),
]

const checks = { address: addressWith(2, 'https://gitlab.com/acme/shop'), token: isToken, api: webAddress }

/** https://docs.gitlab.com/api/issues/ */
const remote: RemoteTracker = {
  create: (settings, { title, body }, tools) =>
    ask(settings, { method: 'POST', path: '/issues', body: { title, description: body } }, tools),
  find: (settings, number, tools) => ask(settings, { method: 'GET', path: `/issues/${number}` }, tools),
  setState: async (settings, { number, state }, tools) => {
    // An event that changes nothing is refused by some versions, so the state is asked for first.
    const found = await remote.find(settings, number, tools)
    if (found.state !== 'done' || found.value.state === state) return found
    const body = { state_event: state === 'closed' ? 'close' : 'reopen' }
    return ask(settings, { method: 'PUT', path: `/issues/${number}`, body }, tools)
  },
  test: (settings, tools) => {
    const read = ({ path_with_namespace: name }: Record<string, unknown>) =>
      typeof name === 'string' ? name : undefined
    return exchange(
      { label, request: { method: 'GET', url: projectOf(settings), headers: headersOf(settings) }, read },
      tools,
    )
  },
  numberOf({ address }, given) {
    if (originOf(given) !== originOf(address)) return undefined
    const segments = segmentsOf(given).filter((segment) => segment !== '-')
    const [part, number = ''] = segments.slice(-2)
    const isHere =
      segments.slice(0, -2).join('/').toLowerCase() === segmentsOf(address).join('/').toLowerCase()
    const isIssue = part === 'issues' || part === 'work_items'
    return isHere && isIssue && /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined
  },
  // https://docs.gitlab.com/user/project/integrations/webhook_events/#work-item-events
  readHook(hook, secret) {
    if (!isSame(headerOf(hook, 'x-gitlab-token'), secret)) return 'unsigned'
    const { object_kind: kind, object_attributes: issue } = readJson(hook.body)
    if (kind !== 'issue' && kind !== 'work_item') return 'other'
    return readHookIssue(issue) ?? 'other'
  },
}

export const gitlab: TrackerAdapter = {
  kind: 'gitlab',
  label,
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  nameOf: ({ address }) => segmentsOf(address).join('/'),
  writeBody: markdownBody,
  // https://docs.gitlab.com/user/project/issues/create_issues/#using-a-url-with-prefilled-values
  newIssueUrl: ({ address }, { title, body }) =>
    withQuery(`${plainAddress(address)}/-/issues/new`, { 'issue[title]': title, 'issue[description]': body }),
  remote,
}

function projectOf({ address = '', api = '' }: TrackerSettings): string {
  const base = api === '' ? `${originOf(address)}/api/v4` : plainAddress(api)
  return `${base}/projects/${segmentsOf(address).join('%2F')}`
}

function headersOf({ token = '' }: TrackerSettings): Record<string, string> {
  return { 'private-token': token }
}

function ask(
  settings: TrackerSettings,
  { method, path, body }: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown },
  tools: TrackerTools,
) {
  const request = { method, url: `${projectOf(settings)}${path}`, headers: headersOf(settings), body }
  return exchange({ label, request, read: (issue) => toIssue(issue, issue.web_url) }, tools)
}

function readHookIssue(value: unknown): RemoteIssue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const issue = value as Record<string, unknown> // any object has names
  return toIssue(issue, issue.url)
}

function toIssue(
  { iid, state, updated_at: at }: Record<string, unknown>,
  url: unknown,
): RemoteIssue | undefined {
  const updatedAt = typeof at === 'string' ? parseTime(at) : Number.NaN
  if (!Number.isSafeInteger(iid) || typeof url !== 'string' || Number.isNaN(updatedAt)) return undefined
  if (state !== 'opened' && state !== 'closed') return undefined
  return { number: Number(iid), url, state: state === 'opened' ? 'open' : 'closed', updatedAt }
}

/** Webhooks of older versions write `2013-12-03 17:15:43 UTC`. */
function parseTime(text: string): number {
  return Date.parse(text.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z'))
}
