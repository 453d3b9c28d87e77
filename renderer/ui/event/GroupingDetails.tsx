import type { GroupingExplanation } from '../../../server/processing/grouping/grouping.ts'
import styles from './GroupingDetails.module.css'

const DECIDED_BY: Record<GroupingExplanation['decidedBy'], string> = {
  rule: 'A rule of the project set their fingerprint.',
  fingerprint: 'The application set their fingerprint.',
  stack: 'They failed at the same place, in the same way.',
  message: 'They say the same, but for what changes from one to the next.',
  transaction: 'They say nothing, but where they happened.',
}

/** What was compared, line by line. Closed until asked for. */
export function GroupingDetails({ grouping }: { grouping: GroupingExplanation }) {
  const { decidedBy, rule, lines, ignored, version, key } = grouping
  return (
    <details className={styles.grouping} id="grouping">
      <summary>Why these events are one issue</summary>
      <div className={styles.body}>
        <p>{DECIDED_BY[decidedBy]}</p>
        {rule !== undefined && (
          <p>
            Rule: <code>{rule.join(' and ')}</code>
          </p>
        )}
        <ol>
          {lines.map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and their order never changes
            <li key={index}>
              <span className={styles.kind}>{kind}</span> <code>{text}</code>
            </li>
          ))}
        </ol>
        {ignored.length > 0 && <p>Not compared:</p>}
        {ignored.length > 0 && (
          <ul>
            {ignored.map(({ text, why, count }) => (
              <li key={`${why} ${text}`}>
                <code>{text}</code>
                {count > 1 && ` ×${count}`}, {why}
              </li>
            ))}
          </ul>
        )}
        <p className={styles.kind}>
          Grouping version {version}, key <code>{key}</code>
        </p>
      </div>
    </details>
  )
}
