import { describe, expect, it } from 'vitest'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import type { ChannelSettings } from '#server/alerts/channels/channel.ts'
import type { ChannelKind } from '#server/models/alerts/channels.ts'
import { anAlert, aSubject, notingTools } from '#tests/support/alerts/an-alert.ts'

const TITLE = 'New issue in Shop: TypeError: x is not a function'
const FACTS =
  'Level: error · Environment: production · Release: shop@1.2.0 · Events: 3 · Users: 2 · First seen: 2026-11-25 16:20 UTC'

/** What the adapter sends for one message. */
async function sentBy(kind: ChannelKind, settings: ChannelSettings, message = anAlert()) {
  const { tools, requests } = notingTools()
  await ADAPTERS[kind].send(settings, message, tools)
  const [request] = requests
  if (!request) throw new Error('Cannot happen: the adapter sends a request')
  return { ...request, json: request.body.startsWith('{') ? JSON.parse(request.body) : undefined }
}

describe('the request to', () => {
  it('Slack has blocks', async () => {
    const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })
    const { url, json } = await sentBy('slack', { url: 'https://hooks.slack.com/services/T/B/x' })
    expect(url).toBe('https://hooks.slack.com/services/T/B/x')
    expect(json).toEqual({
      text: TITLE,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: TITLE, emoji: false } },
        section('loadCart in cart.ts'),
        section(FACTS),
        section('<https://desk.example/issues/12|Open in Crumbtrail>'),
      ],
      unfurl_links: false,
      unfurl_media: false,
    })
  })

  it('Discord has an embed that mentions nobody', async () => {
    const { url, json } = await sentBy('discord', { url: 'https://discord.com/api/webhooks/1/x' })
    expect(url).toBe('https://discord.com/api/webhooks/1/x?wait=true')
    expect(json).toEqual({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'New issue in Shop\\: TypeError\\: x is not a function',
          url: 'https://desk.example/issues?query=id:12',
          description: [
            'loadCart in cart.ts',
            'Level: error · Environment: production · Release: shop@\u200b1.2.0 · Events: 3 · Users: 2 · First seen: 2026\\-11\\-25 16\\:20 UTC',
            '[Open in Crumbtrail](https://desk.example/issues/12)',
          ].join('\n'),
          color: 0xd92d20,
          timestamp: '2026-11-25T16:28:00.000Z',
        },
      ],
    })
  })

  it('Teams has an Adaptive Card whose texts are no Markdown', async () => {
    const run = (text: string) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })
    const { json } = await sentBy('teams', { url: 'https://x.api.powerplatform.com/y' })
    const title = { type: 'TextRun', text: TITLE, weight: 'Bolder', size: 'Medium' }
    expect(json).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            msteams: { width: 'Full' },
            body: [{ type: 'RichTextBlock', inlines: [title] }, run('loadCart in cart.ts'), run(FACTS)],
            actions: [
              { type: 'Action.OpenUrl', title: 'Open in Crumbtrail', url: 'https://desk.example/issues/12' },
            ],
          },
        },
      ],
    })
  })

  it('Mattermost has Markdown', async () => {
    const { json } = await sentBy('mattermost', { url: 'https://chat.example/hooks/x' })
    expect(json.text.split('\n')).toEqual([
      '**New issue in Shop\\: TypeError\\: x is not a function**',
      'loadCart in cart.ts',
      expect.stringContaining('Level: error · Environment: production'),
      '[Open in Crumbtrail](https://desk.example/issues/12)',
    ])
  })

  it('Google Chat has a card, in the thread of its issue', async () => {
    const { url, json } = await sentBy('google-chat', {
      url: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k',
    })
    expect(url).toBe(
      'https://chat.googleapis.com/v1/spaces/A/messages?key=k&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
    )
    const onClick = { openLink: { url: 'https://desk.example/issues/12' } }
    expect(json).toEqual({
      cardsV2: [
        {
          cardId: 'k-1',
          card: {
            header: { title: TITLE, subtitle: 'Shop' },
            sections: [
              {
                widgets: [
                  { textParagraph: { text: 'loadCart in cart.ts' } },
                  { textParagraph: { text: FACTS } },
                  { buttonList: { buttons: [{ text: 'Open in Crumbtrail', onClick }] } },
                ],
              },
            ],
          },
        },
      ],
      thread: { threadKey: 'issue:12' },
    })
  })

  it('Telegram has HTML', async () => {
    const { url, json } = await sentBy('telegram', { token: '1:abc', chat: '-100' })
    expect(url).toBe('https://api.telegram.org/bot1:abc/sendMessage')
    expect(json).toEqual({
      chat_id: '-100',
      text: `<b>${TITLE}</b>\nloadCart in cart.ts\n${FACTS.replace('@', '@\u200b')}\n<a href="https://desk.example/issues/12">Open in Crumbtrail</a>`,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
  })

  it('Matrix is a transaction that can be repeated', async () => {
    const settings = { homeserver: 'https://matrix.example/', room: '!a:matrix.example', token: 't' }
    const { method, url, headers, json } = await sentBy('matrix', settings)
    expect(method).toBe('PUT')
    expect(url).toBe(
      'https://matrix.example/_matrix/client/v3/rooms/!a%3Amatrix.example/send/m.room.message/k-1',
    )
    expect(headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer t' })
    expect(json).toMatchObject({ msgtype: 'm.text', format: 'org.matrix.custom.html', 'm.mentions': {} })
    expect(json.body.split('\n')[0]).toBe(TITLE)
    expect(json.formatted_body.split('<br>')[0]).toBe(`<b>${TITLE}</b>`)
  })

  it('ntfy is JSON with a priority', async () => {
    const settings = { url: 'https://ntfy.sh', topic: 'alerts', token: 'tk_1' }
    const { url, headers, json } = await sentBy('ntfy', settings, anAlert({ urgency: 'urgent' }))
    expect(url).toBe('https://ntfy.sh/')
    expect(headers).toMatchObject({ authorization: 'Bearer tk_1' })
    expect(json).toEqual({
      topic: 'alerts',
      title: TITLE,
      message: `loadCart in cart.ts\n${FACTS.replace('@', '@\u200b')}`,
      priority: 5,
      click: 'https://desk.example/issues/12',
      actions: [{ action: 'view', label: 'Open in Crumbtrail', url: 'https://desk.example/issues/12' }],
    })
  })

  it('Zulip is a form, with foreign text in backticks', async () => {
    const settings = {
      site: 'https://z.example',
      email: 'bot@z.example',
      key: 'k',
      stream: 'ops',
      topic: 'Alerts',
    }
    const { url, headers, body } = await sentBy('zulip', settings)
    expect(url).toBe('https://z.example/api/v1/messages')
    expect(headers).toEqual({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'Basic Ym90QHouZXhhbXBsZTpr',
    })
    const { content, ...form } = Object.fromEntries(new URLSearchParams(body))
    expect(form).toEqual({ type: 'stream', to: 'ops', topic: 'Alerts' })
    expect(content?.split('\n').slice(0, 2)).toEqual([`\`${TITLE}\``, '`loadCart in cart.ts`'])
  })

  it('PagerDuty opens an incident that its issue closes', async () => {
    const { url, json } = await sentBy('pagerduty', { key: 'k'.repeat(32) })
    expect(url).toBe('https://events.pagerduty.com/v2/enqueue')
    expect(json).toEqual({
      routing_key: 'k'.repeat(32),
      event_action: 'trigger',
      dedup_key: 'crumbtrail/desk.example/issue:12',
      client: 'Crumbtrail',
      client_url: 'https://desk.example/issues/12',
      links: [{ href: 'https://desk.example/issues/12', text: 'Open in Crumbtrail' }],
      payload: {
        summary: TITLE,
        source: 'desk.example',
        severity: 'error',
        timestamp: '2026-11-25T16:28:00.000Z',
        component: 'Shop',
        class: 'new',
        custom_details: {
          detail: 'loadCart in cart.ts',
          Level: 'error',
          Environment: 'production',
          Release: 'shop@1.2.0',
          Events: '3',
          Users: '2',
          'First seen': '2026-11-25 16:20 UTC',
        },
      },
    })
    const { tools, requests } = notingTools()
    const over = {
      key: 'k-2',
      subjectId: 'issue:12',
      title: '',
      url: 'https://desk.example/issues/12',
      at: 0,
    }
    await ADAPTERS.pagerduty.resolve?.({ key: 'k'.repeat(32), region: 'eu' }, over, tools)
    expect(requests[0]?.url).toBe('https://events.eu.pagerduty.com/v2/enqueue')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      routing_key: 'k'.repeat(32),
      event_action: 'resolve',
      dedup_key: 'crumbtrail/desk.example/issue:12',
    })
  })
})

describe('a message about several issues', () => {
  it('lists them, and how many more there are', async () => {
    const subjects = [
      aSubject(),
      aSubject({ id: 'issue:13', shortId: 'SHOP-13', title: 'RangeError', events: 4_995 }),
    ]
    const several = anAlert({ title: '5,000 new issues in Shop', subjects, more: 4_998 })
    const { json } = await sentBy('slack', { url: 'https://hooks.slack.com/services/x' }, several)
    const texts = json.blocks.slice(1).map(({ text }: { text: { text: string } }) => text.text)
    expect(texts).toEqual([
      '<https://desk.example/issues/12|SHOP-12> TypeError: x is not a function · 3 events',
      '<https://desk.example/issues/12|SHOP-13> RangeError · 4,995 events',
      'and 4,998 more',
      '<https://desk.example/issues?query=id:12|Open in Crumbtrail>',
    ])
  })

  it('opens an incident for each in PagerDuty, and one of them recovers the other way', async () => {
    const { tools, requests } = notingTools({ status: 202, headers: {}, body: '' })
    const subjects = [aSubject(), aSubject({ id: 'issue:13' })]
    await ADAPTERS.pagerduty.send({ key: 'k' }, anAlert({ subjects }), tools)
    await ADAPTERS.pagerduty.send({ key: 'k' }, anAlert({ happening: 'monitor-recovered' }), tools)
    const sent = requests.map(({ body }) => JSON.parse(body))
    expect(sent.map(({ event_action, dedup_key }) => [event_action, dedup_key])).toEqual([
      ['trigger', 'crumbtrail/desk.example/issue:12'],
      ['trigger', 'crumbtrail/desk.example/issue:13'],
      ['resolve', 'crumbtrail/desk.example/issue:12'],
    ])
  })
})
