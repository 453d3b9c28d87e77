import { randomBytes } from 'node:crypto'
import { createBrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwords.ts'
import { createSignIn, type SignIn } from '#server/accounts/sign-in.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { createToken, findBearer } from '#server/accounts/tokens.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

/**
 * Processor time of checking a token, which each request to the API pays, among a thousand others: a personal one, one of the
 * organization, and one that is wrong. Then that of signing in, beside the hash, which other threads compute.
 * `node tests/bench/tokens.ts [checks] [sign-ins]`
 */
const [checks = 5_000, signIns = 200] = process.argv.slice(2).map(Number)
const PASSWORD = 'correct horse battery'
const NOW = Date.UTC(2026, 10, 25)

const throttle = createThrottle(randomBytes)
const rows = createOwnRows(() => NOW)
const store = await openSqliteStore({ file: ':memory:' })
try {
  const account = { email: 'ada@example.com', passwordHash: '', role: 'member', createdAt: NOW } as const // a role
  const accountId = (await store.write((trx) => insertAccount(trx, account))) ?? null
  const by = toActor({ id: 1, email: account.email }, null)
  const scopes = ['event:read', 'project:releases'] as const
  const add = (of: number | null) =>
    store.write((trx) =>
      createToken(trx, { name: 'bench', scopes, now: NOW, random: randomBytes, by, accountId: of }),
    )
  for (let count = 0; count < 1_000; count++) await add(count % 2 === 0 ? accountId : null)
  const tokens = {
    personal: (await add(accountId)).token,
    'of the organization': (await add(null)).token,
    wrong: `ct_${'x'.repeat(43)}`,
  }
  for (const [name, token] of Object.entries(tokens)) {
    const check = () => findBearer(store, `Bearer ${token}`, NOW)
    for (let count = 0; count < 500; count++) await check()
    const before = cpuMs()
    for (let count = 0; count < checks; count++) await check()
    console.log(`${name}: ${((cpuMs() - before) / checks).toFixed(3)} ms of processor time a check`)
  }
  const passwordHash = await hashPassword(PASSWORD)
  const owner = { email: 'olga@example.com', passwordHash, role: 'owner', createdAt: NOW } as const // a role
  await store.write((trx) => insertAccount(trx, owner))
  const hashing = await measure(() => verifyPassword(PASSWORD, passwordHash))
  const signingIn = await measure(async (count) => {
    const signedIn = await newVisitor(count).signIn(owner.email, PASSWORD)
    if (!signedIn.ok) throw new Error(`Cannot measure: ${signedIn.refusal}`)
  })
  console.log(`signing in, beside the hash: ${(signingIn - hashing).toFixed(3)} ms of processor time`)
} finally {
  await store.close()
}

/** Signs in from an address of its own. */
function newVisitor(place: number): SignIn {
  const setNothing = () => undefined
  return createSignIn({
    ...{ store, clock: () => NOW, random: randomBytes, publicUrl: 'http://desk.test' },
    throttle,
    memory: createBrowserMemory({ rows, random: randomBytes, cookies: {}, setCookie: setNothing }),
    request: { ip: `10.0.${place & 255}.1`, userAgent: 'bench', cookie: undefined, device: undefined },
    ...{ setCookie: setNothing, setDeviceCookie: setNothing },
  })
}

/** Milliseconds of this thread for each time; the first ones warm. */
async function measure(work: (count: number) => Promise<unknown>): Promise<number> {
  let before = 0
  for (let count = -20; count < signIns; count++) {
    if (count === 0) before = cpuMs()
    await work(count)
  }
  return (cpuMs() - before) / signIns
}
