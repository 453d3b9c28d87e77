import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { registerApi } from '#server/api/routes.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

async function openApi() {
  const store = await openTestStore('sqlite')
  const app = Fastify()
  // as the pages do
  app.route({ method: ['GET', 'POST'], url: '/*', handler: () => 'a page' })
  app.post('/api/:projectId/envelope/', () => ({ id: 'stored' }))
  const options = { store, publicUrl: 'https://desk.example/errors', clock: () => 0 }
  await app.register((scope) => registerApi(scope, options))
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
  return async (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string, contentType?: string) => {
    const headers = contentType === undefined ? {} : { 'content-type': contentType }
    const response = await app.inject({ method, url, headers, ...(contentType && { payload: 'a=1' }) })
    return {
      status: response.statusCode,
      allow: response.headers.allow,
      body: response.body.startsWith('{') ? response.json() : response.body,
    }
  }
}

const nowhere = {
  status: 404,
  allow: undefined,
  body: { detail: 'Cannot answer: the API has no such endpoint' },
}

describe('an address of the API that no route has', () => {
  it.each([
    ['GET', '/api/0/organizations/desk/dashboards/'],
    ['GET', '/api/0/organizations/desk/dashboards'],
    ['GET', '/errors/api/0/nothing'],
    ['POST', '/api/0/nothing/'],
    ['DELETE', '/api/0/nothing'],
    ['GET', '/api/nothing/at/all/'],
    ['GET', '/api/1/nothing/'],
    ['GET', '/errors/api/nothing/'],
  ] as const)('is answered in JSON: %s %s', async (method, url) => {
    const ask = await openApi()
    expect(await ask(method, url)).toEqual(nowhere)
  })

  it('is refused before the body is read, whatever it is', async () => {
    const ask = await openApi()
    expect(await ask('POST', '/api/0/nothing/', 'application/x-www-form-urlencoded')).toEqual(nowhere)
    expect(await ask('POST', '/api/0/nothing/', 'image/png')).toEqual(nowhere)
  })
})

it('a method that an address does not take is answered with those that it takes', async () => {
  const ask = await openApi()
  expect(await ask('DELETE', '/api/0/projects/')).toEqual({
    status: 405,
    allow: 'GET, HEAD',
    body: { detail: 'Cannot answer: this endpoint takes GET, HEAD' },
  })
  expect(await ask('GET', '/api/0/projects/')).toMatchObject({ status: 401 })
})

it('leaves pages and what applications send as they are', async () => {
  const ask = await openApi()
  expect(await ask('GET', '/apis')).toMatchObject({ status: 200, body: 'a page' })
  expect(await ask('POST', '/api/1/envelope/', 'application/json')).not.toMatchObject({ status: 404 })
})
