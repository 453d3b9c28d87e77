import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files of a run, longest first: none of them may be what everything waits for at the end. */
const longest: readonly string[] = [
  'browser/every-page.test.ts',
  'integration/crash.test.ts',
  'browser/live.test.ts',
  'browser/page-shells.test.ts',
  'integration/faults.test.ts',
  'browser/page-reports.test.ts',
  'integration/page-shells.test.ts',
  'browser/digest.test.ts',
  'browser/first-run.test.ts',
  'browser/acts.test.ts',
  'integration/lifecycle.test.ts',
  'browser/set-up.test.ts',
  'browser/tasks.test.ts',
  'browser/waterfall.test.ts',
  'browser/every-link.test.ts',
  'integration/fuzz.test.ts',
]

/** Those that wait for browsers and desks first: what only computes fills up what they leave of the processors. */
const projects = ['browser', 'disk', 'integration', 'stateful', 'unit']

/** Begins with what takes longest: a fresh checkout has no times of an earlier run to go by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const place = longest.findIndex((path) => moduleId.endsWith(path))
  return place === -1 ? longest.length + projects.indexOf(project.name) : place
}
