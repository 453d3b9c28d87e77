/** Hosts and name of a database, without the account and its password, and without parameters, which may have one too. */
export function placeOf(databaseUrl: string): string {
  return databaseUrl
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\?.*$/s, '')
    .replace(/^.*@/s, '')
}
