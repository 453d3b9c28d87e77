import { formatCount, formatNumber } from '#renderer/format/format.ts'

const TEXTS = { rules: 'Rules', codeowners: 'CODEOWNERS', names: 'Names in CODEOWNERS' } as const

export const ownership = {
  title: 'Ownership',
  intro:
    'Rules say who owns which files, addresses, tags and modules. The last rule that matches an event decides; the rules come after CODEOWNERS.',
  texts: TEXTS,
  hints: {
    rules:
      'One per line: path:src/billing/* #billing ada@example.com. Also url, module and tags.<name>. * stands for any text, and # begins a comment.',
    codeowners:
      'The text of the file, as a release step can also post it. @org/billing is the team #billing.',
    names: 'One per line, where a name is another one here: @org/payments #billing, @ada ada@example.com.',
  },
  active: ['Use these rules', 'Otherwise no issue is assigned by them, and no owner is suggested.'],
  assigns: [
    'Assign new issues',
    'Also unassigned issues that happen again after they were closed. The activity of the issue names the rule.',
  ],
  none: 'Nothing to save: these are the current rules.',
  saved: 'Saved. The rules apply to events from now on.',
  meanwhile:
    'Not saved: another user or a release step changed the rules after you opened this page. Save again to replace that.',
  wrong: (field: string, message: string) => `Cannot save ${field}: ${message}`,
  notesTitle: 'Lines without effect',
  note: (text: keyof typeof TEXTS, line: number, message: string) =>
    `${TEXTS[text]}, line ${line}: ${message}`,
  more: (count: number) => `${formatCount(count, 'more line')}.`,
  previewTitle: 'Preview',
  taken: (taken: number, tried: number) =>
    `The rules take ${formatNumber(taken)} of the last ${formatCount(tried, 'issue')}, by the newest event of each. Nothing is saved yet.`,
  withoutIssues: (count: number) => `${formatCount(count, 'rule')} would take no issue.`,
  nobody: 'no owner',
} as const
