import { projectPath, projectsPath } from '#renderer/paths.ts'
import { title as projects } from '#renderer/texts/account/projects.ts'
import * as say from '#renderer/texts/settings/project-settings.ts'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { type ProjectSettingsPart, projectSettingsPath } from '#renderer/views/project/settings/paths.ts'
import styles from './settings.module.css'

const PARTS = [
  ...(['general', 'keys', 'filters', 'scrubbing', 'limits'] as const),
  ...(['grouping', 'ownership', 'trackers'] as const),
]

interface SettingsHeadProps {
  project: { slug: string; name: string; isGoing: boolean }
  part: ProjectSettingsPart
}

/** The head of each page of a project's settings, with links to the others. */
export function SettingsHead({ project: { slug, name, isGoing }, part }: SettingsHeadProps) {
  return (
    <>
      <Crumbs
        crumbs={[
          { name: projects, href: projectsPath },
          { name: slug, href: projectPath(slug), isCode: true },
        ]}
      />
      <PageHead title={say.titleOf(name)} />
      <div className={styles.tabs}>
        <ViewTabs
          label={say.parts.label}
          tabs={PARTS.map((each) => ({
            name: say.parts[each],
            href: projectSettingsPath(slug, each),
            isChosen: each === part,
          }))}
        />
      </div>
      {isGoing && <Notice tone="warning">{say.going}</Notice>}
    </>
  )
}
