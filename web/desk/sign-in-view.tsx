import type { ComponentChildren } from 'preact';
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
  /** An error belongs to its step. */
  const goTo = (next: Step) => {
    setError(undefined);
    setStep(next);
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

  const again = { label: signIn.again, act: () => goTo({ name: 'password' }) };
  if (step.name === 'password')
    return (
      <StepForm
        key={step.name}
        title={locked ? words.locked.title : signIn.title}
        lead={locked ? words.locked.lead : signIn.lead}
        onSubmit={withPassword}
        label={locked ? words.locked.unlock : signIn.next}
        other={
          locked
            ? { label: words.signOut, act: locked.onOther }
            : { label: signIn.forgotten, act: () => goTo({ name: 'forgotten' }) }
        }
        {...{ error, isBusy }}
      >
        {step.changed && <Note kind="good" title={signIn.changed} />}
        {locked ? (
          <div class="field">
            <span class="label">{words.locked.signedInAs}</span>
            <span>{locked.mail}</span>
          </div>
        ) : (
          <MailAddress />
        )}
        <Password label={signIn.password} hint={signIn.passwordHint} autocomplete="current-password" />
      </StepForm>
    );

  if (step.name === 'code')
    return (
      <StepForm
        key={step.name}
        title={signIn.codeTitle}
        lead={signIn.codeLead}
        onSubmit={submit(async (event) => onSignedIn(await step.answer(textOf(event, 'code'))))}
        label={signIn.finish}
        other={again}
        {...{ error, isBusy }}
      >
        <Code label={signIn.digits} error={error} />
      </StepForm>
    );

  if (step.name === 'forgotten')
    return (
      <StepForm
        key={step.name}
        title={signIn.forgottenTitle}
        lead={signIn.forgottenLead}
        onSubmit={submit(async (event) => {
          const mail = textOf(event, 'mail');
          await service.forgotPassword(mail);
          setStep({ name: 'new_password', mail });
        })}
        label={signIn.sendCode}
        other={again}
        {...{ error, isBusy }}
      >
        <MailAddress />
      </StepForm>
    );

  return (
    <StepForm
      key={step.name}
      title={signIn.newTitle}
      lead={signIn.newLead(step.mail)}
      onSubmit={submit(async (event) => {
        const password = String(new FormData(event.currentTarget as HTMLFormElement).get('password') ?? '');
        await service.newPassword(step.mail, textOf(event, 'code'), password);
        setStep({ name: 'password', changed: true });
      })}
      label={signIn.save}
      other={again}
      {...{ error, isBusy }}
    >
      <Code label={signIn.mailedCode} error={error} />
      <Password label={signIn.newPassword} hint={signIn.newPasswordHint} autocomplete="new-password" />
    </StepForm>
  );
}

interface StepFormProps {
  readonly title: string;
  readonly lead: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onSubmit: (event: Event) => Promise<void>;
  /** The label of the button that goes on. */
  readonly label: string;
  /** Where else a person can go from here. */
  readonly other: { readonly label: string; readonly act: () => void };
  readonly children: ComponentChildren;
}

/** One step of the sign-in. */
function StepForm({ title, lead, error, isBusy, onSubmit, label, other, children }: StepFormProps) {
  const { loading } = useWords();
  return (
    <main class="page narrow" id="work">
      <Lead title={title}>
        <p>{lead}</p>
      </Lead>
      <form class="form" onSubmit={onSubmit}>
        <Problem error={error} />
        {children}
        <button type="submit" class="button main wide" aria-disabled={isBusy}>
          {isBusy ? loading : label}
        </button>
        <button type="button" class="plain" onClick={other.act}>
          {other.label}
        </button>
      </form>
      <footer>
        <Languages />
      </footer>
    </main>
  );
}

function MailAddress() {
  const { signIn } = useWords();
  return (
    <Field id="mail" label={signIn.mail}>
      {(attributes) => <input {...attributes} name="mail" type="email" autocomplete="username" required />}
    </Field>
  );
}

/** The code of the authenticator app, or that of a mail: both have six digits. */
function Code({ label, error }: { readonly label: string; readonly error: unknown }) {
  const { signIn } = useWords();
  return (
    <Field
      id="code"
      label={label}
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
  readonly label: string;
  readonly hint: string;
  readonly autocomplete: 'current-password' | 'new-password';
}

function Password({ label, hint, autocomplete }: PasswordProps) {
  const { signIn } = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Field id="password" label={label} hint={hint}>
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
