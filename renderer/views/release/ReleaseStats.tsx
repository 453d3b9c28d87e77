import { formatCompactNumber } from '#renderer/format/format.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/releases.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import styles from './ReleaseStats.module.css'

interface ReleaseStatsProps {
  release: ReleaseSummary
  /** The previous release, if there is one. */
  before: ReleaseSummary | null
  /** The name of the period. */
  of: string
}

/** Compares a release with the one before. Text, and not only colour, says which change is good. */
export function ReleaseStats({ release, before, of }: ReleaseStatsProps) {
  return (
    <Section title={say.health} note={of}>
      <dl className={styles.stats}>
        <Stat
          name={say.columns.crashFreeSessions}
          value={formatShare(release.crashFreeSessions)}
          change={pointsOf(release.crashFreeSessions, before?.crashFreeSessions)}
        />
        <Stat
          name={say.columns.crashFreePeople}
          value={formatShare(release.crashFreeUsers)}
          change={pointsOf(release.crashFreeUsers, before?.crashFreeUsers)}
        />
        {release.anrUsers !== null && release.anrUsers > 0 && (
          <Stat
            name={say.columns.anrUsers}
            value={formatShare(release.anrUsers)}
            change={pointsOf(1 - release.anrUsers, before?.anrUsers == null ? null : 1 - before.anrUsers)}
          />
        )}
        <Stat name={say.columns.adoption} value={formatShare(release.adoption)} />
        <Stat name={say.columns.sessions} value={formatCompactNumber(release.sessionCount)} />
        <Stat name={say.columns.newIssues} value={formatCompactNumber(release.newIssueCount)} />
        <Stat name={say.columns.cameBack} value={formatCompactNumber(release.regressedIssueCount)} />
      </dl>
    </Section>
  )
}

interface Change {
  text: string
  isWorse: boolean
}

function Stat({ name, value, change }: { name: string; value: string; change?: Change | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {change !== undefined && (
          <span className={styles.change} data-worse={change.isWorse || undefined}>
            {change.text}
          </span>
        )}
      </dd>
    </div>
  )
}

/** Formats percentage points. */
function pointsOf(share: number | null, before: number | null | undefined): Change | undefined {
  if (share === null || before === null || before === undefined) return undefined
  const points = Math.round((share - before) * 1000) / 10
  if (points === 0) return { text: say.asBefore, isWorse: false }
  return { text: say.pointsOff(points), isWorse: points < 0 }
}
