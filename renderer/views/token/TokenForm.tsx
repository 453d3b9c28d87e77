import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { form as say, scopes as sentences } from '#renderer/texts/account/tokens.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Choice, ChoiceGroup } from '#renderer/ui/form/ChoiceGroup.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import type { TokenScope } from '#server/models/accounts/scopes.ts'
import styles from './Token.module.css'

interface TokenFormProps {
  /** Those that the viewer may give. */
  scopes: readonly TokenScope[]
  /** Slugs. */
  projects: readonly string[]
  /** Lets the user choose between a personal token and one of the organization. */
  hasOwner: boolean
  result: ActionResult | undefined
}

const LIFETIMES = ['30d', '90d', '1y', 'never'] as const

/** Makes a token: its name, what it may do, where, and for how long. */
export function TokenForm({ scopes, projects, hasOwner, result }: TokenFormProps) {
  const typed = result?.kind === 'refused' ? result.values : {}
  return (
    <Form className={styles.form}>
      <div className={styles.name}>
        <Field label={say.name} name="name" hint={say.nameHint} maxLength={80} result={result} required />
      </div>
      {hasOwner && (
        <fieldset>
          <legend>{say.owner}</legend>
          <ChoiceGroup label={say.owner} hint={say.ownerHint}>
            <Choice
              name="owner"
              value="viewer"
              isChosen={typed.owner !== 'organization'}
              label={say.ofViewer}
            />
            <Choice
              name="owner"
              value="organization"
              isChosen={typed.owner === 'organization'}
              label={say.ofOrganization}
            />
          </ChoiceGroup>
        </fieldset>
      )}
      <fieldset>
        <legend>{say.scopes}</legend>
        <div className={styles.ticks}>
          {scopes.map((scope) => (
            <Tick key={scope} name={`scope.${scope}`} isTicked={`scope.${scope}` in typed} label={scope}>
              {sentences[scope]}
            </Tick>
          ))}
        </div>
      </fieldset>
      {projects.length > 0 && (
        <fieldset>
          <legend>{say.projects}</legend>
          <p className={styles.hint}>{say.projectsHint}</p>
          <div className={styles.ticks} data-short>
            {projects.map((slug) => (
              <Tick key={slug} name={`project.${slug}`} isTicked={`project.${slug}` in typed} label={slug} />
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend>{say.lifetime}</legend>
        <ChoiceGroup label={say.lifetime}>
          {LIFETIMES.map((name) => (
            <Choice
              key={name}
              name="lifetime"
              value={name}
              isChosen={name === (typed.lifetime ?? '90d')}
              label={say.lifetimes[name]}
            />
          ))}
        </ChoiceGroup>
      </fieldset>
      <div className={styles.submit}>
        <Button weight="main" name="change" value="create">
          {say.submit}
        </Button>
      </div>
    </Form>
  )
}

interface TickProps {
  name: string
  label: string
  isTicked: boolean
  children?: string
}

function Tick({ name, label, isTicked, children }: TickProps) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" name={name} defaultChecked={isTicked} />
      <span>
        <code>{label}</code>
        {children !== undefined && <span className={styles.detail}>{children}</span>}
      </span>
    </label>
  )
}
