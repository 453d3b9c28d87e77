import { Form } from '#renderer/forms/Form.tsx'
import { grouping as say } from '#renderer/texts/settings/project-settings.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import { Version } from '#renderer/views/project/settings/Version.tsx'
import type { ShownSetting } from '#server/models/settings/project-settings.ts'
import type { GroupingRule } from '#server/protocol/grouping-rule.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'

export function RuleList({ setting }: { setting: ShownSetting<ProjectSettings['grouping']> }) {
  const { rules } = setting.value
  return (
    <Section title={say.title}>
      <p className={styles.text}>{rules.length === 0 ? say.none : say.intro}</p>
      {rules.length > 0 && (
        <ol className={styles.list}>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its position
            <li key={index}>
              <span className={styles.number}>{index + 1}</span>
              <div className={styles.grown}>
                <Rule rule={rule} />
              </div>
              <Form>
                <Version version={setting.version} />
                <input type="hidden" name="position" value={index + 1} />
                <Button name="change" value="remove-rule" aria-label={say.removeNamed(index + 1)}>
                  {say.remove}
                </Button>
              </Form>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

/** What an event must have, and below it what becomes of the event. */
function Rule({ rule: { match, fingerprint, title, level, drop } }: { rule: GroupingRule }) {
  return (
    <>
      <ul className={styles.matchers}>
        {match.map(({ key, glob }) => (
          <li key={`${key}=${glob}`}>
            <code>{`${key}=${glob}`}</code>
          </li>
        ))}
      </ul>
      <p className={styles.facts}>
        {drop && <span>{say.effects.drop}</span>}
        {fingerprint && (
          <span>
            <b>{say.effects.fingerprint}</b> <code>{fingerprint.join(', ')}</code>
          </span>
        )}
        {title && (
          <span>
            <b>{say.effects.title}</b> <bdi>{title}</bdi>
          </span>
        )}
        {level && (
          <span>
            <b>{say.effects.level}</b> {level}
          </span>
        )}
      </p>
    </>
  )
}
