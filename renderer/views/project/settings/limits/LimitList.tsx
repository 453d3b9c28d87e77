import { Form } from '#renderer/forms/Form.tsx'
import * as usage from '#renderer/texts/account/usage.ts'
import { limits as say } from '#renderer/texts/settings/project-settings.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import { Version } from '#renderer/views/project/settings/Version.tsx'
import type { LimitState } from '#server/desk/projects/outcomes.ts'
import type { ShownSetting } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings, RateLimitRule } from '#server/protocol/project-settings.ts'

interface LimitListProps {
  setting: ShownSetting<ProjectSettings['rateLimits']>
  /** How far each is used up: one for the project, or one for each key. */
  states: readonly LimitState[]
}

interface Row {
  rule: RateLimitRule
  index: number
  used: LimitState[]
}

export function LimitList({ setting: { value, version }, states }: LimitListProps) {
  const rows = value.rules.map((rule, index) => ({
    rule,
    index,
    used: states.filter((state) => isOf(state, rule)),
  }))
  return (
    <Section title={say.title}>
      <p className={styles.text}>{rows.length === 0 ? `${say.none} ${say.intro}` : say.intro}</p>
      {rows.length > 0 && (
        <Table
          className={`${styles.table} ${styles.withButton} ${stacked.rows}`}
          rows={rows}
          keyOf={({ index }) => index}
          columns={columns(version)}
        />
      )}
    </Section>
  )
}

function isOf({ per, category, keyName }: LimitState, rule: RateLimitRule): boolean {
  return (
    per === rule.per && category === (rule.category ?? null) && (keyName !== null) === (rule.scope === 'key')
  )
}

function columns(version: string): Column<Row>[] {
  return [
    {
      key: 'limit',
      head: say.limit,
      isRowHead: true,
      cell: ({ rule }) => usage.window(rule.per, rule.quantity),
    },
    {
      key: 'of',
      head: say.of,
      cell: ({ rule: { category, scope } }) =>
        `${category === undefined ? say.everything : usage.categories[category]}, ${scope === 'key' ? say.eachKey : say.wholeProject}`,
    },
    {
      key: 'used',
      head: say.used,
      cell: ({ used }) => <Use states={used} />,
    },
    {
      key: 'remove',
      head: <span className="visually-hidden">{say.remove}</span>,
      className: styles.act,
      cell: ({ rule, index }) => (
        <Form>
          <Version version={version} />
          <input type="hidden" name="index" value={index} />
          <Button
            name="change"
            value="remove-limit"
            aria-label={say.removeNamed(usage.window(rule.per, rule.quantity))}
          >
            {say.remove}
          </Button>
        </Form>
      ),
    },
  ]
}

/** One line for each key; nothing is known of the use of limits per minute, which is said once. */
function Use({ states }: { states: readonly LimitState[] }) {
  if (states.length === 0) return say.noKey
  if (states.every(({ taken }) => taken === null)) return usage.taken(null, 0)
  return states.map(({ keyName, taken, quantity }) => {
    const text = usage.taken(taken, quantity)
    return <div key={keyName ?? ''}>{keyName === null ? text : say.ofKey(keyName, text)}</div>
  })
}
