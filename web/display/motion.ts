/** Calm movement between two versions of a screen. Each response moves everything once, and starts at most one movement. */

const GLIDE: KeyframeAnimationOptions = { duration: 900, easing: 'cubic-bezier(0.3, 0, 0.1, 1)' };

export interface Positions {
  readonly top: number;
  readonly left: number;
  readonly share: string;
}

/** The visible people by key, without the drift of the screen. */
export function positionsIn(screen: Element | null): ReadonlyMap<string, Positions> {
  const origin = screen?.getBoundingClientRect();
  const people = [...(screen?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  return new Map(
    people
      .filter((person) => person.offsetParent !== null)
      .map((person) => {
        const { top, left } = person.getBoundingClientRect();
        return [
          person.dataset['key'] ?? '',
          {
            top: top - (origin?.top ?? 0),
            left: left - (origin?.left ?? 0),
            share: person.style.getPropertyValue('--share'),
          },
        ];
      }),
  );
}

/** Glides people from their previous positions, and lets their threads grow, unless the user prefers reduced motion. */
export function glideFrom(before: ReadonlyMap<string, Positions>, screen: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const after = positionsIn(screen);
  for (const person of screen.querySelectorAll<HTMLElement>('[data-key]')) {
    const key = person.dataset['key'] ?? '';
    const [was, is] = [before.get(key), after.get(key)];
    if (!was || !is) continue;
    const [x, y] = [was.left - is.left, was.top - is.top];
    if (Math.hypot(x, y) > 1)
      person.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], GLIDE);
    if (was.share !== is.share) person.animate([{ '--share': was.share }, { '--share': is.share }], GLIDE);
  }
}

/** A turn fades in. */
export function fadeIn(screen: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const part of screen.querySelectorAll('.boards, .stage, .joined'))
    part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 600, easing: 'ease-out' });
}
