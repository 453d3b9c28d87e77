import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { RouteDetail } from '#server/desk/performance/route.ts'
import styles from './performance.module.css'

const KINDS = ['fast', 'usual', 'slow'] as const

/** Example traces, to compare a fast one with a slow one. */
export function ExampleList({ examples }: Pick<RouteDetail, 'examples'>) {
  const isEmpty = KINDS.every((kind) => examples[kind].length === 0)
  return (
    <Section title={say.examples}>
      {isEmpty ? (
        <p className={styles.none}>{say.noExamples}</p>
      ) : (
        <div className={styles.examples}>
          {KINDS.map((kind) => (
            <div key={kind}>
              <h3>{say.exampleKinds[kind]}</h3>
              <ul>
                {examples[kind].map(({ traceId, value }) => (
                  <li key={traceId}>
                    <a href={tracePath(traceId)}>{formatDuration(value)}</a>{' '}
                    <code>{traceId.slice(0, 8)}</code>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </Section>
  )
}
