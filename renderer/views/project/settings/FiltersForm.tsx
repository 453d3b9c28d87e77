import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { filterReasons, save, filters as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ShownSetting } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import styles from './settings.module.css'
import { Version } from './Version.tsx'

const SWITCHES = ['browserExtensions', 'legacyBrowsers', 'localhost', 'webCrawlers'] as const
const LISTS = ['errorMessages', 'releases'] as const

interface FiltersFormProps {
  setting: ShownSetting<ProjectSettings['filters']>
  /** How many items were dropped in the last week, by reason. */
  counts: Readonly<Record<string, number>>
  result: ActionResult | undefined
}

export function FiltersForm({ setting: { value, version }, counts, result }: FiltersFormProps) {
  return (
    <Section title={say.title}>
      <Form className={styles.form}>
        <Version version={version} />
        <p className={styles.text}>{say.intro}</p>
        <div className={styles.checks}>
          {SWITCHES.map((name) => (
            <CheckField
              key={name}
              label={say.members[name][0]}
              name={name}
              hint={say.members[name][1]}
              fact={say.count(counts[filterReasons[name]] ?? 0)}
              isTicked={value[name]}
              result={result}
            />
          ))}
        </div>
        {LISTS.map((name) => (
          <LinesField
            key={name}
            label={say.lists[name][0]}
            name={name}
            hint={`${say.lists[name][1]} ${say.count(counts[filterReasons[name]] ?? 0)}.`}
            lines={value[name]}
            result={result}
          />
        ))}
        <div>
          <Button weight="main" name="change" value="filters">
            {save}
          </Button>
        </div>
      </Form>
    </Section>
  )
}

/** What no setting turns off. */
export function BuiltInFilters({ counts }: { counts: Readonly<Record<string, number>> }) {
  return (
    <Section title={say.always}>
      <p className={styles.text}>{say.alwaysWhat}</p>
      <ul className={styles.list}>
        {say.builtIn.map(([reason, what]) => (
          <li key={reason}>
            <span>{what}</span>
            <span className={styles.fact}>{say.count(counts[reason] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
