import { clipText } from '#renderer/format/format.ts'
import { issuePath } from '#renderer/paths.ts'
import styles from './settings.module.css'

interface PreviewedIssuesProps {
  issues: readonly { id: number; shortId: string; type: string; value: string }[]
}

/** The issues that a rule would affect, with links to them. */
export function PreviewedIssues({ issues }: PreviewedIssuesProps) {
  return (
    <ul className={styles.list}>
      {issues.map(({ id, shortId, type, value }) => (
        <li key={id}>
          <span>
            <a href={issuePath(id)}>{shortId}</a> <bdi>{clipText(`${type}: ${value}`, 160)}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
