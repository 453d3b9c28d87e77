import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { refused } from '#renderer/page/action.ts'
import { ChannelState } from '#renderer/views/alert/channel/ChannelTable.tsx'
import { fieldName, parseChannelForm, refusedField } from '#renderer/views/alert/channel/channel-values.ts'
import type { ChannelField } from '#server/models/alerts/channels.ts'

const url: ChannelField = {
  name: 'url',
  label: 'Webhook address',
  hint: '',
  isSecret: true,
  isRequired: true,
  placeholder: '',
}
const room: ChannelField = { ...url, name: 'room', label: 'Room', isSecret: false }
const form = new URLSearchParams({
  name: 'On call',
  'secret.url': 'https://hooks.example/x',
  'value.room': '#ops',
})

describe('the form of a channel', () => {
  it('reads its fields by their names', () => {
    expect(parseChannelForm(form, [url, room])).toEqual({
      name: 'On call',
      values: { url: 'https://hooks.example/x', room: '#ops' },
    })
  })

  it('sends no secret back after a refusal', () => {
    expect(fieldName(url)).toBe('secret.url')
    expect(refused('Cannot save', form).values).toEqual({ name: 'On call', 'value.room': '#ops' })
  })

  it('has its own name for the field that was refused', () => {
    expect(['name', 'url', 'room', 'kind', undefined].map((name) => refusedField(name, [url, room]))).toEqual(
      ['name', 'secret.url', 'value.room', undefined, undefined],
    )
  })
})

describe('the state of a channel', () => {
  const NOW = Date.UTC(2026, 10, 25, 12)
  const works = { isEnabled: true, failures: 0, pausedUntil: null, lastDeliveredAt: NOW }
  const wordsOf = (channel: Partial<Parameters<typeof ChannelState>[0]['channel']>) =>
    renderToStaticMarkup(<ChannelState channel={{ ...works, ...channel }} now={NOW} />).replace(
      /<[^>]*>/g,
      '',
    )

  it('is in words', () => {
    expect(wordsOf({})).toBe('works')
    expect(wordsOf({ lastDeliveredAt: null })).toBe('nothing sent yet')
    expect(wordsOf({ isEnabled: false, failures: 6 })).toBe('off')
    expect(wordsOf({ failures: 6, pausedUntil: NOW + 300_000 })).toBe(
      'failing: 6 in a row, next try 12:05:00',
    )
  })
})
