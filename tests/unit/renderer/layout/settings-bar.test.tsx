import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SettingsBar } from '#renderer/layout/bars/SettingsBar.tsx'
import { settingsPages } from '#renderer/layout/destinations.ts'
import { maySee } from '#renderer/layout/permissions.ts'

describe('the bar of the settings', () => {
  it('begins with the preferences, which everybody has, and marks the page', () => {
    expect(settingsPages('viewer')[0]).toEqual({ name: 'Preferences', path: '/settings' })
    const html = renderToStaticMarkup(<SettingsBar {...{ path: '/settings', role: 'viewer' }} />)
    expect(html).toContain('<a href="/settings" aria-current="page">Preferences</a>')
  })

  it('shows each role no less than the role before it', () => {
    const [viewer, member, admin, owner] = (['viewer', 'member', 'admin', 'owner'] as const).map((role) =>
      settingsPages(role).map(({ path }) => path),
    )
    expect(member).toEqual(expect.arrayContaining(viewer ?? []))
    expect(admin).toEqual(expect.arrayContaining(member ?? []))
    expect(owner).toEqual(admin)
  })
})

describe('maySee', () => {
  it('shows the playground to members, and lists to viewers', () => {
    expect(maySee('viewer', '/issues')).toBe(true)
    expect(maySee('viewer', '/playground')).toBe(false)
    expect(maySee('member', '/playground')).toBe(true)
    expect(maySee('viewer', '/sign-in')).toBe(true)
  })
})
