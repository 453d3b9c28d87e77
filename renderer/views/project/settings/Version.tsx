/** The version that a form was filled with, so that it notices what somebody else saved meanwhile. */
export function Version({ version }: { version: string }) {
  return <input type="hidden" name="version" value={version} readOnly />
}
