import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk, url }: LoaderContext) {
  const [teams, accounts] = await Promise.all([desk.teams.list(), desk.accounts.list()])
  const toDelete = teams.find(({ id }) => String(id) === url.searchParams.get('delete'))
  return { teams, accounts, toDelete: toDelete ?? null }
}
