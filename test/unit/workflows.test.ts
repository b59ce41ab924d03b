/**
 * What the front door calls exists: npm scripts, programs and files that GitHub workflows, tasks and launch configurations name.
 * Workflows run elsewhere, so a renamed script would be noticed only after it was merged.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { productFile } from '../../src/shared/product';
import {
  commandsOf,
  namedIn,
  readActionSteps,
  readIssueForm,
  readWorkflow,
  type Step,
} from './workflows/workflow-file';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface Task {
  readonly label: string;
  readonly type: string;
  readonly script: string;
}
interface Launch {
  readonly configurations: readonly {
    readonly name: string;
    readonly program?: string;
    readonly args: string | readonly string[];
    readonly preLaunchTask: string;
  }[];
  readonly inputs: readonly { readonly id: string }[];
}

const { scripts, devDependencies }: Manifest = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));

function filesIn(...folder: string[]): string[] {
  return readdirSync(productFile(...folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => productFile(...folder, name));
}

/** Sentences about what commands name and is not there. */
function missingFrom(commands: readonly string[]): string[] {
  return commands.flatMap((command) => {
    const named = namedIn(command);
    const programs = named.programs.filter((program) => {
      const [, name = program, version] = /^(@?[^@]+)@(.+)$/.exec(program) ?? [];
      // A program that is not ours is fetched, so its version must be fixed; one of ours must be the same there as here.
      const own = devDependencies[name];
      return own === undefined ? !/^\d+\.\d+\.\d+$/.test(version ?? '') : version !== undefined && version !== own;
    });
    return [
      ...named.scripts.filter((script) => scripts[script] === undefined).map((script) => `no script ${script}`),
      ...programs.map((program) => `${program} is not as package.json has it, or has no version`),
      ...named.paths.filter((path) => !existsSync(productFile(path))).map((path) => `no file ${path}`),
    ];
  });
}

/** Sentences about actions that are not there or not pinned, and files that steps hand to actions. */
function missingFromSteps(steps: readonly Step[]): string[] {
  return steps.flatMap(({ uses, with: inputs = {}, 'working-directory': folder }) => {
    const files = [inputs['node-version-file'], folder].filter((value) => typeof value === 'string');
    const hashed = Object.values(inputs).flatMap((value) =>
      typeof value === 'string'
        ? [...value.matchAll(/hashFiles\(([^)]*)\)/g)].flatMap(([, list = '']) =>
            list.split(',').map((file) => file.trim().replaceAll("'", '')),
          )
        : [],
    );
    return [
      ...[...files, ...hashed].filter((file) => !existsSync(productFile(file))).map((file) => `no file ${file}`),
      ...(uses === undefined || isPinned(uses) ? [] : [`${uses} is not there, or has no major version`]),
    ];
  });
}

function isPinned(uses: string): boolean {
  if (uses.startsWith('./')) return existsSync(productFile(uses)) || existsSync(productFile(uses, 'action.yml'));
  return /^[\w-]+\/[\w./-]+@v\d+$/.test(uses) || /^docker:\/\/[\w./-]+:\d+\.\d+\.\d+$/.test(uses);
}

describe('GitHub workflows', () => {
  for (const file of filesIn('.github', 'workflows')) {
    describe(file.slice(productFile().length + 1), () => {
      it('names only scripts, programs, files and actions that exist', () => {
        for (const [name, job] of Object.entries(readWorkflow(file).jobs)) {
          assert.deepEqual([...missingFrom(commandsOf(job)), ...missingFromSteps(job.steps ?? [])], [], name);
          if (job.uses !== undefined) assert.ok(existsSync(productFile(job.uses)), job.uses);
        }
      });

      it('may only read unless a job says why it needs more, and ends after a time', () => {
        const { permissions, jobs } = readWorkflow(file);
        assert.deepEqual(permissions, { contents: 'read' });
        for (const [name, job] of Object.entries(jobs))
          if (job.uses === undefined) assert.ok(job['timeout-minutes'], `${name} has no timeout-minutes`);
      });
    });
  }

  it('check lint, types and every layer of tests on a pull request', () => {
    const { on, jobs } = readWorkflow(productFile('.github', 'workflows', 'checks.yml'));
    assert.ok(typeof on === 'object' && on !== null && 'pull_request' in on);
    const commands = Object.values(jobs).flatMap(commandsOf).join('\n');
    for (const wanted of ['lint', 'typecheck', 'test:unit', 'test:process'])
      assert.match(commands, new RegExp(`npm run ${wanted}$`, 'm'));
    assert.match(commands, /scripts\/test-host\.ts/);
    assert.match(commands, /test\/ui\/\.mocharc\.json/);
  });

  it('compare the results of every benchmark they run', () => {
    const { fuzz, random, ...benchmarks } = readWorkflow(productFile('.github', 'workflows', 'nightly.yml')).jobs;
    // These measure nothing: they fail, or not.
    assert.ok(fuzz && commandsOf(fuzz).some((command) => command.includes('npm run fuzz -- 20000')));
    assert.ok(random && commandsOf(random).some((command) => command.includes('npm run test:process')));
    for (const job of Object.values(benchmarks)) {
      const commands = commandsOf(job);
      const run = commands.flatMap((command) => namedIn(command).scripts).filter((name) => name !== 'bench:checkout');
      assert.ok(run.length > 0);
      for (const script of run) {
        const results = `bench/results/${script.replace('bench:', '')}.md`;
        assert.ok(
          commands.some((command) => command.includes('compare-results.ts') && command.includes(results)),
          results,
        );
      }
    }
  });
});

describe('local actions', () => {
  for (const file of filesIn('.github', 'actions')) {
    it(`${file.slice(productFile().length + 1)} names only what exists`, () => {
      const steps = readActionSteps(file);
      assert.deepEqual([...missingFrom(commandsOf({ steps })), ...missingFromSteps(steps)], []);
    });
  }
});

describe('issue forms', () => {
  for (const file of filesIn('.github', 'ISSUE_TEMPLATE')) {
    if (file.endsWith('config.yml')) continue;
    it(`${file.slice(productFile().length + 1)} is a form that GitHub shows`, () => {
      const { body } = readIssueForm(file);
      const ids = body.map(({ id }) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      for (const { type, attributes } of body)
        assert.equal(type === 'dropdown', attributes.options !== undefined, attributes.label);
    });
  }
});

describe('the configuration of VS Code', () => {
  const read = (name: string): string => readFileSync(productFile('.vscode', name), 'utf8');
  const { tasks }: { readonly tasks: readonly Task[] } = JSON.parse(read('tasks.json'));
  const launch: Launch = JSON.parse(read('launch.json'));

  it('has tasks for npm scripts that exist', () => {
    for (const { label, type, script } of tasks) {
      assert.equal(type, 'npm', label);
      assert.ok(scripts[script], `no script ${script}`);
    }
  });

  it('launches programs and folders that exist, after tasks that exist', () => {
    const labels = tasks.map(({ label }) => label);
    const inputs = launch.inputs.map(({ id }) => `\${input:${id}}`);
    for (const { name, program, args, preLaunchTask } of launch.configurations) {
      assert.ok(labels.includes(preLaunchTask), `${name}: no task ${preLaunchTask}`);
      for (const argument of [program ?? [], args].flat()) {
        const [, path] = /\$\{workspaceFolder\}(.*)/.exec(argument) ?? [];
        if (path !== undefined) assert.ok(existsSync(productFile(path)), `${name}: no ${path}`);
        if (argument.startsWith('${input:')) assert.ok(inputs.includes(argument), `${name}: no input ${argument}`);
      }
    }
  });
});
