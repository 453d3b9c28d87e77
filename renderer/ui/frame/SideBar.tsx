import { formatCompactNumber } from '../../format.ts'
import type { Frame, Viewer } from '../../loader.ts'
import { Form } from '../../navigation/Form.tsx'
import { homePath, issuesPath, signOutPath } from '../../paths.ts'
import { Icon } from '../icon/Icon.tsx'
import { currentMark, destinations } from './destinations.ts'
import { Mark } from './Mark.tsx'
import { ProjectDot } from './ProjectDot.tsx'
import styles from './SideBar.module.css'

export function SideBar({ frame, viewer }: { frame: Frame; viewer: Viewer }) {
  const openIssues = frame.projects.reduce((sum, project) => sum + project.openIssueCount, 0)
  return (
    <header className={styles.bar}>
      <a className={styles.brand} href={homePath}>
        <Mark />
        Crumbtrail
      </a>
      <nav aria-label="Main">
        <ul>
          {destinations.map(({ name, path, icon }) => (
            <li key={path}>
              <a className={styles.link} href={path} aria-current={currentMark(path, frame.path)}>
                <Icon shape={icon} size={15} />
                {name}
                {name === 'Issues' && openIssues > 0 && <OpenCount count={openIssues} />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {frame.projects.length > 0 && <ProjectLinks projects={frame.projects} />}
      <Form className={styles.foot} action={signOutPath}>
        <bdi className={styles.viewer}>{viewer.email}</bdi>
        <button className={styles.signOut} type="submit">
          <Icon shape="leave" size={15} />
          Sign out
        </button>
      </Form>
    </header>
  )
}

function ProjectLinks({ projects }: { projects: Frame['projects'] }) {
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
