import { use } from 'react'
import { clipText } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { releasePath } from '#renderer/paths.ts'
import type { HistoryChange, IssueHistory } from '#server/models/issues.ts'
import { changeParts } from './change-text.ts'

interface ChangeSentenceProps {
  change: HistoryChange
  history: IssueHistory
  projectSlug: string
}

/** Says what changed last, and which release or deploy can be the cause. */
export function ChangeSentence({ change, history, projectSlug }: ChangeSentenceProps) {
  const { before, version, after } = changeParts(change, history, use(ReaderContext))
  return (
    <>
      {before}
      {version !== null && (
        <a href={releasePath(projectSlug, version)}>
          <bdi>{clipText(version, 80)}</bdi>
        </a>
      )}
      {after}
    </>
  )
}
