import { expect, it, onTestFinished } from 'vitest'
import { assemble } from '#server/artifacts/assemble.ts'
import { createHostedMaps } from '#server/artifacts/hosted/hosted-maps.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createRowLeases } from '#server/store/postgres/memory/leases.ts'
import { openSharedStores } from '#tests/support/postgres/shared-stores.ts'
import { SITE } from '#tests/support/source-maps/hosted-desk.ts'

const ORIGIN = 'https://shop.example'

it('two processes fetch a map once, and both know what became of it', async () => {
  const { one, two, close } = await openSharedStores()
  onTestFinished(close)
  await one.write(async (trx) => {
    await trx.insertInto('hosted_origin').values({ project_id: 1, origin: ORIGIN, created_at: 0 }).execute()
    const script = { project_id: 1, origin: ORIGIN, url: `${ORIGIN}/app.js`, build: 'release shop@1' }
    const due = { created_at: 0, failures: 0, next_at: 0, release: 'shop@1', dist: null }
    await trx
      .insertInto('hosted_fetch')
      .values({ ...script, ...due })
      .execute()
  })
  const asked: string[] = []
  const files = new Map(Object.entries(SITE))
  const open = (store: Store) =>
    createHostedMaps({
      store,
      clock: () => 1_000,
      leases: createRowLeases(store.db),
      assemble: (job) => assemble(store, job),
      async fetchFile(address) {
        asked.push(address)
        const text = files.get(new URL(address).pathname)
        return text === undefined
          ? { refusal: 'it is not there' }
          : { bytes: Buffer.from(text), mapUrl: undefined }
      },
    })
  const processes = [open(one), open(two)]
  const runs = await Promise.all([...processes, ...processes].map((each) => each.runOnce()))
  expect(runs.filter((hasMore) => hasMore)).toHaveLength(1)
  expect(await Promise.all(processes.map((each) => each.runOnce()))).toEqual([false, false])
  expect(asked).toEqual([`${ORIGIN}/app.js`, `${ORIGIN}/app.js.map`])
  const fetches = two.db.selectFrom('hosted_fetch').select(['tried_at', 'failures', 'refusal'])
  expect(await fetches.execute()).toEqual([{ tried_at: 1_000, failures: 0, refusal: null }])
})
