import { describe, expect, it } from 'vitest'
import { fillShell, type PageSample, type Slot, toShell } from '#server/hosting/shells/shell.ts'

const slots: Slot[] = ['title', 'headEnd', 'body', 'nonce', 'data', 'param:name']
const render = async () => undefined

function html(token: (slot: Slot) => string): string {
  return `<head><title>${token('title')}</title><meta content="${token('title')}"/>${token('headEnd')}</head>
    <body>${token('body')}<script nonce="${token('nonce')}">{"name":"${token('param:name')}","data":"${token('data')}"}</script>
    <script nonce="${token('nonce')}"></script></body>`
}

/** A document with the tokens of one time, as another Vike might make it. */
function specimen(time: string, change: Partial<Change> = {}): PageSample {
  const token = (slot: Slot) => `t${time}${slots.indexOf(slot)}x`
  const { body = (made) => made, headers = [['content-type', 'text/html']], statusCode = 200 } = change
  const made = body(html(token), token)
  return {
    page: {
      statusCode,
      body: made,
      headers,
      is404: false,
      abortStatusCode: undefined,
      errorOfErrorPage: undefined,
    },
    tokens: new Map(slots.map((slot) => [slot, token(slot)])),
    render,
  }
}

interface Change {
  body: (html: string, token: (slot: Slot) => string) => string | never
  headers: [string, string][]
  statusCode: number
}

const both = (change: Partial<Change>) => () => toShell(specimen('1', change), specimen('2', change))

describe('toShell', () => {
  it('cuts the document where requests differ, and fillShell joins it again', () => {
    const shell = both({})()
    expect(shell.headers).toEqual([['content-type', 'text/html']])
    const filled = fillShell(shell, (slot) => (slot === 'data' ? '{"a":1}' : `[${slot}]`))
    expect(filled.toString()).toBe(html((slot) => `[${slot}]`).replace('"[data]"', '{"a":1}'))
  })

  it('fills in markup in pieces, of which some are encoded already', () => {
    const pieces = ['<b>', Buffer.from('für ☕'), '</b>']
    const filled = fillShell(both({})(), (slot) => (slot === 'body' ? pieces : ''))
    expect(filled.toString()).toContain('<body><b>für ☕</b><script')
  })

  it('takes what is filled in for nothing but text', () => {
    const filled = fillShell(both({})(), () => "$& $1 $' t10x")
    expect(filled.toString().match(/\$& \$1 \$' t10x/g)).toHaveLength(8)
  })

  it.each<[string, Partial<Change>, string]>([
    ['drops a slot', { body: (made, token) => made.replace(token('body'), '') }, 'has the body 0 times'],
    ['doubles the body', { body: (made, token) => made + token('body') }, 'has the body 2 times'],
    [
      'names the title a third time',
      { body: (made, token) => made + token('title') },
      'has the title 3 times',
    ],
    [
      'puts no nonce on',
      { body: (made, token) => made.replaceAll(token('nonce'), '') },
      'has the nonce 0 times',
    ],
    [
      'writes the data otherwise',
      { body: (made, token) => made.replace(`"${token('data')}"`, `'${token('data')}'`) },
      'has the data 0 times',
    ],
    [
      'escapes a slot',
      { body: (made, token) => made.replace(token('headEnd'), [...token('headEnd')].join('&#8203;')) },
      'has the headEnd 0 times',
    ],
    [
      'tells the data a second time',
      { body: (made, token) => `${made}<!-- ${token('data')} -->` },
      'holds the data elsewhere',
    ],
    ['answers 500', { statusCode: 500 }, 'Vike answers it with status 500'],
  ])('refuses a document of a Vike that %s', (_name, change, reason) => {
    expect(both(change)).toThrow(reason)
  })

  it('refuses a nonce or a parameter in a header', () => {
    for (const slot of ['nonce', 'param:name'] as const) {
      const withHeader = (time: string) =>
        specimen(time, { headers: [['link', `t${time}${slots.indexOf(slot)}x`]] })
      expect(() => toShell(withHeader('1'), withHeader('2'))).toThrow(`holds the ${slot} elsewhere`)
    }
  })

  it('refuses a stream', () => {
    const streamed = specimen('1')
    streamed.page.body = {} as typeof streamed.page.body // what kind of stream matters not
    expect(() => toShell(streamed, specimen('2'))).toThrow('its document is a stream')
  })

  it.each<[string, (time: string) => Partial<Change>]>([
    ['text', (time) => ({ body: (made) => `${made}<!-- at ${time} -->` })],
    ['a header', (time) => ({ headers: [['x-time', time]] })],
    ['the order', (time) => ({ body: (made) => (time === '1' ? `<!---->${made}` : `${made}<!---->`) })],
  ])('refuses two documents that differ in %s', (_name, change) => {
    expect(() => toShell(specimen('1', change('1')), specimen('2', change('2')))).toThrow(
      'differs between two renders',
    )
  })
})
