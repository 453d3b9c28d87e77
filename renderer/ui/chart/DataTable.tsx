import * as say from '#renderer/texts/frame/chart.ts'
import { Table } from '#renderer/ui/content/Table.tsx'
import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import styles from './chart.module.css'

/** The numbers of a chart, collapsed. */
export function DataTable<Row>(table: Parameters<typeof Table<Row>>[0]) {
  return (
    <details className={styles.data}>
      <summary>{say.dataTable}</summary>
      <Scroller className={styles.scroll} name={say.dataTable}>
        <Table {...table} />
      </Scroller>
    </details>
  )
}
