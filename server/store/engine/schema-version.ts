/** A newer program's tables are not to be guessed at. */
export function requireKnownVersion(version: number, known: number): void {
  if (version <= known) return
  throw new Error(
    `Cannot open the database: it was written by a newer Crumbtrail (schema ${version}, this version supports ${known})`,
  )
}
