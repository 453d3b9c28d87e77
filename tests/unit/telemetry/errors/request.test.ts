import { expect, it } from 'vitest'
import { describeRequest } from '#telemetry/errors/request.ts'

it('describes a request without what is secret in it', () => {
  expect(
    describeRequest({
      method: 'GET',
      url: 'https://shop.example/reset?token=4f9a',
      headers: {
        host: 'shop.example',
        Authorization: 'Bearer 4f9a',
        'proxy-authorization': 'Basic 4f9a',
        cookie: 'session=4f9a',
        'set-cookie': ['a=1', 'b=2'],
        'x-api-key': '4f9a',
        'X-Auth-Token': '4f9a',
        'x-forwarded-for': '203.0.113.9',
        referer: 'https://shop.example/?code=4f9a',
        accept: ['text/html', 'text/plain'],
        'content-length': 12,
        absent: undefined,
      },
    }),
  ).toEqual({
    method: 'GET',
    url: 'https://shop.example/reset?token=[Filtered]',
    headers: {
      host: 'shop.example',
      Authorization: '[Filtered]',
      'proxy-authorization': '[Filtered]',
      cookie: '[Filtered]',
      'set-cookie': '[Filtered]',
      'x-api-key': '[Filtered]',
      'X-Auth-Token': '[Filtered]',
      'x-forwarded-for': '[Filtered]',
      referer: 'https://shop.example/?code=[Filtered]',
      accept: 'text/html, text/plain',
      'content-length': '12',
    },
  })
})
