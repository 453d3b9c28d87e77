import { describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'

describe('npm run dev', () => {
  it('serves the sources, connected for hot reload, within the policy', async () => {
    const desk = await startTestDesk({ command: 'dev' })
    const browser = await launchChromium()
    onTestFinished(() => closeWindows(browser))
    // by cookie: Vite may load the sign-in page anew while it is being filled in
    const page = await openAsOwner(browser, desk)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text())
    })
    const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.')
    await page.goto('/playground')
    await connected
    await eventually('a page that is alive', async () => {
      // Vite loads the page anew when it has found out which packages it needs
      await page.getByRole('button', { name: 'In a promise' }).click()
      return (await page.getByRole('status').count()) > 0 || undefined
    })
    expect(errors.filter((error) => !error.includes('The playground rejected a promise'))).toEqual([])
  }, 120_000) // Vite prepares the packages at its first request, which takes long beside other tests.
})
