const HEX_ID = /^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Tells an event's or a trace's id: 32 hexadecimal characters, which may stand in groups as a UUID's do. */
export function isHexId(text: string): boolean {
  return HEX_ID.test(text)
}
