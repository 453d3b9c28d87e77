/** A frame of the shop's own code, with the line that failed. */
export const frame = (
  functionName: string,
  filename: string,
  lineno: number,
  context_line: string,
  around: { pre?: string[]; post?: string[]; module?: string; vars?: Record<string, unknown> } = {},
): Record<string, unknown> => ({
  function: functionName,
  filename,
  lineno,
  in_app: true,
  context_line,
  pre_context: around.pre ?? [],
  post_context: around.post ?? [],
  ...(around.module === undefined ? {} : { module: around.module }),
  ...(around.vars === undefined ? {} : { vars: around.vars }),
})
