import { useState } from 'preact/hooks';
import { Field, Languages, Lead, Note, useWords } from './parts.tsx';
import { isRefusal, type SignIn, type SignInService } from './sign-in.ts';

export interface SignInViewProps {
  readonly service: SignInService;
  readonly onSignedIn: (signIn: SignIn) => void;
  /** After the lock, only this person can go on; somebody else signs out first. */
  readonly locked?: { readonly mail: string; readonly onOther: () => void } | undefined;
}

type Step =
  | { readonly name: 'password'; readonly changed?: true }
  | { readonly name: 'code'; readonly answer: (code: string) => Promise<SignIn> }
  | { readonly name: 'forgotten' }
  | { readonly name: 'new_password'; readonly mail: string };

const textOf = (event: Event, name: string): string =>
  String(new FormData(event.currentTarget as HTMLFormElement).get(name) ?? '').trim();
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** The sign-in: mail address and password, the code of the authenticator app, and a forgotten password. */
export function SignInView({ service, onSignedIn, locked }: SignInViewProps) {
  const words = useWords();
  const { signIn } = words;
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const begin = () => {
    setStep({ name: 'password' });
    setError(undefined);
  };

  const submit = (act: (event: Event) => Promise<unknown>) => async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act(event);
    } catch (caught) {
      setError(caught);
    }
    setBusy(false);
  };

  const withPassword = submit(async (event) => {
    const mail = locked?.mail ?? textOf(event, 'mail');
    const password = String(new FormData(event.currentTarget as HTMLFormElement).get('password') ?? '');
    const answer = await service.begin(mail, password);
    if ('signIn' in answer) onSignedIn(answer.signIn);
    else setStep({ name: 'code', ...answer });
  });

  if (step.name === 'password')
    return (
      <main class="page narrow" id="work">
        <Lead title={locked ? words.locked.title : signIn.title} key="password">
          <p>{locked ? words.locked.lead : signIn.lead}</p>
        </Lead>
        <form class="form" onSubmit={withPassword}>
          {step.changed && <Note kind="good" title={signIn.changed} />}
          <Problem error={error} />
          {locked ? (
            <div class="field">
              <span class="label">{words.locked.signedInAs}</span>
              <span>{locked.mail}</span>
            </div>
          ) : (
            <Field id="mail" label={signIn.mail}>
              {(attributes) => (
                <input {...attributes} name="mail" type="email" autocomplete="username" required />
              )}
            </Field>
          )}
          <Password
            id="password"
            label={signIn.password}
            hint={signIn.passwordHint}
            autocomplete="current-password"
          />
          <Submit isBusy={isBusy} label={locked ? words.locked.unlock : signIn.next} />
          {locked ? (
            <button type="button" class="button wide" onClick={locked.onOther}>
              {words.signOut}
            </button>
          ) : (
            <button type="button" class="plain" onClick={() => setStep({ name: 'forgotten' })}>
              {signIn.forgotten}
            </button>
          )}
        </form>
        <footer>
          <Languages />
        </footer>
      </main>
    );

  if (step.name === 'code')
    return (
      <main class="page narrow" id="work">
        <Lead title={signIn.codeTitle} key="code">
          <p>{signIn.codeLead}</p>
        </Lead>
        <form
          class="form"
          onSubmit={submit(async (event) => onSignedIn(await step.answer(textOf(event, 'code'))))}
        >
          <Field
            id="code"
            label={signIn.digits}
            wrong={nameOf(error) === 'CodeMismatchException' ? signIn.wrongCode : undefined}
          >
            {(attributes) => (
              <input
                {...attributes}
                name="code"
                class="code"
                inputMode="numeric"
                autocomplete="one-time-code"
                maxLength={6}
                pattern="[0-9]{6}"
                required
              />
            )}
          </Field>
          {nameOf(error) !== 'CodeMismatchException' && <Problem error={error} />}
          <Submit isBusy={isBusy} label={signIn.finish} />
          <button type="button" class="plain" onClick={begin}>
            {signIn.again}
          </button>
        </form>
      </main>
    );

  if (step.name === 'forgotten')
    return (
      <main class="page narrow" id="work">
        <Lead title={signIn.forgottenTitle} key="forgotten">
          <p>{signIn.forgottenLead}</p>
        </Lead>
        <form
          class="form"
          onSubmit={submit(async (event) => {
            const mail = textOf(event, 'mail');
            await service.forgotPassword(mail);
            setStep({ name: 'new_password', mail });
          })}
        >
          <Problem error={error} />
          <Field id="mail" label={signIn.mail}>
            {(attributes) => (
              <input {...attributes} name="mail" type="email" autocomplete="username" required />
            )}
          </Field>
          <Submit isBusy={isBusy} label={signIn.sendCode} />
          <button type="button" class="plain" onClick={begin}>
            {signIn.again}
          </button>
        </form>
      </main>
    );

  return (
    <main class="page narrow" id="work">
      <Lead title={signIn.newTitle} key="new">
        <p>{signIn.newLead(step.mail)}</p>
      </Lead>
      <form
        class="form"
        onSubmit={submit(async (event) => {
          await service.newPassword(step.mail, textOf(event, 'code'), textOf(event, 'password'));
          setStep({ name: 'password', changed: true });
        })}
      >
        <Problem error={error} />
        <Field
          id="code"
          label={signIn.mailedCode}
          wrong={nameOf(error) === 'CodeMismatchException' ? signIn.wrongCode : undefined}
        >
          {(attributes) => (
            <input
              {...attributes}
              name="code"
              class="code"
              inputMode="numeric"
              autocomplete="one-time-code"
              required
            />
          )}
        </Field>
        <Password
          id="password"
          label={signIn.newPassword}
          hint={signIn.newPasswordHint}
          autocomplete="new-password"
        />
        <Submit isBusy={isBusy} label={signIn.save} />
        <button type="button" class="plain" onClick={begin}>
          {signIn.again}
        </button>
      </form>
    </main>
  );
}

/** What the pool has answered. It does not tell whether an address has an account. */
function Problem({ error }: { readonly error: unknown }) {
  const words = useWords();
  const { signIn } = words;
  if (error === undefined || nameOf(error) === 'CodeMismatchException') return null;
  const isTooMany =
    /LimitExceeded|TooManyRequests/.test(nameOf(error)) || /attempts exceeded/i.test(String(error));
  if (isTooMany) return <Note title={signIn.tooMany} />;
  if (isRefusal(error))
    return (
      <Note title={signIn.wrong}>
        <p>{signIn.wrongHint}</p>
      </Note>
    );
  if (nameOf(error) === 'UserNotConfirmedException') return <Note title={signIn.unconfirmed} />;
  if (nameOf(error) === 'InvalidPasswordException') return <Note title={signIn.badPassword} />;
  if (nameOf(error) === 'ExpiredCodeException') return <Note title={signIn.wrongCode} />;
  return <Note title={/network/i.test(String(error)) ? words.noConnection : words.refused(nameOf(error))} />;
}

interface PasswordProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly autocomplete: 'current-password' | 'new-password';
}

function Password({ id, label, hint, autocomplete }: PasswordProps) {
  const { signIn } = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Field id={id} label={label} hint={hint}>
        {(attributes) => (
          <input
            {...attributes}
            name="password"
            {...(isShown ? { type: 'text' as const } : { type: 'password' as const })}
            autocomplete={autocomplete}
            spellcheck={false}
            required
          />
        )}
      </Field>
      <label class="choice">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} /> {signIn.show}
      </label>
    </>
  );
}

function Submit({ isBusy, label }: { readonly isBusy: boolean; readonly label: string }) {
  const { loading } = useWords();
  return (
    <button type="submit" class="button main wide" aria-disabled={isBusy}>
      {isBusy ? loading : label}
    </button>
  );
}
