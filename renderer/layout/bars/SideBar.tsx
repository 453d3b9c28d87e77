import { formatCompactNumber } from '#renderer/format/format.ts'
import { destinationsIn, markOf } from '#renderer/layout/destinations.ts'
import type { FrameFacts } from '#renderer/layout/frame-facts.ts'
import { keepScope } from '#renderer/layout/kept-scope.ts'
import { ownLast } from '#renderer/layout/own-last.ts'
import type { Group } from '#renderer/layout/pages.ts'
import { homePath, issuesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import * as places from '#renderer/texts/frame/places.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import type { Role } from '#server/models/accounts/roles.ts'
import { Mark } from './Mark.tsx'
import { ProjectDot } from './ProjectDot.tsx'
import styles from './SideBar.module.css'

type SideBarProps = Pick<FrameFacts, 'path' | 'role' | 'projects'> & { scope: Record<string, string> }

export function SideBar({ path, role, projects, scope }: SideBarProps) {
  const others = projects.filter(({ isOwn }) => !isOwn)
  const links = ownLast(projects).filter(({ isGoing }) => !isGoing)
  const openIssueCount = others.reduce((sum, project) => sum + project.openIssueCount, 0)
  return (
    <header className={styles.bar}>
      <a className={styles.brand} href={homePath}>
        <Mark />
        {places.desk}
      </a>
      <nav className={styles.main} aria-label={say.navigation.main}>
        <Links group="main" {...{ path, role, scope }} openIssueCount={openIssueCount} />
        <p className={styles.heading}>{say.health}</p>
        <Links group="health" {...{ path, role, scope }} />
        {links.length > 0 && <ProjectLinks projects={links} />}
        <div className={styles.foot}>
          <Links group="foot" {...{ path, role, scope }} />
        </div>
      </nav>
    </header>
  )
}

interface LinksProps {
  group: Group
  path: string
  role: Role
  /** What the page's address chooses, which stays chosen on the way to another page. */
  scope: Record<string, string>
  openIssueCount?: number
}

function Links({ group, path, role, scope, openIssueCount = 0 }: LinksProps) {
  return (
    <ul>
      {destinationsIn(group, role).map(({ name, path: to, icon, key, alsoMarks }) => (
        <li key={to}>
          <a
            className={styles.link}
            href={keepScope(to, scope)}
            aria-current={markOf({ path: to, alsoMarks }, path)}
            data-go={key}
          >
            <Icon shape={icon} size={15} />
            {name}
            {to === issuesPath() && <OpenCount count={openIssueCount} of="" />}
          </a>
        </li>
      ))}
    </ul>
  )
}

function ProjectLinks({ projects }: { projects: FrameFacts['projects'] }) {
  return (
    <nav className={styles.projects} aria-label={say.navigation.projects}>
      <p className={styles.heading} aria-hidden="true">
        {say.projects}
      </p>
      <ul>
        {projects.map(({ slug, name, openIssueCount }) => (
          <li key={slug}>
            <a className={styles.link} href={issuesPath({ project: slug })}>
              <ProjectDot openIssueCount={openIssueCount} />
              <bdi className={styles.project}>{name}</bdi>
              <OpenCount count={openIssueCount} of={slug} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The count of a project, or of all projects. live/open-counts.ts updates it. */
function OpenCount({ count, of }: { count: number; of: string }) {
  return (
    <span className={styles.count} data-live-open={of} hidden={count === 0}>
      {count > 0 && formatCompactNumber(count)}
      {count > 0 && <span className="visually-hidden">{say.navigation.open}</span>}
    </span>
  )
}
