import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { refused } from '#renderer/page/action.ts'
import { Field } from '#renderer/ui/form/Field.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'

const form = new URLSearchParams({ name: 'shop', password: 'secret' })
const attribute = (html: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(html)?.[1]

describe('Field', () => {
  it('names its input', () => {
    const html = renderToStaticMarkup(<Field label="Name" name="name" />)
    expect(attribute(html, 'for')).toBe(attribute(html, 'id'))
    expect(html).not.toContain('aria-')
  })

  it('keeps what was typed, and ties the refusal to the input', () => {
    const result = refused('Cannot create the project: the name is taken', form, 'name')
    const html = renderToStaticMarkup(<Field label="Name" name="name" hint="Short." result={result} />)
    expect(html).toContain('value="shop"')
    expect(html).toContain('aria-invalid="true"')
    const described = attribute(html, 'aria-describedby')?.split(' ') ?? []
    expect(described).toHaveLength(2)
    for (const id of described) expect(html).toContain(`id="${id}"`)
    expect(html).toContain('>Cannot create the project: the name is taken<')
  })

  it('does not take the refusal of another field', () => {
    const result = refused('Cannot sign in', form, 'email')
    expect(renderToStaticMarkup(<Field label="Name" name="name" result={result} />)).not.toContain(
      'Cannot sign in',
    )
  })

  it('never shows a password again', () => {
    const result = refused('Cannot sign in', form)
    const html = renderToStaticMarkup(
      <Field label="Password" name="password" type="password" result={result} />,
    )
    expect(html).not.toContain('secret')
  })
})

describe('ActionNotice', () => {
  const empty = /^<div role="status"[^>]*><\/div>$/

  it('says a refusal that no field has', () => {
    const html = renderToStaticMarkup(<ActionNotice result={refused('Cannot sign in', form)} />)
    expect(html).toContain('role="alert"')
    expect(html).toContain('Cannot sign in')
  })

  it('leaves a refusal to its field, and says nothing without a result', () => {
    expect(renderToStaticMarkup(<ActionNotice result={refused('No', form, 'name')} />)).toMatch(empty)
    expect(renderToStaticMarkup(<ActionNotice result={undefined} />)).toMatch(empty)
    expect(renderToStaticMarkup(<ActionNotice result={{ kind: 'done' }} />)).toMatch(empty)
  })

  it('confirms what was done', () => {
    const html = renderToStaticMarkup(<ActionNotice result={{ kind: 'done', message: 'Saved.' }} />)
    expect(html).toContain('role="status"')
    expect(html).toContain('Saved.')
  })
})
