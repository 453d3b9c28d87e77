import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { sentByNext } from '#tests/fixtures/nextjs/sent.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 10, 22)
const SECOND_MS = 1000
const [DOCUMENTS, CLICKS] = ['3844498639', '864988480']
const REACT_441 = 'Minified React error #441; visit https://react.dev/errors/441 for the full message'

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  const { store, send: sendAt } = opened
  const viewer = { id: 0, email: 'ada@example.com', role: 'owner' as const } // without an account
  const desk = createDesk({ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock: () => NOW })
  let ids = 0
  /** Gives the id; each arrives a second after the one before. */
  const send = (event: Record<string, unknown>, at = NOW + ids * SECOND_MS) => {
    const eventId = anEventId(++ids)
    const { status } = sendAt({ ...event, event_id: eventId, timestamp: at / 1000 }, at)
    expect(status).toBe(200)
    return eventId
  }
  const sidesOf = async (eventId: string) => {
    const event = await desk.events.findInProject(1, eventId)
    return event && (await desk.events.listRelated(event)).map((side) => side.eventId)
  }
  const titles = async () => {
    const { items } = await desk.issues.list({ limit: 10 })
    return items.map(({ type, value, eventCount }) => `${eventCount} ${type}: ${value}`).sort()
  }
  const opens = async (digest: string) => {
    const match = await desk.search.findByDigest(digest)
    return match?.kind === 'event' ? match.eventId : match
  }
  return { ...opened, desk, send, sidesOf, titles, opens }
}

/** What `global-error.jsx` sends without the integration that sends digests: React's number alone. */
function nameless(event: Record<string, unknown>) {
  return { ...event, contexts: {}, exception: { values: [{ type: 'Error', value: REACT_441 }] } }
}

/** Of another visit: the recorded one has one trace. */
function untraced(name: Parameters<typeof sentByNext>[0]) {
  const event = sentByNext(name)
  return { ...event, contexts: { ...Object(event.contexts), trace: undefined } }
}

describe('a digest of Next.js', () => {
  it('opens the server’s event, whichever side’s event comes last', async () => {
    const { send, opens } = await open()
    const server = send(sentByNext('document-server'))
    send(sentByNext('document-browser'))
    send(sentByNext('click-browser'))
    const late = send(sentByNext('click-server'))
    expect([await opens(DOCUMENTS), await opens(CLICKS)]).toEqual([server, late])
  })

  it('opens the newest event of the server, and the browser’s where the server has none', async () => {
    const { send, opens } = await open()
    send(sentByNext('document-server'))
    const newest = send(sentByNext('document-server'))
    send(sentByNext('document-browser'))
    const alone = send(sentByNext('click-browser'))
    expect([await opens(DOCUMENTS), await opens(CLICKS)]).toEqual([newest, alone])
  })

  it('opens the server’s event of what was stored before sides were', async () => {
    const { send, opens, connection } = await open()
    const server = send(sentByNext('document-server'))
    send(sentByNext('document-browser'))
    connection.exec('update digest set tells_of_server = null')
    expect(await opens(DOCUMENTS)).toBe(server)
  })
})

describe('the sides of a failure that have a digest in common', () => {
  it('are linked both ways without a trace', async () => {
    const { send, sidesOf } = await open()
    const server = send(sentByNext('document-server'))
    const browser = send(sentByNext('document-browser')) // its trace is another: tracing is off
    expect(await sidesOf(server)).toEqual([browser])
    expect(await sidesOf(browser)).toEqual([server])
  })

  it('are linked where the echo comes first', async () => {
    const { send, sidesOf } = await open()
    const browser = send(sentByNext('document-browser'))
    const server = send(sentByNext('document-server'))
    expect(await sidesOf(browser)).toEqual([server])
    expect(await sidesOf(server)).toEqual([browser])
  })

  it('are those of one visit: an echo belongs to the last failure before it', async () => {
    const { send, sidesOf } = await open()
    const first = send(untraced('document-server'))
    const echoOfFirst = send(untraced('document-browser'))
    const second = send(untraced('document-server'))
    const echoOfSecond = send(untraced('document-browser'))
    expect(await sidesOf(first)).toEqual([echoOfFirst])
    expect(await sidesOf(echoOfFirst)).toEqual([first])
    expect(await sidesOf(second)).toEqual([echoOfSecond])
    expect(await sidesOf(echoOfSecond)).toEqual([second])
  })

  it('are not linked when the digest comes again more than five minutes later', async () => {
    const { send, sidesOf } = await open()
    const server = send(untraced('document-server'), NOW)
    const inTime = send(untraced('document-browser'), NOW + 300_000)
    const late = send(untraced('document-browser'), NOW + 300_001)
    expect(await sidesOf(server)).toEqual([inTime])
    expect(await sidesOf(late)).toEqual([])
  })

  it('are ten at most', async () => {
    const { send, sidesOf } = await open()
    const server = send(untraced('document-server'), NOW)
    for (let count = 0; count < 30; count++) send(untraced('document-browser'))
    expect(await sidesOf(server)).toHaveLength(10)
  })
})

describe('an echo', () => {
  it('has an issue of its own beside that of its cause, whatever digests the fault has', async () => {
    const { send, titles } = await open()
    send(sentByNext('document-server'))
    send(sentByNext('document-browser'))
    send(sentByNext('click-server'))
    send(sentByNext('click-browser'))
    expect(await titles()).toEqual([
      "2 Echo of TypeError: Cannot read properties of undefined (reading 'items')",
      "2 TypeError: Cannot read properties of undefined (reading 'items')",
    ])
  })

  it('is apart from the echoes of other causes', async () => {
    const { send, titles } = await open()
    send(sentByNext('document-server'))
    send(sentByNext('document-browser'))
    const other = { type: 'DatabaseError', value: 'lock timeout' }
    send({
      platform: 'node',
      exception: { values: [other] },
      contexts: { DatabaseError: { digest: '77771111' } },
    })
    send({ ...sentByNext('document-browser'), contexts: { Error: { digest: '77771111' } } })
    expect(await titles()).toEqual([
      '1 DatabaseError: lock timeout',
      '1 Echo of DatabaseError: lock timeout',
      "1 Echo of TypeError: Cannot read properties of undefined (reading 'items')",
      "1 TypeError: Cannot read properties of undefined (reading 'items')",
    ])
  })

  it('finds its cause in the same batch too, and by the trace where it has no digest', async () => {
    const { writeBatch, titles } = await open()
    const encoder = new TextEncoder()
    const trace = { trace_id: 'd'.repeat(32) }
    const events = [
      { ...nameless(sentByNext('click-browser')), event_id: anEventId(7), contexts: { trace } },
      {
        ...sentByNext('click-server'),
        event_id: anEventId(8),
        contexts: { trace, TypeError: { digest: CLICKS } },
      },
    ]
    const envelopes = events.map((event) => ({
      projectId: 1,
      keyId: 1,
      receivedAt: NOW,
      body: encoder.encode(`{}\n{"type":"event"}\n${JSON.stringify(event)}\n`),
    }))
    writeBatch(envelopes, [])
    expect(await titles()).toEqual([
      "1 Echo of TypeError: Cannot read properties of undefined (reading 'items')",
      "1 TypeError: Cannot read properties of undefined (reading 'items')",
    ])
  })

  it('does not name the issue of its cause that it was merged into', async () => {
    const { send, desk, titles } = await open()
    send(sentByNext('document-server'))
    send(sentByNext('document-browser'))
    const merged = await desk.issues.change([1, 2], [{ kind: 'merge' }]) // into the one with more events, else the older
    expect(merged).toMatchObject({ mergedInto: 1 })
    send(sentByNext('click-server'))
    send(sentByNext('click-browser'))
    expect(await titles()).toEqual(["4 TypeError: Cannot read properties of undefined (reading 'items')"])
  })

  it('says that its cause is not known where nobody reported it', async () => {
    const { send, desk, titles } = await open()
    const eventId = send(nameless(sentByNext('document-browser')))
    expect(await titles()).toEqual([
      '1 Echo of a server error: Seen in the browser; its cause has not been reported (Minified React error #441)',
    ])
    const event = await desk.events.findInProject(1, eventId)
    expect(event?.grouping.decidedBy).toBe('message')
  })

  it('names its cause’s key as what decided', async () => {
    const { send, desk } = await open()
    const server = send(sentByNext('document-server'))
    const browser = send(sentByNext('document-browser'))
    const [cause, echo] = await Promise.all([server, browser].map((id) => desk.events.findInProject(1, id)))
    expect(echo?.grouping).toEqual({
      version: 2,
      key: `echo-${cause?.grouping.key}`,
      decidedBy: 'cause',
      lines: [{ kind: 'cause', text: cause?.grouping.key }],
      ignored: [],
    })
  })

  it('keeps the fingerprint that the application gave it', async () => {
    const { send, desk } = await open()
    send(sentByNext('document-server'))
    const eventId = send({ ...sentByNext('document-browser'), fingerprint: ['ours'] })
    expect((await desk.events.findInProject(1, eventId))?.grouping.decidedBy).toBe('fingerprint')
  })

  it('is what React and React Router say of the server, and no other number of React’s', async () => {
    const { send, titles } = await open()
    const echoes = [
      'Minified React error #419; visit https://react.dev/errors/419',
      'An error occurred in the Server Components render. The specific message is omitted in production builds.',
      'The server could not finish this Suspense boundary, likely due to an error during server rendering.',
      'Unexpected Server Error',
    ]
    const others = [
      'Minified React error #418; visit https://react.dev/errors/418',
      'Minified React error #4410',
      'An Unexpected Server Error',
    ]
    for (const value of [...echoes, ...others]) {
      send({ platform: 'javascript', exception: { values: [{ type: 'Error', value }] } })
    }
    const all = await titles()
    expect(all.filter((title) => title.startsWith('1 Echo of a server error'))).toHaveLength(echoes.length)
    expect(all.filter((title) => title.startsWith('1 Error: '))).toHaveLength(others.length)
  })
})

it('an event of a server that runs no Node is the server’s', async () => {
  const { send, opens } = await open()
  const edge = send({
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'no price' }] },
    contexts: { runtime: { name: 'vercel-edge' }, TypeError: { digest: '55551111' } },
  })
  send({ ...sentByNext('document-browser'), contexts: { Error: { digest: '55551111' } } })
  expect(await opens('55551111')).toBe(edge)
})
