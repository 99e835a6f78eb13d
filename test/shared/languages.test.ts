import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { byStanding } from '../../shared/values/languages.ts';

describe('a language of the flows', () => {
  const languages = { 'en-MY': 'required', 'ta-MY': { since: '2027-01-01' } } as const;
  const texts = z.strictObject(byStanding(languages, z.string(), z.exactOptional(z.string())));

  it('may be missing in a text until it is required', () => {
    expect(texts.safeParse({ 'en-MY': 'Welcome' }).success).toBe(true);
    expect(texts.safeParse({ 'en-MY': 'Welcome', 'ta-MY': 'வரவேற்பு' }).success).toBe(true);
  });

  it('must be in every text when it is required, and no other language may be', () => {
    expect(texts.safeParse({ 'ta-MY': 'வரவேற்பு' }).success).toBe(false);
    expect(texts.safeParse({ 'en-MY': 'Welcome', 'fr-FR': 'Bienvenue' }).success).toBe(false);
  });
});
