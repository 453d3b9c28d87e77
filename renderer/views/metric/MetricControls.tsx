import { metricPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/metrics.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './metric.module.css'

interface MetricControlsProps {
  /** The address parameters that the form keeps. */
  hiddenFields: Record<string, string>
  query: string
  /** Empty without grouping. */
  groupBy: string
  /** Empty for the overview. */
  statistic: string
  statistics: readonly (keyof typeof say.statistics)[]
  attributes: readonly string[]
}

/** Chooses which points the chart has, by what they are grouped, and which number it shows. */
export function MetricControls(props: MetricControlsProps) {
  const { hiddenFields, query, groupBy, statistic, statistics, attributes } = props
  const groups = groupBy === '' || attributes.includes(groupBy) ? attributes : [groupBy, ...attributes]
  // What adds up is one chart, and so are series that are told apart.
  const hasOverview = !statistics.includes('sum')
  const chosen = groupBy === '' && hasOverview ? statistic : statistic || (statistics[0] ?? '')
  const [action = ''] = metricPath('').split('?')
  return (
    <search>
      <form className={styles.controls} action={action}>
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input
          key={query}
          type="search"
          name="query"
          defaultValue={query}
          aria-label={say.filter}
          placeholder={say.filterPlaceholder}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <Choice
          name="by"
          label={say.groupBy}
          chosen={groupBy}
          options={[
            { value: '', name: say.noGroup },
            ...groups.map((group) => ({ value: group, name: group })),
          ]}
        />
        <Choice
          name="show"
          label={say.value}
          chosen={chosen}
          options={[
            ...(groupBy === '' && hasOverview ? [{ value: '', name: say.overview }] : []),
            ...statistics.map((value) => ({ value, name: say.statistics[value] })),
          ]}
        />
        <Button>{say.apply}</Button>
      </form>
    </search>
  )
}

interface ChoiceProps {
  name: string
  label: string
  chosen: string
  options: { value: string; name: string }[]
}

function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select key={chosen} name={name} defaultValue={chosen}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
