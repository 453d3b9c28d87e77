import * as say from '#renderer/texts/account/usage.ts'
import type { LimitState } from '#server/desk/projects/outcomes.ts'
import styles from './UsageTable.module.css'

export function LimitTable({ limits }: { limits: readonly LimitState[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.heads.project}</th>
          <th scope="col">{say.heads.limit}</th>
          <th scope="col">{say.heads.of}</th>
          <th scope="col">{say.heads.inWindow}</th>
        </tr>
      </thead>
      <tbody>
        {limits.map(({ projectSlug, per, category, keyName, quantity, taken }) => (
          <tr key={`${projectSlug} ${per} ${category} ${keyName}`}>
            <th scope="row">
              <code>{projectSlug}</code>
              {keyName !== null && <code> {keyName}…</code>}
            </th>
            <td>{say.window(per, quantity)}</td>
            <td>{category === null ? say.everything : say.categories[category]}</td>
            <td data-full={(taken !== null && taken >= quantity) || undefined}>
              {say.taken(taken, quantity)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
