import type { PageLanguage } from '../shared/values/languages.ts';
import { APP_LINKS, APPLE_FILE } from './app-links.ts';
import { clinicWords, codeWords, deskWords, platformWords, teamWords } from './desk/words/languages.ts';
import { deskHeaders, deskPage } from './desk-page.ts';
import { displayWords } from './display/words/languages.ts';
import { displayPage } from './display-page.ts';
import { invitationWords } from './invitation/words/languages.ts';
import { invitationPage } from './invitation-page.ts';
import { joinWords } from './join/words/languages.ts';
import { joinPage } from './join-page.ts';
import type { Files, PageSettings } from './page-files.ts';
import type { PageHeaders } from './page-headers.ts';
import { referencePage } from './reference-page.ts';

/** Where pages are served: in AWS, where addresses differ between stages, or by `npm start`. */
export type Site =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'deployed';
      readonly settings: PageSettings;
      /** The origin of the user pool. That of a local platform is the origin of its pages. */
      readonly poolOrigin: string;
    };

/** The words of a page: those of all languages, a module for each language that it loads later, or the reason why it has only English ones. */
type PageWords =
  | { readonly loaded: Readonly<Record<PageLanguage, object>> }
  | { readonly modules: readonly Readonly<Record<PageLanguage, () => Promise<{ readonly words: object }>>>[] }
  | { readonly onlyEnglish: string };

export interface Page {
  /** The address of the page, which shows its `index.html`. Everything below it belongs to the page. */
  readonly path: `/${string}`;
  /** Whether each address directly below shows the page, too, such as `/display/<code>`. */
  readonly takesCode?: true;
  /** Files that are not below the path, or directly below the path of a page that takes a code. */
  readonly files?: readonly `/${string}`[];
  /** Addresses whose files have another name, by which S3 knows their type. */
  readonly renamed?: Readonly<Record<`/${string}`, `/${string}`>>;
  /** Builds the files. The keys are paths. */
  readonly build: (site: Site) => Promise<Files>;
  /** Headers that differ from those of the other pages. */
  readonly headers?: (site: Site) => Partial<PageHeaders>;
  readonly words: PageWords;
}

/**
 * All pages that are deployed. The files of a stage, their addresses and headers at CloudFront, and the pages of `npm start`
 * follow from this list.
 */
export const pages = {
  /** The display of an exhibition on a large screen. */
  display: {
    path: '/display',
    takesCode: true,
    files: ['/display/worker.js'],
    build: (site) => displayPage(settingsOf(site)),
    words: { loaded: displayWords },
  },
  /** The page to which the QR code of the display leads. */
  join: {
    path: '/join',
    takesCode: true,
    build: (site) => joinPage(settingsOf(site)),
    words: { loaded: joinWords },
  },
  /** The page to which the links of invitations lead. */
  invitation: {
    path: '/invitation',
    files: [APP_LINKS.android],
    renamed: { [APP_LINKS.apple]: APPLE_FILE },
    build: (site) => invitationPage(settingsOf(site)),
    words: { loaded: invitationWords },
  },
  /** The desk of workspaces, practitioners and administrators. */
  desk: {
    path: '/desk',
    build: deskPage,
    headers: (site) => deskHeaders(site.kind === 'deployed' ? site.poolOrigin : undefined),
    words: { modules: [deskWords, teamWords, clinicWords, platformWords, codeWords] },
  },
  /** The API reference with the OpenAPI document. */
  reference: {
    path: '/docs',
    files: ['/v1/openapi.json'],
    build: ({ kind }) => referencePage(kind),
    words: { onlyEnglish: 'The OpenAPI document is in English.' },
  },
} as const satisfies Readonly<Record<string, Page>>;

const settingsOf = (site: Site): PageSettings => (site.kind === 'deployed' ? site.settings : {});

export const indexOf = ({ path }: Page): string => `${path}/index.html`;

/** The addresses that show a page, with or without a slash at the end. Its `files` are exceptions. */
export const addressesOf = ({ path, takesCode }: Page): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.')}${takesCode ? '(/[^/]*/?)?' : '/?'}$`);

/** Returns the path of the file that serves an address, or `undefined` if the address does not belong to the page. */
export function fileOf(page: Page, address: string): string | undefined {
  const renamed = Object.entries(page.renamed ?? {}).find(([path]) => path === address);
  if (renamed) return renamed[1];
  if (page.files?.some((file) => file === address)) return address;
  if (addressesOf(page).test(address)) return indexOf(page);
  return address.startsWith(`${page.path}/`) ? address : undefined;
}
