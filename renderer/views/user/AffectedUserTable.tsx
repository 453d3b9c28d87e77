import { clipText, formatCount } from '#renderer/format/format.ts'
import { userPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/users.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Table } from '#renderer/ui/content/Table.tsx'
import { eventsWithTagPath } from '#renderer/views/event/facts/tag-query.ts'
import type { AffectedUser } from '#server/models/users.ts'
import { splitUserName } from './user-name.ts'

interface AffectedUserTableProps {
  users: readonly AffectedUser[]
  issue: { id: number; projectSlug: string }
  now: number
}

/** The users of an issue, each with a link to all that happened to them and one to their events of the issue. */
export function AffectedUserTable({ users, issue, now }: AffectedUserTableProps) {
  return (
    <Table
      rows={users}
      keyOf={({ name }) => name}
      empty={say.none}
      columns={[
        {
          key: 'user',
          head: say.columns.user,
          cell: ({ name }) => (
            <a href={userPath(name, { project: issue.projectSlug })}>
              <bdi>{clipText(splitUserName(name).value, 120)}</bdi>
            </a>
          ),
        },
        {
          key: 'events',
          head: say.columns.events,
          isNumber: true,
          cell: ({ name, eventCount }) => (
            <a href={eventsWithTagPath(issue.id, 'user', name)} title={say.eventsOf}>
              {formatCount(eventCount, 'event')}
            </a>
          ),
        },
        {
          key: 'first',
          head: say.columns.first,
          isNumber: true,
          isHiddenOnPhone: true,
          cell: ({ firstSeen }) => <PageTime time={firstSeen} now={now} />,
        },
        {
          key: 'last',
          head: say.columns.last,
          isNumber: true,
          cell: ({ lastSeen }) => <PageTime time={lastSeen} now={now} />,
        },
      ]}
    />
  )
}
