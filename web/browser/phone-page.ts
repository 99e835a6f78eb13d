import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';
import { el } from './dom.ts';
import { firstKnown, LANGUAGE_NAMES } from './languages.ts';

/** The common parts of the pages that phones open by a link or a QR code. Their stylesheet is `phone-page.css`. */

/** The language in the address of the page, or else the first of the phone's that the page has. */
export function pageLanguage(): PageLanguage {
  const requested = new URLSearchParams(location.search).get('lang');
  return firstKnown(requested === null ? navigator.languages : [requested]);
}

/** Where the app is, or an empty text. */
export const appUrl = document.querySelector<HTMLMetaElement>('meta[name="app-url"]')?.content ?? '';

/**
 * Says in which language the page is, and puts the links to the others into the bar. They keep the fragment.
 * @param label what a screen reader calls them.
 */
export function showLanguages(language: PageLanguage, label: string): void {
  const links = PAGE_LANGUAGES.map((other) => {
    const link = el('a', '', LANGUAGE_NAMES[other]);
    link.href = `?lang=${other}${location.hash}`;
    link.lang = other;
    if (other === language) link.ariaCurrent = 'true';
    return link;
  });
  const made = el('nav', '', ...links);
  made.ariaLabel = label;
  document.documentElement.lang = language;
  document.querySelector('.top > div')?.append(made);
}

export function button(text: string, act: (pressed: HTMLElement) => unknown, name: string): HTMLElement {
  const made = el('button', `button ${name}`, text);
  made.type = 'button';
  made.addEventListener('click', () => act(made));
  return made;
}

export function link(text: string, address: string, name: string): HTMLElement {
  const made = el('a', `button ${name}`, text);
  made.href = address;
  made.rel = 'noreferrer';
  return made;
}

/**
 * A button that copies a text, or selects it where the browser does not let the page copy.
 * @param shown the element with the text.
 */
export const copyButton = (
  text: string,
  shown: HTMLElement,
  says: { readonly copy: string; readonly copied: string },
): HTMLElement =>
  button(
    says.copy,
    async (pressed) => {
      try {
        await navigator.clipboard.writeText(text);
        pressed.replaceChildren(says.copied);
      } catch {
        getSelection()?.selectAllChildren(shown);
      }
    },
    'wide',
  );
