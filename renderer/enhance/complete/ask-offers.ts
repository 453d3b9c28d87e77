import type { OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import { parseKeys, parseValues } from './parse-offers.ts'
import type { TypedValue } from './typed-word.ts'

export interface Offers {
  keys(query: string): Promise<OfferedKeys | undefined>
  values(word: TypedValue): Promise<OfferedValues | undefined>
}

const KEPT_MS = 30_000
/** The server gives so many values at most: beyond them, it is asked for those that contain the letters. */
const MOST_VALUES = 50

interface AskOptions {
  request: typeof fetch
  clock: () => number
  /** Empty where nothing is offered. The address that answers, with what the list is limited to (renderer/layout/offers-address.ts). */
  address: () => string
}

/**
 * Asks the server what a search can continue with, one question at a time: of those that come meanwhile only the latest
 * is asked. Answers are kept for half a minute.
 */
export function createOffers({ request, clock, address }: AskOptions): Offers {
  const answers = new Map<string, { at: number; answer: unknown }>()
  let asking: Promise<unknown> = Promise.resolve()
  let latest = ''

  function ask(given: Record<string, string>): Promise<unknown> {
    const at = address()
    if (at === '') return Promise.resolve(undefined)
    const path = `${at}${at.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
    latest = path
    const known = answers.get(path)
    if (known !== undefined && clock() - known.at < KEPT_MS) return Promise.resolve(known.answer)
    asking = asking.then(async () => {
      if (latest !== path) return undefined
      try {
        const response = await request(path, { headers: { accept: 'application/json' } })
        const answer: unknown = response.ok ? await response.json() : undefined
        if (answer !== undefined) answers.set(path, { at: clock(), answer })
        return answer
      } catch {
        return undefined // The browser is offline. The field works without offers.
      }
    })
    return asking
  }

  return {
    keys: async (query) => parseKeys(await ask({ query })),
    async values({ rest, key, typed }) {
      const name = key.replace(/^tags\[(.*)\]$/, '$1')
      const all = parseValues(await ask({ query: rest, key: name }))
      if (all === undefined || all.values.length < MOST_VALUES || typed === '') return all
      return parseValues(await ask({ query: rest, key: name, part: typed.replaceAll('*', '') }))
    },
  }
}
