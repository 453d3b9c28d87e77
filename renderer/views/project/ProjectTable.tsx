import { formatNumber } from '#renderer/format/format.ts'
import { ProjectDot } from '#renderer/layout/bars/ProjectDot.tsx'
import { issuesPath, projectPath } from '#renderer/paths.ts'
import { openIssuesOf, columns as say } from '#renderer/texts/account/projects.ts'
import { Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { ProjectSummary } from '#server/models/projects.ts'
import styles from './ProjectTable.module.css'

interface ListedProject extends ProjectSummary {
  /** Distinct users affected by errors in the last 14 days. */
  userCount: number
}

export function ProjectTable({ projects, now }: { projects: readonly ListedProject[]; now: number }) {
  return (
    <Table
      className={styles.table}
      isFixed
      hasHover
      rows={projects}
      keyOf={({ id }) => id}
      columns={[
        { key: 'project', head: say.project, cell: (project) => <ProjectName project={project} /> },
        {
          key: 'open-issues',
          head: say.openIssues,
          isNumber: true,
          className: styles.count,
          cell: ({ slug, name, openIssueCount, isGoing }) =>
            !isGoing && (
              <a href={issuesPath({ project: slug })}>
                {formatNumber(openIssueCount)}
                <span className="visually-hidden">{openIssuesOf(name)}</span>
              </a>
            ),
        },
        {
          key: 'users',
          head: say.people,
          isNumber: true,
          className: styles.count,
          cell: ({ userCount, isGoing }) => !isGoing && formatNumber(userCount),
        },
        {
          key: 'created',
          head: say.created,
          isHiddenOnPhone: true,
          className: styles.created,
          cell: ({ createdAt }) => <Time time={createdAt} now={now} />,
        },
      ]}
    />
  )
}

/** A project that is being deleted has no link: its pages may be gone any moment. */
function ProjectName({ project: { slug, name, openIssueCount, isGoing } }: { project: ListedProject }) {
  if (isGoing) {
    return (
      <div className={styles.project}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.slug}>{say.going}</span>
      </div>
    )
  }
  return (
    <div className={styles.project}>
      <ProjectDot openIssueCount={openIssueCount} />
      <a className={styles.name} href={projectPath(slug)}>
        <bdi>{name}</bdi>
      </a>
      {slug !== name && <code className={styles.slug}>{slug}</code>}
    </div>
  )
}
