import { createDesk } from '#server/desk/create-desk.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { deleteProject, markDemo } from '#server/store/projects/demo-project.ts'
import { findProjectRow, insertProject } from '#server/store/projects/projects.ts'
import { setFeedbackState } from '#server/store/records/feedback-states.ts'
import { replaceCommits } from '#server/store/releases/commits.ts'
import { insertDeploy, saveRelease } from '#server/store/releases/releases.ts'
import { type Chance, createChance } from './chance.ts'
import { commitsOf } from './commits.ts'
import { type DemoWriter, openDemoWriter } from './demo-writer.ts'
import { type DemoArrival, toEnvelope } from './envelope.ts'
import { DEMO_DAYS, planDemo } from './plan.ts'
import { RELEASES } from './releases.ts'
import { VOICES } from './voices.ts'

const DEMO_SLUG = 'demo'
const ARRIVALS_A_BATCH = 64

export interface DemoOptions {
  store: Store
  /** The same database as `openStore` takes it: what the writer does is done on a connection of its own, beside desks that run. */
  place: string
  /** The newest of it arrives by then. */
  now: number
  seed: number
}

export interface DemoFilled {
  projectId: number
  envelopes: number
}

/** Fills the demo as SDKs would have, through everything that processes what they send, at the times that it tells of. */
export async function fillDemo({
  store,
  place,
  now,
  seed,
}: DemoOptions): Promise<DemoFilled | { refusal: string }> {
  const chance = createChance(seed)
  const project = await addDemoProject(store, chance, now)
  if (project === undefined) {
    return { refusal: `Cannot add the demo: a project "${DEMO_SLUG}" already exists` }
  }
  try {
    return await fillProject({ store, place, now, chance }, project)
  } catch (error) {
    await store.writeAlone([project.id], (trx) => deleteProject(trx, project.id)) // half of a demo misleads
    throw error
  }
}

async function fillProject(
  { store, place, now, chance }: Omit<DemoOptions, 'seed'> & { chance: Chance },
  project: DemoProject,
): Promise<DemoFilled> {
  await addReleases(store, project.id, now)
  const arrivals = planDemo(chance, now)
  const writer = await openDemoWriter(place, { newEventId: () => chance.hex(32), clock: () => now })
  const write = async (some: DemoArrival[]) => {
    await writeAll(writer.write, project, some)
    await writer.count(project.id)
  }
  try {
    // at noon of its life somebody resolves what was mended
    const mendedAt = now - 6.05 * DAY_MS
    await write(arrivals.filter(({ at }) => at < mendedAt))
    await handleIssues(store, mendedAt, { TypeError: 'resolve' })
    await write(arrivals.filter(({ at }) => at >= mendedAt))
  } finally {
    await writer.close()
  }
  await handleIssues(store, now - 1000, { IllegalStateException: 'resolve', 'Net::SMTPServerBusy': 'ignore' })
  await sortVoices(store, project.id)
  return { projectId: project.id, envelopes: arrivals.reduce((sum, { items }) => sum + items.length, 0) }
}

interface DemoProject {
  id: number
  keyId: number
}

async function addDemoProject(store: Store, chance: Chance, now: number): Promise<DemoProject | undefined> {
  return store.write(async (trx) => {
    if (await findProjectRow(trx, DEMO_SLUG)) return undefined
    const startedAt = now - DEMO_DAYS * DAY_MS
    const named = { slug: DEMO_SLUG, name: 'Demo shop', publicKey: chance.hex(32), now: startedAt }
    const { id } = await insertProject(trx, named)
    await markDemo(trx, id)
    const key = await trx
      .selectFrom('project_key')
      .select('id')
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, keyId: key.id }
  })
}

async function addReleases(store: Store, projectId: number, now: number): Promise<void> {
  await store.write(async (trx) => {
    for (const release of RELEASES) {
      const { version, deployedDaysAgo, ref } = release
      const at = Math.round(now - deployedDaysAgo * DAY_MS)
      await saveRelease(trx, { projectId, version, releasedAt: at, ref, url: null, now: at })
      await replaceCommits(trx, { projectId, version }, { commits: commitsOf(release, at), now: at })
      for (const [environment, before] of [['staging', 5_400_000] as const, ['production', 0] as const]) {
        const finishedAt = at - before
        const deploy = {
          environment,
          name: `deploy ${ref}`,
          url: null,
          startedAt: finishedAt - 210_000,
          finishedAt,
        }
        await insertDeploy(trx, { projectId, version }, deploy)
      }
    }
  })
}

async function writeAll(
  writeBatch: DemoWriter['write'],
  { id: projectId, keyId }: DemoProject,
  arrivals: DemoArrival[],
): Promise<void> {
  for (let from = 0; from < arrivals.length; from += ARRIVALS_A_BATCH) {
    const some = arrivals.slice(from, from + ARRIVALS_A_BATCH)
    const envelopes = some.flatMap(({ at: receivedAt, items }) =>
      items.map((item) => ({ projectId, keyId, receivedAt, body: toEnvelope(item) })),
    )
    const { failure, results } = await writeBatch(envelopes, [])
    const refused = results.find((result) => result.status !== 200)
    const message = failure ?? (refused && 'detail' in refused ? refused.detail : undefined)
    if (message !== undefined) throw new Error(`Cannot fill the demo: ${message}`)
  }
}

/** What somebody did with issues of these types. */
async function handleIssues(
  store: Store,
  at: number,
  byType: Record<string, 'resolve' | 'ignore'>,
): Promise<void> {
  const desk = createDesk({
    store,
    sees: 'all',
    viewer: undefined,
    publicUrl: 'http://demo.invalid',
    clock: () => at,
  })
  for (const [type, kind] of Object.entries(byType)) {
    const query = `type:"${type}"`
    const found = await desk.issues.search({ limit: 10, projectSlug: DEMO_SLUG, query })
    if ('refusal' in found) throw new Error(found.refusal)
    const issueIds = found.items.map(({ id }) => id)
    if (issueIds.length > 0) await desk.issues.change(issueIds, [{ kind }])
  }
}

async function sortVoices(store: Store, projectId: number): Promise<void> {
  await store.write(async (trx) => {
    const rows = await trx
      .selectFrom('feedback')
      .select(['id', 'message'])
      .where('project_id', '=', projectId)
      .execute()
    for (const { id, message } of rows) {
      const state = VOICES.find((voice) => voice.message === message)?.state
      if (state !== undefined && state !== 'open') await setFeedbackState(trx, id, state)
    }
  })
}
