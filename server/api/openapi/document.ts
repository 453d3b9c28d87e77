import type { DescribedRoute } from '#server/api/route.ts'
import * as alerts from './answers/alerts.ts'
import { refusalAnswer } from './answers/common.ts'
import * as events from './answers/events.ts'
import * as issues from './answers/issues.ts'
import * as own from './answers/organization.ts'
import * as releases from './answers/releases.ts'
import { EVENTS } from './describe-events.ts'
import { ISSUES } from './describe-issues.ts'
import { OTHERS } from './describe-others.ts'
import { PLACES } from './describe-places.ts'
import type { Description } from './description.ts'
import { describe, type JsonSchema, type Schema, toJsonSchema } from './json-schema.ts'

const DESCRIPTIONS = new Map<string, Description>(
  Object.entries({ ...PLACES, ...ISSUES, ...EVENTS, ...OTHERS }),
)

/** What is written once, and referred to. */
const NAMES: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [refusalAnswer, 'Refusal'],
  [own.accountAnswer, 'Account'],
  [own.organizationAnswer, 'Organization'],
  [own.teamAnswer, 'Team'],
  [own.memberAnswer, 'Member'],
  [own.projectAnswer, 'Project'],
  [own.keyAnswer, 'ProjectKey'],
  [own.tokenAnswer, 'Token'],
  [issues.listedIssueAnswer, 'ListedIssue'],
  [issues.issueAnswer, 'Issue'],
  [issues.activityAnswer, 'Activity'],
  [issues.tagAnswer, 'Tag'],
  [events.listedEventAnswer, 'ListedEvent'],
  [events.eventAnswer, 'Event'],
  [events.attachmentAnswer, 'Attachment'],
  [events.tableAnswer, 'Table'],
  [releases.releaseAnswer, 'Release'],
  [releases.deployAnswer, 'Deploy'],
  [releases.commitAnswer, 'Commit'],
  [alerts.ruleAnswer, 'AlertRule'],
  [alerts.channelAnswer, 'AlertChannel'],
  [alerts.muteAnswer, 'Mute'],
])

/**
 * What is said of a route; of one without a description only what its address and its scope say.
 * @internal
 */
export function describeRoute(method: string, path: string): Description {
  return DESCRIPTIONS.get(`${method} ${path}`) ?? { summary: `${method} ${path}` }
}

/**
 * All descriptions, so that a test finds those of no route.
 * @internal
 */
export const DESCRIBED: ReadonlySet<string> = new Set(DESCRIPTIONS.keys())

/** Describes the API by its routes, as https://spec.openapis.org/oas/v3.1.1.html has it. Nothing in it is secret. */
export function buildDocument(routes: readonly DescribedRoute[], { publicUrl }: { publicUrl: string }) {
  const paths = new Map<string, Record<string, unknown>>()
  for (const [method, path, needs] of routes) {
    const at = addressOf(path)
    const operations = paths.get(at) ?? {}
    operations[method.toLowerCase()] = toOperation(method, path, needs)
    paths.set(at, operations)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Crumbtrail',
      version: '0',
      description:
        'The API of this desk, in the format of Sentry’s. The slash at the end of an address is optional.',
    },
    servers: [{ url: `${publicUrl}/api/0` }],
    security: [{ token: [] }],
    paths: Object.fromEntries([...paths].sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of /settings/tokens' },
      },
      schemas: Object.fromEntries([...NAMES].map(([schema, name]) => [name, describe(schema, NAMES)])),
    },
  }
}

/** `/issues/{issueId}/`: with the slash that Sentry's addresses have. */
function addressOf(path: string): string {
  const named = path.replaceAll(/:(\w+)/g, '{$1}')
  return named.endsWith('/') ? named : `${named}/`
}

function toOperation(method: string, path: string, needs: DescribedRoute[2]) {
  const { summary, query = {}, status = 200, answer, ...takes } = describeRoute(method, path)
  const scopes = needs === 'any token' ? [] : [needs].flat()
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
    ...(name === 'organization' && { example: 'desk' }),
  }))
  const inQuery = Object.entries(query).map(([name, description]) => ({
    ...{ name, in: 'query', description, schema: { type: 'string' } },
  }))
  return {
    summary,
    tags: [subjectOf(path)],
    ...(scopes.length > 0 && { description: `Needs the scope ${scopes.join(' or ')}.` }),
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
    ...toRequestBody(takes),
    responses: {
      [status]: { description: 'Done', ...(answer && { content: toContent(toJsonSchema(answer, NAMES)) }) },
      '4XX': { description: 'Refused', content: toContent(toJsonSchema(refusalAnswer, NAMES)) },
    },
  }
}

function toRequestBody({ body, form }: Pick<Description, 'body' | 'form'>) {
  if (form !== undefined)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  if (body === undefined) return {}
  const json = { schema: toJsonSchema(body.schema, NAMES), example: body.example }
  return { requestBody: { required: true, content: { 'application/json': json } } }
}

function toContent(schema: JsonSchema) {
  return { 'application/json': { schema } }
}

/** The last part of an address before which only names of places stand: `issues`, `events`, `members`. */
function subjectOf(path: string): string {
  const [first = 'token', second] = path
    .replace('/organizations/:organization', '/organizations')
    .replace('/projects/:organization/:project', '/projects')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
  return ['organizations', 'projects'].includes(first) ? (second ?? first) : first
}
