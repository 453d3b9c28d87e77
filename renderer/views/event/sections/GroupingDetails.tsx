import { grouping as say } from '#renderer/texts/issues/event.ts'
import type { GroupingExplanation } from '#server/processing/grouping/grouping.ts'
import styles from './GroupingDetails.module.css'

/** Lists what the grouping compared. Collapsed at first. */
export function GroupingDetails({ grouping }: { grouping: GroupingExplanation }) {
  const { decidedBy, rule, lines, ignored, version, key } = grouping
  return (
    <details className={styles.grouping} id="grouping">
      <summary>{say.title}</summary>
      <div className={styles.body}>
        <p>{say.by[decidedBy]}</p>
        {rule !== undefined && (
          <p>
            {say.rule} <code>{rule.join(say.and)}</code>
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
        {ignored.length > 0 && <p>{say.ignored}</p>}
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
          {say.version(version)} <code>{key}</code>
        </p>
      </div>
    </details>
  )
}
