import { describe, expect, it } from 'vitest'
import type { FromPreparer } from '#server/writer/messages.ts'
import { createLanes } from '#server/writer/postgres/lanes.ts'

const envelope = { projectId: 1, keyId: 1, receivedAt: 0, body: new Uint8Array() }

function batchOf(envelopes: number): FromPreparer {
  return {
    ...{ kind: 'batch', id: 1, refused: [], prepared: undefined, workMs: [] },
    envelopes: Array.from({ length: envelopes }, () => envelope),
  }
}

/** Lanes whose transactions end when the test says so. */
function startLanes() {
  const flights: { envelopes: number[]; land: () => void }[] = []
  const lanes = createLanes((messages) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const envelopes = messages.map((message) => (message.kind === 'batch' ? message.envelopes.length : 0))
    flights.push({ envelopes, land: resolve })
    return promise
  })
  return { lanes, flights, sizes: () => flights.map(({ envelopes }) => envelopes) }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createLanes()', () => {
  it('lets small batches share the transaction after the one that is on its way', async () => {
    const { lanes, flights, sizes } = startLanes()
    for (const envelopes of [16, 30, 40]) lanes.add(batchOf(envelopes))
    expect(sizes()).toEqual([[16]])
    flights[0]?.land()
    await settle()
    expect(sizes()).toEqual([[16], [30, 40]])
  })

  it('stores two large batches at a time', () => {
    const { lanes, sizes } = startLanes()
    for (const envelopes of [16, 100, 30, 200]) lanes.add(batchOf(envelopes))
    expect(sizes()).toEqual([[16], [100, 30]])
  })

  it('stores 256 envelopes in a transaction at most, unless a batch has more', async () => {
    const { lanes, flights, sizes } = startLanes()
    for (const envelopes of [1, 250, 20, 300]) lanes.add(batchOf(envelopes))
    for (const flight of flights) flight.land()
    await settle()
    for (const flight of flights) flight.land()
    await settle()
    expect(sizes()).toEqual([[1], [250], [20], [300]])
  })
})
