import type { ProjectDetail } from '../../../server/desk.ts'
import { projectPath, projectsPath } from '../../paths.ts'
import { EmptyState } from '../content/EmptyState.tsx'
import { Snippet } from '../content/Snippet.tsx'
import { setUpSnippets } from '../content/set-up-snippets.ts'

/** Stands where a project's issues will be. */
export function FirstReport({ project }: { project: ProjectDetail }) {
  const [first] = setUpSnippets(project.dsn)
  return (
    <EmptyState title="Nothing has failed yet">
      <p>
        Errors that an application reports to <bdi>{project.name}</bdi> will stand here, grouped into issues.
        Point its Sentry SDK at this DSN:
      </p>
      <Snippet name="DSN" code={project.dsn} />
      {first.files.map(({ name, code }) => (
        <Snippet key={name} name={name} code={code} />
      ))}
      <p>
        Not on Node? <a href={projectPath(project.slug)}>Browser, Next.js and Python</a>. For another
        application, <a href={projectsPath}>create a project</a> of its own.
      </p>
    </EmptyState>
  )
}
