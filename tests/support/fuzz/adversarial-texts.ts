import type { Dice } from './random.ts'

/** What the patterns of parsers, groupers and scrubbers begin with, repeat, or look for the end of. */
export const FRAGMENTS: readonly string[] = [
  ...['\n', '\r\n', ' ', '\t', '\u00a0', '\0', 'x', '0', 'a1', '-', '_', '.', '..', '...'],
  ...['/', '\\', '/./', '//', '/*', '+/*', '*/', '--', '-- \n', '#', '`', '$', '$1', '${', '{{'],
  ...['(', ')', '[', ']', '{', '}', '<', '>', '<a', '(<', '((', '"', "'", '\\"', "u'", "b'", "''"],
  ...['=', '==', ':', '::', '=:', ';', ',', '&', '?', '&amp;', '%', '%25', '%2', '%0a', '@', 'a@', '@a.'],
  ...['at ', '    at f (', 'at f (eval at g (', 'eval at ', '\n  at ', 'Caused by: ', '\nCaused by: '],
  ...['  File "x", line 1, in f\n', 'goroutine 1 [', '\tfrom x:1:in `', '#0 ', 'panic: ', '   in '],
  ...['http://', '://a:', 'file:///', 'webpack:///./', 'C:\\', 'node_modules/', '.js:1:1', '?v='],
  ...['password', 'password=', '"token":"', 'token: ', 'Bearer ', 'Basic ', 'eyJ', 'AKIA', '-----BEGIN '],
  ...['1.2.3.4.', '::1', '4242 ', '0x', 'e5', '2026-11-22T', ' in ', ' on ', 'NEXT_REDIRECT;', 'Error: '],
  ...['Mozilla/5.0 (', 'Chrome/1 ', 'Version/', 'select ', ' = ?', '(?, ', 'é', '🦄', '\u202e', '\ud800'],
]

const AROUND: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', 'x'],
  ['x', '!'],
  ['Error: ', '\n'],
  ['    at f (', ')'],
  ['"', ''],
]

/** As long as `chars`, of one fragment over and over, between two others that keep a pattern from matching. */
export function adversarialText(fragment: string, chars: number, dice: Dice): string {
  const [before, after] = dice.pick(AROUND)
  const inner = dice.oneIn(3) ? fragment + dice.pick(FRAGMENTS) : fragment
  const times = Math.max(1, Math.floor((chars - before.length - after.length) / inner.length))
  return before + inner.repeat(times) + after
}
