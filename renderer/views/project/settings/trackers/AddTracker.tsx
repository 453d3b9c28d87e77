import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { add as say } from '#renderer/texts/settings/trackers.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { projectSettingsPath } from '#renderer/views/project/settings/paths.ts'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { TrackerKindOffered } from '#server/models/trackers/trackers.ts'
import { TrackerFields } from './TrackerFields.tsx'

interface AddTrackerProps {
  /** The project's slug. */
  project: string
  kinds: readonly TrackerKindOffered[]
  /** Whose fields are shown. */
  chosen: TrackerKindOffered
  result: ActionResult | undefined
}

/** The form of a new tracker; its kind is chosen by a link, since each kind has other fields. */
export function AddTracker({ project, kinds, chosen, result }: AddTrackerProps) {
  const own = result?.kind === 'refused' && result.values.tracker === undefined ? result : undefined
  return (
    <Section title={say.title} id="add">
      <div className={styles.form}>
        <ViewTabs
          label={say.kinds}
          tabs={kinds.map(({ kind, label }) => ({
            name: label,
            href: `${projectSettingsPath(project, 'trackers')}?kind=${kind}#add`,
            isChosen: kind === chosen.kind,
          }))}
        />
        <Form key={chosen.kind} className={styles.fields}>
          <input type="hidden" name="kind" value={chosen.kind} />
          <TrackerFields fields={chosen.fields} result={own} />
          <div>
            <Button weight="main" name="change" value="add">
              {say.button(chosen.label)}
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  )
}
