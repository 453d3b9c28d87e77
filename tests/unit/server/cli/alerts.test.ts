import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertCollecting } from '#server/store/alerts/collecting.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { payload, storeIssue } from '../api/a-stored-event.ts'

const NOW = Date.UTC(2026, 10, 25, 12)

async function open() {
  const dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-alerts-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const run = async (...words: string[]) => {
    const output: string[] = []
    const say = (line: string) => output.push(line)
    const config = parseConfig({ DATA_DIR: dataDir, ALERTS_ALLOW_PRIVATE: 'on' }, { release: '1' })
    const random = (size: number) => new Uint8Array(size).fill(7)
    const code = await runCli(words, { config, out: say, err: say, clock: () => NOW, random })
    return [code, output.join('\n')]
  }
  await run('project', 'list')
  const store = await openSqliteStore({ file: databaseFile(dataDir), clock: () => NOW })
  onTestFinished(() => store.close())
  const addChannel = (name: string, url: string) =>
    store.write((trx) =>
      insertChannel(
        trx,
        { kind: 'ntfy', name, settings: { url, topic: 'ops', token: '' } },
        { now: NOW, accountId: null },
      ),
    )
  return { run, store, addChannel }
}

/** An ntfy server that answers with a status, and keeps what it was sent. */
async function startReceiver(status: number) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text) => bodies.push(text))
    request.on('end', () => response.writeHead(status).end('{"id":"1"}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, bodies }
}

it('lists rules, channels and mutes', async () => {
  const { run, addChannel } = await open()
  await addChannel('Ops', 'https://ntfy.example')
  await run('alerts', 'mute', 'crumbtrail', '--minutes', '30', '--reason', 'deploy')
  const [code, text] = await run('alerts', 'list')
  expect(code).toBe(0)
  expect(text).toMatch(/^Rules\n {3}1 {2}on {2}new .+ all projects {2}to every channel {2}\S/)
  expect(text).toMatch(/\nChannels\n {3}1 {2}on {2}ntfy {2}works {2}0 waiting {2}Ops\n/)
  expect(text).toMatch(/\nMutes\n {3}1 {2}crumbtrail {2}until 2026-11-25 12:30 {2}by command {2}deploy$/)
  const [, json] = await run('alerts', 'list', '--json')
  expect(Object.keys(JSON.parse(String(json)))).toEqual(['rules', 'channels', 'mutes'])
  expect(json).not.toContain('ntfy.example')
})

it('mutes a project or all of them, and ends that', async () => {
  const { run } = await open()
  expect(await run('alerts', 'mute', 'crumbtrail', '--minutes', '30')).toEqual([
    0,
    'No alerts of crumbtrail until 2026-11-25 12:30',
  ])
  expect(await run('alerts', 'mute', '--all', '--minutes', '5')).toEqual([
    0,
    'No alerts of all projects until 2026-11-25 12:05',
  ])
  const refusals = [
    [['alerts', 'mute', 'crumbtrail'], 'Cannot stop alerts: give 1 to 44,640 minutes, as a whole number'],
    [['alerts', 'mute', 'shop', '--minutes', '5'], 'Cannot stop alerts: there is no project "shop"'],
    [['alerts', 'mute', '--minutes', '5'], 'Cannot stop alerts: name a project, or give --all'],
    [['alerts', 'unmute', 'crumbtrail', '--all'], 'Cannot end mutes: name a project, or give --all'],
    [['alerts', 'unmute', 'shop'], 'Cannot end mutes: there is no project "shop"'],
  ] as const
  for (const [words, refusal] of refusals) expect(await run(...words)).toEqual([1, refusal])
  expect(await run('alerts', 'unmute', 'crumbtrail')).toEqual([
    0,
    'Alerts of crumbtrail are sent again: 1 mute ended',
  ])
  expect(await run('alerts', 'unmute', 'crumbtrail')).toEqual([0, 'Nothing mutes crumbtrail'])
  expect(await run('alerts', 'unmute', '--all')).toEqual([
    0,
    'Alerts of all projects are sent again: 1 mute ended',
  ])
})

it('sends a test to a channel, and fails where it is not accepted', async () => {
  const { run, store, addChannel } = await open()
  const [good, bad] = [await startReceiver(200), await startReceiver(403)]
  await addChannel('Ops', good.url)
  await addChannel('Closed', bad.url)
  expect(await run('alerts', 'test', 'Ops')).toEqual([
    1,
    'Cannot send a test: there is no issue yet that it could be about',
  ])
  await storeIssue(store, { number: 7, event: payload })
  const [code, text] = await run('alerts', 'test', 'Ops')
  expect([code, text]).toEqual([0, expect.stringMatching(/^Ops accepted it in \d+ ms \(status 200\)$/)])
  expect(good.bodies.join('')).toContain('CartError')
  expect(await run('alerts', 'test', '2')).toEqual([
    1,
    expect.stringMatching(/^Closed did not accept it \(status 403\): \S/),
  ])
  expect(await run('alerts', 'test', 'Nobody')).toEqual([
    1,
    'Cannot send a test: there is no channel "Nobody"',
  ])
})

it('lists messages by their state, sends one again, and discards one', async () => {
  const { run, store, addChannel } = await open()
  const channelId = await addChannel('Ops', 'https://ntfy.example')
  await store.write(async (trx) => {
    const flow = { projectId: 1, ruleId: 1, channelId, happening: 'new' } as const
    const message = { ...flow, key: 'one', title: 'New issue in Shop', createdAt: NOW, dueAt: NOW }
    const [id = 0] = await insertCollecting(trx, [message])
    const ended = { state: 'undelivered', attempts: 10, reason: 'It answered 500', ended_at: NOW } as const
    await trx.updateTable('alert_message').set(ended).where('id', '=', id).execute()
  })
  const line = '1  undelivered  2026-11-25 12:00  Ops  10 tries  New issue in Shop: It answered 500'
  expect(await run('alerts', 'messages')).toEqual([0, line])
  expect(await run('alerts', 'messages', '--state', 'undelivered')).toEqual([0, line])
  expect(await run('alerts', 'messages', '--state', 'delivered')).toEqual([0, 'There are no messages'])
  expect(await run('alerts', 'messages', '--state', 'lost')).toEqual([
    1,
    'Cannot list the messages: a state is one of collecting, waiting, delivered, undelivered, discarded, withheld',
  ])
  expect(await run('alerts', 'retry', '1')).toEqual([
    0,
    'A running desk sends it again within seconds: New issue in Shop',
  ])
  expect(await run('alerts', 'retry', '1')).toEqual([1, 'Cannot send the message again: it was not given up'])
  expect(await run('alerts', 'discard', '1')).toEqual([0, 'Discarded: New issue in Shop'])
  expect(await run('alerts', 'discard', 'x')).toEqual([1, 'Cannot discard the message: it no longer exists'])
})
