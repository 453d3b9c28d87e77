import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { releasePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import styles from './TraceFacts.module.css'

/** A trace in one line, with notes about its rows. */
export function TraceFacts({ trace, now }: { trace: ShownTrace; now: number }) {
  const notes = [
    ...trace.clocks.map(({ side, projectSlug, offsetUs }) => say.clockCorrected(side, projectSlug, offsetUs)),
    ...(trace.orphanCount > 0 ? [say.orphans(trace.orphanCount)] : []),
    ...(trace.isWhole ? [] : [say.notWhole]),
  ]
  return (
    <>
      <ul className={styles.facts}>
        <li>
          <b>{formatDuration(trace.durationUs / 1_000)}</b>
        </li>
        <li>{say.spans(trace.spanCount)}</li>
        {trace.errorCount > 0 && <li data-alarm>{say.errors(trace.errorCount)}</li>}
        {trace.logCount > 0 && <li>{say.logs(trace.logCount)}</li>}
        <li>
          <Time time={trace.startUs / 1_000} now={now} />
        </li>
        {trace.environments.slice(0, 3).map((environment) => (
          <li key={environment}>
            <bdi>{clipText(environment, 40)}</bdi>
          </li>
        ))}
        {releasesOf(trace).map(({ projectSlug, version, hasPage }) => (
          <li key={version}>
            {hasPage ? (
              <a href={releasePath(projectSlug, version)}>
                <bdi>{clipText(version, 40)}</bdi>
              </a>
            ) : (
              <bdi>{clipText(version, 40)}</bdi>
            )}
          </li>
        ))}
      </ul>
      {notes.length > 0 && (
        <div className={styles.notes} role="note">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </>
  )
}

/** Lists each release once, even if several projects use it. */
function releasesOf({ releases }: ShownTrace): ShownTrace['releases'] {
  const byVersion = new Map<string, ShownTrace['releases'][number]>()
  for (const release of releases) {
    if (byVersion.get(release.version)?.hasPage !== true) byVersion.set(release.version, release)
  }
  return [...byVersion.values()]
}
