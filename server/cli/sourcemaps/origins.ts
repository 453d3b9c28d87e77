import { type Command, type CommandCall, type CommandResult, withDesk } from '#server/cli/command.ts'

export const hostedOrigins: Command = {
  words: ['sourcemaps', 'origins'],
  argument: 'NAME',
  options: '[--allow https://shop.example] [--forbid https://shop.example]',
  flags: ['allow', 'forbid'],
  summary: "show or set from where a project's source maps are fetched beside the scripts; none by default",
  run: setOrigins,
}

function setOrigins(call: CommandCall): Promise<CommandResult> {
  const { allow, forbid } = call.flags
  return withDesk(call, async ({ sourceMaps: { hosted } }) => {
    const slug = call.argument
    if ((await hosted.listOrigins(slug)) === undefined) return refuse(`there is no project "${slug}"`)
    if (allow !== undefined) {
      const added = await hosted.addOrigin(slug, allow)
      if ('refusal' in added) return refuse(added.refusal)
    }
    if (forbid !== undefined && !(await hosted.removeOrigin(slug, forbid)))
      return refuse(`${forbid} is not among the project's origins`)
    const origins = (await hosted.listOrigins(slug)) ?? []
    return {
      json: { project: slug, origins },
      text:
        origins.length === 0
          ? `No source maps of project ${slug} are fetched.`
          : `Source maps of project ${slug} are fetched from ${origins.join(', ')}.`,
    }
  })
}

function refuse(message: string): CommandResult {
  return { refusal: `Cannot set the origins: ${message}` }
}
