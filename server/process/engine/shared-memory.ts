import { newSecret, type Random } from '#server/accounts/secrets.ts'
import { createSharedThrottle } from '#server/accounts/throttle/shared-throttle.ts'
import { createSharedFlashes } from '#server/hosting/forms/shared-flashes.ts'
import { createSharedIdempotency } from '#server/hosting/forms/shared-idempotency.ts'
import { readSharedSecret } from '#server/store/accounts/shared-secret.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createFormRows } from '#server/store/postgres/memory/form-rows.ts'
import { createLimitCounts } from '#server/store/postgres/memory/limit-counts.ts'
import { createSignInCells } from '#server/store/postgres/memory/sign-in-cells.ts'
import type { SharedMemory } from './engine.ts'

/** Opens what all processes of a database remember together. */
export async function openSharedMemory(store: Store, random: Random): Promise<SharedMemory> {
  const { db } = store
  const rows = createFormRows(db)
  const secret = await readSharedSecret(store, 'sign_in', () => newSecret(random))
  return {
    throttle: createSharedThrottle({ cells: createSignInCells(db), secret }),
    formMemory: {
      idempotency: createSharedIdempotency({ rows, random }),
      flashes: createSharedFlashes({ rows, random }),
    },
    browserRows: rows,
    limitCounts: createLimitCounts(db),
  }
}
