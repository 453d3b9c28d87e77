import * as say from '#renderer/texts/metrics.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './metric.module.css'

interface MetricFactsProps {
  columns: readonly (keyof typeof say.statistics)[]
  texts: readonly string[]
  /** `since 22 Nov, 22:00`. */
  covered: string
}

/** The numbers of the whole period. */
export function MetricFacts({ columns, texts, covered }: MetricFactsProps) {
  return (
    <Section title={say.wholePeriod} note={<span suppressHydrationWarning>{covered}</span>}>
      <dl className={styles.facts}>
        {columns.map((name, index) => (
          <div key={name}>
            <dt>{say.facts[name]}</dt>
            <dd>{texts[index]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
