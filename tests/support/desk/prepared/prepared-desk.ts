import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAssembler } from '#server/artifacts/assembler.ts'
import { createChunks } from '#server/artifacts/chunks.ts'
import { registerOwnBuild } from '#server/artifacts/own-build.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { DEFAULT_SOURCE_MAP_SPACE } from '#server/protocol/limits.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { createOwnLeases } from '#server/store/memory/leases.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { type DeskProcess, repositoryRoot, startDesk } from '#tests/support/desk/desk-process.ts'

/** Tests begin with a copy of this folder: the setup of the run names it to their processes, as it does with `TMPDIR`. */
const FOLDER = 'CRUMBTRAIL_TEST_DATA'

/**
 * Makes a folder of data with all tables, no account, and the source maps of the pages, once in a run. A desk compiles
 * those when something of it failed or it has run for a minute, which takes it as long as its start.
 */
export async function prepareData(): Promise<string> {
  const before = process.env[FOLDER]
  if (before !== undefined) return before
  const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-prepared-'))
  const file = databaseFile(folder)
  const store = await openSqliteStore({ file })
  const chunks = createChunks({ store, blobs: createFolderBlobs(folder), isShared: false }) // there are none
  const failures: unknown[] = []
  const onFailure = (thrown: unknown) => void failures.push(thrown)
  const assembler = createAssembler({
    ...{ store, place: file, chunks, folder, space: DEFAULT_SOURCE_MAP_SPACE, onFailure },
    leases: createOwnLeases(),
  })
  const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) // our own
  const release = `crumbtrail@${version}`
  await registerOwnBuild({ store, assembler, root: repositoryRoot, release, now: Date.now() })
  await assembler.settled()
  await store.close()
  if (failures.length > 0) throw new AggregateError(failures, 'Cannot prepare the data of tests')
  process.env[FOLDER] = folder
  return folder
}

/** A desk on a copy of the prepared data. What is about a new desk, or about its own source maps, begins with nothing. */
export async function startPreparedDesk(options: Parameters<typeof startDesk>[0] = {}): Promise<DeskProcess> {
  return startDesk({ ...options, dataDir: await copyPreparedData() })
}

/** The prepared data for a desk that starts when a test has added to it. */
export async function copyPreparedData(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crumbtrail-'))
  await cp(await prepareData(), dataDir, { recursive: true })
  return dataDir
}
