import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type ApiClient, createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import { compileCache, type DeskProcess, repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'

interface Node {
  event_type: string
  event_id: string
  span_id: string
  parent_span_id: string | null
  project_slug: string
  transaction: string | null
  is_transaction: boolean
  op: string
  description: string
  start_timestamp: number
  end_timestamp: number
  release: string | null
  environment: string | null
  data: Record<string, unknown>
  errors: { title: string; project_slug: string }[]
  children: Node[]
}

/** Streamed spans are the SDK's default, transactions what it and older ones send in static mode. */
describe.each([
  ['streams spans', ''],
  ['sends transactions', 'static'],
])('the unmodified @sentry/node that %s', (_name, lifecycle) => {
  let desk: DeskProcess
  let api: ApiClient
  let traceId: string
  let roots: Node[]

  beforeAll(async () => {
    desk = await sharedDesk()
    api = await createApiClient(desk)
    const [shop, stock] = await addProjects(desk)
    traceId = await runShop({
      SHOP_DSN: shop ?? '',
      STOCK_DSN: stock ?? '',
      TRACE_LIFECYCLE: lifecycle,
    })
    roots = await eventually(`trace ${traceId}`, async () => {
      const { status, body } = await api.get<Node[]>(`/api/0/organizations/desk/trace/${traceId}/`)
      const isWhole = status === 200 && body.length === 1 && flatten(body).length >= 5
      return isWhole && flatten(body).some(({ errors }) => errors.length > 0) ? body : undefined
    })
  })

  it('is read back as one trace over both projects', () => {
    expect(roots).toHaveLength(1)
    expect(roots[0]).toMatchObject({
      description: 'GET /cart',
      op: 'http.server',
      project_slug: 'traced-shop',
      is_transaction: true,
      parent_span_id: null,
      release: 'shop@1.0.0',
      environment: 'staging',
    })
    const way = wayTo(roots, 'select * from stock')
    expect(way.map(({ op, project_slug }) => `${project_slug} ${op}`)).toEqual([
      'traced-shop http.server',
      'traced-shop db',
      'traced-shop http.client',
      'traced-stock http.server',
      'traced-stock db',
    ])
    expect(way.map(({ is_transaction }) => is_transaction)).toEqual([true, false, false, true, false])
    expect(way.at(-1)?.transaction).toBe(way[3]?.description)
  })

  it('has each span within the times of those above it', () => {
    const [outer, inner] = wayTo(roots, 'select * from cart')
    // The SDK ends both in the same turn of the event loop, not always the inner one first.
    const turn = 0.05 // of a busy machine
    expect(inner?.start_timestamp).toBeGreaterThanOrEqual(outer?.start_timestamp ?? Number.POSITIVE_INFINITY)
    expect(inner?.end_timestamp).toBeLessThanOrEqual((outer?.end_timestamp ?? 0) + turn)
  })

  it('has the error on the span that was running', () => {
    expect(wayTo(roots, 'select * from stock').at(-1)?.errors).toMatchObject([
      { title: 'Error: Cannot count the stock: the shelf is locked', project_slug: 'traced-stock' },
    ])
  })

  it('keeps what instrumentation says of a request', () => {
    const server = wayTo(roots, 'select * from stock')[3]
    expect(server?.data).toMatchObject({ 'http.response.status_code': 200 })
  })
})

let added: Promise<string[]> | undefined

/** Gives the DSNs of the two services, which both ways of sending have. */
function addProjects(desk: DeskProcess): Promise<string[]> {
  added ??= Promise.all(
    ['Traced shop', 'Traced stock'].map(async (name) => (await addProject(desk, name)).dsn),
  )
  return added
}

function flatten(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)])
}

/** From the root to the first span of that name. */
function wayTo(nodes: Node[], description: string): Node[] {
  for (const node of nodes) {
    if (node.description === description) return [node]
    const below = wayTo(node.children, description)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

function runShop(env: Record<string, string>): Promise<string> {
  const app = join(repositoryRoot, 'tests', 'fixtures', 'sentry-node', 'traced-app.mjs')
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [app],
      { env: { PATH: process.env.PATH, ...compileCache, ...env } },
      (error, stdout, stderr) => {
        const traceId = /^trace (\w+)$/m.exec(stdout)?.[1]
        if (traceId === undefined || error)
          reject(new Error(`Cannot run the shop: ${error} ${stdout}${stderr}`))
        else resolve(traceId)
      },
    )
  })
}
