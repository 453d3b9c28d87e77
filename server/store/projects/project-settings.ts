import type { DatabaseSync } from 'node:sqlite'
import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import {
  defaultProjectSettings,
  type ProjectSettings,
  projectSettingSchemas,
} from '#server/protocol/project-settings.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { createVersionReader } from '#server/store/sqlite/pragmas.ts'

type Row = { key: string; value: string }

/** All settings of a project, defaults where nothing is set. */
export async function getProjectSettings(db: Kysely<Database>, projectId: number): Promise<ProjectSettings> {
  const rows = await db
    .selectFrom('project_setting')
    .select(['key', 'value'])
    .where('project_id', '=', projectId)
    .execute()
  return toSettings(rows)
}

/** Replaces one setting; `value` is what its schema makes of what was asked for. */
export async function putProjectSetting<Key extends keyof ProjectSettings>(
  trx: Transaction<Database>,
  projectId: number,
  key: Key,
  value: ProjectSettings[Key],
): Promise<void> {
  const json = JSON.stringify(value)
  await trx
    .insertInto('project_setting')
    .values({ project_id: projectId, key, value: json })
    .onConflict((oc) => oc.columns(['project_id', 'key']).doUpdateSet({ value: json }))
    .execute()
}

export interface SettingsReader {
  /** Once a batch: forgets what another connection may have changed since. */
  refresh(): void
  get(projectId: number): ProjectSettings
}

/** This serves the writer's thread, which has no time for a query for each envelope. */
export function createSettingsReader(connection: DatabaseSync): SettingsReader {
  const readVersion = createVersionReader(connection)
  const list = connection.prepare('select key, value from project_setting where project_id = ?')
  const known = new Map<number, ProjectSettings>()
  let knownVersion: number | undefined
  return {
    refresh() {
      const current = readVersion()
      if (current !== knownVersion) known.clear()
      knownVersion = current
    },
    get(projectId) {
      const settings = known.get(projectId) ?? toSettings(list.all(projectId) as Row[]) // the query's own columns
      known.set(projectId, settings)
      return settings
    },
  }
}

/** Makes settings of a project's rows. What is not set has its default. */
export function toSettings(rows: Row[]): ProjectSettings {
  const settings = { ...defaultProjectSettings }
  for (const { key, value } of rows) put(settings, key, value)
  return settings
}

/** A value that this program can't read, as of a newer one, leaves the default. */
function put(settings: ProjectSettings, key: string, value: string): void {
  if (!isKnownKey(key)) return
  const read = v.safeParse(projectSettingSchemas[key], parseJson(value))
  if (read.success) Object.assign(settings, { [key]: read.output })
}

function isKnownKey(key: string): key is keyof ProjectSettings {
  return Object.hasOwn(projectSettingSchemas, key)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
