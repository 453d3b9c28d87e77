// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { createListbox } from '#renderer/enhance/palette/listbox.ts'
import type { PaletteOption } from '#renderer/enhance/palette/option.ts'

const named = (name: string, group = 'Pages'): PaletteOption => ({ group, name, act: { href: `/${name}` } })
const [issues, traces, logs] = [named('issues'), named('traces'), named('logs')]
const [resolve, ignore] = [named('resolve', 'Here'), named('ignore', 'Here')]

beforeEach(() => {
  document.body.innerHTML = ''
})

function open() {
  const field = document.createElement('input')
  const chosen: string[] = []
  let settled = 0
  const { list, show } = createListbox(document, {
    id: 'options',
    field,
    choose: ({ name }) => chosen.push(name),
    settle: () => settled++,
  })
  document.body.append(field, list)
  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  return {
    list,
    show,
    chosen,
    options,
    settled: () => settled,
    names: () => options().map(({ textContent }) => textContent),
    groups: () => [...list.querySelectorAll('[role=group] > p')].map(({ textContent }) => textContent),
    active: () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent,
    press: (key: string) => field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })),
  }
}

it('shows options below the names of their groups, the first at hand', () => {
  const at = open()
  at.show([issues, traces, resolve])
  expect([at.groups(), at.names(), at.active()]).toEqual([
    ['Pages', 'Here'],
    ['issues', 'traces', 'resolve'],
    'issues',
  ])
  at.show([])
  expect([at.groups(), at.names(), at.active()]).toEqual([[], [], undefined])
  expect(at.list.textContent).not.toBe('')
})

it('keeps what is shown again where it is, whatever comes and goes around it', () => {
  const at = open()
  at.show([issues, traces, logs, resolve, ignore])
  const before = new Set<Node>([...at.options(), ...at.list.children])
  for (const shown of [
    [issues, traces, logs, resolve, ignore, named('found', 'Issues')],
    [traces, ignore],
    [ignore, traces],
    [logs, issues, resolve],
    [resolve],
    [issues, traces, logs, resolve, ignore],
  ]) {
    at.show(shown)
    const grouped = [...Map.groupBy(shown, ({ group }) => group).values()].flat()
    expect(at.names()).toEqual(grouped.map(({ name }) => name))
    expect(at.active()).toBe(grouped[0]?.name)
    expect(at.list.querySelectorAll('[aria-selected=true]')).toHaveLength(1)
  }
  expect([...at.options(), ...at.list.children].every((node) => before.has(node))).toBe(true)
})

it('goes round with the arrows, and chooses by Enter, a click, and what is pointed at', () => {
  const at = open()
  at.show([issues, traces, logs])
  at.press('ArrowUp')
  expect(at.active()).toBe('logs')
  at.press('ArrowDown')
  at.press('ArrowDown')
  at.press('Enter')
  at.options()[2]
    ?.querySelector('bdi')
    ?.dispatchEvent(new Event('pointermove', { bubbles: true }))
  expect(at.active()).toBe('logs')
  at.options()[0]?.click()
  at.list.click() // between them
  expect(at.chosen).toEqual(['traces', 'issues'])
})

it('has what is about to be shown shown before a key acts on it', () => {
  const at = open()
  at.show([issues])
  at.press('a')
  expect(at.settled()).toBe(0)
  at.press('Enter')
  at.press('ArrowDown')
  expect(at.settled()).toBe(2)
})
