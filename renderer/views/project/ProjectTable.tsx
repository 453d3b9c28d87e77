import { formatNumber } from '#renderer/format/format.ts'
import { ProjectDot } from '#renderer/layout/bars/ProjectDot.tsx'
import { issuesPath, projectPath } from '#renderer/paths.ts'
import { openIssuesOf, columns as say } from '#renderer/texts/account/projects.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { ProjectSummary } from '#server/models/projects.ts'
import styles from './ProjectTable.module.css'

interface ListedProject extends ProjectSummary {
  /** Distinct people whom errors hit in the last fortnight. */
  userCount: number
}

export function ProjectTable({ projects, now }: { projects: ListedProject[]; now: number }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.project}</th>
          <th scope="col" className={styles.number}>
            {say.openIssues}
          </th>
          <th scope="col" className={styles.number}>
            {say.people}
          </th>
          <th scope="col" className={styles.created}>
            {say.created}
          </th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <tr key={project.id} className={styles.row}>
            <td>
              <div className={styles.project}>
                <ProjectDot openIssueCount={project.openIssueCount} />
                <a className={styles.name} href={projectPath(project.slug)}>
                  <bdi>{project.name}</bdi>
                </a>
                {project.slug !== project.name && <code className={styles.slug}>{project.slug}</code>}
              </div>
            </td>
            <td className={styles.number}>
              <a href={issuesPath({ project: project.slug })}>
                {formatNumber(project.openIssueCount)}
                <span className="visually-hidden">{openIssuesOf(project.name)}</span>
              </a>
            </td>
            <td className={styles.number}>{formatNumber(project.userCount)}</td>
            <td className={styles.created}>
              <Time time={project.createdAt} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
