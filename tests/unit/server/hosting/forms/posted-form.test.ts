import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Action, done } from '#renderer/page/action.ts'
import { formLimits } from '#server/hosting/forms/posted-form.ts'
import { openForm, type Site, siteOrigin } from '#tests/support/sites/page-site.ts'

const json = { accept: 'application/json' }

describe('what a form holds', () => {
  const boundary = 'a-boundary'
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const postMultipart = (app: Site['app'], body: string) =>
    app.inject({
      method: 'POST',
      url: '/items',
      headers: {
        origin: siteOrigin,
        accept: 'application/json',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: `${body}--${boundary}--\r\n`,
    })
  const echo: Action = async ({ form, files }) =>
    done({
      value: {
        fields: [...form],
        files: await Promise.all(
          files.map(async ({ field, file }) => [field, file.name, file.type, await file.text()]),
        ),
      },
    })
  const resultOf = (answer: { json: () => unknown }) =>
    (answer.json() as { action: { value: unknown } }).action.value // echo's

  it('reaches the action as it was typed, each field of a name', async () => {
    const { post, app } = await openForm(echo)
    const typed = 'a=1&a=2&b=%C3%A9+%26&__proto__=x&idempotency-key=k&empty='
    const fields = [
      ['a', '1'],
      ['a', '2'],
      ['b', 'é &'],
      ['__proto__', 'x'],
      ['empty', ''],
    ]
    const headers = { origin: siteOrigin, ...json, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/items', headers, body: typed })
    expect(resultOf(answer)).toEqual({ fields, files: [] })
    expect(resultOf(await post('/items', {}, json))).toEqual({ fields: [], files: [] })
  })

  it('may be nothing at all', async () => {
    const { app, state } = await openForm(echo)
    const answer = await app.inject({ method: 'POST', url: '/items', headers: { origin: siteOrigin } })
    expect([answer.statusCode, state.runs]).toEqual([303, 1])
  })

  it('may be multipart, files and all', async () => {
    const { app } = await openForm(echo)
    const answer = await postMultipart(
      app,
      part('name="a"', 'é') +
        part('name="f"; filename="map.txt"\r\nContent-Type: text/plain', 'content') +
        part('name="none"; filename=""\r\nContent-Type: application/octet-stream', '') +
        part('name="idempotency-key"', 'k'),
    )
    expect(resultOf(answer)).toEqual({
      fields: [['a', 'é']],
      files: [['f', 'map.txt', 'text/plain', 'content']],
    })
  })

  it('tells files apart by what is in them', async () => {
    const { app, state } = await openForm(async () => done())
    const body = (content: string) =>
      part('name="f"; filename="map.txt"', content) + part('name="idempotency-key"', 'k')
    for (const content of ['one', 'two', 'one']) await postMultipart(app, body(content))
    expect(state.runs).toBe(2)
  })

  it.each([
    ['text', formLimits.urlencodedBytes, 'application/x-www-form-urlencoded'],
    ['files', formLimits.multipartBytes, `multipart/form-data; boundary=${boundary}`],
  ])('is bounded in bytes of %s', async (_name, limit, type) => {
    const { app, state } = await openForm(echo)
    const headers = { origin: siteOrigin, 'content-type': type }
    const send = (size: number) =>
      app.inject({ method: 'POST', url: '/items', headers, body: 'a'.repeat(size) })
    const refused = await send(limit + 1)
    expect(refused.statusCode).toBe(413)
    expect(refused.body).toContain('Cannot accept the form: it has more than 64 KiB, or 1024 KiB with files')
    expect((await send(limit)).statusCode).not.toBe(413)
    expect(state.runs).toBeLessThanOrEqual(1)
  })

  it('is bounded in fields and in files', async () => {
    const { app, post, state } = await openForm(echo)
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, '']))
    expect((await post('/items', fields(formLimits.fields))).statusCode).toBe(303)
    expect((await post('/items', fields(formLimits.fields + 1))).statusCode).toBe(413)
    const files = (count: number) => part('name="f"; filename="f"', 'x').repeat(count)
    expect((await postMultipart(app, files(formLimits.files))).statusCode).toBe(200)
    expect((await postMultipart(app, files(formLimits.files + 1))).statusCode).toBe(413)
    expect(state.runs).toBe(2)
  })

  it('is refused, never a failure, when it is no form', async () => {
    const { app, failures } = await openForm(async () => done())
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `--${boundary}\r\n${text}`),
        ),
        async (body) => {
          const headers = { origin: siteOrigin, 'content-type': `multipart/form-data; boundary=${boundary}` }
          const answer = await app.inject({ method: 'POST', url: '/items', headers, body })
          expect([400, 303]).toContain(answer.statusCode)
        },
      ),
    )
    expect(failures).toEqual([])
  })
})
