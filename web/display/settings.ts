import { languageOf } from '../browser/languages.ts';
import type { OpeningHours } from './state.ts';

/** The operator's settings in the address: `?lang=ms&theme=light&logo=NAME&hours=10-22`. */
export interface Settings {
  readonly lang: string | null;
  readonly theme: 'light' | undefined;
  readonly logo: string | undefined;
  /** Outside these hours the screen sleeps. Without them it never does. */
  readonly hours: OpeningHours | undefined;
  /** The settings that the page does not understand, as the operator has written them. */
  readonly unknown: readonly string[];
}

/** @param logos the files of the logos that the page was built with */
export function settingsOf(search: string, logos: readonly string[]): Settings {
  const given = new URLSearchParams(search);
  const file = logos.find((name) => name.replace(/\.(png|svg)$/, '') === given.get('logo'));
  const hours = hoursOf(given.get('hours') ?? '');
  const isUnderstood: Readonly<Record<string, (value: string) => boolean>> = {
    lang: (value) => value === 'auto' || languageOf(value) !== undefined,
    theme: (value) => value === 'light' || value === 'dark',
    logo: () => file !== undefined,
    hours: () => hours !== undefined,
  };
  return {
    lang: given.get('lang'),
    theme: given.get('theme') === 'light' ? 'light' : undefined,
    logo: file,
    hours,
    unknown: [...given]
      .filter(([name, value]) => !(Object.keys(isUnderstood).includes(name) && isUnderstood[name]?.(value)))
      .map(([name, value]) => `${name}=${value}`),
  };
}

function hoursOf(text: string): OpeningHours | undefined {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const opening = { from: Number(from), to: Number(to) };
  return opening.from <= 23 && opening.to <= 24 && opening.from !== opening.to ? opening : undefined;
}
