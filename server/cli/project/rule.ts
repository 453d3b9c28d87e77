import {
  type Command,
  type CommandCall,
  type CommandResult,
  type Flags,
  withDesk,
} from '#server/cli/command.ts'
import {
  addRule,
  parseMatchers,
  removeRule,
  wordGroupingPath,
} from '#server/desk/projects/settings/grouping-rules.ts'
import type { GroupingRule } from '#server/protocol/grouping-rule.ts'
import { wordRefusal } from './refusal.ts'

/** The first rule that matches wins: their order is part of what they say. */
export const ruleCommands: Command[] = [
  {
    words: ['project', 'rule', 'list'],
    argument: 'NAME',
    flags: [],
    summary: "list a project's grouping rules in the order in which they apply",
    run: (call) => change(call, 'list', (rules) => rules),
  },
  {
    words: ['project', 'rule', 'add'],
    argument: 'NAME',
    options: '--match KEY=GLOB… [--fingerprint PART]… [--title TEXT] [--level LEVEL] [--drop] [--position N]',
    flags: ['match', 'fingerprint', 'title', 'level', 'drop', 'position'],
    summary:
      'set the fingerprint, title or level of events, or drop them, by type, message, path, module, function, release, level, tags.<name>',
    run: (call) => change(call, 'add', (rules) => added(rules, call.flags)),
  },
  {
    words: ['project', 'rule', 'remove'],
    argument: 'NAME',
    options: '--position N',
    flags: ['position'],
    summary: 'remove the rule at this position; later rules move up',
    run: (call) => change(call, 'remove', (rules) => removed(rules, call.flags.position)),
  },
]

/** `edit` returns the new rules, or what is wrong. */
function change(
  call: CommandCall,
  verb: 'list' | 'add' | 'remove',
  edit: (rules: GroupingRule[]) => readonly object[] | string,
): Promise<CommandResult> {
  const refuse = (message: string) => ({
    refusal: `Cannot ${verb} the grouping rule${verb === 'list' ? 's' : ''}: ${message}`,
  })
  return withDesk(call, async (desk) => {
    const slug = call.argument
    const changed = await desk.projects.settings.change(slug, 'grouping', {
      edit: ({ rules }) => {
        const edited = edit(rules)
        return typeof edited === 'string' ? edited : { rules: edited }
      },
    })
    if (changed.kind === 'wrong') return refuse(wordGroupingPath(changed.path, changed.message))
    if (changed.kind !== 'done') return refuse(wordRefusal(changed, slug))
    const { after } = changed
    return { json: { project: slug, ...after }, text: describe(slug, after.rules) }
  })
}

function added(rules: GroupingRule[], flags: Flags): readonly object[] | string {
  const match = parseMatchers(flags.match ?? [])
  if ('wrong' in match) return `--match "${match.wrong}" is not KEY=GLOB, such as type=*Error`
  const { fingerprint, title, level, drop } = flags
  const rule = {
    match,
    ...(fingerprint ? { fingerprint } : {}),
    ...(title === undefined ? {} : { title }),
    ...(level === undefined ? {} : { level }),
    ...(drop ? { drop } : {}),
  }
  return asOption(addRule(rules, rule, flags.position))
}

function removed(rules: GroupingRule[], given: string | undefined): readonly object[] | string {
  if (given === undefined) return '--position is required'
  return asOption(removeRule(rules, given))
}

/** Commands call the position by the option's name. */
function asOption<Result>(edited: Result | string): Result | string {
  return typeof edited === 'string' ? edited.replace(/^position/, '--position') : edited
}

function describe(slug: string, rules: GroupingRule[]): string {
  if (rules.length === 0) return `Project ${slug} has no grouping rules`
  return [`Project ${slug}`, ...rules.map((rule, index) => `  ${index + 1}  ${sentenceOf(rule)}`)].join('\n')
}

function sentenceOf({ match, fingerprint, title, level, drop }: GroupingRule): string {
  const effects = [
    fingerprint && `fingerprint ${fingerprint.join(', ')}`,
    title && `title ${title}`,
    level && `level ${level}`,
    drop && 'drop',
  ]
  const matchers = match.map(({ key, glob }) => `${key}=${glob}`).join(' and ')
  return `${matchers}  ->  ${effects.filter(Boolean).join('; ')}`
}
