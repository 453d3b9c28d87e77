import { Fragment } from 'react'
import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/account/usage.ts'
import type { ReasonRow } from './pivot.ts'
import styles from './UsageTable.module.css'

export function ReasonTable({ rows }: { rows: readonly ReasonRow[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.heads.reason}</th>
          <th scope="col">{say.heads.became}</th>
          <th scope="col">{say.heads.kind}</th>
          <th scope="col" className={styles.number}>
            {say.heads.items}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, outcome, category, reason, quantity }) => (
          <tr key={key}>
            <th scope="row">
              <code>
                <bdi>
                  {reason.split(/(?<=_)/).map((part, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one word, in order
                    <Fragment key={index}>
                      {index > 0 && <wbr />}
                      {part}
                    </Fragment>
                  ))}
                </bdi>
              </code>
            </th>
            <td>{say.outcomes[outcome]}</td>
            <td>{say.categories[category]}</td>
            <td className={styles.number}>{formatNumber(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
