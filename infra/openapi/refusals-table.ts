import { contracts } from '../../functions/contracts.ts';
import { type Contract, refusalsOf } from '../../shared/contract/contract.ts';
import { commonRefusals } from '../../shared/contract/refusals.ts';
import { advice, commonOperations } from './advice.ts';

/** Returns `docs/refusals.md`: every code with its statuses, its operations and what an app does. */
export function refusalsTable(): string {
  const declared = Object.values<Contract>(contracts).flatMap((endpoint) =>
    Object.entries(refusalsOf(endpoint)).map(([code, [status]]) => ({
      code,
      status,
      operation: endpoint.operationId,
    })),
  );
  const uses = Map.groupBy(declared, ({ code }) => code);
  const rows = Object.entries(advice)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, whatToDo]) => {
      const own = uses.get(code) ?? [];
      const statuses = [...new Set(own.map(({ status }) => status))].join(', ');
      return `| \`${code}\` | ${statuses} | ${operationsOf(code, own)} | ${whatToDo} |`;
    });
  return `${[...INTRODUCTION, ...rows].join('\n')}\n`;
}

const isCommon = (code: string): code is keyof typeof commonRefusals => code in commonRefusals;

const operationsOf = (code: string, uses: readonly { readonly operation: string }[]): string =>
  isCommon(code)
    ? commonOperations[code]
    : uses
        .map(({ operation }) => `\`${operation}\``)
        .toSorted()
        .join(', ');

const INTRODUCTION = [
  '<!-- `npm run openapi` generates this page from `infra/openapi/advice.ts` and the contracts. -->',
  '',
  '# Refusals',
  '',
  'This table has every `code` of an error of the platform, and what an app does about it. The API reference has the message of each',
  'code at its operations. Releases may add codes: treat an unknown one like its [status](api.md#errors).',
  '',
  '| Code | Status | Operations | What an app does |',
  '|---|---|---|---|',
];
