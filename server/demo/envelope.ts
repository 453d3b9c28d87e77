export interface DemoItem {
  type: string
  headers?: Record<string, unknown>
  payload: unknown
}

/** What arrives at one time, as an SDK would have sent it. */
export interface DemoArrival {
  /** Milliseconds since the epoch. */
  at: number
  items: DemoItem[]
}

const encoder = new TextEncoder()

/** One for each item: an envelope has one event at most. */
export function toEnvelope({ type, headers, payload }: DemoItem): Uint8Array {
  const lines = [{}, { type, ...headers }, payload]
  return encoder.encode(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}

/** As SDKs of logs and metrics write attributes: each with its type. */
export function toAttributes(data: Record<string, string | number | boolean>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      { value, type: typeof value === 'number' ? 'double' : typeof value },
    ]),
  )
}
