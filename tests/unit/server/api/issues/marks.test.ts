import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const FIRST = '/issues/CRUMBTRAIL-1/'
const NOTHING = { isBookmarked: false, isSubscribed: false, numComments: 0 }

describe.each(ENGINES)('each issue of a list, on %s', (engine) => {
  let api: Awaited<ReturnType<typeof openFedApi>>
  let ada: string
  let bob: string
  beforeAll(async () => {
    api = await openFedApi(engine, NOW)
    for (const [index, message] of ['cart is empty', 'no price'].entries()) {
      const event_id = String(index + 1).padStart(32, '0')
      await api.send({ type: 'event', payload: { event_id, message, platform: 'node' } })
    }
    const add = async (email: string) => {
      const account = { email, role: 'member', passwordHash: '-', createdAt: NOW } as const
      const accountId = await api.store.write((trx) => insertAccount(trx, account))
      return api.addToken({ accountId: accountId ?? 0 })
    }
    ada = await add('ada@example.com')
    bob = await add('bob@example.com')
  })
  afterAll(() => api.close())

  type Marks = typeof NOTHING & { shortId: string }
  /** By project and by organization it is the same; the first issue is the first. */
  async function marksOf(token?: string) {
    const { body } = await api.get('/projects/desk/crumbtrail/issues/', token)
    expect((await api.get('/organizations/desk/issues/?project=1', token)).body).toEqual(body)
    return body
      .toSorted((a: Marks, b: Marks) => (a.shortId < b.shortId ? -1 : 1))
      .map(({ isBookmarked, isSubscribed, numComments }: Marks) => ({
        ...{ isBookmarked, isSubscribed, numComments },
      }))
  }

  it('says what the account of the token bookmarked and follows, and how many comments there are', async () => {
    expect(await marksOf(ada)).toEqual([NOTHING, NOTHING])
    await api.ask('PUT', FIRST, { isBookmarked: true }, ada)
    const { body: comment } = await api.ask('POST', `${FIRST}comments/`, { text: 'since Monday' }, ada)
    expect(await marksOf(ada)).toEqual([
      { isBookmarked: true, isSubscribed: true, numComments: 1 }, // who comments follows
      NOTHING,
    ])
    const others = [{ ...NOTHING, numComments: 1 }, NOTHING]
    expect(await marksOf(bob)).toEqual(others)
    expect(await marksOf()).toEqual(others)
    await api.ask('PUT', FIRST, { isSubscribed: false }, ada)
    await api.ask('DELETE', `${FIRST}comments/${comment.id}/`, undefined, ada)
    expect(await marksOf(ada)).toEqual([{ ...NOTHING, isBookmarked: true }, NOTHING])
  })

  it('has all comments in its number, as the issue by itself has, whose activity is its latest hundred', async () => {
    const second = '/issues/CRUMBTRAIL-2/'
    const issueId = Number((await api.get(second)).body.id)
    const entry = { kind: 'comment', data: { text: 'again' } } as const
    const comments = Array.from({ length: 120 }, () => ({ entry, projectId: 1, issueId }))
    await api.store.write((trx) => recordActivities(trx, comments, { actor: undefined, now: NOW }))
    await api.ask('PUT', second, { isBookmarked: true }, bob)
    const { body } = await api.get(second, bob)
    expect(body).toMatchObject({ isBookmarked: true, isSubscribed: false, numComments: 120 })
    expect(body.activity).toHaveLength(100)
    expect((await marksOf(bob)).at(1)).toEqual({ ...NOTHING, isBookmarked: true, numComments: 120 })
  })

  it('is seen by nobody and public for nobody, because the desk keeps neither', async () => {
    const neither = { hasSeen: false, isPublic: false }
    const { body } = await api.get('/organizations/desk/issues/?project=1', ada)
    expect(body).toMatchObject([neither, neither])
    expect((await api.get(FIRST, ada)).body).toMatchObject(neither)
  })
})
