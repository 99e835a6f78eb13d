import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accessMistakes, clinicalAccess } from './clinical-access.ts';
import { explore, type Model } from './explore.ts';
import { stock, stockMistakes } from './stock.ts';

const document = readFileSync(new URL('../../../docs/reliability.md', import.meta.url), 'utf8');

function holds<State, Mistake extends string>(
  name: string,
  model: (mistake?: Mistake) => Model<State>,
  mistakes: Readonly<Record<Mistake, string>>,
) {
  describe(`the model of ${name}`, () => {
    it('breaks no rule in any state, and has as many as the document says', () => {
      const { states, broken } = explore(model());
      expect(broken).toBeUndefined();
      expect(document.replaceAll('\n', ' ')).toContain(`${name} (${states.toLocaleString('en')} states)`);
    });

    it.each(Object.entries<string>(mistakes))('breaks a rule when %s: %s', (mistake, rule) => {
      expect(explore(model(mistake as Mistake)).broken?.rule).toBe(rule);
      expect(document).toContain(`| ${mistake} | ${rule} |`);
    });
  });
}

holds('stock with leases, claims and withdrawals', stock, stockMistakes);
holds('clinical access', clinicalAccess, accessMistakes);
