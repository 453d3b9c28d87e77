export const title = 'Keyboard shortcuts'
export const close = 'Close'
export const off = 'Single-key shortcuts are off; turn them on in Settings.'
export const onPage = 'Shortcuts are off while you type.'

export interface KeyGroup {
  name: string
  keys: readonly (readonly [keys: readonly string[], does: string])[]
}

export const groups = (modifier: string): readonly KeyGroup[] => [
  {
    name: 'Anywhere',
    keys: [
      [[modifier, 'K'], 'Find anything'],
      [['/'], 'Search this page'],
      [['?'], 'All shortcuts'],
      [['u'], 'Up one level'],
    ],
  },
  {
    name: 'In a list',
    keys: [
      [['j'], 'Down'],
      [['k'], 'Up'],
      [['o'], 'Open, like Enter'],
      [['x'], 'Select'],
      [['Shift', 'X'], 'Select all in between'],
      [['p'], 'Preview an issue'],
      [['e'], 'Resolve'],
      [['i'], 'Ignore'],
      [['a'], 'Assign'],
      [['z'], 'Undo'],
    ],
  },
  {
    name: 'An issue',
    keys: [
      [['e'], 'Resolve'],
      [['i'], 'Ignore'],
      [['a'], 'Assign'],
      [['p'], 'Older event'],
      [['n'], 'Newer event'],
    ],
  },
]

/** What leads to pages, by the letters and names of their links. */
export const goTo = (places: readonly (readonly [letter: string, name: string])[]): KeyGroup => ({
  name: 'Go to',
  keys: places.map(([letter, name]) => [['g', letter], name]),
})

/** The names of keys at the foot of a list, in their order. */
export const hints = {
  j: 'move',
  o: 'open',
  x: 'select',
  e: 'resolve',
  i: 'ignore',
  a: 'assign',
  p: 'preview',
  '/': 'search',
  '?': 'all shortcuts',
} as const
