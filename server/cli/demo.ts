import { issuesPath } from '#renderer/paths.ts'
import { databasePlace } from '#server/config/data-dir.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { orStillCounting, StillCounting } from '#server/store/engine/still-counting.ts'
import { removeDemo } from '#server/store/projects/demo-project.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from './command.ts'

export const demoCommand: Command = {
  words: ['demo'],
  options: '[--remove]',
  flags: ['remove'],
  summary: 'add a demo project with two weeks of errors, traces and logs, or remove it',
  run: runDemo,
}

/** Any number will do; the same one gives the same shop. */
const SEED = 1_184

function runDemo(call: CommandCall): Promise<CommandResult> {
  return call.flags.remove ? removeDemoProject(call) : addDemo(call)
}

function addDemo(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    // The writer and the parsers come with it: a quarter of all modules, which no other command needs.
    const { fillDemo } = await import('#server/demo/fill-demo.ts')
    const filled = await fillDemo({ store, place: databasePlace(call.config), now: call.clock(), seed: SEED })
    if ('refusal' in filled) return filled
    const entry = { ...COMMAND, at: call.clock(), action: 'demo.add', target: 'demo' } as const // an action's name
    await store.write((trx) => recordAudit(trx, entry))
    return {
      json: { project: 'demo', ...filled },
      text: `The project "demo" now has two weeks of data: ${call.config.publicUrl}${issuesPath({ project: 'demo' })}\nRemove it with: demo --remove`,
    }
  })
}

function removeDemoProject(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const demo = await orStillCounting(removeDemo(store, { ...COMMAND, at: call.clock() }))
    if (demo instanceof StillCounting) return { refusal: `Cannot remove the demo: ${demo.message}` }
    if (!demo) return { refusal: 'Cannot remove the demo: there is no demo project' }
    return {
      json: { removed: demo.slug },
      text: `Removed the project "${demo.slug}" and all its data`,
    }
  })
}
