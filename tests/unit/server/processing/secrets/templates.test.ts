import { expect, it } from 'vitest'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import { scrubParameters } from '#server/processing/secrets/templates.ts'

const scrubber = scrubberFor()
const scrub = (template: string, parameters: Record<string, unknown>, body: string) => {
  const given = Object.entries(parameters).map(([name, value]) => [`sentry.message.parameter.${name}`, value])
  const attributes = { 'sentry.message.template': template, ...Object.fromEntries(given) }
  const scrubbed = scrubParameters({ body, attributes }, scrubber)
  return [
    scrubbed.body,
    ...Object.keys(parameters).map((name) => scrubbed.attributes[`sentry.message.parameter.${name}`]),
  ]
}

it.each([
  ['password: {}', { 0: 'hunter' }, 'password: hunter', ['password: [Filtered]', '[Filtered]']],
  [
    '{} has password %s',
    { 0: 'bob', 1: 'hunter' },
    'bob has password hunter',
    ['bob has password [Filtered]', 'bob', '[Filtered]'],
  ],
  [
    'token={1} of {0}',
    { 0: 'bob', 1: 'abcd' },
    'token=abcd of bob',
    ['token=[Filtered] of bob', 'bob', '[Filtered]'],
  ],
  ['in with {secret}', { secret: 'abcd' }, 'in with abcd', ['in with [Filtered]', '[Filtered]']],
  ['api key is "%(given)s"', { given: 'abcd' }, 'api key is "abcd"', ['api key is "abcd"', 'abcd']],
  [
    'api_key is "%(given)s"',
    { given: 'abcd' },
    'api_key is "abcd"',
    ['api_key is "[Filtered]"', '[Filtered]'],
  ],
  ['pin {}', { 0: 1234 }, 'pin 1234', ['pin [Filtered]', '[Filtered]']],
])('of the template %j what is behind a secret’s name is secret', (template, parameters, body, expected) => {
  expect(scrub(template, parameters, body)).toEqual(expected)
})

it.each([
  ['Unexpected token {}', { 0: 'abcd' }, 'Unexpected token abcd'],
  ['{} tokens, {} users', { 0: 128, 1: 'abcd' }, '128 tokens, abcd users'],
  ['session {}', { 0: 'closed' }, 'session closed'],
  ['password for {}', { 0: 'bob1' }, 'password for bob1'],
])('of the template %j nothing is', (template, parameters, body) => {
  expect(scrub(template, parameters, body)).toEqual([body, ...Object.values(parameters)])
})
