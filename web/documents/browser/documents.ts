/** The script of the pages that are read: it copies samples, marks where the reader is, and loads the search. */

const COPIED_MS = 1_500;

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
  const label = button?.firstChild;
  if (!button || !label) return;
  const text = button.dataset['copy'] || button.closest('.sample')?.querySelector('pre')?.textContent || '';
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Browsers give the clipboard only to pages of this machine and of HTTPS, and people can refuse it.
    prompt('Copy this text:', text);
    return;
  }
  const { textContent } = label;
  if (textContent === 'Copied') return;
  label.textContent = 'Copied';
  setTimeout(() => {
    label.textContent = textContent;
  }, COPIED_MS);
});

/** Marks the link to the section that the reader sees, and keeps it in view. */
function followReader(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.side .sub a, .toc a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  // The browser may not have laid out the heading of an operation, but it knows where the section is.
  const places = [...links.keys()].flatMap((id) => {
    const heading = document.getElementById(id);
    return heading ? [{ id, element: heading.closest('.op') ?? heading }] : [];
  });
  if (places.length === 0) return;
  let marked: string | undefined;
  const mark = (): void => {
    const passed = places.filter(({ element }) => element.getBoundingClientRect().top < innerHeight / 3);
    const current = (passed.at(-1) ?? places[0])?.id ?? '';
    if (current === marked) return;
    if (marked !== undefined) links.get(marked)?.removeAttribute('aria-current');
    marked = current;
    const link = links.get(current);
    link?.setAttribute('aria-current', 'true');
    if (link) scrollIntoList(link);
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

/** Scrolls only the list that has the link, never the page. */
function scrollIntoList(link: HTMLElement): void {
  const list = link.closest<HTMLElement>('.side, .toc');
  if (!list) return;
  const { top, bottom } = link.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 2;
}

/** Unfolds the part of the page to which the address leads. */
function unfoldTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

/** Loads the search when somebody needs it. After a failure, the next attempt loads it again. */
function offerSearch(field: HTMLInputElement): void {
  const status = field.form?.querySelector('[role="status"]');
  let isLoaded = false;
  const load = async (): Promise<void> => {
    if (isLoaded) return;
    isLoaded = true;
    status?.replaceChildren('Loading …');
    try {
      const script = new URL('search.js', import.meta.url).href;
      const { startSearch }: typeof import('./search.ts') = await import(script);
      await startSearch(field);
    } catch {
      status?.replaceChildren('The search could not be loaded. Try again.');
      isLoaded = false;
    }
  };
  field.addEventListener('focus', load);
  field.addEventListener('input', load);
  field.form?.addEventListener('submit', (event) => event.preventDefault());
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  if (field.value !== '') void load();
}

followReader();
addEventListener('hashchange', unfoldTarget);
unfoldTarget();
const search = document.querySelector<HTMLInputElement>('#q');
if (search) offerSearch(search);
