import { describe, expect, it } from 'vitest'
import { createKeyReader, type Key, type KeyCommand } from '#renderer/enhance/keys/read-key.ts'

const pressed = (key: string, parts: Partial<Key> = {}): Key => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...parts,
})
const free = { hasLetters: true, isTyping: false, now: 0 }

describe('a key', () => {
  it.each<[string, KeyCommand]>([
    ['j', { kind: 'move', by: 1 }],
    ['k', { kind: 'move', by: -1 }],
    ['o', { kind: 'open' }],
    ['x', { kind: 'select', isRange: false }],
    ['X', { kind: 'select', isRange: true }],
    ['e', { kind: 'mark', key: 'e' }],
    ['z', { kind: 'mark', key: 'z' }],
    ['?', { kind: 'help' }],
    ['r', { kind: 'mark', key: 'e' }],
    ['/', { kind: 'mark', key: '/' }],
  ])('%s means %o, but not while typing, not with a modifier, and not switched off', (key, command) => {
    const read = createKeyReader()
    expect(read(pressed(key), free)).toEqual(command)
    expect(read(pressed(key), { ...free, isTyping: true })).toBeUndefined()
    expect(read(pressed(key), { ...free, hasLetters: false })).toBeUndefined()
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
      const command = read(pressed(key, { [modifier]: true }), free)
      expect(command).toEqual(key === 'k' && modifier !== 'altKey' ? { kind: 'palette' } : undefined)
    }
  })

  it.each([{ ctrlKey: true }, { metaKey: true }])(
    'k opens the palette with %o, whatever else',
    (modifier) => {
      const situation = { hasLetters: false, isTyping: true, now: 0 }
      expect(createKeyReader()(pressed('k', modifier), situation)).toEqual({ kind: 'palette' })
    },
  )

  it('that is held down changes nothing again, and moves on', () => {
    const read = createKeyReader()
    expect(read(pressed('r', { repeat: true }), free)).toBeUndefined()
    expect(read(pressed('j', { repeat: true }), free)).toEqual({ kind: 'move', by: 1 })
  })
})

describe('g', () => {
  it('waits for where to', () => {
    const read = createKeyReader()
    expect(read(pressed('g'), free)).toBeUndefined()
    expect(read(pressed('i'), { ...free, now: 1_000 })).toEqual({ kind: 'go', key: 'i' })
    expect(read(pressed('i'), { ...free, now: 1_001 })).toEqual({ kind: 'mark', key: 'i' })
  })

  it('does not wait for long', () => {
    const read = createKeyReader()
    read(pressed('g'), free)
    expect(read(pressed('p'), { ...free, now: 1_300 })).toEqual({ kind: 'mark', key: 'p' })
  })

  it('never makes the letter after it change the page', () => {
    const read = createKeyReader()
    read(pressed('g'), free)
    expect(read(pressed('r'), free)).toEqual({ kind: 'go', key: 'r' })
    expect(read(pressed('r'), free)).toEqual({ kind: 'mark', key: 'e' })
  })
})
