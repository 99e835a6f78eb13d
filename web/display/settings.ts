import type { OpeningHours } from './state.ts';

/** The operator's settings in the address: `?lang=ms&theme=light&logo=NAME&hours=10-22`. */
export interface Settings {
  readonly lang: string | null;
  readonly theme: 'light' | undefined;
  readonly logo: string | undefined;
  /** Outside these hours the screen sleeps. Without them it never does. */
  readonly hours: OpeningHours | undefined;
}

export function settingsOf(search: string): Settings {
  const given = new URLSearchParams(search);
  const logo = given.get('logo') ?? '';
  return {
    lang: given.get('lang'),
    theme: given.get('theme') === 'light' ? 'light' : undefined,
    logo: /^[a-z0-9-]{1,40}$/.test(logo) ? logo : undefined,
    hours: hoursOf(given.get('hours') ?? ''),
  };
}

function hoursOf(text: string): OpeningHours | undefined {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const opening = { from: Number(from), to: Number(to) };
  return opening.from <= 23 && opening.to <= 24 && opening.from !== opening.to ? opening : undefined;
}
