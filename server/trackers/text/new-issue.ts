import type { NewIssue, TrackerAdapter, TrackerSettings } from '../kinds/tracker-kind.ts'
import { fitText } from './fit.ts'
import type { IssueText } from './issue-text.ts'

/** Servers and browsers of trackers refuse longer addresses: GitHub answers 414 above 8 KiB. */
const LONGEST_ADDRESS = 8_000
/** GitHub takes 65,536 characters. */
const LONGEST_BODY = 30_000

/** Where an issue is made by hand, filled in: at most 8,000 bytes. */
export function newIssueLink(adapter: TrackerAdapter, settings: TrackerSettings, text: IssueText): string {
  const write = (fitting: IssueText) =>
    adapter.newIssueUrl(settings, { title: fitting.title, body: adapter.writeBody(fitting) })
  return fitText(text, write, LONGEST_ADDRESS)
}

/** What an issue is made of by the API of its tracker. */
export function newIssueOf({ writeBody }: TrackerAdapter, text: IssueText): NewIssue {
  return { title: text.title, body: fitText(text, writeBody, LONGEST_BODY) }
}
