import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '#tests/support/source-maps/certificate.ts'
import { anErrorAt, openHostedDesk, SCRIPT, SITE } from '#tests/support/source-maps/hosted-desk.ts'
import { PUBLIC } from '#tests/support/source-maps/hosted-site.ts'

it.each<[string, Parameters<typeof openHostedDesk>[0], string]>([
  [
    'a host whose address is private',
    { address: '10.0.0.7' },
    'the script cannot be used, since shop.example is not on the public Internet',
  ],
  [
    'a map at another origin',
    { files: { '/app.js': 't()\n//# sourceMappingURL=https://cdn.example/app.js.map' } },
    "its map is at https://cdn.example, which is not among the project's origins",
  ],
  ['a script without a map', { files: { '/app.js': 't()' } }, 'the script names no source map'],
])('refuses %s', async (_, given, refusal) => {
  const at = await openHostedDesk(given)
  at.send(anErrorAt())
  await at.allow()
  await at.run()
  expect(await at.listFetches()).toMatchObject([{ url: SCRIPT, refusal }])
  expect(at.asked.every((url) => url.startsWith('shop.example/'))).toBe(true)
})

const PAGE = '<!doctype html><title>Shop</title><script src=/app.js></script>'
const HOUR_AGO = Date.now() - 3_600_000
const stranger = makeCertificate({ hosts: ['shop.example'] })

it.each<[string, Parameters<typeof openHostedDesk>[0], string]>([
  [
    'deleted the script of the last deploy',
    { files: {} },
    'the script cannot be used, since its host answered 404',
  ],
  [
    'answers with its page for a script that it does not have',
    { files: { '/app.js': PAGE } },
    'the script cannot be used, since its host answered with a page instead',
  ],
  [
    'answers with its page for a map that it does not have',
    { files: { ...SITE, '/app.js.map': `\n${PAGE}` } },
    'the map https://shop.example/app.js.map cannot be used, since its host answered with a page instead',
  ],
  [
    'does not deploy its maps',
    { files: { '/app.js': SITE['/app.js'] } },
    'the map https://shop.example/app.js.map cannot be used, since its host answered 404',
  ],
  [
    'shows the certificate of another site',
    { certificate: makeCertificate({ hosts: ['hosting.example'] }) },
    'the script cannot be used, since the certificate of its host is for other names',
  ],
  [
    'let its certificate expire',
    { certificate: makeCertificate({ hosts: ['shop.example'], expiresAt: HOUR_AGO }) },
    'the script cannot be used, since the certificate of its host has expired',
  ],
  [
    'signed its certificate itself',
    { certificate: stranger, trusted: makeCertificate({ hosts: ['authority.example'] }).cert },
    'the script cannot be used, since the certificate of its host is signed by no known authority',
  ],
])('says on the frame what is wrong with a site that %s', async (_, given, problem) => {
  const at = await openHostedDesk(given)
  at.send(anErrorAt(SCRIPT, { release: 'shop@1' }))
  await at.allow()
  await at.run()
  expect((await at.readFrame())?.mapping).toMatchObject({
    reason: 'not_fetched',
    explanation: {
      problem: `No source map beside the script: ${problem}.`,
      remedy: 'Serve https://shop.example/app.js with its map, or upload the build.',
      command: 'npx sentry-cli sourcemaps upload --project crumbtrail dist',
    },
  })
  expect(new Set(at.pinned)).toEqual(new Set([PUBLIC]))
})

it.each([
  [
    'ran out of disk while it was deployed',
    SITE['/app.js.map'].slice(0, 40),
    'its JSON ends early or is invalid',
  ],
  [
    'was checked out without Git LFS, which keeps its maps',
    `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`,
    'it is a pointer of Git LFS instead of the file',
  ],
])('says on the frame that the map is unusable where a site %s', async (_, map, problem) => {
  const at = await openHostedDesk({ files: { ...SITE, '/app.js.map': map } })
  at.send(anErrorAt(SCRIPT, { release: 'shop@1' }))
  await at.allow()
  await at.run()
  expect((await at.readFrame())?.mapping).toMatchObject({
    reason: 'unusable_map',
    explanation: {
      problem: `No source: the map cannot be used, since ${problem}.`,
      remedy: 'Deploy and upload the map as the build writes it.',
    },
  })
})

it('follows no redirect of a site to an address within', async () => {
  let isAsked = false
  const within = createServer((_, response) => {
    isAsked = true
    response.end(SITE['/app.js'])
  })
  await new Promise<void>((resolve) => within.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void within.close())
  const { port } = within.address() as AddressInfo // it listens on a port
  const location = `http://127.0.0.1:${port}/app.js`
  const at = await openHostedDesk({ answer: (_, response) => response.writeHead(302, { location }).end() })
  at.send(anErrorAt())
  await at.allow()
  await at.run()
  expect((await at.readFrame())?.mapping).toMatchObject({
    reason: 'not_fetched',
    found: 'the script cannot be used, since it redirects, which is not followed',
  })
  expect(isAsked).toBe(false)
})
