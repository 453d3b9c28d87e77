import { clipText, formatNumber } from '#renderer/format/format.ts'
import { factNames as say } from '#renderer/texts/releases.ts'
import { type KeyValue, KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { webLink } from '#renderer/views/feedback/web-link.ts'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'

/** Facts about a release that do not depend on the period. */
export function ReleaseFacts({ release, now }: { release: ReleaseSummary; now: number }) {
  const timed = (name: string, time: number | null): KeyValue[] =>
    time === null ? [] : [{ name, value: <Time time={time} now={now} /> }]
  return (
    <KeyValueList
      entries={[
        { name: say.events, value: formatNumber(release.eventCount) },
        { name: say.people, value: formatNumber(release.userCount) },
        ...timed(say.firstSeen, release.firstSeen),
        ...timed(say.lastSeen, release.lastSeen),
        ...timed(say.released, release.releasedAt),
        ...(release.ref === null ? [] : [{ name: say.ref, value: release.ref, isCode: true }]),
        ...(release.url === null
          ? []
          : [
              {
                name: say.about,
                value: <WebLink url={release.url} />,
              },
            ]),
      ]}
    />
  )
}

/** The address of a release comes from the API, so only a web address becomes a link. */
function WebLink({ url }: { url: string }) {
  const href = webLink(url)
  const text = <bdi>{clipText(url, 200)}</bdi>
  return href === undefined ? (
    text
  ) : (
    <a href={href} rel="noreferrer">
      {text}
    </a>
  )
}
