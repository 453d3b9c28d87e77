import type { Transaction } from 'kysely'
import type { Mention } from '#server/models/accounts/mention.ts'
import { selectPeopleOf, selectTeamsOf } from '#server/store/accounts/members/project-people.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A comment may mention as many; what is beyond them stays text. */
const MOST_MENTIONS = 50

/** `@ada`, `@ada@example.com` or `#billing` at the beginning of a word. Each character is looked at once. */
const MENTION = /(?<![^\s([{"'>*_~,;:/])[@#][^\s@#,;:()[\]{}<>"]+(?:@[^\s@#,;:()[\]{}<>"]+)?/g

/**
 * Finds whom a comment mentions, of those who see the project: an account by its address, by the part of it before the @, or by
 * its name without spaces, and a team by its slug. A name that two accounts have mentions neither.
 */
export async function findMentions(
  trx: Transaction<Database>,
  projectId: number,
  text: string,
): Promise<Mention[]> {
  const words = new Set(Array.from(text.matchAll(MENTION), ([word]) => withoutEnd(word)))
  if (words.size === 0) return []
  const people = await selectPeopleOf(trx, projectId).execute()
  const teams = await selectTeamsOf(trx, projectId).execute()
  const named = Map.groupBy(
    people.flatMap((account) => namesOf(account).map((name) => ({ name, account }))),
    ({ name }) => name,
  )
  const mentions = [...words].flatMap((word): Mention[] => {
    const name = word.slice(1).toLowerCase()
    if (word.startsWith('#')) {
      const team = teams.find(({ slug }) => slug === name)
      return team ? [{ text: word, type: 'team', id: team.id, name: `#${team.slug}`, slug: team.slug }] : []
    }
    const accounts = new Set(named.get(name)?.map(({ account }) => account))
    const [account] = accounts
    if (account === undefined || accounts.size > 1) return []
    const { id, email } = account
    return [{ text: word, type: 'user', id, name: account.name || email, email }]
  })
  return mentions.slice(0, MOST_MENTIONS)
}

function namesOf({ email, name }: { email: string; name: string }): string[] {
  const address = email.toLowerCase()
  const names = [address, address.slice(0, address.indexOf('@')), name.toLowerCase().replaceAll(/\s+/g, '')]
  return names.filter((one) => one !== '')
}

/** The end of a sentence is no part of a name. */
function withoutEnd(word: string): string {
  let end = word.length
  while (end > 1 && ".!?'*_~".includes(word[end - 1] ?? '')) end--
  return word.slice(0, end)
}
