import { describe, expect, it } from 'vitest'
import { answerPayload, isPayloadUrl, pageUrlOf } from '../../../../server/hosting/payload.ts'

describe('payload addresses', () => {
  it.each([
    ['/index.pageContext.json', '/'],
    ['/issues/index.pageContext.json', '/issues'],
    ['/issues/index.pageContext.json?cursor=a%2Fb', '/issues?cursor=a%2Fb'],
    [
      '/digests/K7/index.pageContext.json?next=/index.pageContext.json',
      '/digests/K7?next=/index.pageContext.json',
    ],
  ])('%s is the payload of %s', (payloadUrl, pageUrl) => {
    expect(isPayloadUrl(payloadUrl)).toBe(true)
    expect(pageUrlOf(payloadUrl)).toBe(pageUrl)
  })

  it.each(['/issues', '/issues?x=/index.pageContext.json', '/index.pageContext.jsonx', '/'])(
    '%s is a page',
    (url) => {
      expect(isPayloadUrl(url)).toBe(false)
    },
  )
})

describe('answerPayload', () => {
  const page = { data: { page: 1 }, body: '{"data":{"page":1}}' }

  it('answers the data', () => {
    expect(answerPayload(page, undefined)).toEqual({ status: 200, body: '{"data":{"page":1}}' })
  })

  it('answers a failure with 500 and its digest, whatever else there is', () => {
    expect(answerPayload(page, 'K7Q2MX-4T9ZPA')).toEqual({
      status: 500,
      body: '{"error":{"digest":"K7Q2MX-4T9ZPA"}}',
    })
  })

  it('answers a page that is not found with 404, and no digest', () => {
    expect(answerPayload({ ...page, abortStatusCode: 404 }, undefined)).toEqual({
      status: 404,
      body: '{"error":{}}',
    })
    expect(answerPayload({ ...page, is404: true }, undefined).status).toBe(404)
  })

  it('answers a redirect with where it leads', () => {
    const body = '{"_urlRedirect":{"url":"/sign-in","statusCode":302},"_abortCall":"throw redirect()"}'
    expect(answerPayload({ body }, undefined)).toEqual({ status: 200, body: '{"redirect":"/sign-in"}' })
  })

  it('takes data that speaks of redirects for data', () => {
    const data = { page: { text: '"_urlRedirect"' } }
    const answer = answerPayload({ data, body: JSON.stringify({ data }) }, undefined)
    expect(JSON.parse(answer.body)).toEqual({ data })
  })
})
