import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BreakableName } from '#renderer/ui/content/KeyValueList.tsx'
import { contextLabel, contextValue } from '#renderer/views/event/facts/context-text.ts'

it.each([
  ['device', 'memory_size', 17_179_869_184, '16 GB'],
  ['device', 'free_memory', 25_276_502_016, '23.5 GB'],
  ['app', 'app_memory', 104_857_600, '100 MB'],
  ['device', 'free_storage', 512, '512'],
  ['device', 'processor_frequency', 2_400, '2.4 GHz'],
  ['device', 'processor_count', 8, '8'],
  ['device', 'battery_level', 81.5, '81.5 %'],
  ['device', 'simulator', false, 'false'],
  ['state', 'memory_size', 17_179_869_184, '17179869184'],
  ['app', 'app_start_time', '2026-11-22T13:57:38.208Z', { time: Date.UTC(2026, 10, 22, 13, 57, 38, 208) }],
  ['order', 'placed', '2026-11-22T13:57:38+01:00', { time: Date.UTC(2026, 10, 22, 12, 57, 38) }],
  ['app', 'version', '2026-11-22', '2026-11-22'],
])('writes %s.%s for people: %j', (context, name, value, text) => {
  expect(contextValue(context, name, value)).toEqual(text)
})

it('names what SDKs send in words, and leaves other names as they are', () => {
  expect(contextLabel('device', 'cpu_description')).toBe('cpu description')
  expect(contextLabel('order', 'line_items')).toBe('line_items')
})

it.each([
  ['processor_count', 'processor_<wbr/>count'],
  ['organizationId', 'organization<wbr/>Id'],
  ['user.id', 'user.<wbr/>id'],
  ['name', 'name'],
  ['HTTPServer', 'HTTPServer'],
])('breaks %s between its words', (name, html) => {
  expect(renderToStaticMarkup(BreakableName({ name }))).toBe(html)
})
