import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/first-run.ts'
import { title } from '#renderer/texts/account/projects.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { CreateProject } from '#renderer/views/project/CreateProject.tsx'
import { ProjectTable } from '#renderer/views/project/ProjectTable.tsx'
import type { loader } from './+loader.ts'
import styles from './projects.module.css'

export default function ProjectsPage() {
  const { projects } = usePageData<typeof loader>()
  const result = useActionResult()
  const isAdmin = useMay('admin')
  const { now } = useFrame()
  const others = projects.filter(({ isOwn }) => !isOwn)
  return (
    <>
      <PageHead title={title} intro={say.firstIntro} />
      <ActionNotice result={result} />
      {others.length > 0 && <ProjectTable projects={others} now={now} />}
      <div className={styles.parts}>
        {isAdmin && (
          <Section title={others.length === 0 ? say.firstTitle : say.anotherTitle}>
            <CreateProject result={result} />
          </Section>
        )}
        <Section title={say.ownTitle} note={say.ownWhat}>
          <ProjectTable projects={projects.filter(({ isOwn }) => isOwn)} now={now} />
        </Section>
      </div>
    </>
  )
}
