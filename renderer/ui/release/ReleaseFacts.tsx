import type { ReleaseSummary } from '../../../server/desk-releases.ts'
import { formatNumber } from '../../format.ts'
import { formatShare } from '../../format-share.ts'
import { type KeyValue, KeyValueList } from '../content/KeyValueList.tsx'
import { Time } from '../content/Time.tsx'

/** What is known of a release: the shares are of the last 24 hours. */
export function ReleaseFacts({ release, now }: { release: ReleaseSummary; now: number }) {
  const timed = (name: string, time: number | null): KeyValue[] =>
    time === null ? [] : [{ name, value: <Time time={time} now={now} /> }]
  return (
    <KeyValueList
      entries={[
        { name: 'Adoption', value: formatShare(release.adoption) },
        { name: 'Crash-free sessions', value: formatShare(release.crashFreeSessions) },
        { name: 'Crash-free people', value: formatShare(release.crashFreeUsers) },
        { name: 'Sessions', value: formatNumber(release.sessionCount) },
        { name: 'Events, ever', value: formatNumber(release.eventCount) },
        { name: 'People with events, ever', value: formatNumber(release.userCount) },
        ...timed('First seen', release.firstSeen),
        ...timed('Last seen', release.lastSeen),
        ...timed('Released', release.releasedAt),
        ...(release.ref === null ? [] : [{ name: 'Ref', value: release.ref, isCode: true }]),
        ...(release.url === null
          ? []
          : [
              {
                name: 'About',
                value: (
                  <a href={release.url} rel="noreferrer">
                    {release.url}
                  </a>
                ),
              },
            ]),
      ]}
    />
  )
}
