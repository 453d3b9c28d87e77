import { expect, it, onTestFinished } from 'vitest'
import { rememberEnvironments } from '#server/desk/projects/environments.ts'
import { listEnvironmentNames } from '#server/store/projects/environments.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const opened = await openEventStore()
  onTestFinished(opened.close)
  return opened
}

it('names each environment once, in order, of all issues', async () => {
  const { send, store } = await open()
  for (const environment of ['staging', 'production', 'production', 'dev']) {
    send({ message: `in ${environment}`, environment }, 1_000)
  }
  expect(await listEnvironmentNames(store.db)).toEqual(['dev', 'production', 'staging'])
})

it('stops at twenty, however many SDKs make up', async () => {
  const { send, store } = await open()
  for (let place = 10; place < 35; place++) send({ message: 'one', environment: `e${place}` }, 1_000)
  expect(await listEnvironmentNames(store.db)).toHaveLength(20)
})

it('remembers them for ten seconds, and not when they could not be read', async () => {
  const { send, store } = await open()
  let now = 100_000
  const list = rememberEnvironments(() => now)
  expect(await list(store)).toEqual([])
  send({ message: 'one', environment: 'production' }, 1_000)
  expect(await list(store)).toEqual([])
  now += 10_000
  expect(await list(store)).toEqual(['production'])
})
