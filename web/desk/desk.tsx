import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, apiFor, dataOf } from './api.ts';
import { forgetDrafts } from './clinic/drafts.ts';
import { forgetGifts } from './handout/gifts-given.ts';
import { type Language, loadLanguage, preferredLanguage, rememberLanguage } from './language.ts';
import { beginUse, forgetUse, useLock, wasAbandoned } from './lock.ts';
import type { OutsideProps } from './outside.tsx';
import type { ChosenLanguage } from './parts.tsx';
import {
  Bar,
  Button,
  Failed,
  LanguageContext,
  LoadedPage,
  Loading,
  Note,
  PlainBar,
  useLoaded,
  useWords,
} from './parts.tsx';
import { type SignIn, type SignInService, signInService } from './sign-in.ts';
import { SignInView, type WhyLocked } from './sign-in-view.tsx';
import { forgetUploads } from './team/uploads.ts';
import { chosenPlace, forgetPlace, type Place, placesOf, rememberPlace, type Work } from './work.ts';
import { Workplace } from './workplace.tsx';

/**
 * `/desk`: the page of practitioners, of people who hand out gifts at a counter, of those who manage the members of a workspace, and of
 * administrators of the platform.
 */

type State =
  | { readonly name: 'starting' }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'signed_out' }
  | { readonly name: 'locked'; readonly mail: string; readonly why: WhyLocked }
  | { readonly name: 'working'; readonly work: Work };

function Desk() {
  const language = useChosenLanguage();
  const [service, setService] = useState<SignInService>();
  const [state, setState] = useState<State>({ name: 'starting' });

  const start = async () => {
    setState({ name: 'starting' });
    try {
      const started = service ?? (await signInService());
      setService(started);
      const signIn = await started.resume();
      if (!signIn) setState({ name: 'signed_out' });
      else if (wasAbandoned()) {
        signIn.end();
        forgetUse();
        setState({ name: 'locked', mail: signIn.mail, why: 'ended' });
      } else await begin(signIn);
    } catch (error) {
      setState({ name: 'failed', error });
    }
  };
  useEffect(() => void start(), []);

  /** Everything of a sign-in hangs on one signal, so that nothing of it is sent after its end. */
  const begin = async (signIn: SignIn) => {
    const ended = new AbortController();
    const api = apiFor(signIn, ended.signal);
    const end = () => {
      ended.abort();
      signIn.end();
      forgetUse();
    };
    const checkAgain = () => {
      setState({ name: 'starting' });
      void begin(signIn);
    };
    const lock = (why: WhyLocked) => () => {
      end();
      setState({ name: 'locked', mail: signIn.mail, why });
    };
    const signOut = () => {
      end();
      leave();
    };
    try {
      const account = dataOf(await api.GET('/v1/account'));
      const locks = { lock: lock('unused'), signInEnded: lock('ended') };
      setState({ name: 'working', work: { signIn, api, account, checkAgain, ...locks, signOut } });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) end();
      setState({ name: 'failed', error });
    }
  };
  const leave = () => {
    forgetGifts();
    forgetUploads();
    forgetDrafts();
    forgetPlace();
    location.replace('#');
    setState({ name: 'signed_out' });
  };

  const onSignedIn = (signIn: SignIn) => {
    beginUse();
    return begin(signIn);
  };

  // The page has this bar from its first paint on, in no language yet.
  if (!language) return <Bar title="Sihat desk" />;
  return (
    <LanguageContext.Provider value={language}>
      {state.name === 'working' ? <Working work={state.work} /> : <PlainBar />}
      {(state.name === 'starting' || state.name === 'failed') && (
        <main class="page narrow" id="work">
          {state.name === 'failed' ? <Failed error={state.error} again={start} /> : <Loading />}
        </main>
      )}
      {service && state.name === 'signed_out' && <SignInView {...{ service, onSignedIn }} />}
      {service && state.name === 'locked' && (
        <SignInView
          {...{ service, onSignedIn }}
          locked={{ mail: state.mail, why: state.why, onOther: leave }}
        />
      )}
    </LanguageContext.Provider>
  );
}

/** The preferred language, until somebody chooses another one. */
function useChosenLanguage(): ChosenLanguage | undefined {
  const [language, setLanguage] = useState<ChosenLanguage>();
  const load = async (code: Language['code']) => {
    const loaded = await loadLanguage(code);
    document.documentElement.lang = code;
    setLanguage({ ...loaded, choose });
  };
  const choose = (code: Language['code']) => {
    rememberLanguage(code);
    void load(code);
  };
  useEffect(() => void load(preferredLanguage()), []);
  return language;
}

function Working({ work }: { readonly work: Work }) {
  const { locked } = useWords();
  const [place, setPlace] = useState(() => chosenPlace(work.account));
  const tab = useHash();
  // Scanning with the camera does not count as use, so only the pages about people lock.
  const isHandingOut = place?.tabs[0] === 'handout' && (tab === '' || tab === 'handout');
  const isSoon = useLock(!isHandingOut, work.lock);
  const hasSeveral = placesOf(work.account).length > 1;
  const choose = (chosen: Place) => {
    rememberPlace(chosen.id);
    location.replace('#');
    setPlace(chosen);
  };
  return (
    <>
      {place && tab !== 'mails' ? (
        <Workplace
          {...{ work, place, tab }}
          key={place.id}
          onOthers={hasSeveral ? () => setPlace(undefined) : undefined}
        />
      ) : (
        <Outside {...{ work, tab, choose }} />
      )}
      {isSoon && (
        <div class="soon">
          <Note kind="warn" title={locked.soon} more={<Button label={locked.keep} act={() => {}} />} />
        </div>
      )}
    </>
  );
}

/** The pages outside of a workplace, which most people never open. */
function Outside({ work, ...props }: OutsideProps) {
  const loaded = useLoaded(async () => ({ View: (await import('./outside.tsx')).Outside }));
  return (
    <>
      <PlainBar signOut={work.signOut} />
      <LoadedPage {...loaded}>{({ View }) => <View {...{ work }} {...props} />}</LoadedPage>
    </>
  );
}

/** Loads the font of the family, which is called after the first paint. Texts have a font of the device until then. */
async function loadFont(): Promise<void> {
  const source = "url('/join/assets/instrument-sans.woff2') format('woff2')";
  const font = new FontFace('Instrument Sans', source, { weight: '400 700', display: 'swap' });
  document.fonts.add(await font.load());
}

function useHash(): string {
  const [hash, setHash] = useState(location.hash.slice(1));
  useEffect(() => {
    const read = () => setHash(location.hash.slice(1));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return hash;
}

render(<Desk />, document.body);
// Without the font, texts keep one of the device.
requestAnimationFrame(() => setTimeout(() => loadFont().catch(() => {})));
