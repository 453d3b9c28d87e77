import type { ProjectDetail } from '../../../../server/desk.ts'
import { playgroundPath, projectPath, projectsPath } from '../../../paths.ts'
import { EmptyState } from '../../content/EmptyState.tsx'
import { Snippet } from '../../content/Snippet.tsx'
import type { SetUp } from '../../content/set-up-snippets.ts'
import { ButtonLink } from '../../form/Button.tsx'

/** The desk's own project is the first one, always. */
const OWN_PROJECT_ID = 1

interface FirstReportProps {
  project: ProjectDetail
  /** How an application reports to it, for example. */
  setUp: SetUp
}

/** Stands where a project's issues will be, and says how they get there. */
export function FirstReport({ project, setUp }: FirstReportProps) {
  return (
    <EmptyState title="Nothing has failed yet">
      {project.id === OWN_PROJECT_ID ? <OwnProject /> : <FirstSteps project={project} setUp={setUp} />}
    </EmptyState>
  )
}

function OwnProject() {
  return (
    <>
      <p>
        What breaks in this desk itself will stand here: try the <a href={playgroundPath}>playground</a>.
      </p>
      <ButtonLink href={projectsPath}>Create a project</ButtonLink>
    </>
  )
}

function FirstSteps({ project, setUp: { platform, install, files } }: FirstReportProps) {
  return (
    <>
      <p>
        What an application reports to <bdi>{project.name}</bdi> will stand here. Point its Sentry SDK at this
        DSN:
      </p>
      <Snippet name="DSN" code={project.dsn} />
      <p>With {platform}, for example:</p>
      <Snippet name="Install" code={install} />
      {files.map(({ name, code }) => (
        <Snippet key={name} name={name} code={code} />
      ))}
      <p>
        <a href={projectPath(project.slug)}>Other platforms</a>
      </p>
    </>
  )
}
