// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { carryPageOver, forgetPage, keepPage, restorePage } from '#renderer/navigation/saved-form-state.ts'

const html = `
  <input name="name"><input name="secret" type="password"><input name="idempotency-key" type="hidden" value="k">
  <input name="agree" type="checkbox"><textarea name="note"></textarea>
  <select name="level"><option>low</option><option>high</option></select>`

const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement // in the HTML above

beforeEach(() => {
  sessionStorage.clear()
  forgetPage()
  history.replaceState(null, '', '/projects?x=1')
  document.body.innerHTML = html
})

function typeAndKeep(): void {
  field('name').value = 'half a na'
  field('secret').value = 'a secret'
  field('agree').checked = true
  field('note').value = 'a note'
  field('level').value = 'high'
  keepPage(window)
  carryPageOver(sessionStorage)
  document.body.innerHTML = html
}

describe('"Try again"', () => {
  it('brings back what was typed, no secrets and nothing hidden, and tells who listens', () => {
    typeAndKeep()
    const heard: string[] = []
    document.body.addEventListener('input', ({ target }) => heard.push((target as HTMLInputElement).name))
    restorePage(window)
    expect(['name', 'note', 'level', 'secret', 'idempotency-key'].map((name) => field(name).value)).toEqual([
      'half a na',
      'a note',
      'high',
      '',
      'k',
    ])
    expect(field('agree').checked).toBe(true)
    expect(heard).toEqual(['name', 'agree', 'note', 'level'])
  })

  it('does it once, and only at the same address', () => {
    typeAndKeep()
    expect(sessionStorage.length).toBe(1)
    history.replaceState(null, '', '/projects')
    restorePage(window)
    expect(field('name').value).toBe('')
    history.replaceState(null, '', '/projects?x=1')
    restorePage(window)
    expect(field('name').value).toBe('')
  })

  it('leaves fields alone that are others now', () => {
    typeAndKeep()
    document.body.innerHTML = '<input name="other">'
    restorePage(window)
    expect(field('other').value).toBe('')
  })

  it('carries nothing over of a page that was left, and nothing where nothing broke', () => {
    typeAndKeep()
    sessionStorage.clear()
    forgetPage()
    carryPageOver(sessionStorage)
    restorePage(window)
    expect(sessionStorage.length).toBe(0)
    expect(field('name').value).toBe('')
  })
})
