import { renderToStaticMarkup } from 'react-dom/server'
import { refused } from '#renderer/page/action.ts'
import { DigestForm } from '#renderer/ui/digest/DigestForm.tsx'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Choice, ChoiceGroup } from '#renderer/ui/form/ChoiceGroup.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { ActionNotice, Notice } from '#renderer/ui/form/Notice.tsx'
import { OtherWay } from '#renderer/ui/form/OtherWay.tsx'
import { RowQuestion } from '#renderer/ui/form/RowQuestion.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { ZoneField } from '#renderer/ui/form/ZoneField.tsx'
import { NameSearch } from '#renderer/ui/search/NameSearch.tsx'
import { SearchNote } from '#renderer/ui/search/refusal/SearchNote.tsx'
import { SearchRefusal } from '#renderer/ui/search/refusal/SearchRefusal.tsx'
import { SearchForm } from '#renderer/ui/search/SearchForm.tsx'
import { example } from './example.ts'

const result = refused(
  'Cannot create the project: this name is taken',
  new URLSearchParams({ name: 'shop', zone: '' }),
  'name',
)
const options = [
  { value: '', name: 'Same as browser' },
  { value: 'UTC', name: 'UTC' },
]
const zones = ['America/Lima', 'Europe/Berlin', 'UTC']

const search = {
  action: '/issues',
  query: 'level:error timesSeen:>abc',
  hiddenFields: [],
  label: 'Search issues',
  example: 'level:error',
}

const searchRefusal = {
  sentence: '',
  error: { word: 'timesSeen:>abc', at: 12, message: 'needs a number' },
  examples: [{ query: 'timesSeen:>100', href: '#example' }],
  clear: '#clear',
}

export const formExamples = [
  example('Button', {
    Main: <Button weight="main">Resolve</Button>,
    Quiet: <Button>Ignore</Button>,
    Pressed: <Button aria-pressed>Bookmarked</Button>,
    Disabled: <Button disabled>Merge</Button>,
    Link: <ButtonLink href="#button">Go to issues</ButtonLink>,
  }),
  example('Field', {
    Empty: <Field label="Name" name="empty" placeholder="shop-web" />,
    'With a hint': <Field label="Name" name="hinted" hint="At most 60 characters" defaultValue="shop-api" />,
    Refused: <Field label="Name" name="name" result={result} />,
  }),
  example('SelectField', {
    Chosen: <SelectField label="Time zone" name="zone" chosen="UTC" options={options} />,
    Refused: <SelectField label="Time zone" name="name" chosen="" options={options} result={result} />,
  }),
  example('ZoneField', {
    Chosen: (
      <ZoneField label="Time zone" name="listed" chosen="Europe/Berlin" zones={zones} first={options[0]} />
    ),
    Refused: <ZoneField label="Time zone" name="name" chosen="UTC" zones={zones} result={result} />,
  }),
  example('RowQuestion', {
    Closed: (
      <RowQuestion
        name="Revoke"
        question="Scripts that use it will fail."
        confirm="Revoke token"
        change="revoke"
      >
        <input type="hidden" name="id" value="1" readOnly />
      </RowQuestion>
    ),
  }),
  example('OtherWay', {
    Link: (
      <OtherWay>
        <a href="/sign-in">Back to sign-in</a>
      </OtherWay>
    ),
  }),
  example('LinesField', {
    'Two lines': (
      <LinesField label="Releases" name="releases" hint="One pattern per line." lines={['1.*', '2.0.*']} />
    ),
    Refused: <LinesField label="Origins" name="name" hint="One per line." lines={[]} result={result} />,
  }),
  example('CheckField', {
    Ticked: <CheckField label="Web crawlers" name="crawlers" hint="Robots." fact="12 dropped" isTicked />,
    Empty: <CheckField label="staging" name="hidden" isTicked={false} />,
  }),
  example('ChoiceGroup', {
    'One of three': (
      <ChoiceGroup label="Theme" hint="Saved in this browser.">
        <Choice name="theme" value="system" label="System" isChosen />
        <Choice name="theme" value="light" label="Light" isChosen={false} />
        <Choice name="theme" value="dark" label="Dark" isChosen={false} />
      </ChoiceGroup>
    ),
  }),
  example('DigestForm', {
    Empty: <DigestForm />,
    Refused: <DigestForm asked="?!" refusal="Cannot look this up: a digest has letters or digits" />,
  }),
  example('Notice', {
    Refusal: <Notice tone="refusal">Cannot change issues: none selected</Notice>,
    Done: (
      <ActionNotice result={{ kind: 'done', message: 'Resolved DEMO-6 and DEMO-7.', undo: 'undo:1-2' }} />
    ),
    Warning: <Notice tone="warning">Half of this trace is not stored.</Notice>,
  }),
  example('FormPage', {
    'A page of its own': (
      <FormPage title="Sign in" intro="With the account of this desk.">
        <Button weight="main">Sign in</Button>
      </FormPage>
    ),
  }),
  example('NameSearch', {
    Usual: (
      <NameSearch
        action="/performance"
        search=""
        hiddenFields={{}}
        texts={{ label: 'Search routes by name', placeholder: 'GET /checkout', button: 'Search' }}
      />
    ),
  }),
  example('SearchForm', {
    Usual: <SearchForm {...search} />,
  }),
  example('SearchNote', {
    'A search of the top bar': (
      <SearchNote html={renderToStaticMarkup(<SearchRefusal {...search} {...searchRefusal} />)} />
    ),
  }),
]
