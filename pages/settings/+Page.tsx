import { THEMES } from '#renderer/format/preference-names.ts'
import { FrameField } from '#renderer/layout/menus/FrameField.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { ownAccountPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/settings.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Choice, ChoiceGroup } from '#renderer/ui/form/ChoiceGroup.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { ZoneField } from '#renderer/ui/form/ZoneField.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { loader } from './+loader.ts'
import styles from './settings.module.css'

/** The browser submits this form itself, because the settings change the whole document. */
export default function SettingsPage() {
  const { email, role, theme, hasKeys, zone, zones, example } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <ActionNotice result={result} />
      <form method="post" className={styles.form}>
        <Section title={say.theme}>
          <ChoiceGroup label={say.theme}>
            {THEMES.map((name) => (
              <Choice
                key={name}
                name="theme"
                value={name}
                isChosen={name === theme}
                label={say.themes[name]}
              />
            ))}
          </ChoiceGroup>
        </Section>
        <Section title={say.dates} note={`${say.nowIs} ${example}`}>
          <div className={styles.fields}>
            <ZoneField
              label={say.zone}
              name="zone"
              chosen={zone}
              result={result}
              zones={zones}
              first={{ value: '', name: say.asBrowser }}
            />
          </div>
        </Section>
        <Section title={say.keys}>
          <ChoiceGroup label={say.keys} hint={say.keysHint}>
            <Choice name="keys" value="on" isChosen={hasKeys} label={say.keysOn} />
            <Choice name="keys" value="off" isChosen={!hasKeys} label={say.keysOff} />
          </ChoiceGroup>
        </Section>
        <div>
          <Button weight="main">{say.save}</Button>
        </div>
      </form>
      <Section title={say.account}>
        <div className={styles.facts}>
          <KeyValueList
            entries={[
              { name: say.email, value: email },
              { name: say.role, value: role },
            ]}
          />
        </div>
        <form className={styles.leave} method="post">
          <ButtonLink href={ownAccountPath}>{say.manageAccount}</ButtonLink>
          <FrameField does="sign-out" />
          <Button>{say.signOut}</Button>
        </form>
      </Section>
    </div>
  )
}
