import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { createSlicePreparer } from '#server/writer/heavy/prepare-alone.ts'
import { createRehearsal } from './prepare-rehearsal.ts'
import { createSubmissionPreparer } from './prepare-submission.ts'
import type { PreparerTools } from './preparer-tools.ts'

export function openSqliteTools(file: string, newEventId: () => string): PreparerTools {
  const connection = openConnection(file, { readOnly: true }) // for the projects' settings
  return {
    prepare: createSubmissionPreparer(connection, { newEventId }),
    slicesOf: createSlicePreparer(connection, { newEventId, attachments: attachmentFolder(file) }),
    rehearse: createRehearsal(connection, newEventId),
    close: () => connection.close(),
  }
}
