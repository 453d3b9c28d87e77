import * as say from '#renderer/texts/metrics.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './metric.module.css'

interface Group {
  group: string | null
  /** The page of this series alone. */
  href: string | null
  texts: readonly string[]
}

interface SeriesTableProps {
  groups: readonly Group[]
  moreGroups: number
  columns: readonly (keyof typeof say.statistics)[]
  groupBy: string
}

/** The numbers of each series, the largest first. */
export function SeriesTable({ groups, moreGroups, columns, groupBy }: SeriesTableProps) {
  const numbers = columns.map(
    (name, index): Column<Group> => ({
      key: name,
      head: say.facts[name],
      isNumber: true,
      cell: ({ texts }) => texts[index],
    }),
  )
  return (
    <Section title={say.series} note={<bdi>{groupBy}</bdi>}>
      <Scroller className={styles.scroll} name={say.series}>
        <Table
          className={styles.rows}
          rows={groups}
          keyOf={({ group }) => group ?? ''}
          columns={[{ key: 'group', head: groupBy, className: styles.group, cell: nameOf }, ...numbers]}
        />
      </Scroller>
      {moreGroups > 0 && <p className={styles.more}>{say.moreSeries(moreGroups)}</p>}
    </Section>
  )
}

function nameOf({ group, href }: Group) {
  if (group === null || href === null) return say.noAttribute
  return (
    <a href={href}>
      <bdi>{group === '' ? say.emptyValue : group}</bdi>
    </a>
  )
}
