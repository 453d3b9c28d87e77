import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { AlikeTrace, AlikeTraces } from '#server/desk/traces/alike.ts'
import styles from './CompareMenu.module.css'

const KINDS = ['typical', 'slowest', 'newest'] as const

interface CompareMenuProps {
  traceId: string
  alike: AlikeTraces | null
  now: number
}

/** Compares this trace with one of its route, or with any other. */
export function CompareMenu({ traceId, alike, now }: CompareMenuProps) {
  return (
    <details className={styles.compare} name="compare-menu">
      <summary>{say.compareWith}</summary>
      <div className={styles.panel}>
        {alike &&
          KINDS.filter((kind) => alike[kind].length > 0).map((kind) => (
            <section key={kind} aria-label={say.alikeKinds[kind]}>
              <h2>{say.alikeKinds[kind]}</h2>
              <ul>
                {alike[kind].map((other) => (
                  <li key={other.traceId}>
                    <a href={tracePath(traceId, { with: other.traceId })}>
                      <Alike trace={other} now={now} />
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        <form action={tracePath(traceId)}>
          <input
            name="with"
            required
            pattern="\s*[0-9a-fA-F\-]{32,36}\s*"
            aria-label={say.compareLabel}
            placeholder={say.compareLabel}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button>{say.compare}</Button>
        </form>
      </div>
    </details>
  )
}

function Alike({ trace, now }: { trace: AlikeTrace; now: number }) {
  const { traceId, durationMs, startedAt, isFailed, user } = trace
  return (
    <>
      <b>{formatDuration(durationMs)}</b>
      <span className={styles.facts}>
        {isFailed && <span className={styles.failed}>{say.tones.error}</span>}
        <PageTime time={startedAt} now={now} />
        {user !== null && <bdi>{say.userOf(clipText(user, 40))}</bdi>}
      </span>
      <code>{traceId.slice(0, 8)}</code>
    </>
  )
}
