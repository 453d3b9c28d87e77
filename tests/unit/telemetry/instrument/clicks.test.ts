// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { observeClicks } from '#telemetry/instrument/clicks.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

type Crumb = { category?: string; message?: string; data?: Record<string, unknown> }

let stop = () => {}

afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

function show(html: string) {
  document.body.innerHTML = html
  const crumbs: Crumb[] = []
  stop = untilStopped(
    (signal) => observeClicks(document, (crumb) => crumbs.push(crumb as Crumb), signal), // as they are recorded
  )
  const find = (selector: string): HTMLElement => {
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) throw new Error(`Cannot find ${selector}: the test's page lacks it`)
    return element
  }
  return {
    crumbs,
    click: (selector: string) => find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true })),
    press: (selector: string, key: string) =>
      find(selector).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
  }
}

describe('a click', () => {
  it.each([
    ['<button id="x">Pay now</button>', 'button "Pay now"', 'button'],
    ['<button id="x" aria-label="Close">×</button>', 'button "Close"', 'button'],
    ['<a id="x" href="#prices">Prices\n  for  all</a>', 'link "Prices for all"', 'link'],
    ['<button><svg id="x"></svg> Save</button>', 'button "Save"', 'button'],
    ['<details><summary id="x">More</summary></details>', 'button "More"', 'button'],
    ['<div id="x" role="tab">Orders</div>', 'tab "Orders"', 'tab'],
    ['<select id="x" name="size"><option>XL</option></select>', 'combobox "size"', 'combobox'],
    ['<input id="x" type="checkbox" name="terms">', 'checkbox "terms"', 'checkbox'],
    ['<input id="x" type="submit" value="Send">', 'submit', 'submit'],
    ['<input id="x" aria-label="Street">', 'textbox "Street"', 'textbox'],
  ])('%s is %s', (html, message, role) => {
    const { crumbs, click } = show(html)
    click('#x')
    expect(crumbs).toMatchObject([{ category: 'ui.click', message, data: { role } }])
  })

  it('names where it was by its selector', () => {
    const { crumbs, click } = show(
      '<main><form id="pay" class="wide dark"><p><button class="primary">Pay</button></p></form></main>',
    )
    click('button')
    expect(crumbs[0]?.data?.selector).toBe('main > form#pay.wide.dark > p > button.primary')
  })

  it('on plain text is known by its selector alone', () => {
    const { crumbs, click } = show('<article><p>My diary: dear me</p></article>')
    click('p')
    expect(crumbs).toMatchObject([{ message: 'article > p' }])
    expect(JSON.stringify(crumbs)).not.toContain('diary')
  })

  it.each([
    '<input id="x" name="card" value="4111 1111">',
    '<input id="x" type="password" name="card" value="4111 1111">',
    '<input id="x" type="button" name="card" value="4111 1111">',
    '<textarea id="x" name="card">4111 1111</textarea>',
    '<div id="x" contenteditable="true">4111 1111</div>',
    '<div id="x" role="textbox">4111 1111</div>',
    '<select id="x"><option selected>4111 1111</option></select>',
    '<label id="x">4111 1111</label>',
  ])('on %s never tells what is in it', (html) => {
    const { crumbs, click } = show(html)
    click('#x')
    expect(crumbs.length).toBeGreaterThan(0)
    expect(JSON.stringify(crumbs)).not.toContain('4111')
  })

  it('cannot be described where a field shadows what is asked for, and nobody hears of it', () => {
    const { crumbs, click } = show('<form role="group"><input name="closest"></form><button>x</button>')
    const form = document.querySelector('form')
    Object.defineProperty(form, 'closest', { value: document.querySelector('input') }) // as browsers have it
    expect(() => click('form')).not.toThrow()
    expect(crumbs).toEqual([])
    click('button')
    expect(crumbs).toHaveLength(1)
  })

  it('is heard though the page stops it, and no more once it is stopped', () => {
    const { crumbs, click } = show('<button>Pay</button>')
    const button = document.querySelector('button')
    button?.addEventListener('click', (event) => {
      event.stopImmediatePropagation()
      button.remove()
    })
    click('button')
    expect(crumbs).toMatchObject([{ message: 'button "Pay"' }])
    stop()
    document.body.click()
    expect(crumbs).toHaveLength(1)
  })
})

describe('key presses', () => {
  it('are one breadcrumb an element, without what was typed', () => {
    const { crumbs, press, click } = show('<input id="a" name="street"><input id="b" name="city"><b>x</b>')
    for (const key of ['s', 'e', 'c', 'r', 'e', 't', 'Q']) press('#a', key)
    press('#b', 'Q')
    press('#a', 'Q')
    click('#a')
    press('#a', 'Q')
    expect(crumbs.map(({ category, message }) => `${category} ${message}`)).toEqual([
      'ui.input textbox "street"',
      'ui.input textbox "city"',
      'ui.input textbox "street"',
      'ui.click textbox "street"',
      'ui.input textbox "street"',
    ])
    expect(JSON.stringify(crumbs)).not.toContain('Q')
  })

  it('on nothing in particular are none', () => {
    const { crumbs } = show('<p>x</p>')
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
    expect(crumbs).toEqual([])
  })
})
