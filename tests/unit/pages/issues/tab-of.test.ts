import { describe, expect, it } from 'vitest'
import { joinTab, splitTab } from '#pages/issues/tab-of.ts'

describe('splitTab()', () => {
  it.each([
    ['is:unresolved', 'is:unresolved', ''],
    ['is:unresolved browser:Firefox', 'is:unresolved', 'browser:Firefox'],
    ['is:for_review  price', 'is:for_review', 'price'],
    ['', '', ''],
    ['browser:Firefox', '', 'browser:Firefox'],
    ['is:unresolvedly', '', 'is:unresolvedly'],
    ['browser:Firefox is:unresolved', '', 'browser:Firefox is:unresolved'],
    ['is:unresolved a OR b', '', 'is:unresolved a OR b'],
    ['is:unresolved (a OR b)', 'is:unresolved', '(a OR b)'],
  ])('finds in %j the tab %j and %j', (query, tab, rest) => {
    expect(splitTab(query)).toEqual({ tab, rest })
    if (tab !== '') expect(joinTab(tab, rest)).toBe(query.replace('  ', ' '))
  })
})

describe('joinTab()', () => {
  it.each([
    ['is:unresolved', ' price ', 'is:unresolved price'],
    ['is:regressed', '', 'is:regressed'],
    ['is:unresolved', 'a OR b', 'is:unresolved (a OR b)'],
    ['is:unresolved', 'is:new', 'is:unresolved is:new'],
    ['is:unresolved', 'is:resolved price', 'is:resolved price'],
    ['is:unresolved', '!is:[ignored, archived]', '!is:[ignored, archived]'],
    ['', 'price', 'price'],
    ['level:error', 'price', 'price'],
  ])('adds the tab %j to %j', (tab, typed, query) => {
    expect(joinTab(tab, typed)).toBe(query)
  })
})
