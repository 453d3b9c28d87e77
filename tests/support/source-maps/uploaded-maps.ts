import { compileMap } from '#server/sourcemaps/compile.ts'
import type { Store } from '#server/store/engine/store.ts'
import { replaceArtifacts } from '#server/store/sourcemaps/artifacts.ts'
import { settleMaps } from '#server/store/sourcemaps/settled-maps.ts'
import { storeMap } from '#server/store/sourcemaps/store-map.ts'

export const DEBUG_ID = '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c'

/** Of a script with one line: from column 0 on it is line 2 of the cart, from column 5 on line 1 of the payment. */
export const cartMap = {
  version: 3,
  sources: ['src/cart.ts', 'src/pay.ts'],
  sourcesContent: ['export function total() {\n  return price.amount\n}', 'charge(card)'],
  names: [],
  mappings: 'AACA,KCDA',
}

/** Uploads the map of `https://shop.example/app.js` as one bundle. */
export async function uploadMap(
  store: Store,
  { debugId = DEBUG_ID, now = 0, map = cartMap }: { debugId?: string; now?: number; map?: object } = {},
): Promise<void> {
  const compiled = compileMap(Buffer.from(JSON.stringify(map)), undefined)
  if ('refusal' in compiled) throw new Error(compiled.refusal)
  const hash = `hash of ${debugId}`
  const storedId = await storeMap(store, { hash, map: compiled, now })
  const checksum = debugId.replaceAll('-', '').padEnd(40, '0')
  const artifactOf = (mapId: number) => ({
    ...{ project_id: 1, checksum, kind: 'map', url: '~/app.js.map', debug_id: debugId, map_url: null },
    ...{ release: null, dist: null, map_id: mapId, refusal: null, created_at: now },
  })
  await store.write(async (trx) => {
    const settled = await settleMaps(trx, new Map([[hash, storedId]]))
    await replaceArtifacts(trx, { projectId: 1, checksum }, [artifactOf(settled.get(storedId) ?? storedId)])
  })
}

/** An error in that script, as a browser reports it. */
export function aMinifiedError({
  debugId = DEBUG_ID,
  column = 1,
  ...event
}: {
  debugId?: string
  column?: number
  [member: string]: unknown
} = {}) {
  const file = 'https://shop.example/app.js'
  const frame = { function: 't', filename: file, abs_path: file, lineno: 1, colno: column, in_app: true }
  return {
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames: [frame] } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: file, debug_id: debugId }] },
    ...event,
  }
}
