import { performanceRoutePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { RouteChange } from '#server/models/performance.ts'
import styles from './performance.module.css'
import { RouteLabel } from './RouteLabel.tsx'

type Changes = (RouteChange & { since: string })[]

/** Routes that became slower or faster. */
export function ChangeList({
  changes,
  savedParams,
}: {
  changes: Changes
  savedParams: Record<string, string>
}) {
  return (
    <Section title={say.changes}>
      <ul className={styles.changes}>
        {changes.map(({ before, after, since, ...route }) => {
          const { projectSlug: project, name, op, side } = route
          return (
            <li key={`${project} ${op} ${side} ${name}`}>
              <Tag tone={after > before ? 'alarm' : 'good'}>{after > before ? say.slower : say.faster}</Tag>
              <a href={performanceRoutePath({ ...savedParams, project, name, op, side })}>
                <RouteLabel route={route} />
              </a>
              <span>
                {say.changed({ before, after })} {since}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
