import { issuesPath, monitorsPath, projectPath, releasesPath, usagePath } from '#renderer/paths.ts'
import type { SubjectKind } from '#server/models/alerts/messages.ts'

/** The page that lists all of a kind, of a project. */
export function listPathOf(kind: SubjectKind, project: string): string {
  switch (kind) {
    case 'issue':
      return issuesPath({ project })
    case 'monitor':
    case 'check':
      return monitorsPath({ project })
    case 'release':
      return releasesPath({ project })
    case 'project':
      return projectPath(project)
    case 'desk':
      return usagePath()
  }
}
