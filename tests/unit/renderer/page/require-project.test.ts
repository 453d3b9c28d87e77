import { expect, it } from 'vitest'
import { requireProject } from '#renderer/page/require-project.ts'
import { abortOf } from '#renderer/page/vike-internals.ts'

const shop = { id: 1, slug: 'shop', name: 'Shop', createdAt: 0, openIssueCount: 0 }
const desk = { projects: { list: async () => [shop] } }

it('passes a project that exists, and all projects', async () => {
  await expect(requireProject(desk, 'shop')).resolves.toBeUndefined()
  await expect(requireProject(desk, undefined)).resolves.toBeUndefined()
})

it('answers with 404 when the project does not exist', async () => {
  const thrown = await requireProject(desk, 'shopping').catch((error: unknown) => error)
  expect(abortOf(thrown)).toMatchObject({ statusCode: 404 })
})
