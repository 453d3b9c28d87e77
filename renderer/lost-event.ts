import type { Desk } from '../server/desk.ts'
import { parseRouteId } from './route-id.ts'

/** The issue of an event that is not kept. */
export interface LostEvent {
  issueId: number
  shortId: string
}

const EVENT_ADDRESS = /^\/issues\/(\d+)\/events\/[0-9a-f]{32}\/?$/i

/** What an address that led nowhere was about, if it is an event's, and its issue is there. */
export async function findLostEvent(
  path: string,
  findIssue: Desk['findIssue'],
): Promise<LostEvent | undefined> {
  const issueId = parseRouteId(EVENT_ADDRESS.exec(path)?.[1])
  const issue = issueId === undefined ? undefined : await findIssue(issueId)
  return issue && { issueId: issue.id, shortId: issue.shortId }
}
