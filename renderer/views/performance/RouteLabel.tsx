import { clipText } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/performance.ts'
import type { RouteName } from '#server/models/performance.ts'
import styles from './performance.module.css'

/** The name of a route, which comes from whoever sends transactions. */
export function RouteLabel({ route: { name, op } }: { route: RouteName }) {
  if (name === '') return <>{say.otherNames}</>
  return (
    <>
      <bdi>{clipText(name, 120)}</bdi> <span className={styles.op}>{clipText(op, 40)}</span>
    </>
  )
}
