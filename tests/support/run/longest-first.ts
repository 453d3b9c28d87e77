import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files of their projects, longest first: none of them may be what everything waits for at the end. */
const longest: readonly string[] = [
  'browser/every-page.test.ts',
  'integration/crash.test.ts',
  'browser/live.test.ts',
  'integration/faults.test.ts',
  'browser/page-shells.test.ts',
  'browser/navigation-failures.test.ts',
  'integration/page-shells.test.ts',
  'browser/tasks.test.ts',
  'browser/every-link.test.ts',
  'browser/first-run.test.ts',
  'browser/page-reports.test.ts',
  'browser/issues-list.test.ts',
  'browser/acts.test.ts',
  'browser/set-up.test.ts',
  'integration/lifecycle.test.ts',
  'integration/broken-output.test.ts',
  'integration/fuzz.test.ts',
  'tests/patterns.test.ts',
  'move/killed-moves.test.ts',
  'move/move-desk.test.ts',
  'monitors/look-at-monitors.test.ts',
  'store/preparer-faults.test.ts',
  'demo/demo-causes.test.ts',
  'demo/fill-demo.test.ts',
  'writer/postgres/disk-full.test.ts',
  'cli/move.test.ts',
  'server/api/roles.test.ts',
  'sending/sending.test.ts',
  'access/hidden-routes.test.ts',
  'secrets/texts.test.ts',
  'store/secrets-on-disk.test.ts',
  'postgres/same-answers.test.ts',
  'writer/postgres/seeded-day.test.ts',
  'sourcemaps/map-issues.test.ts',
  'accounts/sign-in.test.ts',
  'formats/otlp.test.ts',
]

/**
 * Those that wait for browsers and desks first: what only computes fills up what they leave of the processors. The files of
 * a project follow one another, since a worker ends, with its desk and its browser, when its next file is of another project.
 */
const projects = ['two-desks', 'browser', 'disk', 'integration', 'stateful', 'dom', 'unit']

/** Begins with what takes longest: a fresh checkout has no times of an earlier run to go by. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rankOfProject(a) - rankOfProject(b) || rankOfFile(a) - rankOfFile(b))
  }
}

function rankOfProject({ project }: TestSpecification): number {
  return projects.indexOf(project.name)
}

function rankOfFile({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((path) => moduleId.endsWith(path))
  return rank === -1 ? longest.length : rank
}
