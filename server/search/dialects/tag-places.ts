import { fieldKey, type SearchField } from '#server/processing/search-fields.ts'
import type { Pattern } from '#server/search/expression.ts'

/** Where the values of a key are counted: as the values of a tag, each after some text. */
export interface Place {
  tag: string
  /** Undefined where the value is the whole one. */
  before?: Pattern
}

const AFTER_PACKAGE: Pattern = ['', '@']
const AFTER_FOLDER: Pattern = ['', '/']

/**
 * Keys that are counted under another name, or under several: `browser:Firefox` finds all its versions, `release:2.5.0`
 * that of any package, `stack.filename:total.ts` the file of any folder. The first is that which has most of them.
 */
export const PLACES: Readonly<Record<string, readonly Place[]>> = {
  browser: [{ tag: 'browser.name' }, { tag: 'browser' }],
  os: [{ tag: 'os.name' }, { tag: 'os' }],
  runtime: [{ tag: 'runtime.name' }, { tag: 'runtime' }],
  device: [{ tag: 'device' }, { tag: 'device.family' }],
  'device.model': [{ tag: 'device' }],
  env: [{ tag: 'environment' }],
  release: [{ tag: 'release' }, { tag: 'release', before: AFTER_PACKAGE }],
  user: [
    { tag: 'user' },
    ...['id', 'email', 'username', 'ip'].map((name) => ({ tag: 'user', before: [`${name}:`] })),
    ...fields('user.email', 'user.username', 'user.ip'),
  ],
  // The tag names a user by the first of these that is known.
  'user.id': [{ tag: 'user', before: ['id:'] }],
  'user.email': [...fields('user.email'), { tag: 'user', before: ['email:'] }],
  'user.username': [...fields('user.username'), { tag: 'user', before: ['username:'] }],
  'user.ip': [...fields('user.ip'), { tag: 'user', before: ['ip:'] }],
  'geo.country_code': fields('geo.country_code'),
  'geo.region': fields('geo.region'),
  'geo.city': fields('geo.city'),
  platform: fields('platform'),
  logger: fields('logger'),
  'sdk.name': fields('sdk.name'),
  'sdk.version': fields('sdk.version'),
  'http.url': [{ tag: 'url' }],
  'http.method': fields('http.method'),
  'http.status_code': fields('http.status_code'),
  'error.type': fields('error.type'),
  'error.mechanism': [{ tag: 'mechanism' }],
  'stack.filename': [...fields('stack.filename'), { tag: fieldKey('stack.filename'), before: AFTER_FOLDER }],
  'stack.function': fields('stack.function'),
  'stack.module': fields('stack.module'),
}

/** None where the key is a tag by its own name. */
export function placesOf(key: string): readonly Place[] {
  const name = key.toLowerCase()
  return Object.hasOwn(PLACES, name) ? (PLACES[name] ?? []) : []
}

function fields(...names: SearchField[]): Place[] {
  return names.map((name) => ({ tag: fieldKey(name) }))
}
