import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { assemble } from '#server/artifacts/assemble.ts'
import { fetchHosted } from '#server/artifacts/hosted/fetch-hosted.ts'
import { createHostedMaps } from '#server/artifacts/hosted/hosted-maps.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { createOwnLeases } from '#server/store/memory/leases.ts'
import { openTlsSite, PUBLIC } from '#tests/support/source-maps/hosted-site.ts'
import { cartMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

export const SCRIPT = 'https://shop.example/app.js'
export const SITE = {
  '/app.js': 't()\n//# sourceMappingURL=app.js.map',
  '/app.js.map': JSON.stringify(cartMap),
}

type Files = Record<string, string>

type Site = Parameters<typeof openTlsSite>[1] & { answer?: RequestListener }

/** A site with these files, which tells what it was asked for. */
export async function openSite(files: Files, { answer, ...options }: Site = {}) {
  const asked: string[] = []
  const serve: RequestListener = ({ url = '' }, response) => {
    const file = files[url]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  }
  const site = await openTlsSite((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    ;(answer ?? serve)(request, response)
  }, options)
  return { ...site, asked }
}

/** A desk that fetches maps from one site, whose script fails. */
export async function openHostedDesk({
  files = SITE,
  address = PUBLIC,
  ...of
}: Site & { files?: Files; address?: string } = {}) {
  let now = 0
  const opened = await openEventStore(() => now)
  onTestFinished(opened.close)
  const { store } = opened
  const site = await openSite(files, of)
  const hosted = createHostedMaps({
    store,
    clock: () => now,
    assemble: (job) => assemble(store, job),
    leases: createOwnLeases(),
    fetchFile: (url) => fetchHosted(url, { request: site.request, lookUp: async () => [address] }),
  })
  const upkeep = startIssueUpkeep({ store, clock: () => now })
  onTestFinished(() => upkeep.close())
  const desk = createDesk({
    store,
    sees: 'all',
    viewer: undefined,
    publicUrl: 'https://desk.example',
    clock: () => now,
  })
  return {
    ...opened,
    asked: site.asked,
    pinned: site.pinned,
    desk,
    pass(ms: number) {
      now += ms
    },
    async run() {
      while (await hosted.runOnce());
      while (await upkeep.runOnce());
    },
    allow: (origin = 'https://shop.example') => desk.sourceMaps.hosted.addOrigin('crumbtrail', origin),
    /** The mapping of the first frame of an issue's latest event, with its line of code. */
    async readFrame(issueId = 1) {
      const event = await desk.events.find(issueId, 'latest')
      return event?.payload.exception.values[0]?.stacktrace?.frames[0]
    },
    listCulprits: async () =>
      (await store.db.selectFrom('issue').select('culprit').orderBy('id').execute()).map(
        ({ culprit }) => culprit,
      ),
    listFetches: async () =>
      (await desk.sourceMaps.readOverview({ id: 1, slug: 'crumbtrail' })).hosted.fetches,
  }
}

/** An error whose event says the address of its script and, if given, a release, but no debug id. */
export function anErrorAt(file = SCRIPT, event: object = {}) {
  const frame = { function: 't', filename: file, abs_path: file, lineno: 1, colno: 1, in_app: true }
  return {
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames: [frame] } }] },
    ...event,
  }
}
