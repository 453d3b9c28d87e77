import { describe, expect, it } from 'vitest'
import { action } from '#pages/projects/@slug/settings/ownership/+action.ts'
import { loader } from '#pages/projects/@slug/settings/ownership/+loader.ts'
import type { ActionContext } from '#renderer/page/action.ts'
import { openOwnersDesk } from '#tests/support/desk/prepared/owners-desk.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

async function open(engine: Engine) {
  const at = await openOwnersDesk(engine)
  const { desk } = at
  const slug = (await desk.projects.list())[0]?.slug ?? ''
  // The action and the loader of this page use nothing else.
  const contextOf = (form: URLSearchParams) =>
    ({ desk, form, routeParams: { slug } }) as unknown as ActionContext
  return {
    ...at,
    load: async () => (await loader(contextOf(new URLSearchParams()))).ownership,
    post: (fields: Record<string, string>) => action(contextOf(new URLSearchParams(fields))),
  }
}

const ON = { isActive: 'on', isAutoAssigning: 'on' }

describe.each(ENGINES)('the form of ownership rules on %s', (engine) => {
  it('saves all of it at once, keeps what was typed when it is wrong, and tells the second person', async () => {
    const { load, post } = await open(engine)
    const { version } = await load()
    const rules = '# money\r\npath:src/billing/* #billing\r\n'
    const posted = { ...ON, change: 'ownership', version, rules, codeowners: '* @org/web', names: '' }
    expect(await post({ ...posted, rules: 'path:src/* #biling' })).toMatchObject({
      kind: 'refused',
      field: 'rules',
      message: 'Cannot save Rules: line 1: there is no team #biling; did you mean #billing?',
      values: { rules: 'path:src/* #biling' },
    })
    expect(await post(posted)).toEqual({
      kind: 'done',
      message: 'Saved. The rules apply to events from now on.',
    })
    expect((await load()).value).toMatchObject({
      ...{ rules: '# money\npath:src/billing/* #billing', codeowners: '* @org/web' },
      ...{ isActive: true, isAutoAssigning: true },
    })
    expect(await post({ ...posted, rules: '' })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Not saved: another user or a release step changed the rules'),
    })
    const { change, ...boxes } = { change: 'ownership', version: (await load()).version, rules }
    expect(await post({ change, ...boxes })).toMatchObject({ kind: 'done' })
    expect((await load()).value).toMatchObject({ codeowners: '', isActive: false, isAutoAssigning: false })
  })

  it('previews what is typed, and saves nothing', async () => {
    const { load, post, happen } = await open(engine)
    const issueId = await happen('PayError', { tags: { area: 'payments' } })
    const typed = { rules: 'tags.area:pay* #billing\npath:x/* #gone', codeowners: '', names: '' }
    expect(await post({ change: 'preview', ...typed, ...ON })).toMatchObject({
      kind: 'done',
      value: {
        preview: {
          tried: 1,
          rules: [{ rule: 'tags.area:pay*', issues: [{ id: issueId, type: 'PayError' }] }, { issues: [] }],
          notes: [{ text: 'rules', line: 2, message: 'there is no team #gone' }],
        },
        typed,
      },
    })
    expect((await load()).value.rules).toBe('')
  })
})
