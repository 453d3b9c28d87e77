import * as v from 'valibot'

/** What the MCP server reads of an answer; `missing` where it does without an address that we do not have. */
type Reads = v.GenericSchema | 'missing'

export interface McpTool {
  name: string
  args: Readonly<Record<string, unknown>>
  /** Its requests, in any order. */
  requests: readonly (readonly [request: string, reads: Reads, body?: object])[]
  /** What it says to the assistant, in parts. */
  says: readonly string[]
}

export const MCP_SERVER = '@sentry/mcp-server@0.39.0'
export const TRACE_ID = 'a'.repeat(32)

const id = v.union([v.string(), v.number()])
const text = v.string()
const textOrNull = v.nullable(text)
const time = v.pipe(text, v.isoTimestamp())
const timeOrNull = v.nullable(time)
const anAddress = v.pipe(text, v.url())

const project = v.object({ id, slug: text, name: text, platform: v.optional(textOrNull) })
const assignee = v.object({ type: v.picklist(['user', 'team']), id, name: text, email: v.optional(text) })
const issue = v.object({
  ...{ id, shortId: text, title: text, firstSeen: timeOrNull, lastSeen: timeOrNull, count: id },
  ...{ userCount: id, permalink: anAddress, project, platform: v.optional(textOrNull), status: text },
  ...{ substatus: v.optional(textOrNull), culprit: textOrNull, assignedTo: v.nullable(assignee) },
  metadata: v.object({ title: v.optional(textOrNull), value: v.optional(textOrNull) }),
})
const event = v.object({
  ...{ id: text, title: text, message: textOrNull, type: text, culprit: textOrNull, dateCreated: time },
  entries: v.array(v.object({ type: text, data: v.unknown() })),
  contexts: v.record(text, v.record(text, v.unknown())),
  tags: v.array(v.object({ key: text, value: textOrNull })),
  user: v.nullable(v.object({ id: v.optional(textOrNull) })),
  release: v.nullable(v.object({ lastCommit: v.optional(v.nullable(v.object({ id: text }))) })),
  dateReceived: timeOrNull,
})
const release = v.object({
  ...{ id, version: text, shortVersion: text, dateCreated: time, dateReleased: timeOrNull },
  ...{ firstEvent: timeOrNull, lastEvent: timeOrNull, newGroups: v.number() },
  lastCommit: v.nullable(v.object({ id, message: textOrNull, dateCreated: time })),
  lastDeploy: v.nullable(
    v.object({ id, environment: textOrNull, dateStarted: timeOrNull, dateFinished: timeOrNull }),
  ),
  projects: v.array(project),
})
const table = v.object({ data: v.array(v.unknown()), meta: v.object({ fields: v.record(text, text) }) })
const validation = v.object({ valid: v.literal(true) })
const span: v.GenericSchema = v.object({
  ...{
    children: v.array(v.lazy(() => span)),
    errors: v.array(v.unknown()),
    occurrences: v.array(v.unknown()),
  },
  ...{ event_id: text, transaction_id: text, project_id: id, project_slug: text, parent_span_id: textOrNull },
  ...{ start_timestamp: v.number(), end_timestamp: v.number(), duration: v.number(), op: textOrNull },
})
const tag = v.object({
  ...{ key: text, name: text, totalValues: v.number() },
  topValues: v.array(v.object({ value: textOrNull, count: v.number(), lastSeen: time, firstSeen: time })),
})

const DESK = '/organizations/desk'
const ISSUE = `${DESK}/issues/SHOP-1`
const ERROR_FIELDS = [
  ...['issue', 'title', 'project', 'timestamp', 'level', 'message', 'error.type', 'culprit'],
  ...['user.email', 'user.id'],
]
const named = (fields: readonly string[]) => fields.map((field) => `field=${field}`).join('&')
const asked = { organizationSlug: 'desk' }

/** Each tool that reads or changes what a desk has, with the requests of the real server as it made them. */
export const MCP_TOOLS: readonly McpTool[] = [
  {
    ...{ name: 'find_organizations', args: {}, says: ['"slug": "desk"'] },
    requests: [
      [`GET ${DESK.replace('/desk', '')}/?per_page=26`, v.array(v.object({ id, slug: text, name: text }))],
    ],
  },
  {
    ...{ name: 'find_projects', args: asked, says: ['"slug": "shop"'] },
    requests: [[`GET ${DESK}/projects/?per_page=26`, v.array(project)]],
  },
  {
    ...{ name: 'find_teams', args: asked, says: ['"teams": []'] },
    requests: [[`GET ${DESK}/teams/?per_page=26`, v.array(v.object({ id, slug: text, name: text }))]],
  },
  {
    ...{ name: 'find_releases', args: asked, says: ['"newIssues": 1', '"environment": "production"'] },
    requests: [[`GET ${DESK}/releases/?per_page=26`, v.array(release)]],
  },
  {
    name: 'find_releases',
    args: { ...asked, projectSlug: 'shop' },
    says: ['"version": "1.0"'],
    requests: [['GET /projects/desk/shop/releases/?per_page=26', v.array(release)]],
  },
  {
    name: 'search_issues',
    args: { ...asked, query: 'is:unresolved' },
    says: ['Found **1** issue', '[SHOP-1]', 'CartError: cart is empty'],
    requests: [
      [
        `GET ${DESK}/issues/?limit=10&sort=date&statsPeriod=30d&query=is:unresolved&collapse=unhandled`,
        v.array(issue),
      ],
    ],
  },
  {
    name: 'get_sentry_resource',
    args: { ...asked, resourceType: 'issue', resourceId: 'SHOP-1' },
    says: ['**Platform**: node', 'pay.js:3 (pay)', '**shelf**: A3'],
    requests: [
      [`GET ${ISSUE}/`, issue],
      [`GET ${ISSUE}/events/latest/`, event],
      [`GET ${ISSUE}/autofix/`, 'missing'],
      [`GET ${ISSUE}/external-issues/`, 'missing'],
      [
        `GET ${DESK}/replay-count/?returnIds=true&query=issue.id:[1]&data_source=discover&statsPeriod=90d&project=-1`,
        'missing',
      ],
      ['GET /projects/desk/shop/stacktrace-link/?file=pay.js&platform=node&lineNo=3&groupId=1', 'missing'],
      [
        `GET ${DESK}/events/?per_page=3&query=trace:${TRACE_ID} has:gen_ai.conversation.id&dataset=spans&` +
          'start=2026-11-21T11:58:00.000Z&end=2026-11-23T11:58:00.000Z&sampling=NORMAL&sort=-timestamp&' +
          `${named(['gen_ai.conversation.id', 'span_id', 'timestamp'])}&referrer=api.mcp.search-events`,
        table,
      ],
    ],
  },
  {
    name: 'get_sentry_resource',
    args: { ...asked, resourceType: 'trace', resourceId: TRACE_ID },
    says: ['**Total Spans**: 2', '**Errors**: 1', 'GET /pay [http.server', 'select 1 [db'],
    requests: [
      [`GET ${DESK}/`, v.object({ id, slug: text, name: text })],
      [
        `GET ${DESK}/trace-meta/${TRACE_ID}/?statsPeriod=14d`,
        v.object({ errors: v.number(), span_count: v.number() }),
      ],
      [`GET ${DESK}/trace/${TRACE_ID}/?limit=50&project=-1&statsPeriod=14d`, v.array(span)],
    ],
  },
  {
    name: 'get_issue_tag_values',
    args: { ...asked, issueId: 'SHOP-1', tagKey: 'shelf' },
    says: ['"value": "A3"', '"count": 1'],
    requests: [[`GET ${ISSUE}/tags/shelf/`, tag]],
  },
  {
    name: 'search_events',
    args: { ...asked, query: 'level:error', dataset: 'errors' },
    says: ['CartError: cart is empty', 'SHOP-1'],
    requests: [
      [
        `GET ${DESK}/events/validate/?dataset=errors&query=level:error&statsPeriod=14d&${named(ERROR_FIELDS)}&orderby=-timestamp`,
        validation,
      ],
      [
        `GET ${DESK}/events/?per_page=10&query=level:error&dataset=errors&statsPeriod=14d&sort=-timestamp&${named(ERROR_FIELDS)}&referrer=api.mcp.search-events`,
        table,
      ],
    ],
  },
  {
    name: 'search_events',
    args: { ...asked, query: '', dataset: 'spans', fields: ['span.op', 'count()'], sort: '-count()' },
    says: ['http.server', 'db'],
    requests: [
      [
        `GET ${DESK}/events/validate/?dataset=spans&statsPeriod=14d&field=span.op&field=count()&orderby=-count()`,
        validation,
      ],
      [
        `GET ${DESK}/events/?per_page=10&query=&dataset=spans&statsPeriod=14d&sampling=NORMAL&sort=-count()&field=span.op&field=count()&referrer=api.mcp.search-events`,
        table,
      ],
    ],
  },
  {
    name: 'update_issue',
    args: { ...asked, issueId: 'SHOP-1', status: 'resolved' },
    says: ['**Status**: unresolved → **resolved**'],
    requests: [
      [`GET ${ISSUE}/`, issue],
      [`PUT ${ISSUE}/`, issue, { status: 'resolved' }],
    ],
  },
]
