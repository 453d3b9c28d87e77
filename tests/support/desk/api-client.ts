import type { DeskProcess } from './desk-process.ts'

/** Reads a desk's API, and waits for what is on its way. */
export interface ApiClient {
  get<T>(path: string): Promise<{ status: number; body: T }>
}

const tokens = new WeakMap<DeskProcess, Promise<string>>()

/** The same token for whoever asks of this desk: the command that makes one takes a process of its own. */
function tokenOf(desk: DeskProcess): Promise<string> {
  const known = tokens.get(desk) ?? addToken(desk)
  tokens.set(desk, known)
  return known
}

async function addToken(desk: DeskProcess): Promise<string> {
  const { token } = JSON.parse(await desk.cli('token', 'add', 'tests', '--json')) as { token: string } // our own CLI
  return token
}

export async function createApiClient(desk: DeskProcess): Promise<ApiClient> {
  const token = await tokenOf(desk)
  return {
    async get<T>(path: string) {
      const response = await fetch(desk.url + path, { headers: { authorization: `Bearer ${token}` } })
      return { status: response.status, body: (await response.json()) as T }
    },
  }
}

/** Asks again until it is there: what a client sends arrives when it arrives. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  timeoutMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`Cannot see ${what}: it did not come within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
