import { describe, expect, it } from 'vitest'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import { CHANNEL_KINDS, type ChannelKind } from '#server/models/alerts/channels.ts'
import { anAlert, anAlertOf, aSubject, notingTools } from '#tests/support/alerts/an-alert.ts'

const SETTINGS = {
  url: 'https://hooks.example/x',
  secret: `whsec_${'A'.repeat(43)}=`,
  homeserver: 'https://matrix.example',
  room: '!a:b',
  site: 'https://z.example',
  stream: 'ops',
  topic: 'Alerts',
  to: 'anna@shop.example',
}

/** Everything that an adapter sends of a message whose texts are all the same. */
async function sent(kind: ChannelKind, foreign: string) {
  const { tools, requests, mails } = notingTools()
  await ADAPTERS[kind].send(SETTINGS, anAlertOf(foreign), tools)
  const [request] = requests
  const [mail] = mails
  const json = request?.body.startsWith('{') ? JSON.parse(request.body) : undefined
  return { request, mail, json }
}

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('foreign text', () => {
  it('is no mention in Slack', async () => {
    const { json } = await sent('slack', '<!channel> <@U1> <https://evil.example|Sign in> &amp;')
    const [header, ...sections] = json.blocks
    expect(header.text.type).toBe('plain_text')
    const escaped = '&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|Sign in&gt; &amp;amp;'
    expect(sections[0].text.text).toBe(escaped)
    expect(json.text).toBe(escaped)
  })

  it.each<ChannelKind>(['discord', 'mattermost'])('is no mention and no link in %s', async (kind) => {
    const texts = textsIn(
      (await sent(kind, '@everyone @all [x](javascript:alert) ](javascript:1) <@1> `a` ~town')).json,
    )
    const all = texts.join('\n')
    expect(all).not.toMatch(/@(everyone|all|1)/)
    expect(all).not.toContain('](javascript')
    expect(all).toContain('\\[x\\]\\(javascript\\:alert\\)')
  })

  it('is no mention and no end of its backticks in Zulip', async () => {
    const { request } = await sent('zulip', '` @**all** [x](https://evil.example)')
    const content = new URLSearchParams(request?.body).get('content') ?? ''
    expect(content.split('\n')[0]).toBe("`' @**all** [x](https://evil.example)`")
  })

  it('is text in the HTML of Telegram, Matrix, Google Chat and mail', async () => {
    const foreign = `<img src=x onerror="a()"> <b>&'`
    const written = '&lt;img src=x onerror=&quot;a()&quot;&gt; &lt;b&gt;&amp;'
    const telegram = await sent('telegram', foreign)
    expect(telegram.json.text).toContain(`<b>${written}'</b>`)
    const matrix = await sent('matrix', foreign)
    expect(matrix.json.formatted_body).toContain(`<b>${written}&#39;</b>`)
    const chat = await sent('google-chat', foreign)
    expect(chat.json.cardsV2[0].card.sections[0].widgets[0].textParagraph.text).toBe(`${written}&#39;`)
    const { mail } = await sent('email', foreign)
    expect(mail?.html).toContain(`${written}&#39;</h1>`)
    expect(mail?.html).not.toContain('<img')
  })

  it('is in no Markdown of Teams', async () => {
    const { json } = await sent('teams', '[x](javascript:alert)')
    const { body } = json.attachments[0].content
    expect(body.every(({ type }: { type: string }) => type === 'RichTextBlock')).toBe(true)
  })

  it('makes no header of a mail', async () => {
    const { mail } = await sent('email', 'a\r\nBcc: eve@evil.example\u2028\u202e\u0000b')
    expect(mail?.subject).toBe('[shop] a Bcc: eve@evil.example b')
    expect(Object.values(mail?.headers ?? {}).join('')).not.toMatch(/[\r\n]/)
  })
})

describe('a title of 100 KB', () => {
  const long = `${'<&*'.repeat(20_000)}${'🐛'.repeat(10_000)}`

  it.each(CHANNEL_KINDS)('fits into a message of %s', async (kind) => {
    const { request, mail } = await sent(kind, long)
    expect(request?.body.length ?? mail?.html.length).toBeLessThan(24_000)
    expect(request?.body ?? mail?.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })

  it('keeps to the limits of each service', async () => {
    const slack = (await sent('slack', long)).json
    expect(slack.blocks.length).toBeLessThanOrEqual(50)
    expect(slack.blocks[0].text.text.length).toBeLessThanOrEqual(150)
    for (const { text } of slack.blocks) expect(text.text.length).toBeLessThanOrEqual(3_000)
    const [embed] = (await sent('discord', long)).json.embeds
    expect(embed.title.length).toBeLessThanOrEqual(256)
    expect(embed.description.length).toBeLessThanOrEqual(4_096)
    expect(embed.title.length + embed.description.length).toBeLessThanOrEqual(6_000)
    expect((await sent('telegram', long)).json.text.length).toBeLessThanOrEqual(4_096)
    const ntfy = (await sent('ntfy', long)).json
    expect(Buffer.byteLength(ntfy.message)).toBeLessThanOrEqual(4_096)
    expect((await sent('pagerduty', long)).json.payload.summary.length).toBeLessThanOrEqual(1_024)
    const { mail } = await sent('email', long)
    expect(mail?.subject.length).toBeLessThanOrEqual(210)
  })

  it('keeps to the limits of Slack and Discord with five subjects, a note and more', async () => {
    const subjects = [1, 2, 3, 4, 5].map((number) =>
      aSubject({ id: `issue:${number}`, shortId: `SHOP-${number}`, title: long, detail: long }),
    )
    const message = anAlert({ title: long, note: long, subjects, more: 4_995 })
    const { tools, requests } = notingTools()
    await ADAPTERS.slack.send({ url: 'https://hooks.slack.com/services/x' }, message, tools)
    await ADAPTERS.discord.send({ url: 'https://discord.com/api/webhooks/1/x' }, message, tools)
    const [slack, discord] = requests.map(({ body }) => JSON.parse(body))
    // https://docs.slack.dev/reference/block-kit/blocks: 50 blocks, 150 characters in a header, 3,000 in a section.
    expect(slack.blocks.length).toBeLessThanOrEqual(50)
    expect(slack.blocks[0].text.text.length).toBeLessThanOrEqual(150)
    for (const { text } of slack.blocks.slice(1)) {
      expect(text.text.length).toBeGreaterThanOrEqual(1)
      expect(text.text.length).toBeLessThanOrEqual(3_000)
    }
    expect(slack.text.length).toBeLessThanOrEqual(4_000)
    // https://docs.discord.com/developers/resources/message#embed-object-embed-limits: 10 embeds, 6,000 characters in all of them.
    expect(discord.embeds).toHaveLength(1)
    const [{ title, description }] = discord.embeds
    expect(title.length).toBeLessThanOrEqual(256)
    expect(description.length).toBeLessThanOrEqual(4_096)
    expect(title.length + description.length).toBeLessThanOrEqual(6_000)
    expect(description).toContain('and 4,995 more')
  })

  it('is cut between characters', async () => {
    const { json } = await sent('slack', '🐛'.repeat(30_000))
    expect(json.blocks[0].text.text).toBe(`${'🐛'.repeat(74)}…`)
  })
})
