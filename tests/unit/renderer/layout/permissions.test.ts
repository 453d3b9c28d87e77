import { describe, expect, it } from 'vitest'
import { missingRole, permissions } from '#renderer/layout/permissions.ts'
import { foldersWith } from '#tests/support/browser/pages/every-page.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

describe('the table of permissions', () => {
  it('has a row for every page, with forms where the page takes any', () => {
    expect(Object.keys(permissions).sort()).toEqual(foldersWith('+Page.tsx'))
    const withForms = Object.entries(permissions).filter(([, { does }]) => does !== undefined)
    expect(withForms.map(([route]) => route).sort()).toEqual(foldersWith('+action.ts'))
  })
})

describe('missingRole', () => {
  it('lets viewers read, and have bookmarks and views of their own', () => {
    expect(missingRole('viewer', '/issues', undefined)).toBeUndefined()
    expect(missingRole('viewer', '/issues', form({ change: 'bookmark' }))).toBeUndefined()
    expect(missingRole('viewer', '/issues', form({ change: 'save-view', name: 'Mine' }))).toBeUndefined()
    expect(missingRole('viewer', '/issues', form({ change: 'resolve' }))).toBe('member')
    expect(missingRole('viewer', '/issues', form({ change: 'way', way: 'ignore-for' }))).toBe('member')
    expect(missingRole('viewer', '/issues/@issueId', form({ change: 'assign:7' }))).toBe('member')
  })

  it('lets members work on issues, and admins have projects and members', () => {
    expect(missingRole('member', '/issues', form({ change: 'resolve' }))).toBeUndefined()
    expect(missingRole('member', '/projects', form({ name: 'Shop' }))).toBe('admin')
    expect(missingRole('member', '/settings/members', undefined)).toBe('admin')
    expect(missingRole('member', '/monitors/@slug/@monitor', form({ change: 'delete' }))).toBe('admin')
    expect(missingRole('admin', '/settings/members', form({ change: 'role' }))).toBeUndefined()
  })

  it('takes an unknown form for the strictest of its page', () => {
    expect(missingRole('viewer', '/issues', form({ change: 'constructor' }))).toBe('member')
    expect(missingRole('member', '/projects/@slug', form({}))).toBe('admin')
  })

  it('lets strangers sign in, and nothing else', () => {
    expect(missingRole(undefined, '/sign-in', form({ email: 'ada@example.com' }))).toBeUndefined()
    expect(missingRole(undefined, '/issues', undefined)).toBe('viewer')
  })
})
