import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { form as say } from '#renderer/texts/alerts/rules.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { RuleChannels } from './RuleChannels.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { type RuleChoices, type RuleValues, shownValues } from './rule-values.ts'

interface RuleFormProps extends RuleChoices {
  saved: RuleValues
  /** Of the rule that the form was filled with. A new one has none. */
  version?: number
  result: ActionResult | undefined
}

/** A rule as one sentence with fields in it. Its preview saves nothing. */
export function RuleForm({ saved, version, result, ...choices }: RuleFormProps) {
  const values = shownValues(saved, result)
  const refusal = result?.kind === 'refused' ? result : undefined
  return (
    <Form className={styles.form}>
      {version !== undefined && <input type="hidden" name="version" value={version} readOnly />}
      {/* Other values render other fields, so that a form that starts again has them, too. */}
      <div key={JSON.stringify(values)} className={styles.parts}>
        <div className={styles.name}>
          <Field
            label={say.name}
            name="name"
            hint={say.nameHint}
            defaultValue={values.name}
            result={result}
            maxLength={80}
            autoComplete="off"
            required
          />
        </div>
        <fieldset className={styles.words}>
          <legend className="visually-hidden">{say.legend}</legend>
          <RuleSentence values={values} refusal={refusal} {...choices} />
        </fieldset>
        <RuleChannels values={values} refusal={refusal} channels={choices.channels} />
        <CheckField
          label={say.urgent}
          name="urgent"
          hint={say.urgentHint}
          isTicked={values.urgent !== undefined}
        />
      </div>
      <div className={styles.ways}>
        <Button weight="main" name="change" value="save">
          {say.save}
        </Button>
        <Button name="change" value="preview" formNoValidate>
          {say.preview}
        </Button>
      </div>
    </Form>
  )
}
