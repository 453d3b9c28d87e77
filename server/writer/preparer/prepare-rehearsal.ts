import type { DatabaseSync } from 'node:sqlite'
import type { PreparedBatch } from '#server/writer/batch/prepare.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { createSubmissionPreparer } from './prepare-submission.ts'

/**
 * What an event would come to that came now, for a probe: the writer stores it, and takes it back before it is committed.
 * It is of any project; undefined where there is none, or none can be read.
 */
export function createRehearsal(
  connection: DatabaseSync,
  newEventId: () => string,
): () => PreparedBatch | undefined {
  const findProject = connection.prepare('select id from project order by id limit 1')
  const prepare = createSubmissionPreparer(connection, { newEventId })
  return () => {
    try {
      const project = findProject.get()
      if (project === undefined) return undefined
      return prepare([rehearsalEnvelope(Number(project.id))])?.batch
    } catch {
      return undefined // the writer will say what is the matter
    }
  }
}

const BODY = new TextEncoder().encode('{}\n{"type":"event"}\n{"message":"Rehearsal"}\n')

export function rehearsalEnvelope(projectId: number): SubmittedEnvelope {
  return { projectId, keyId: 0, receivedAt: Date.now(), body: BODY }
}
