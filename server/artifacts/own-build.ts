import { join } from 'node:path'
import type { Store } from '#server/store/engine/store.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import { findBundle } from '#server/store/sourcemaps/artifacts.ts'
import type { Assembler } from './assembler.ts'
import { hashFolder } from './read-folder.ts'

interface OwnBuild {
  store: Store
  assembler: Pick<Assembler, 'add'>
  root: string
  release: string
  now: number
}

/**
 * Registers the source maps of the desk's own pages, unless this build is known. Their names contain a hash of their
 * content, so release and address lead to the right map, and no id has to be in what every visitor loads.
 */
export async function registerOwnBuild({ store, assembler, root, release, now }: OwnBuild): Promise<void> {
  const from = { path: join(root, 'dist', 'client', 'assets'), urlPrefix: '~/assets/' }
  const checksum = await hashFolder(from, release, null)
  const known = await findBundle(store.db, OWN_PROJECT_ID, checksum)
  if (known?.state === 'ok') return
  await assembler.add({
    ...{ from, checksum, release, now, dist: null },
    ...{ projectIds: [OWN_PROJECT_ID], tool: release.replace('@', '/') },
  })
}
