import * as v from 'valibot'
import {
  type Command,
  type CommandCall,
  type CommandResult,
  type Flags,
  withStore,
} from '#server/cli/command.ts'
import type { GroupingRule } from '#server/protocol/grouping-rule.ts'
import { projectSettingSchemas } from '#server/protocol/project-settings.ts'
import { getProjectSettings, putProjectSetting } from '#server/store/projects/project-settings.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'

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
  return withStore(call, async (store) => {
    const project = await findProjectRow(store.db, call.argument)
    if (!project) return refuse(`there is no project "${call.argument}"`)
    const { grouping } = await getProjectSettings(store.db, project.id)
    const rules = edit(grouping.rules)
    if (typeof rules === 'string') return refuse(rules)
    const read = v.safeParse(projectSettingSchemas.grouping, { rules })
    if (!read.success) return refuse(messageOf(read.issues[0]))
    if (verb !== 'list')
      await store.write((trx) => putProjectSetting(trx, project.id, 'grouping', read.output))
    return {
      json: { project: project.slug, ...read.output },
      text: describe(project.slug, read.output.rules),
    }
  })
}

/** The rule's index in the list is left out, since the author did not write it. */
function messageOf(issue: v.InferIssue<typeof projectSettingSchemas.grouping>): string {
  const place = v.getDotPath(issue)?.replace(/^rules(?:\.\d+)?\.?/, '') ?? ''
  return place === '' ? issue.message : `${place}: ${issue.message}`
}

function added(rules: GroupingRule[], flags: Flags): readonly object[] | string {
  const match = (flags.match ?? []).map((text) => {
    const [, key = '', glob = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
    return { key, glob, text }
  })
  const unclear = match.find(({ key }) => key === '')
  if (unclear) return `--match "${unclear.text}" is not KEY=GLOB, such as type=*Error`
  const { fingerprint, title, level, drop } = flags
  const rule = {
    match: match.map(({ key, glob }) => ({ key, glob })),
    ...(fingerprint ? { fingerprint } : {}),
    ...(title === undefined ? {} : { title }),
    ...(level === undefined ? {} : { level }),
    ...(drop ? { drop } : {}),
  }
  if (flags.position === undefined) return [...rules, rule]
  const position = parsePosition(flags.position, rules.length + 1)
  return typeof position === 'string'
    ? position
    : [...rules.slice(0, position - 1), rule, ...rules.slice(position - 1)]
}

function removed(rules: GroupingRule[], given: string | undefined): GroupingRule[] | string {
  if (given === undefined) return '--position is required'
  const position = parsePosition(given, rules.length)
  return typeof position === 'string' ? position : rules.toSpliced(position - 1, 1)
}

function parsePosition(text: string, last: number): number | string {
  const position = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (position >= 1 && position <= last) return position
  return last === 0 ? 'the project has no rules' : `--position "${text}" is not a number from 1 to ${last}`
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
