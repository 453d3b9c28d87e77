import { randomBytes } from 'node:crypto'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { LatestEvent } from '#server/models/projects.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { orStillCounting, StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findNewestEventRow } from '#server/store/events/events.ts'
import { findLatestIssue } from '#server/store/issues/issues.ts'
import { findDemo, removeDemo } from '#server/store/projects/demo-project.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'

/** Sends an envelope to the endpoint that SDKs use, and gives its answer. */
export type SendEnvelope = (
  sender: { projectId: number; publicKey: string },
  body: Uint8Array,
) => Promise<{ status: number; detail: string }>

export interface FirstRun {
  /** Finds the newest event that is kept of a project; undefined when none is. */
  findLatestEvent(projectSlug: string): Promise<LatestEvent | undefined>
  /** Sends an event with the project's own key, through everything that an SDK's events go through. */
  sendTestEvent(projectSlug: string): Promise<{ eventId: string } | Refusal>
  /** Removes the demo project with all that belongs to it, and refuses any other. Undefined when it is done. */
  removeDemo(projectSlug: string): Promise<Refusal | undefined>
}

interface FirstRunOptions {
  /** What the demo shares with other projects is looked for in all of them. */
  whole: Store
  /** Whom the audit log names. */
  by: Actor
  clock: () => number
  /** Undefined where nothing is taken in, as on the command line. */
  send?: SendEnvelope | undefined
}

export function createFirstRun(store: Store, { whole, by, clock, send }: FirstRunOptions): FirstRun {
  const { db } = store
  return {
    async findLatestEvent(projectSlug) {
      const project = await findProjectRow(db, projectSlug)
      const issue = project && (await findLatestIssue(db, project.id))
      const event = issue && (await findNewestEventRow(db, issue.id))
      if (!event) return undefined
      const { issueId, eventId, receivedAt, value } = event
      return { issueId, eventId, receivedAt, value, type: issue.type }
    },
    async sendTestEvent(projectSlug) {
      const project = await findProjectRow(db, projectSlug)
      if (!project) return { refusal: 'Cannot send a test event: the project no longer exists' }
      const { id: projectId, publicKey } = project
      if (publicKey === null)
        return { refusal: 'Cannot send a test event: all keys of the project are disabled' }
      if (send === undefined) return { refusal: 'Cannot send a test event: this process accepts no events' }
      const eventId = randomBytes(16).toString('hex')
      const { status, detail } = await send({ projectId, publicKey }, testEnvelope(eventId, clock()))
      return status === 200 ? { eventId } : { refusal: `Cannot send a test event: ${detail}` }
    },
    async removeDemo(projectSlug) {
      const demo = await findDemo(db)
      if (demo?.slug !== projectSlug) return { refusal: 'Cannot remove the project: it is not the demo' }
      const removed = await orStillCounting(removeDemo(whole, { ...by, at: clock() }))
      return removed instanceof StillCounting
        ? { refusal: `Cannot remove the project: ${removed.message}` }
        : undefined
    },
  }
}

/** An error as an SDK for Node would report it. */
function testEnvelope(eventId: string, now: number): Uint8Array {
  const event = {
    event_id: eventId,
    timestamp: now / 1000,
    platform: 'node',
    level: 'error',
    environment: 'test',
    transaction: 'Test event',
    tags: { test: 'yes' },
    exception: {
      values: [
        {
          type: 'TestError',
          value: 'This is a test event: nothing has failed',
          mechanism: { type: 'generic', handled: true },
          stacktrace: {
            frames: [
              {
                function: 'sendTestEvent',
                filename: 'test-event.js',
                lineno: 2,
                in_app: true,
                pre_context: ['function sendTestEvent() {'],
                context_line: "  throw new TestError('This is a test event: nothing has failed')",
                post_context: ['}'],
              },
            ],
          },
        },
      ],
    },
    breadcrumbs: {
      values: [
        {
          timestamp: now / 1000 - 1,
          category: 'ui.click',
          message: 'button "Send a test event"',
          level: 'info',
        },
      ],
    },
    sdk: { name: 'crumbtrail.test', version: '1.0.0' },
  }
  const lines = [{ event_id: eventId }, { type: 'event' }, event]
  return new TextEncoder().encode(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}
