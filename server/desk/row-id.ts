/** Ids come out of addresses: what cannot be a row's id finds nothing, rather than failing in the database. */
export function isRowId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0
}
