import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { ZoneField } from '#renderer/ui/form/ZoneField.tsx'

const zones = Object.freeze(Intl.supportedValuesOf('timeZone'))
const first = { value: '', name: 'As the browser' }

it.each(['', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Europe', 'Nowhere/Else', '<b>"&'])(
  'a field of zones is what React makes of their options, with %j chosen',
  (chosen) => {
    const same = { label: 'Time zone', name: 'zone', chosen }
    const options = [first, ...zones.map((name) => ({ value: name, name }))]
    const plain = renderToStaticMarkup(<SelectField {...same} options={options} />)
    expect(renderToStaticMarkup(<ZoneField {...same} zones={zones} first={first} />)).toBe(plain)
  },
)

it('escapes a zone that a form sent', () => {
  const name = '"><script>alert(1)</script>'
  const html = renderToStaticMarkup(
    <ZoneField label="Time zone" name="zone" chosen={name} zones={zones} first={{ value: name, name }} />,
  )
  expect(html).not.toContain('<script>')
  expect(html).toContain('<option value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" selected="">')
})
