import { formatCompactNumber } from '../../format.ts'
import type { Frame } from '../../loader.ts'
import { issuesPath } from '../../paths.ts'
import styles from './ProjectFilter.module.css'

/** One project's issues or all of them. */
export function ProjectFilter({ projects, chosen }: { projects: Frame['projects']; chosen: string | null }) {
  const open = projects.reduce((sum, project) => sum + project.openIssueCount, 0)
  return (
    <nav className={styles.tabs} aria-label="Projects">
      <ul>
        <Tab name="All projects" count={open} href={issuesPath()} isChosen={chosen === null} />
        {projects.map(({ slug, name, openIssueCount }) => (
          <Tab
            key={slug}
            name={name}
            count={openIssueCount}
            href={issuesPath({ project: slug })}
            isChosen={chosen === slug}
          />
        ))}
      </ul>
    </nav>
  )
}

function Tab({
  name,
  count,
  href,
  isChosen,
}: {
  name: string
  count: number
  href: string
  isChosen: boolean
}) {
  return (
    <li>
      <a className={styles.tab} href={href} aria-current={isChosen ? 'page' : undefined}>
        <bdi>{name}</bdi>
        <span className={styles.count}>
          {formatCompactNumber(count)}
          <span className="visually-hidden"> open</span>
        </span>
      </a>
    </li>
  )
}
