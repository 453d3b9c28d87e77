// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { type DialogWords, reportDialogScript } from '#server/ingest/embed/report-dialog.ts'

const words: DialogWords = {
  ...{
    title: 'Oh <b>no</b>',
    subtitle: 'Tell us',
    labelName: 'Name',
    labelEmail: 'Email',
    labelClose: 'Close',
  },
  ...{
    labelComments: 'What happened?',
    labelSubmit: 'Send',
    errorGeneric: 'Failed',
    errorFormEntry: 'Wrong',
  },
  ...{ successMessage: 'Thank you', name: '"><script>', email: '' },
}

afterEach(() => document.body.replaceChildren())

function show() {
  new Function(reportDialogScript(words, 'https://desk.example/api/embed/error-page/?dsn=x'))()
  const dialog = document.querySelector('[role=dialog]')
  if (!(dialog instanceof HTMLFormElement)) throw new Error('Cannot find the dialog')
  return dialog
}

it('shows foreign words as text, and the fields that they fill', () => {
  const dialog = show()
  expect(dialog.querySelector('h2')?.textContent).toBe('Oh <b>no</b>')
  expect(dialog.querySelector('b, script')).toBeNull()
  expect(dialog.querySelector<HTMLInputElement>('[name=name]')?.value).toBe('"><script>')
  expect(document.activeElement).toBe(dialog.querySelector('[name=email]'))
})

it('sends what was typed and says so, or says what failed', async () => {
  const dialog = show()
  const answers = [
    { ok: false, status: 400 },
    { ok: true, status: 200 },
  ]
  const asked = vi.fn(async (_url: string, _init: { body: URLSearchParams }) => answers.shift())
  vi.stubGlobal('fetch', asked)
  const comments = dialog.querySelector('textarea')
  if (comments) comments.value = 'It broke'
  const submit = () => dialog.dispatchEvent(new Event('submit', { cancelable: true }))
  submit()
  await vi.waitFor(() => expect(dialog.querySelector('[role=status]')?.textContent).toBe('Wrong'))
  submit()
  await vi.waitFor(() => expect(dialog.querySelector('[role=status]')?.textContent).toBe('Thank you'))
  expect(asked.mock.calls[1]?.[1].body.get('comments')).toBe('It broke')
})

it('closes by Escape, and tells the SDK of it', () => {
  const posted = vi.spyOn(window, 'postMessage').mockImplementation(() => {})
  show()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(posted).toHaveBeenCalledWith('__sentry_reportdialog_closed__', '*')
})
