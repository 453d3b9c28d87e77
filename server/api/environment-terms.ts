/** Makes a term of several environments, which a search takes and a parameter of ours does not; none where none is named. */
export function environmentTerms(given: unknown): string[] {
  const names = [given ?? []]
    .flat()
    .flatMap((name) => (typeof name === 'string' && name !== '' ? [name] : []))
  if (names.length === 0) return []
  return [`environment:[${names.map((name) => `"${name.replace(/[\\"*]/g, '\\$&')}"`).join(', ')}]`]
}
