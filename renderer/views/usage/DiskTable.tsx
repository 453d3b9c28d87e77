import { formatNumber } from '#renderer/format/format.ts'
import { formatBytes } from '#renderer/format/format-bytes.ts'
import * as say from '#renderer/texts/account/usage.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'
import styles from './UsageTable.module.css'

/** What takes how much of the disk; of one project, its name goes without saying. */
export function DiskTable({ use, isOfOne = false }: { use: readonly StorageUse[]; isOfOne?: boolean }) {
  if (use.length === 0) return null
  const most = Math.max(1, ...use.map(({ bytes }) => bytes))
  return (
    <Section title={say.disk}>
      <table className={styles.table}>
        <thead>
          <tr>
            {!isOfOne && <th scope="col">{say.heads.project}</th>}
            <th scope="col">{say.heads.kind}</th>
            <th scope="col" className={styles.number}>
              {say.heads.items}
            </th>
            <th scope="col" className={styles.number}>
              {say.heads.size}
            </th>
            <th scope="col" className={styles.share} data-spare>
              <span className="visually-hidden">{say.heads.share}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {use.map(({ projectSlug, category, quantity, bytes }) => (
            <tr key={`${projectSlug} ${category}`}>
              <th scope="row">{isOfOne ? say.stored[category] : <code>{projectSlug}</code>}</th>
              {!isOfOne && <td>{say.stored[category]}</td>}
              <td className={styles.number}>{formatNumber(quantity)}</td>
              <td className={styles.number}>{formatBytes(bytes)}</td>
              <td className={styles.share} data-spare>
                <span
                  className={styles.bar}
                  style={{ inlineSize: `${Math.max(1, (bytes / most) * 100)}%` }}
                  data-bar
                  aria-hidden="true"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
