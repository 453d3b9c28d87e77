import { playgroundPath, projectPath, projectsPath } from '#renderer/paths.ts'
import { type FirstKind, firstSteps as say } from '#renderer/texts/account/first-run.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import type { ProjectDetail } from '#server/models/projects.ts'
import { exampleFor } from './examples.ts'

interface FirstStepsProps {
  /** The kind of rows on the page. */
  kind: FirstKind
  /** Undefined while no application has a project. */
  project: ProjectDetail | undefined
}

/** Replaces a list that never had a row, and says how an application sends the first one. */
export function FirstSteps({ kind, project }: FirstStepsProps) {
  return (
    <EmptyState title={say.kinds[kind].title}>
      {project === undefined && <NoProject kind={kind} />}
      {project?.isOwn && <OwnProject kind={kind} />}
      {project && !project.isOwn && <Steps kind={kind} project={project} />}
    </EmptyState>
  )
}

function NoProject({ kind }: { kind: FirstKind }) {
  return (
    <>
      <p>{say.noProject(say.kinds[kind].rows)}</p>
      <ButtonLink href={projectsPath}>{say.createProject}</ButtonLink>
    </>
  )
}

function OwnProject({ kind }: { kind: FirstKind }) {
  return (
    <p>
      {say.own(say.kinds[kind].rows)}
      {kind === 'issues' && (
        <>
          {say.ownBefore}
          <a href={playgroundPath}>{say.playground}</a>.
        </>
      )}
    </p>
  )
}

function Steps({ kind, project }: { kind: FirstKind; project: ProjectDetail }) {
  const { rows, needs, toTest, after = say.after } = say.kinds[kind]
  const { platform, install, files, test } = exampleFor(kind, project.dsn)
  return (
    <>
      <p>
        {say.before(rows)}
        <bdi>{project.name}</bdi>
        {after}
        {needs}
      </p>
      <Snippet name={say.dsn} code={project.dsn} isStatic />
      <p>{say.with(platform)}</p>
      <Snippet name={say.install} code={install} isStatic />
      {files.map(({ name, code }) => (
        <Snippet key={name} name={name} code={code} isStatic />
      ))}
      {test !== undefined && (
        <>
          <p>{toTest}</p>
          <Snippet name={test.name} code={test.code} isStatic />
        </>
      )}
      <p>
        <a href={projectPath(project.slug)}>{say.otherPlatforms}</a>
      </p>
    </>
  )
}
