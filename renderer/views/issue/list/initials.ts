/** The initials of an account, by its name or address: `MK` for `Mia Kern` and `mia.kern@example.com`, `MI` for `mia@example.com`. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.replace(/@.*/s, '').match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toUpperCase()
}
