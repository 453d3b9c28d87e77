import { formatCompactNumber } from '../../format.ts'
import { homePath, issuesPath } from '../../paths.ts'
import { Icon } from '../icon/Icon.tsx'
import {
  currentMark,
  type Destination,
  footDestinations,
  healthDestinations,
  mainDestinations,
} from './destinations.ts'
import type { FrameFacts } from './frame-facts.ts'
import { Mark } from './Mark.tsx'
import { ProjectDot } from './ProjectDot.tsx'
import styles from './SideBar.module.css'

export function SideBar({ path, projects }: FrameFacts) {
  const openIssueCount = projects.reduce((sum, project) => sum + project.openIssueCount, 0)
  return (
    <header className={styles.bar}>
      <a className={styles.brand} href={homePath}>
        <Mark />
        Crumbtrail
      </a>
      <nav className={styles.main} aria-label="Main">
        <Links destinations={mainDestinations} path={path} openIssueCount={openIssueCount} />
        <p className={styles.heading}>Health</p>
        <Links destinations={healthDestinations} path={path} />
      </nav>
      {projects.length > 0 && <ProjectLinks projects={projects} />}
      <nav className={styles.foot} aria-label="Desk">
        <Links destinations={footDestinations} path={path} />
      </nav>
    </header>
  )
}

interface LinksProps {
  destinations: readonly Destination[]
  path: string
  openIssueCount?: number
}

function Links({ destinations, path, openIssueCount = 0 }: LinksProps) {
  return (
    <ul>
      {destinations.map(({ name, path: to, icon }) => (
        <li key={to}>
          <a className={styles.link} href={to} aria-current={currentMark(to, path)}>
            <Icon shape={icon} size={15} />
            {name}
            {name === 'Issues' && openIssueCount > 0 && <OpenCount count={openIssueCount} />}
          </a>
        </li>
      ))}
    </ul>
  )
}

function ProjectLinks({ projects }: { projects: FrameFacts['projects'] }) {
  return (
    <nav className={styles.projects} aria-label="Issues by project">
      <p className={styles.heading} aria-hidden="true">
        Projects
      </p>
      <ul>
        {projects.map(({ slug, name, openIssueCount }) => (
          <li key={slug}>
            <a className={styles.link} href={issuesPath({ project: slug })}>
              <ProjectDot openIssueCount={openIssueCount} />
              <bdi className={styles.project}>{name}</bdi>
              {openIssueCount > 0 && <OpenCount count={openIssueCount} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function OpenCount({ count }: { count: number }) {
  return (
    <span className={styles.count}>
      {formatCompactNumber(count)}
      <span className="visually-hidden"> open</span>
    </span>
  )
}
