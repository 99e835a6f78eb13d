/** The script of the pages that are read: it copies samples, unfolds the lists at the side, marks where the reader is, and loads the search. */

/** Where the lists stand beside the text. */
const WIDE = matchMedia('(min-width: 60rem)');
const SHOWN_MS = 1_500;

function unfold(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('.side > details'))
    details.open = WIDE.matches;
}
WIDE.addEventListener('change', unfold);
unfold();

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
  if (!button) return;
  const text = button.dataset['copy'] || button.closest('.sample')?.querySelector('pre')?.textContent || '';
  // Browsers give the clipboard only to pages of this machine and of HTTPS.
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else prompt('Copy this text:', text);
  const label = button.firstChild;
  const { textContent } = label ?? {};
  if (!label || textContent === 'Copied') return;
  label.textContent = 'Copied';
  setTimeout(() => {
    label.textContent = textContent ?? '';
  }, SHOWN_MS);
});

/** Marks the link to the section that the reader sees. */
function followReader(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.side .sub a, .toc a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  // The place of an operation is asked of its section, because its heading may not be laid out.
  const places = [...links.keys()].flatMap((id) => {
    const heading = document.getElementById(id);
    return heading ? [{ id, element: heading.closest('.op') ?? heading }] : [];
  });
  if (places.length === 0) return;
  const mark = (): void => {
    const passed = places.filter(({ element }) => element.getBoundingClientRect().top < innerHeight / 3);
    const current = (passed.at(-1) ?? places[0])?.id;
    for (const [id, link] of links) {
      if (id === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isWaiting = false;
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
followReader();

const search = document.querySelector<HTMLInputElement>('#q');
search?.addEventListener(
  'focus',
  async () => {
    const script = new URL('search.js', import.meta.url).href;
    const { startSearch }: typeof import('./search.ts') = await import(script);
    await startSearch(search);
  },
  { once: true },
);
search?.form?.addEventListener('submit', (event) => event.preventDefault());
