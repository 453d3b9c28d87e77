import { clipText } from '#renderer/format/format.ts'
import { ownership as say } from '#renderer/texts/settings/ownership.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import { PreviewedIssues } from '#renderer/views/project/settings/PreviewedIssues.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { OwnershipPreview as Preview } from '#server/models/settings/ownership.ts'

/** Which of the last issues each rule would take; those of a large CODEOWNERS file that take none are only counted. */
export function OwnershipPreview({ preview: { tried, rules } }: { preview: Preview }) {
  const taking = rules.filter(({ issues }) => issues.length > 0)
  const taken = taking.reduce((sum, { issues }) => sum + issues.length, 0)
  return (
    <Section title={say.previewTitle}>
      <p className={styles.text}>{say.taken(taken, tried)}</p>
      {taking.map(({ rule, owners, issues }, index) => (
        // The same rule may stand there twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once and never changes
        <div key={index}>
          <p className={styles.text}>
            <code>{clipText(rule, 160)}</code> → {owners.length === 0 ? say.nobody : owners.join(', ')}
          </p>
          <PreviewedIssues issues={issues} />
        </div>
      ))}
      {rules.length > taking.length && (
        <p className={styles.text}>{say.withoutIssues(rules.length - taking.length)}</p>
      )}
    </Section>
  )
}
