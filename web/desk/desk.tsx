import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, apiFor, dataOf } from './api.ts';
import { forgetUnanswered } from './counter/desk.ts';
import { type Language, loadLanguage, preferredLanguage, rememberLanguage } from './language.ts';
import { useLock } from './lock.ts';
import { Failed, LanguageContext, Loading, Note, useWords } from './parts.tsx';
import { type SignIn, type SignInService, signInService } from './sign-in.ts';
import { SignInView } from './sign-in-view.tsx';
import { chosenWorkplace, forgetWorkplace, rememberWorkplace, type Work, workplacesOf } from './work.ts';
import { Workplace } from './workplace.tsx';
import { NoWork, Workplaces } from './workplaces.tsx';

/** `/desk`: the page of people who hand out gifts at a counter, and of those who manage the members of a workspace. */

type State =
  | { readonly name: 'starting' }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'signed_out' }
  | { readonly name: 'locked'; readonly mail: string }
  | { readonly name: 'working'; readonly work: Work; readonly end: () => void };

function Desk() {
  const [language, setLanguage] = useState<Language>();
  const [service, setService] = useState<SignInService>();
  const [state, setState] = useState<State>({ name: 'starting' });

  const choose = async (code: Language['code']) => setLanguage(await loadLanguage(code));
  useEffect(() => void choose(preferredLanguage()), []);
  useEffect(() => {
    if (language) document.documentElement.lang = language.code;
  }, [language]);

  const start = async () => {
    setState({ name: 'starting' });
    try {
      const started = service ?? (await signInService());
      setService(started);
      const signIn = await started.resume();
      if (signIn) await begin(signIn);
      else setState({ name: 'signed_out' });
    } catch (error) {
      setState({ name: 'failed', error });
    }
  };
  useEffect(() => void start(), []);

  /** Everything of a sign-in hangs on one signal, so that nothing of it is sent after its end. */
  const begin = async (signIn: SignIn) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      signIn.end();
    };
    const api = apiFor(signIn, ended.signal);
    const signedOut = () => {
      end();
      setState({ name: 'locked', mail: signIn.mail });
    };
    try {
      const account = dataOf(await api.GET('/v1/account'));
      setState({ name: 'working', work: { signIn, api, account, signedOut }, end });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      end();
      setState({ name: 'failed', error });
    }
  };

  const context = useMemo(
    () =>
      language && {
        ...language,
        choose: (code: Language['code']) => {
          rememberLanguage(code);
          void choose(code);
        },
      },
    [language],
  );
  if (!context) return null;

  const signOut = (end?: () => void) => {
    end?.();
    forgetUnanswered();
    forgetWorkplace();
    location.replace('#');
    setState({ name: 'signed_out' });
  };
  const onSignedIn = (signIn: SignIn) => {
    begin(signIn).catch((error) => setState({ name: 'failed', error }));
  };

  return (
    <LanguageContext.Provider value={context}>
      {state.name === 'working' ? (
        <Working
          {...state}
          key={state.work.signIn.accountId}
          signOut={() => signOut(state.end)}
          lock={() => {
            state.end();
            setState({ name: 'locked', mail: state.work.signIn.mail });
          }}
          checkAgain={() => onSignedIn(state.work.signIn)}
        />
      ) : (
        <>
          <Bar />
          {state.name === 'starting' || !service ? (
            state.name === 'failed' ? (
              <Unavailable error={state.error} again={start} />
            ) : (
              <main class="page narrow" id="work">
                <Loading />
              </main>
            )
          ) : state.name === 'failed' ? (
            <Unavailable error={state.error} again={start} />
          ) : (
            <SignInView
              key={state.name}
              service={service}
              onSignedIn={onSignedIn}
              locked={state.name === 'locked' ? { mail: state.mail, onOther: () => signOut() } : undefined}
            />
          )}
        </>
      )}
    </LanguageContext.Provider>
  );
}

function Bar() {
  const { desk } = useWords();
  return (
    <header class="bar">
      <div class="where">
        <b>{desk}</b>
      </div>
    </header>
  );
}

function Unavailable({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  return (
    <main class="page narrow" id="work">
      <Failed error={error} again={again} />
    </main>
  );
}

interface WorkingProps {
  readonly work: Work;
  readonly signOut: () => void;
  readonly lock: () => void;
  readonly checkAgain: () => void;
}

function Working({ work, signOut, lock, checkAgain }: WorkingProps) {
  const { locked } = useWords();
  const [workplace, setWorkplace] = useState(() => chosenWorkplace(work.account));
  const tab = useHash();
  // Scanning with the camera does not count as use, so only the pages about people lock.
  const isSoon = useLock(
    !workplace || (tab !== '' && tab !== 'counter') || workplace.workspaceKind === 'corporate',
    lock,
  );
  const hasSeveral = workplacesOf(work.account).length > 1;
  return (
    <>
      {workplace ? (
        <Workplace
          {...{ work, workplace, tab, signOut }}
          key={workplace.workspaceId}
          onOthers={hasSeveral ? () => setWorkplace(undefined) : undefined}
        />
      ) : hasSeveral ? (
        <Workplaces
          {...{ work, signOut }}
          onChosen={(chosen) => {
            rememberWorkplace(chosen.workspaceId);
            location.replace('#');
            setWorkplace(chosen);
          }}
        />
      ) : (
        <NoWork {...{ work, signOut, checkAgain }} />
      )}
      {isSoon && (
        <div class="soon">
          <Note kind="warn" title={locked.soon}>
            <p>
              <button type="button" class="button">
                {locked.keep}
              </button>
            </p>
          </Note>
        </div>
      )}
    </>
  );
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
