import { pages } from './pages.ts'

/** The demo's slug where a page is about the demo. The address or the project in the page's data says so. */
export function demoOf(
  projects: readonly { slug: string; isDemo?: true }[],
  { pathname, searchParams }: URL,
  page: unknown,
): string | undefined {
  const demo = projects.find(({ isDemo }) => isDemo)?.slug
  if (demo === undefined) return undefined
  const [, folder = '', segment] = pathname.split('/')
  const isNamed = searchParams.get('project') === demo || (BY_PROJECT.has(folder) && segment === demo)
  return isNamed || projectOf(page) === demo ? demo : undefined
}

/** The folders whose next path segment is a project's slug. */
const BY_PROJECT: ReadonlySet<string> = new Set(
  Object.keys(pages).flatMap((route) => {
    const [, folder = '', next] = route.split('/')
    return next === '@slug' ? [folder] : []
  }),
)

/** The fields by which pages about one thing name its project. */
function projectOf(page: unknown): unknown {
  if (typeof page !== 'object' || page === null) return undefined
  // The data can come from any loader, so each field is checked.
  const { projectSlug, issue, event } = page as Record<string, unknown>
  return projectSlug ?? slugIn(issue) ?? slugIn(event)
}

function slugIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'projectSlug' in value ? value.projectSlug : undefined
}
