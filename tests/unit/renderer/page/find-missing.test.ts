import { describe, expect, it, onTestFinished } from 'vitest'
import { findMissing } from '#renderer/page/find-missing.ts'
import { retainedByAge, retentionOf } from '#renderer/texts/errors/missing.ts'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const UNKNOWN_ID = 'f'.repeat(32)

async function open() {
  const opened = await openIssueDesk()
  onTestFinished(opened.close)
  const [project] = await opened.desk.projects.list()
  if (project === undefined) throw new Error('Cannot test: the store has no project')
  const find = (path: string) => findMissing(new URL(path, 'http://desk.test'), opened.desk)
  /** The title, and where each way leads. */
  const told = async (path: string) => {
    const missing = await find(path)
    return missing && [missing.title, ...missing.ways.map(({ href }) => href)]
  }
  return { ...opened, find, told, project }
}

describe('what an address was about that leads nowhere', () => {
  it('says of traces whether the id is wrong or nothing is stored, and what may be the reason', async () => {
    const { find, told, store, project, happen, desk } = await open()
    expect(await told('/traces/checkout')).toEqual(['Not a trace ID', '/traces'])
    expect(await told(`/traces/${UNKNOWN_ID}/`)).toEqual(['Nothing is stored for this trace', '/traces'])
    expect((await find(`/traces/${UNKNOWN_ID}`))?.says.at(-1)).toContain('keeps everything')
    await store.write((trx) => putProjectSetting(trx, project.id, 'retention', { days: 30 }))
    expect((await find(`/traces/${UNKNOWN_ID}`))?.says.at(-1)).toContain('older than 30 days')
    const issueId = await happen('TypeError')
    const event = await desk.events.find(issueId, 'latest')
    const address = `/issues/${issueId}/events/${event?.eventId}`
    expect(await told(`/traces/${event?.eventId}`)).toEqual([expect.any(String), address, '/traces'])
  })

  it('says of issues whether the number is wrong, and leads to the one of a short id', async () => {
    const { told, happen, desk } = await open()
    expect(await told('/issues/999999')).toEqual(['There is no issue 999999', '/issues'])
    const wrong = 'Not an issue number'
    expect(await told('/issues/price%20missing')).toEqual([wrong, '/issues?query=price+missing', '/issues'])
    const issueId = await happen('TypeError')
    const shortId = (await desk.issues.find(issueId))?.shortId
    expect(await told(`/issues/${shortId}`)).toEqual([wrong, `/issues/${issueId}`, '/issues'])
  })

  it('says of events how many are kept, and leads to their issue, also to another one', async () => {
    const { find, told, happen, desk, store, project } = await open()
    const [first, second] = [await happen('TypeError'), await happen('RangeError')]
    const lost = `/issues/${first}/events/${UNKNOWN_ID}`
    expect(await told(lost)).toEqual(['This event is not stored', `/issues/${first}`])
    await store.write((trx) => putProjectSetting(trx, project.id, 'retention', { maxEvents: 5_000 }))
    expect((await find(lost))?.says.at(-1)).toBe(
      `${project.slug} keeps events forever, and at most 5,000; the least informative are deleted first.`,
    )
    const wrong = ['Not an event ID', `/issues/${first}`]
    expect(await told(`/issues/${first}/events/none`)).toEqual(wrong)
    const other = await desk.events.find(second, 'latest')
    expect(await told(`/issues/${first}/events/${other?.eventId}`)).toEqual([
      'This event is now in another issue',
      `/issues/${second}/events/${other?.eventId}`,
      `/issues/${first}`,
    ])
    expect(await told(`/issues/999999/events/${UNKNOWN_ID}`)).toEqual(['There is no issue 999999', '/issues'])
  })

  it('says of what is named by its project which of the two is not there', async () => {
    const { told, project } = await open()
    const { slug } = project
    const noProject = ['There is no such project', '/projects']
    expect(await told('/releases/none/1.0')).toEqual(noProject)
    expect(await told('/monitors/none/nightly')).toEqual(noProject)
    expect(await told('/projects/none')).toEqual(noProject)
    expect(await told('/logs?project=none&level=error')).toEqual([noProject[0], '/logs', '/projects'])
    expect(await told(`/releases/${slug}/1.0%20beta`)).toEqual([
      'Unknown release',
      `/releases?project=${slug}`,
      `/issues?project=${slug}&query=release%3A%221.0+beta%22`,
    ])
    expect(await told(`/monitors/${slug}/nightly`)).toEqual([
      'There is no such monitor',
      `/monitors?project=${slug}`,
    ])
  })

  it('says nothing of other addresses', async () => {
    const { told, project } = await open()
    expect(await told('/nowhere')).toBeUndefined()
    expect(await told(`/x/traces/${UNKNOWN_ID}`)).toBeUndefined()
    expect(await told(`/nowhere?project=${project.slug}`)).toBeUndefined()
  })
})

describe('what is kept, in words', () => {
  const of = (projectSlug: string, days: number | null) => ({ projectSlug, days, maxEvents: null })

  it('is one sentence where all projects are alike', () => {
    expect(retainedByAge([])).toBeUndefined()
    expect(retainedByAge([of('shop', 1), of('web', 1)])).toBe(
      'It may be older than 1 day; older data is deleted.',
    )
  })

  it('names projects that differ, but not any number of them', () => {
    expect(retainedByAge([of('shop', 30), of('web', null)])).toBe(
      'It may be older than its project’s retention: 30 days in shop, unlimited in web.',
    )
    const many = Array.from({ length: 9 }, (_, index) => of(`p${index}`, index + 1))
    expect(retainedByAge(many)).toMatch(/6 days in p5, other periods in 3 more\.$/)
    expect(retentionOf(of('shop', 7))).toBe('shop keeps events for 7 days.')
  })
})
