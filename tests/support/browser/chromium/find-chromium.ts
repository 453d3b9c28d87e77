import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

/** Debian's Chromium without windows: half the work of a whole one. It keeps no page for going back to. */
const SHELL = '/usr/bin/chromium-headless-shell'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const DEBIAN = 'apt-get update -q && apt-get install -q -y --no-install-recommends'
/** What takes longer hangs. */
const WITHIN_MS = 240_000
/** The setup of each project asks: one attempt is enough for a run. */
const TRIED = 'CRUMBTRAIL_TEST_CHROMIUM_TRIED'

/** A whole Chromium: one that is installed, or one that is fetched now. */
export function findOrInstallChromium(): string {
  return findChromium() ?? installChromium()
}

/** The Chromium that tests drive: one without windows, unless there is only a whole one. */
export function findLightChromium(): string {
  return existsSync(SHELL) ? SHELL : findOrInstallChromium()
}

/** Installs what is missing: a whole Chromium everywhere, and as root of a Debian one without windows as well. */
export function provideChromium(): void {
  if (!existsSync(SHELL) && process.getuid?.() === 0 && process.env[TRIED] === undefined) {
    process.env[TRIED] = 'yes'
    run('sh', ['-c', `${DEBIAN} chromium chromium-headless-shell`])
  }
  findOrInstallChromium()
}

function findChromium(): string | undefined {
  return [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path))
}

function installChromium(): string {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  const attempts: [string, string[]][] = [
    [process.execPath, [cli, 'install', 'chromium']],
    ['sh', ['-c', `${DEBIAN} chromium`]],
  ]
  for (const attempt of attempts) {
    run(...attempt)
    const fetched = findChromium()
    if (fetched !== undefined) return fetched
  }
  throw new Error('Cannot find a browser: install Chromium, or run: npx playwright-core install chromium')
}

function run(command: string, args: string[]): void {
  console.log(`Installing Chromium: ${[command, ...args].join(' ')}`)
  spawnSync(command, args, { stdio: 'inherit', timeout: WITHIN_MS })
}
