/** `id:7` names a user by an id; anything else is a name as it is. */
export function splitUserName(name: string): { kind: string; value: string } {
  const colon = name.indexOf(':')
  return colon < 1 ? { kind: '', value: name } : { kind: name.slice(0, colon), value: name.slice(colon + 1) }
}
