import type { RouteName } from '../../../server/desk-performance.ts'
import { clipText } from '../../format.ts'
import * as say from '../../texts/performance.ts'
import styles from './performance.module.css'

/** What a route is called; whoever sends transactions chose the name. */
export function RouteLabel({ route: { name, op } }: { route: RouteName }) {
  if (name === '') return <>{say.otherNames}</>
  return (
    <>
      <bdi>{clipText(name, 120)}</bdi> <span className={styles.op}>{clipText(op, 40)}</span>
    </>
  )
}
