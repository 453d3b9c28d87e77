import { useActionResult, useFrame, usePageData } from '../../renderer/page-data.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Section } from '../../renderer/ui/content/Section.tsx'
import { ActionNotice } from '../../renderer/ui/form/Notice.tsx'
import { CreateProject } from '../../renderer/ui/project/CreateProject.tsx'
import { ProjectTable } from '../../renderer/ui/project/ProjectTable.tsx'
import type { loader } from './+loader.ts'

export default function ProjectsPage() {
  const { projects } = usePageData<typeof loader>()
  const result = useActionResult()
  const { now } = useFrame()
  return (
    <>
      <PageHead title="Projects" intro="One for each application that reports. Each has a DSN of its own." />
      <ActionNotice result={result} />
      {projects.length > 0 && <ProjectTable projects={projects} now={now} />}
      <Section title="Create a project">
        <CreateProject result={result} />
      </Section>
    </>
  )
}
