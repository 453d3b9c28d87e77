import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk, viewer, now }: LoaderContext) {
  const [invitations, resets, teams, addresses] = await Promise.all([
    desk.accounts.invitations.list(),
    desk.accounts.resets.list(),
    desk.accounts.listTeams(),
    desk.accounts.addressChanges.list(),
  ])
  const { offersMail } = desk.accounts
  return { invitations, resets, teams, addresses, isOwner: viewer?.role === 'owner', offersMail, now }
}
