import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '#server/accounts/secrets.ts'
import type { AcknowledgeLink } from '#server/models/alerts/acknowledging.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { readSharedSecret } from '#server/store/accounts/shared-secret.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findNamed, type Named } from './acknowledged.ts'

/** Whoever is called at night looks at once; a link in an old mail must not silence what happens today. */
const VALID_MS = 7 * DAY_MS

/** The key of all links, which all processes of a desk share. */
export function readLinkKey(store: Store, random: Random): Promise<string> {
  return readSharedSecret(store, 'alert_links', () => Buffer.from(random(32)).toString('hex'))
}

/** The same each time, so that a message that is sent again says the same. */
export function tokenOf(key: string, named: Named): string {
  const about = 'issueId' in named ? String(named.issueId) : `s${named.index}`
  const text = `${named.messageId}.${about}`
  return `${text}.${createHmac('sha256', key).update(`acknowledge ${text}`).digest('base64url')}`
}

/** Reads a token; undefined for any that was not made here. */
function readToken(key: string, token: string): Named | undefined {
  const found = /^([1-9]\d{0,14})\.(?:([1-9]\d{0,14})|s(\d))\.([\w-]{43})$/.exec(token)
  if (found === null) return undefined
  const [, messageId, issueId, index] = found
  const about = issueId === undefined ? { index: Number(index) } : { issueId: Number(issueId) }
  const named = { messageId: Number(messageId), ...about }
  const isSame = timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(key, named)))
  return isSame ? named : undefined
}

interface Options {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  random: Random
  viewer: { id: number; email: string } | undefined
}

/** What a link of a message does, for whoever has it: nobody has to be signed in. */
export interface AcknowledgeLinks {
  /** Changes nothing, whoever asks and however often: programs that check mails follow links. */
  read(token: string): Promise<AcknowledgeLink>
  acknowledge(token: string): Promise<AcknowledgeLink>
  takeBack(token: string): Promise<AcknowledgeLink>
}

export function createAcknowledgeLinks({ store, clock, random, viewer }: Options): AcknowledgeLinks {
  async function open(token: string) {
    const named = readToken(await readLinkKey(store, random), token)
    const found = named && (await findNamed(store, named, clock()))
    if (found === undefined) return { state: 'unknown' } as const
    if (found.createdAt + VALID_MS <= clock()) return { state: 'expired' } as const
    return { ...found, state: 'found' } as const
  }

  async function read(token: string): Promise<AcknowledgeLink> {
    const link = await open(token)
    if (link.state !== 'found') return link
    const { about, isOver, title } = link
    const acknowledged = (isOver && about === 'other' ? undefined : await link.find()) ?? null
    const state = isOver ? 'ended' : acknowledged === null ? 'open' : 'acknowledged'
    return { state, about, title, acknowledged }
  }

  /** The person whose link it is, or who is signed in; else it is known only where the link was sent to. */
  async function change(token: string, verb: 'acknowledge' | 'takeBack'): Promise<AcknowledgeLink> {
    const link = await open(token)
    if (link.state === 'found') {
      const { accountId, name, email, channel } = link
      const own = accountId === null ? viewer : { id: accountId, email: name || (email ?? '') }
      const who = own?.email ?? `someone with the link sent to ${channel ?? 'a deleted channel'}`
      const actor = own === undefined ? { name: who } : { accountId: own.id }
      await store.write((trx) => link[verb](trx, { actor, who, now: clock() }))
    }
    return read(token)
  }

  return {
    read,
    acknowledge: (token) => change(token, 'acknowledge'),
    takeBack: (token) => change(token, 'takeBack'),
  }
}
