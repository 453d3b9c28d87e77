import { columns as say } from '#renderer/texts/releases.ts'
import { Moment } from '#renderer/ui/content/Moment.tsx'
import { webLink } from '#renderer/views/feedback/web-link.ts'
import type { Deploy } from '#server/store/releases/releases.ts'
import styles from './ReleaseTable.module.css'

export function DeployTable({ deploys, now }: { deploys: Deploy[]; now: number }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.environment}</th>
          <th scope="col">{say.name}</th>
          <th scope="col" className={styles.number}>
            {say.finished}
          </th>
        </tr>
      </thead>
      <tbody>
        {deploys.map((deploy) => (
          <tr key={deploy.id}>
            <td className={styles.version}>
              <bdi>{deploy.environment}</bdi>
            </td>
            <td className={styles.version}>
              <bdi>
                {deploy.url === null || webLink(deploy.url) === undefined ? (
                  deploy.name
                ) : (
                  <a href={webLink(deploy.url)} rel="noreferrer">
                    {deploy.name ?? deploy.url}
                  </a>
                )}
              </bdi>
            </td>
            <td className={styles.number}>
              <Moment time={deploy.finishedAt} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
