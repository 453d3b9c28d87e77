import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { preview, grouping as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import { Version } from '#renderer/views/project/settings/Version.tsx'

const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'] as const

/** What was typed, by field. */
export type TypedRule = Readonly<Record<string, string>>

interface RuleFormProps {
  version: string
  /** What was typed for a preview or refused. */
  typed: TypedRule
  result: ActionResult | undefined
}

export function RuleForm({ version, typed, result }: RuleFormProps) {
  return (
    <Section title={say.addTitle}>
      <Form className={styles.form}>
        <Version version={version} />
        <LinesField
          label={say.match}
          name="match"
          hint={say.matchHint}
          lines={linesOf(typed.match)}
          rows={2}
          result={result}
        />
        <LinesField
          label={say.fingerprint}
          name="fingerprint"
          hint={say.fingerprintHint}
          lines={linesOf(typed.fingerprint)}
          rows={2}
          result={result}
        />
        <div className={styles.two}>
          <Field
            label={say.ruleTitle}
            name="title"
            defaultValue={typed.title}
            result={result}
            autoComplete="off"
          />
          <SelectField
            label={say.level}
            name="level"
            chosen={typed.level ?? ''}
            result={result}
            options={[
              { value: '', name: say.sameLevel },
              ...LEVELS.map((level) => ({ value: level, name: level })),
            ]}
          />
        </div>
        <CheckField
          label={say.drop}
          name="drop"
          hint={say.dropHint}
          isTicked={typed.drop === 'on'}
          result={result}
        />
        <div className={styles.two}>
          <Field
            label={say.position}
            name="position"
            inputMode="numeric"
            hint={say.positionHint}
            defaultValue={typed.position}
            result={result}
            autoComplete="off"
          />
        </div>
        <div className={styles.ways}>
          <Button weight="main" name="change" value="add-rule">
            {say.add}
          </Button>
          <Button name="change" value="preview" formAction="#preview">
            {preview}
          </Button>
        </div>
      </Form>
    </Section>
  )
}

function linesOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split('\n')
}
