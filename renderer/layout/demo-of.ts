import { pages } from './pages.ts'

/** The demo's slug where a page is about it: by its address, or by the project that its data names. */
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

/** The folders below which the next segment names a project. */
const BY_PROJECT: ReadonlySet<string> = new Set(
  Object.keys(pages).flatMap((route) => {
    const [, folder = '', next] = route.split('/')
    return next === '@slug' ? [folder] : []
  }),
)

/** What pages about one thing name it by. */
function projectOf(page: unknown): unknown {
  if (typeof page !== 'object' || page === null) return undefined
  const { projectSlug, issue, event } = page as Record<string, unknown> // any loader's; only looked at
  return projectSlug ?? slugIn(issue) ?? slugIn(event)
}

function slugIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'projectSlug' in value ? value.projectSlug : undefined
}
