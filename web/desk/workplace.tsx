import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { ConnectionLost } from './api.ts';
import { Button, Languages, LoadedPage, useLoaded, useWords } from './parts.tsx';
import type { PlatformTab, Tab, WorkspaceTab } from './tabs.ts';
import type { Words } from './words/en.ts';
import type { Place, PlatformViewProps, ViewProps, Work } from './work.ts';

/** Loads a page about people or campaigns with its words. */
const inTeam = async (load: () => Promise<ComponentType<ViewProps>>) => {
  const [{ withTeamWords }, View] = await Promise.all([
    import('./team/words.tsx'),
    load(),
    loadStyle('team'),
  ]);
  return withTeamWords(View);
};

/** Each part is loaded when it is opened. */
const VIEWS: Readonly<Record<WorkspaceTab, () => Promise<ComponentType<ViewProps>>>> = {
  handout: async () => (await import('./handout/handout-page.tsx')).HandoutPage,
  members: () => inTeam(async () => (await import('./team/members.tsx')).Members),
  invitations: () => inTeam(async () => (await import('./team/invitations.tsx')).Invitations),
  certificates: () => inTeam(async () => (await import('./team/certificates.tsx')).Certificates),
  report: () => inTeam(async () => (await import('./team/report.tsx')).Report),
  campaigns: () => inTeam(async () => (await import('./team/campaigns.tsx')).Campaigns),
};

async function platformView(open: PlatformTab): Promise<ComponentType<PlatformViewProps>> {
  const [{ platformViews }] = await Promise.all([import('./platform/views.ts'), loadStyle('platform')]);
  return platformViews[open];
}

/** A part that cannot be loaded has no answer. */
const lost = (reason: unknown): never => {
  throw new ConnectionLost(reason);
};

type PartProps = Omit<ViewProps, 'workplace'> & PlatformViewProps;

/** The part of a place that is open. */
async function partOf(place: Place, open: string): Promise<ComponentType<PartProps>> {
  if (place.kind === 'clinic') {
    const [{ Clinic }] = await Promise.all([import('./clinic/clinic.tsx'), loadStyle('clinic')]);
    const { practitioner } = place;
    return (props) => <Clinic {...props} {...{ practitioner }} />;
  }
  if (place.kind === 'platform') {
    const View = await platformView(place.tabs.find((each) => each === open) ?? 'halls');
    return (props) => <View {...props} />;
  }
  const { workplace } = place;
  const View = await VIEWS[place.tabs.find((each) => each === open) ?? 'members']();
  return (props) => <View {...props} {...{ workplace }} />;
}

/** Loads the look of a part that only some people need. */
function loadStyle(name: string): Promise<unknown> {
  const href = `/desk/assets/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`${name}.css cannot be loaded`));
    };
    document.head.append(link);
  });
}

function roleIn(place: Place, { platform, roles }: Words): string {
  if (place.kind === 'platform') return platform.role;
  return place.kind === 'clinic' ? place.practitioner.organization : roles[place.workplace.role];
}

interface WorkplaceProps {
  readonly work: Work;
  readonly place: Place;
  readonly tab: string;
  readonly onOthers: (() => void) | undefined;
}

/** The name of a tab, on phones a shorter one so that the tabs are one line. */
function TabName({ each, waiting }: { readonly each: Tab; readonly waiting: number | undefined }) {
  const { tabs, shortTabs } = useWords();
  const short = shortTabs[each];
  if (each === 'waiting' && waiting)
    return (
      <>
        {tabs[each]} <span class="n">{waiting}</span>
      </>
    );
  if (short === undefined) return tabs[each];
  return (
    <>
      <span class="wide-only">{tabs[each]}</span>
      <span class="narrow-only">{short}</span>
    </>
  );
}

/** One place of work: the bar with its menu, the tabs of the role, and the open part. */
export function Workplace({ work, place, tab, onOthers }: WorkplaceProps) {
  const words = useWords();
  const [sound, setSound] = useState(true);
  const [waiting, tellWaiting] = useState<number>();
  const tabs: readonly Tab[] = place.tabs;
  const [name, at = ''] = tab.split('/');
  const open = tabs.find((each) => each === name) ?? tabs[0] ?? 'members';
  const { value: part, error } = useLoaded(
    async () => ({ open, View: await partOf(place, open).catch(lost) }),
    [open],
  );
  const openPart = part?.open === open ? part : undefined;
  return (
    <>
      <button type="button" class="skip" onClick={focusWork}>
        {words.skip}
      </button>
      <header class={open === 'handout' ? 'bar of-handout' : 'bar'}>
        <div class="where">
          <b>
            <bdi>{place.kind === 'platform' ? words.platform.name : place.name}</bdi>
          </b>{' '}
          <span>{roleIn(place, words)}</span>
        </div>
        <details class="menu" key={open}>
          <summary>{words.menu}</summary>
          <ul>
            {open === 'handout' &&
              tabs.map((each) => (
                <li key={each} class="tab-in-menu">
                  <a href={`#${each}`} aria-current={each === open ? 'page' : undefined}>
                    {words.tabs[each]}
                  </a>
                </li>
              ))}
            {(tabs.includes('handout') || place.kind === 'clinic') && (
              <li>
                <label class="choice">
                  <input type="checkbox" checked={sound} onChange={() => setSound(!sound)} /> {words.sound}
                </label>
              </li>
            )}
            {onOthers && (
              <li>
                <Button kind="plain" label={words.otherWorkplaces} act={onOthers} />
              </li>
            )}
            <li>
              <a href="#mails">{words.mails}</a>
            </li>
            <li>
              <Languages />
            </li>
            <li>
              <Button kind="plain" label={words.signOut} act={work.signOut} />
            </li>
          </ul>
        </details>
      </header>
      {tabs.length > 1 && (
        <nav class={open === 'handout' ? 'tabs of-handout' : 'tabs'} aria-label={words.desk}>
          <ul>
            {tabs.map((each) => (
              <li key={each}>
                <a
                  href={`#${each}`}
                  aria-current={each === open ? 'page' : undefined}
                  aria-label={words.shortTabs[each] && words.tabs[each]}
                >
                  <TabName {...{ each, waiting }} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <LoadedPage value={openPart} error={error} reload={loadPageAgain}>
        {({ View }) => <View {...{ work, sound, at, tellWaiting }} />}
      </LoadedPage>
    </>
  );
}

/**
 * A browser does not ask again for a script that it could not load, and after a deployment the scripts have other names. The person
 * stays signed in. Without a connection the page stays, too.
 */
async function loadPageAgain(): Promise<void> {
  const { ok } = await fetch(location.pathname, { cache: 'no-store' }).catch(() => ({ ok: false }));
  if (ok) location.reload();
}

/** A link to the work would replace the open tab in the address. */
function focusWork(): void {
  const work = document.querySelector<HTMLElement>('#work');
  if (!work) return;
  work.tabIndex = -1;
  work.focus();
}
