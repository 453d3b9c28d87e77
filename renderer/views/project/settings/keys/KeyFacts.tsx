import { HOUR_MS } from '#renderer/format/time-units.ts'
import * as usage from '#renderer/texts/account/usage.ts'
import { keys as say } from '#renderer/texts/settings/project-settings.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { projectSettingsPath } from '#renderer/views/project/settings/paths.ts'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { LimitState } from '#server/desk/projects/outcomes.ts'
import type { ShownKey } from '#server/models/settings/project-settings.ts'

interface KeyFactsProps {
  shown: ShownKey
  /** The project's slug. */
  project: string
  /** The limits of this key. */
  limits: readonly LimitState[]
  now: number
}

export function KeyFacts({ shown, project, limits, now }: KeyFactsProps) {
  const { createdAt, lastUsedAt, allowedOrigins } = shown
  return (
    <p className={styles.facts}>
      <span>
        <b>{say.created}</b> <Time time={createdAt} now={now} />
      </span>
      <span>
        <b>{say.lastUsed}</b> <LastUse hour={lastUsedAt} now={now} />
      </span>
      <span>
        <b>{say.origins}</b> {allowedOrigins === null ? say.allOrigins : allowedOrigins.join(', ')}
      </span>
      <span>
        <a href={projectSettingsPath(project, 'limits')}>{say.limits}</a>{' '}
        {limits.length === 0 ? say.noLimits : limits.map(limitOf).join(', ')}
      </span>
    </p>
  )
}

/** Uses are counted by the hour: one of this hour may be younger than its beginning says. */
function LastUse({ hour, now }: { hour: number | null; now: number }) {
  if (hour === null) return say.neverUsed
  return now - hour < HOUR_MS ? say.usedNow : <Time time={hour} now={now} />
}

function limitOf({ per, quantity, category, taken }: LimitState): string {
  const of = category === null ? usage.everything : usage.categories[category]
  return say.limitUse(
    usage.window(per, quantity),
    of,
    taken === null ? undefined : usage.taken(taken, quantity),
  )
}
