import { playgroundPath, projectPath, projectsPath } from '#renderer/paths.ts'
import { firstReport as say } from '#renderer/texts/account/first-run.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import type { SetUp } from '#renderer/views/project/set-up/set-up.ts'
import type { ProjectDetail } from '#server/models/projects.ts'

interface FirstReportProps {
  /** Undefined while no application has a project. */
  project: ProjectDetail | undefined
  /** An example of how an application reports to it. */
  setUp?: SetUp
}

/** Replaces a project's empty list of issues, and says how to report the first one. */
export function FirstReport({ project, setUp }: FirstReportProps) {
  return (
    <EmptyState title={say.title}>
      {project === undefined && <NoProject />}
      {project?.isOwn && <OwnProject />}
      {project && !project.isOwn && setUp && <FirstSteps project={project} setUp={setUp} />}
    </EmptyState>
  )
}

function NoProject() {
  return (
    <>
      <p>{say.noProject}</p>
      <ButtonLink href={projectsPath}>{say.createProject}</ButtonLink>
    </>
  )
}

function OwnProject() {
  return (
    <p>
      {say.ownBefore}
      <a href={playgroundPath}>{say.playground}</a>.
    </p>
  )
}

function FirstSteps({ project, setUp }: { project: ProjectDetail; setUp: SetUp }) {
  const { platform, install, files, test } = setUp
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
      {test !== undefined && (
        <>
          <p>{say.toTest}</p>
          <Snippet name={test.name} code={test.code} />
        </>
      )}
      <p>
        <a href={projectPath(project.slug)}>{say.otherPlatforms}</a>
      </p>
    </>
  )
}
