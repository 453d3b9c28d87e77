import { describe, expect, it } from 'vitest'
import { createSecurityPolicy } from '#server/hosting/policy/csp.ts'

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1)

describe('createSecurityPolicy()', () => {
  const policy = createSecurityPolicy('production')('abc')

  it('runs scripts by nonce or from this origin, and never inline', () => {
    expect(directive(policy, 'script-src')).toBe("'self' 'nonce-abc'")
    expect(directive(policy, 'default-src')).toBe("'none'")
  })

  it('allows style attributes, not style elements', () => {
    expect(directive(policy, 'style-src')).toBe("'self'")
    expect(directive(policy, 'style-src-attr')).toBe("'unsafe-inline'")
  })

  it('keeps pages out of frames, and forms on this site', () => {
    expect(directive(policy, 'frame-ancestors')).toBe("'none'")
    expect(directive(policy, 'form-action')).toBe("'self'")
    expect(directive(policy, 'base-uri')).toBe("'none'")
  })

  it('lets scripts send to this origin, and to the targets that are named', () => {
    expect(directive(policy, 'connect-src')).toBe("'self'")
    const wider = createSecurityPolicy('production', ['https://collector.example'])('abc')
    expect(directive(wider, 'connect-src')).toBe("'self' https://collector.example")
  })

  it('loosens styles and connections for Vite in development only', () => {
    const development = createSecurityPolicy('development')('abc')
    expect(directive(development, 'style-src')).toContain("'unsafe-inline'")
    expect(directive(development, 'script-src')).toBe("'self' 'nonce-abc'")
  })
})
