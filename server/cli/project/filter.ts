import {
  type Command,
  type CommandCall,
  type CommandResult,
  type Flags,
  withDesk,
} from '#server/cli/command.ts'
import { wordRefusal } from './refusal.ts'

/** The switches and the list flags of one setting, each with the member that it changes. */
interface Subject<Key extends 'filters' | 'scrubbing'> {
  setting: Key
  verb: string
  switches: readonly (readonly [name: string, member: string])[]
  lists: readonly (readonly [flag: 'message' | 'release' | 'name' | 'exempt', member: string])[]
}

const FILTERS: Subject<'filters'> = {
  setting: 'filters',
  verb: 'filter',
  switches: [
    ['browser-extensions', 'browserExtensions'],
    ['legacy-browsers', 'legacyBrowsers'],
    ['localhost', 'localhost'],
    ['web-crawlers', 'webCrawlers'],
  ],
  lists: [
    ['message', 'errorMessages'],
    ['release', 'releases'],
  ],
}

const SCRUBBING: Subject<'scrubbing'> = {
  setting: 'scrubbing',
  verb: 'scrub',
  switches: [
    ['email-addresses', 'emailAddresses'],
    ['ip-addresses', 'ipAddresses'],
  ],
  lists: [
    ['name', 'extraNames'],
    ['exempt', 'exemptNames'],
  ],
}

export const filterCommands: Command[] = [
  {
    words: ['project', 'filter'],
    argument: 'NAME',
    options: '[--enable FILTERS] [--disable FILTERS] [--message GLOB]… [--release GLOB]…',
    flags: ['enable', 'disable', 'message', 'release'],
    summary: `show or set which events are filtered out: ${namesOf(FILTERS)}, and globs of messages and releases`,
    run: (call) => change(call, FILTERS),
  },
  {
    words: ['project', 'scrub'],
    argument: 'NAME',
    options: '[--enable KINDS] [--disable KINDS] [--name GLOB]… [--exempt GLOB]…',
    flags: ['enable', 'disable', 'name', 'exempt'],
    summary: `show or set what is scrubbed besides secrets: ${namesOf(SCRUBBING)}, and globs of names`,
    run: (call) => change(call, SCRUBBING),
  },
]

function change<Key extends 'filters' | 'scrubbing'>(
  call: CommandCall,
  subject: Subject<Key>,
): Promise<CommandResult> {
  const { setting, verb } = subject
  const asked = parseFlags(call.flags, subject)
  if (typeof asked === 'string') return refuse(verb, asked)
  return withDesk(call, async (desk) => {
    const slug = call.argument
    const changed = await desk.projects.settings.change(slug, setting, {
      edit: (current) => ({ ...current, ...asked }),
    })
    if (changed.kind !== 'done') return refuse(verb, wordRefusal(changed, slug))
    const { after } = changed
    return { json: { project: slug, [setting]: after }, text: describe(slug, subject, after) }
  })
}

function refuse(verb: string, message: string): Promise<CommandResult> {
  return Promise.resolve({ refusal: `Cannot ${verb} the project: ${message}` })
}

/** Returns the members to change, or what is wrong. A list is replaced as a whole; an empty text empties it. */
function parseFlags(
  flags: Flags,
  subject: Subject<'filters' | 'scrubbing'>,
): Record<string, boolean | string[]> | string {
  const asked: Record<string, boolean | string[]> = {}
  for (const [flag, isOn] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    for (const name of flags[flag]?.split(',') ?? []) {
      const known = subject.switches.find(([other]) => other === name.trim())
      if (!known) return `--${flag} "${name.trim()}" is not one of ${namesOf(subject)}`
      if (asked[known[1]] === !isOn) return `"${known[0]}" is both enabled and disabled`
      asked[known[1]] = isOn
    }
  }
  for (const [flag, member] of subject.lists) {
    const given = flags[flag]
    if (given) asked[member] = given.filter((text) => text !== '')
  }
  return asked
}

function namesOf({ switches }: Pick<Subject<'filters' | 'scrubbing'>, 'switches'>): string {
  return switches.map(([name]) => name).join(', ')
}

function describe(slug: string, subject: Subject<'filters' | 'scrubbing'>, setting: object): string {
  const members = new Map<string, unknown>(Object.entries(setting))
  const rows = [
    ...subject.switches.map(([name, member]) => [name, members.get(member) === true ? 'on' : 'off']),
    ...subject.lists.map(([flag, member]) => [flag, listOf(members.get(member))]),
  ]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return [`Project ${slug}`, ...rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)].join(
    '\n',
  )
}

function listOf(list: unknown): string {
  return Array.isArray(list) && list.length > 0 ? list.join(', ') : '(none)'
}
