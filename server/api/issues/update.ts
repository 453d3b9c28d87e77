import * as v from 'valibot'
import { parseBody } from '#server/api/parse-body.ts'
import type { IssueRequest } from '#server/models/issue-changes.ts'

// Field names of https://docs.sentry.io/api/events/update-an-issue/; clients send numbers as text too.
const count = v.pipe(v.union([v.number(), v.string()]), v.transform(Number))

const statusDetails = v.object({
  inRelease: v.optional(v.string()),
  inNextRelease: v.optional(v.boolean()),
  /** The unit is minutes. */
  ignoreDuration: v.nullish(count),
  ignoreCount: v.nullish(count),
  /** The unit is minutes. */
  ignoreWindow: v.nullish(count),
  ignoreUserCount: v.nullish(count),
  /** The unit is minutes. */
  ignoreUserWindow: v.nullish(count),
  /** This field is ours. With a count, only what happens in the environment counts. */
  ignoreEnvironment: v.nullish(v.string()),
})

/** `muted` is what `ignored` was called at first, and what `sentry-cli issues mute` still sends. */
const STATUSES = ['resolved', 'resolvedInNextRelease', 'unresolved', 'ignored', 'archived', 'muted'] as const

/** What a change of issues may say. */
export const updateBody = v.object({
  status: v.optional(v.picklist(STATUSES)),
  statusDetails: v.optional(statusDetails, {}),
  /** Sentry has more of them, which its `statusDetails` say as well. */
  substatus: v.nullish(v.string()),
  /** Sentry also has these two beside the status, the second one for `muted`. */
  ignoreDuration: v.nullish(count),
  snoozeDuration: v.nullish(count),
  assignedTo: v.nullish(v.string()),
  isBookmarked: v.optional(v.boolean()),
  isSubscribed: v.optional(v.boolean()),
  merge: v.optional(v.union([v.literal(1), v.literal('1'), v.boolean()])),
})

type Update = v.InferOutput<typeof updateBody>
type StatusDetails = v.InferOutput<typeof statusDetails>
type Parsed = { requests: IssueRequest[] } | { refusal: string }

/** Reads what a client wants done; `assignmentOf` knows accounts and teams by their names, undefined for others. */
export function parseIssueUpdate(
  body: unknown,
  assignmentOf: (assignee: string) => IssueRequest | undefined,
): Parsed {
  const read = parseBody(updateBody, body)
  if ('refusal' in read) return read
  const { given: output } = read
  const requests: IssueRequest[] = []
  const state = stateRequest(output)
  if (state !== undefined) {
    if ('refusal' in state) return state
    requests.push(state)
  }
  const { assignedTo } = output
  if (assignedTo !== undefined) {
    const request: IssueRequest | undefined = assignedTo
      ? assignmentOf(assignedTo)
      : { kind: 'assign', accountId: null }
    if (request === undefined)
      return { refusal: `assignedTo is ${JSON.stringify(assignedTo)}, which is not an account or a team` }
    requests.push(request)
  }
  if (output.isBookmarked !== undefined) {
    requests.push({ kind: 'bookmark', isBookmarked: output.isBookmarked })
  }
  if (output.isSubscribed !== undefined) {
    requests.push({ kind: 'subscribe', isSubscribed: output.isSubscribed })
  }
  if (output.merge) requests.push({ kind: 'merge' })
  return requests.length > 0 ? { requests } : { refusal: 'the body contains no change' }
}

function stateRequest({
  status,
  statusDetails,
  substatus,
  ignoreDuration,
  snoozeDuration,
}: Update): IssueRequest | { refusal: string } | undefined {
  switch (status) {
    case undefined:
      return Object.keys(statusDetails).length > 0 ? { refusal: 'statusDetails needs a status' } : undefined
    case 'unresolved':
      return { kind: 'reopen' }
    case 'archived':
      return { kind: 'archive' }
    case 'resolvedInNextRelease':
      return { kind: 'resolve-in-next-release' }
    case 'resolved':
      return resolveRequest(statusDetails)
    case 'muted':
    case 'ignored':
      if (substatus === 'archived_until_escalating') return { kind: 'ignore-until-escalating' }
      return ignoreRequest({
        ...statusDetails,
        ignoreDuration: statusDetails.ignoreDuration ?? ignoreDuration ?? snoozeDuration,
      })
  }
}

function resolveRequest({ inRelease, inNextRelease }: StatusDetails): IssueRequest {
  if (inNextRelease) return { kind: 'resolve-in-next-release' }
  return inRelease === undefined ? { kind: 'resolve' } : { kind: 'resolve-in-release', release: inRelease }
}

/** There can be only one condition: two together have no clear meaning. */
function ignoreRequest(details: StatusDetails): IssueRequest | { refusal: string } {
  const { ignoreDuration, ignoreCount, ignoreWindow, ignoreUserCount, ignoreUserWindow, ignoreEnvironment } =
    details
  const conditions: IssueRequest[] = []
  const inEnvironment = ignoreEnvironment ? { environment: ignoreEnvironment } : {}
  if (ignoreDuration) conditions.push({ kind: 'ignore-for', minutes: ignoreDuration })
  if (ignoreCount) {
    const periodMinutes = ignoreWindow ?? null
    conditions.push({ kind: 'ignore-until-events', count: ignoreCount, periodMinutes, ...inEnvironment })
  }
  if (ignoreUserCount) {
    conditions.push({
      kind: 'ignore-until-users',
      count: ignoreUserCount,
      periodMinutes: ignoreUserWindow ?? null,
      ...inEnvironment,
    })
  }
  if (ignoreEnvironment && !ignoreCount && !ignoreUserCount)
    conditions.push({ kind: 'ignore-environment', environment: ignoreEnvironment })
  if (ignoreWindow && !ignoreCount) return { refusal: 'ignoreWindow needs ignoreCount' }
  if (ignoreUserWindow && !ignoreUserCount) return { refusal: 'ignoreUserWindow needs ignoreUserCount' }
  if (conditions.length > 1) return { refusal: 'only one ignore condition is allowed' }
  return conditions[0] ?? { kind: 'ignore' }
}
