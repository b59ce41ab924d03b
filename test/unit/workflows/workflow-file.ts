/** The parts of GitHub workflows and local actions that tests look at, and the commands in them. */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';

const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  'working-directory': z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const permissions = z.record(z.string(), z.string());
const job = z.looseObject({
  uses: z.string().optional(),
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  permissions: permissions.optional(),
  strategy: z.looseObject({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
  steps: z.array(step).optional(),
});
const workflow = z.looseObject({
  name: z.string(),
  on: z.unknown(),
  permissions,
  jobs: z.record(z.string(), job),
});
const action = z.looseObject({ name: z.string(), runs: z.looseObject({ steps: z.array(step) }) });
const formItem = z.looseObject({
  type: z.enum(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']),
  id: z.string(),
  attributes: z.looseObject({ label: z.string(), options: z.array(z.string()).optional() }),
});
const issueForm = z.looseObject({ name: z.string(), description: z.string(), body: z.array(formItem) });

export type Step = z.infer<typeof step>;
export type Job = z.infer<typeof job>;
export type Workflow = z.infer<typeof workflow>;

export function readWorkflow(file: string): Workflow {
  return workflow.parse(load(readFileSync(file, 'utf8')));
}

export function readActionSteps(file: string): readonly Step[] {
  return action.parse(load(readFileSync(file, 'utf8'))).runs.steps;
}

export function readIssueForm(file: string): z.infer<typeof issueForm> {
  return issueForm.parse(load(readFileSync(file, 'utf8')));
}

/** The commands of the steps; one with `${{ matrix.x }}` once for each value. */
export function commandsOf({
  steps = [],
  strategy,
}: {
  readonly steps?: readonly Step[] | undefined;
  readonly strategy?: Job['strategy'];
}): string[] {
  return steps.flatMap(({ run }) =>
    Object.entries(strategy?.matrix ?? {}).reduce(
      (commands, [name, values]) =>
        commands.flatMap((command) =>
          command.includes(`matrix.${name} `) ? values.map((value) => expand(command, name, value)) : [command],
        ),
      run === undefined ? [] : [run],
    ),
  );
}

function expand(command: string, name: string, value: string): string {
  return command.replaceAll(`\${{ matrix.${name} }}`, value);
}

/** What commands name: npm scripts, programs run with npx, and files and folders of the repository. */
export function namedIn(command: string): { scripts: string[]; programs: string[]; paths: string[] } {
  const all = (pattern: RegExp): string[] => [...command.matchAll(pattern)].map((match) => match[1] ?? '');
  return {
    scripts: [...all(/\bnpm run (?:--\S+ )*([\w:-]+)/g), ...all(/\bnpm (test|start)\b/g)],
    programs: all(/\bnpx (?:--yes )?(@?[^\s@]+(?:@[^\s]+)?)/g),
    paths: all(/(?:^|[\s"'=(])((?:\.github|bench|docs|grammars|media|scripts|src|test)\/[\w./-]+)/gm),
  };
}
