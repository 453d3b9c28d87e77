/** The initials of an account: `MK` for `mia.kern@example.com`, `MI` for `mia@example.com`. */
export function initialsOf(email: string): string {
  const [first = '', second] = email.replace(/@.*/s, '').match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toUpperCase()
}
