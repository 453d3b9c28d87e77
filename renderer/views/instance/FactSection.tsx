import { facts as say } from '#renderer/texts/settings/instance.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { InstanceFacts } from '#server/models/settings/instance.ts'
import styles from './instance.module.css'

interface FactSectionProps {
  facts: InstanceFacts
  /** How people sign in. */
  signIn: { hasPasskeys: boolean; needsFactor: boolean }
}

export function FactSection({ facts, signIn }: FactSectionProps) {
  const { release, node, engine, place, bucket, publicUrl, retentionDays } = facts
  return (
    <Section title={say.title}>
      <div className={styles.facts}>
        <KeyValueList
          shape="values"
          entries={[
            { name: say.release, value: release, isCode: true },
            { name: say.node, value: node, isCode: true },
            { name: say.engine, value: say.engines[engine] },
            { name: say.place, value: place, isCode: true },
            ...(bucket === null ? [] : [{ name: say.bucket, value: say.inBucket(bucket) }]),
            { name: say.publicUrl, value: publicUrl, isCode: true },
            { name: say.signIn, value: say.ways(signIn) },
            {
              name: say.retention,
              value: retentionDays === null ? say.forever : say.days(retentionDays),
            },
          ]}
        />
      </div>
      <p className={styles.note}>{say.retentionNote}</p>
    </Section>
  )
}
