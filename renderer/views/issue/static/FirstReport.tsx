import { playgroundPath, projectPath, projectsPath } from '#renderer/paths.ts'
import { firstReport as say } from '#renderer/texts/account/first-run.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import type { SetUp } from '#renderer/views/project/set-up-snippets.ts'
import type { ProjectDetail } from '#server/models/projects.ts'

/** Crumbtrail's own project is always the first one. */
const OWN_PROJECT_ID = 1

interface FirstReportProps {
  project: ProjectDetail
  /** An example of how an application reports to it. */
  setUp: SetUp
}

/** Replaces a project's empty list of issues, and says how to report the first one. */
export function FirstReport({ project, setUp }: FirstReportProps) {
  return (
    <EmptyState title={say.title}>
      {project.id === OWN_PROJECT_ID ? <OwnProject /> : <FirstSteps project={project} setUp={setUp} />}
    </EmptyState>
  )
}

function OwnProject() {
  return (
    <>
      <p>
        {say.ownBefore}
        <a href={playgroundPath}>{say.playground}</a>.
      </p>
      <ButtonLink href={projectsPath}>{say.createProject}</ButtonLink>
    </>
  )
}

function FirstSteps({ project, setUp: { platform, install, files } }: FirstReportProps) {
  return (
    <>
      <p>
        {say.before}
        <bdi>{project.name}</bdi>
        {say.after}
      </p>
      <Snippet name={say.dsn} code={project.dsn} />
      <p>{say.with(platform)}</p>
      <Snippet name={say.install} code={install} />
      {files.map(({ name, code }) => (
        <Snippet key={name} name={name} code={code} />
      ))}
      <p>
        <a href={projectPath(project.slug)}>{say.otherPlatforms}</a>
      </p>
    </>
  )
}
