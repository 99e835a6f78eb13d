import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AccessMistake, accessMistakes, clinicalAccess } from './clinical-access.ts';
import { explore } from './explore.ts';

const document = readFileSync(new URL('../../../docs/reliability.md', import.meta.url), 'utf8');

describe('the model of clinical access', () => {
  it('breaks no rule in any state, and has as many as the document says', () => {
    const { states, broken } = explore(clinicalAccess());
    expect(broken).toBeUndefined();
    expect(document).toContain(`clinical access (${states.toLocaleString('en')} states)`);
  });

  it.each(Object.entries(accessMistakes))('breaks a rule when %s: %s', (mistake, rule) => {
    expect(explore(clinicalAccess(mistake as AccessMistake)).broken?.rule).toBe(rule);
    expect(document).toContain(`| ${mistake} | ${rule} |`);
  });
});
