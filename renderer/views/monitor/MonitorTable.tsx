import { clipText } from '#renderer/format/format.ts'
import { monitorPath } from '#renderer/paths.ts'
import { lastOnPhone, nextOf, columns as say } from '#renderer/texts/monitors.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { MonitorSummary } from '#server/desk/records/monitors.ts'
import styles from './MonitorTable.module.css'
import { RunStrip } from './RunStrip.tsx'
import { StateTag } from './StateTag.tsx'

/** A row for each environment in which a monitor checks in. */
export function MonitorTable({ monitors, now }: { monitors: readonly MonitorSummary[]; now: number }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.monitor}</th>
          <th scope="col">{say.state}</th>
          <th scope="col" className={styles.wide}>
            {say.lastRuns}
          </th>
          <th scope="col" className={styles.number}>
            {say.last}
          </th>
          <th scope="col" className={styles.number}>
            {say.next}
          </th>
        </tr>
      </thead>
      <tbody>
        {monitors.flatMap((monitor) =>
          (monitor.environments.length === 0 ? [undefined] : monitor.environments).map((environment) => (
            <tr key={`${monitor.id}:${environment?.name ?? ''}`}>
              <td>
                <a className={styles.name} href={monitorPath(monitor.projectSlug, monitor.slug)}>
                  <bdi>{clipText(monitor.slug, 80)}</bdi>
                </a>
                <span className={styles.about}>
                  <code>{monitor.projectSlug}</code>
                  {environment !== undefined && <bdi>{clipText(environment.name, 40)}</bdi>}
                  {monitor.schedule !== null && (
                    <code>
                      <bdi>{monitor.schedule}</bdi>
                    </code>
                  )}
                </span>
              </td>
              <td>
                <StateTag state={environment?.state ?? 'waiting'} />
              </td>
              <td className={styles.wide}>{environment && <RunStrip runs={environment.runs} />}</td>
              <td className={styles.number}>
                {environment?.lastAt != null ? (
                  <>
                    <span>{lastOnPhone} </span>
                    <Time time={environment.lastAt} now={now} />
                  </>
                ) : (
                  '–'
                )}
              </td>
              <td className={styles.number}>
                {environment?.nextAt != null ? (
                  <>
                    <span data-due={environment.nextAt <= now || undefined}>
                      {nextOf(environment.nextAt, now)}{' '}
                    </span>
                    <Time time={environment.nextAt} now={now} />
                  </>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
