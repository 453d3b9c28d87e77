import type { StorageUse } from '../../../server/store/storage-use.ts'
import { formatNumber } from '../../format.ts'
import { formatBytes } from '../../format-bytes.ts'
import * as say from '../../texts/usage.ts'
import { Section } from '../content/Section.tsx'
import styles from './StorageTable.module.css'

/** What a project takes of the disk. */
export function StorageTable({ usage }: { usage: readonly StorageUse[] }) {
  if (usage.length === 0) return null
  return (
    <Section title={say.disk}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say.heads.kind}</th>
            <th scope="col" className={styles.number}>
              {say.heads.items}
            </th>
            <th scope="col" className={styles.number}>
              {say.heads.size}
            </th>
          </tr>
        </thead>
        <tbody>
          {usage.map(({ category, quantity, bytes }) => (
            <tr key={category}>
              <th scope="row">{say.stored[category]}</th>
              <td className={styles.number}>{formatNumber(quantity)}</td>
              <td className={styles.number}>{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
