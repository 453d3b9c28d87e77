import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Gives a project another name and address; false where another project has the address. */
export async function renameProject(
  trx: Transaction<Database>,
  projectId: number,
  { name, slug }: { name: string; slug: string },
): Promise<boolean> {
  const taken = await trx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', projectId)
    .executeTakeFirst()
  if (taken) return false
  await trx.updateTable('project').set({ name, slug }).where('id', '=', projectId).execute()
  return true
}
