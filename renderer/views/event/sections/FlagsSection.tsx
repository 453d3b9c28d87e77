import { notes, sections } from '#renderer/texts/issues/event.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import { featureFlags } from '#renderer/views/event/facts/feature-flags.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import styles from './TagsSection.module.css'
import { TagList } from './TagsSection.tsx'

/** The feature flags that were read before the event, with their values. */
export function FlagsSection({ payload }: { payload: NormalizedEvent }) {
  const flags = featureFlags(payload)
  if (flags.length === 0) return null
  return (
    <Section id="flags" title={sections.flags} note={notes.flags}>
      <div className={styles.body}>
        <TagList tags={[...new Map(flags)]} />
      </div>
    </Section>
  )
}
