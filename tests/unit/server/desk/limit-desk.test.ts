import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { changes } from '#server/desk/limit-desk.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

async function openAs(role: Role) {
  const store = await openTestStore('sqlite')
  onTestFinished(() => store.close())
  return createDesk({
    store,
    sees: 'all',
    publicUrl: 'https://desk.example',
    viewer: { id: 1, email: 'ada@example.com', role },
  })
}

/** What their names begin with when they only read. */
const READS =
  /^(find|list|count|search|read|show|complete|explain|map|offer|compare|scan|sum|sample|distribute|address|hosted|recount|invitations|resets)/

/** Each has rules of its own. */
const PARTS_OF_ALERTS = [
  'alerts.rules',
  'alerts.channels',
  'alerts.messages',
  'alerts.mutes',
  'alerts.escalation',
]

describe('the desk of a viewer', () => {
  it('has a rule for every method that is not a question', async () => {
    const desk = await openAs('owner')
    const rules: Record<string, object> = changes
    const unknown = Object.entries(desk).flatMap(([subject, methods]) =>
      Object.keys(methods ?? {})
        .filter((name) => !READS.test(name) && !Object.hasOwn(rules[subject] ?? {}, name))
        .map((name) => `${subject}.${name}`),
    )
    // The editor is the viewer's own, and only administrators find a project in the settings.
    expect(unknown).toEqual([...PARTS_OF_ALERTS, 'editor.choose', 'projects.settings'])
  })

  it('changes nothing', async () => {
    const desk = await openAs('viewer')
    await expect(desk.issues.addComment(1, 'mine')).rejects.toThrow(
      'Cannot change it: it needs the role member, and yours is viewer',
    )
    await expect(desk.issues.change([1], [{ kind: 'resolve' }])).rejects.toThrow('needs the role member')
    await expect(desk.projects.create('Shop')).rejects.toThrow('needs the role admin')
    await expect(desk.sourceMaps.hosted.addOrigin('shop', 'https://shop.example')).rejects.toThrow(
      'needs the role admin',
    )
    await expect(desk.alerts.rules.turn(1, false)).rejects.toThrow('needs the role admin')
    await expect(desk.alerts.channels.test(1)).rejects.toThrow('needs the role admin')
    await expect(desk.alerts.messages.retryAll()).rejects.toThrow('needs the role admin')
    await expect(desk.alerts.mutes.end(1)).rejects.toThrow('needs the role member')
    const view = { name: 'Mine', query: '', sort: 'last-seen', isShared: true }
    await expect(desk.savedViews.save(view)).rejects.toThrow('needs the role member')
  })

  it('has bookmarks', async () => {
    const desk = await openAs('viewer')
    expect(await desk.issues.change([7], [{ kind: 'bookmark', isBookmarked: true }])).toMatchObject({
      issueIds: [],
    })
  })
})

describe('the desks of others', () => {
  it('let members work on issues, and admins create projects', async () => {
    const member = await openAs('member')
    expect(await member.issues.addComment(7, 'mine')).toHaveProperty('refusal')
    await expect(member.projects.create('Shop')).rejects.toThrow(
      'it needs the role admin, and yours is member',
    )
    expect(await (await openAs('admin')).projects.create('Shop')).toHaveProperty('project')
  })
})
