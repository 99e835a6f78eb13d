import { describe, expect, it } from 'vitest';
import { CREATED_FIRST, createFirst } from '../../infra/deployment/first-creation.ts';
import { type Resources, staging } from './synthesized.ts';

/**
 * The first creation of a stage, rehearsed with its templates: CloudFormation creates the resources of a stack one after the other,
 * and one of them fails.
 */
const templates = await staging();
const templateOf = (stack: string): Resources =>
  stack === 'staging/stateful' ? templates.stateful : templates.identity;
const nameOf = (stack: string): string => stack.replace('/', '-');

/** What CloudFormation has of a new account. */
function newAccount() {
  const statuses = new Map<string, string>();
  const existing = new Map<string, Set<string>>();
  /** Resources that the deletion of a stack leaves behind, whose names block the next creation. */
  const retained = new Set<string>();
  let failing: string | undefined;

  function create(stack: string, options: readonly string[]): number {
    const name = nameOf(stack);
    const status = statuses.get(name);
    if (status === 'CREATE_COMPLETE') return 0;
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/stack-failure-options.html
    if (status !== undefined && status !== 'CREATE_FAILED') return 1;
    if (status === 'CREATE_FAILED' && !options.includes('--no-rollback')) return 1;
    const made = existing.get(name) ?? new Set();
    existing.set(name, made);
    for (const [id, { DeletionPolicy }] of Object.entries(templateOf(stack))) {
      if (made.has(id)) continue;
      const blocked = retained.has(`${name} ${id}`);
      if (id === failing || blocked) {
        if (options.includes('--no-rollback')) statuses.set(name, 'CREATE_FAILED');
        else {
          statuses.set(name, 'ROLLBACK_COMPLETE');
          existing.delete(name);
        }
        return 1;
      }
      made.add(id);
      if (DeletionPolicy === 'Retain' && !options.includes('--no-rollback')) retained.add(`${name} ${id}`);
    }
    statuses.set(name, 'CREATE_COMPLETE');
    return 0;
  }

  const calls: string[][] = [];
  const errors: string[] = [];
  return {
    statuses,
    existing,
    calls,
    errors,
    fail: (id: string | undefined) => {
      failing = id;
    },
    create,
    deploy: () =>
      createFirst('staging', [], {
        stackStatus: async (name) => statuses.get(name),
        cdkDeploy: async ([stack = '', ...options]) => {
          calls.push([stack, ...options]);
          return create(stack, options);
        },
        writeError: (line) => errors.push(line),
      }),
  };
}

const failures = CREATED_FIRST.flatMap((stack) =>
  Object.keys(templateOf(`staging/${stack}`)).map((id) => [stack, id] as const),
);

describe('a first creation', () => {
  it.each(failures)('of %s that fails at %s continues when it is repeated', async (stack, id) => {
    const account = newAccount();
    account.fail(id);
    expect(await account.deploy()).toBe(1);
    expect(account.statuses.get(`staging-${stack}`)).toBe('CREATE_FAILED');
    expect(account.errors).toEqual([
      expect.stringMatching(
        `^The stack staging-${stack} could not be created.* this command again: it continues\\. Do not roll the stack back`,
      ),
    ]);
    account.fail(undefined);
    expect(await account.deploy()).toBe(0);
    for (const each of CREATED_FIRST) {
      const made = account.existing.get(`staging-${each}`) ?? new Set();
      expect([...made].sort()).toEqual(Object.keys(templateOf(`staging/${each}`)).sort());
    }
    const before = account.calls.length;
    expect(await account.deploy()).toBe(0);
    expect(account.calls).toHaveLength(before); // Stacks that exist are deployed with the others.
  });

  it('that was rolled back names the entry of the runbook, and deploys nothing', async () => {
    const account = newAccount();
    account.fail(Object.keys(templates.stateful).at(-1));
    expect(account.create('staging/stateful', [])).toBe(1);
    expect(await account.deploy()).toBe(1);
    expect(account.calls).toEqual([]);
    expect(account.errors).toEqual([
      'The stack staging-stateful is ROLLBACK_COMPLETE, so its creation cannot continue. See "The first deployment failed" in docs/operations/runbook.md.',
    ]);
    // What it would run into: the retained resources of the first attempt.
    account.statuses.delete('staging-stateful');
    account.fail(undefined);
    expect(account.create('staging/stateful', [])).toBe(1);
  });

  it('of each stack is a deployment of its own, without its dependencies and without a rollback', async () => {
    const account = newAccount();
    await account.deploy();
    const options = ['--exclusively', '--no-rollback', '--context', 'stage=staging'];
    expect(account.calls).toEqual(CREATED_FIRST.map((stack) => [`staging/${stack}`, ...options]));
  });
});
