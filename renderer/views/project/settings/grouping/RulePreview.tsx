import { grouping as say } from '#renderer/texts/settings/project-settings.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import { PreviewedIssues } from '#renderer/views/project/settings/PreviewedIssues.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { GroupingPreview } from '#server/models/settings/project-settings.ts'

/** Which issues' new events would go together by a rule that is not saved yet. */
export function RulePreview({ preview: { tried, matched, groups } }: { preview: GroupingPreview }) {
  return (
    <Section title={say.previewTitle} id="preview">
      <p className={styles.text}>{matched === 0 ? say.noneMatched(tried) : say.matched(matched, tried)}</p>
      {groups.map(({ isDropped, issues }) => (
        <div key={issues[0]?.id}>
          <p className={styles.text}>
            {isDropped ? say.dropped : issues.length > 1 ? say.join(issues.length) : say.alone}
          </p>
          <PreviewedIssues issues={issues} />
        </div>
      ))}
    </Section>
  )
}
