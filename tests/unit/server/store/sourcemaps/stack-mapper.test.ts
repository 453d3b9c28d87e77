import { expect, it, onTestFinished } from 'vitest'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { createStackMapper } from '#server/store/sourcemaps/mapping/stack-mapper.ts'
import { aMinifiedError, DEBUG_ID, uploadMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

/** A look at the time takes so long. */
async function open({ lookMs = 0 }: { lookMs?: number } = {}) {
  const { store, connection, close } = await openEventStore()
  onTestFinished(close)
  let elapsedMs = 0
  const stopwatch = () => {
    elapsedMs += lookMs
    return elapsedMs
  }
  const mapper = createStackMapper(connection, { stopwatch })
  const map = (column: number) => {
    mapper.refresh()
    const event = normalize(aMinifiedError({ column }), { eventId: 'a'.repeat(32), receivedAt: 0 })
    return mapper.of(1, 0)?.(event)
  }
  const pause = (ms: number) => {
    elapsedMs += ms
  }
  return { store, connection, map, pause }
}

it('costs nothing for a project without uploads', async () => {
  const { map } = await open()
  expect(map(1)).toBeUndefined()
})

it('says which builds were used, and which may still come', async () => {
  const { store, map } = await open()
  await uploadMap(store, { debugId: '11111111-2222-4333-8444-555555555555' })
  expect(map(1)).toMatchObject({ mapped: undefined, builds: [], waitingFor: [DEBUG_ID], usedArtifacts: [] })
  await uploadMap(store)
  expect(map(1)).toMatchObject({ builds: [DEBUG_ID], waitingFor: [] })
})

it('looks a stack up once, however often it comes', async () => {
  const { store, connection, map } = await open()
  await uploadMap(store)
  map(1)
  connection.exec('delete from source_map_block')
  expect(map(1)?.mapped).toBeDefined()
  expect(map(2)?.mapped).toBeUndefined()
})

it('looks up no more stacks than a quarter of the time allows', async () => {
  const { store, map, pause } = await open({ lookMs: 100 })
  await uploadMap(store)
  const results = [1, 2, 3, 4, 5, 6].map(map)
  expect(results.map((result) => result?.mapped !== undefined)).toEqual([true, true, true, true, true, false])
  expect(results.at(-1)?.waitingFor).toEqual([DEBUG_ID])
  expect(map(1)?.mapped).toBeDefined()
  pause(1_000)
  expect(map(6)?.mapped).toBeDefined()
})
