import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, CodeInput, Field, Note, Page, useSilence, useSubmit, useWords } from './parts.tsx';
import { isRefusal, type SignIn, type SignInService } from './sign-in.ts';

interface SignInViewProps {
  readonly service: SignInService;
  readonly onSignedIn: (signIn: SignIn) => void;
  /** After the lock, only this person can go on; somebody else signs out first. */
  readonly locked?: { readonly mail: string; readonly why: WhyLocked; readonly onOther: () => void };
}

/** The page was not used for a while, or the platform takes the sign-in no longer. */
export type WhyLocked = 'unused' | 'ended';

type Step =
  | { readonly name: 'password'; readonly changed?: true }
  | { readonly name: 'code'; readonly answer: (code: string) => Promise<SignIn> }
  | { readonly name: 'forgotten' }
  | { readonly name: 'new_password'; readonly mail: string };

const textOf = (form: FormData, name: 'mail' | 'code'): string => String(form.get(name) ?? '').trim();
/** Spaces belong to a password. */
const passwordOf = (form: FormData): string => String(form.get('password') ?? '');
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const isWrongCode = (error: unknown): boolean =>
  ['CodeMismatchException', 'ExpiredCodeException'].includes(nameOf(error));

/** The sign-in: email address and password, the code of the authenticator app, and a forgotten password. */
export function SignInView({ service, onSignedIn, locked }: SignInViewProps) {
  const words = useWords();
  const { signIn } = words;
  const [step, setStep] = useState<Step>({ name: 'password' });

  const begin = async (form: FormData) => {
    const answer = await service.begin(locked?.mail ?? textOf(form, 'mail'), passwordOf(form));
    if ('signIn' in answer) onSignedIn(answer.signIn);
    else setStep({ name: 'code', ...answer });
  };
  const again = { label: signIn.again, act: () => setStep({ name: 'password' }) };
  const formOfStep = (): StepFormProps => {
    switch (step.name) {
      case 'password': {
        const { lead } = locked ? words.locked : signIn;
        const title = locked ? words.locked.titles[locked.why] : signIn.title;
        const forgotten = { label: signIn.forgotten, act: () => setStep({ name: 'forgotten' }) };
        return {
          title,
          lead,
          fields: (
            <>
              {step.changed && <Note kind="good" title={signIn.changed} />}
              {locked ? <SignedInAs mail={locked.mail} /> : <MailAddress />}
              <Password />
            </>
          ),
          label: locked ? words.locked.unlock : signIn.next,
          act: begin,
          other: locked ? { label: words.signOut, act: locked.onOther } : forgotten,
        };
      }
      case 'code':
        return {
          title: signIn.codeTitle,
          lead: signIn.codeLead,
          code: { label: signIn.digits, wrong: signIn.wrongCode, refused: signIn.tooLate },
          label: signIn.finish,
          act: async (form) => onSignedIn(await step.answer(textOf(form, 'code'))),
          other: again,
        };
      case 'forgotten':
        return {
          title: signIn.forgottenTitle,
          lead: signIn.forgottenLead,
          fields: <MailAddress />,
          label: signIn.sendCode,
          async act(form) {
            const mail = textOf(form, 'mail');
            await service.forgotPassword(mail);
            setStep({ name: 'new_password', mail });
          },
          other: again,
        };
      case 'new_password':
        return {
          title: signIn.newTitle,
          lead: signIn.newLead(step.mail),
          code: { label: signIn.mailedCode, wrong: signIn.wrongMailedCode },
          fields: <Password isNew />,
          label: signIn.save,
          async act(form) {
            await service.newPassword(step.mail, textOf(form, 'code'), passwordOf(form));
            setStep({ name: 'password', changed: true });
          },
          other: again,
        };
    }
  };
  return <StepForm key={step.name} {...formOfStep()} />;
}

interface StepFormProps {
  readonly title: string;
  readonly lead: string;
  /** The field for a code, if the step asks for one. */
  readonly code?: CodeWords;
  readonly fields?: ComponentChildren;
  /** The label of the button that goes on. */
  readonly label: string;
  readonly act: (form: FormData) => Promise<unknown>;
  /** Where else a person can go from here. */
  readonly other: { readonly label: string; readonly act: () => void };
}

interface CodeWords {
  readonly label: string;
  /** The code is not the right one, or no longer. */
  readonly wrong: string;
  /** The pool refuses the step as a whole. */
  readonly refused?: string;
}

/** One step of the sign-in. */
function StepForm({ title, lead, code, fields, label, act, other }: StepFormProps) {
  const { loading } = useWords();
  const { isBusy, error, onSubmit } = useSubmit(act);
  return (
    <Page title={title} lead={<p>{lead}</p>} isNarrow>
      <form class="form" onSubmit={onSubmit}>
        <Problem {...{ error, code }} />
        {code && (
          <Field id="code" label={code.label} wrong={isWrongCode(error) ? code.wrong : undefined}>
            <CodeInput />
          </Field>
        )}
        {fields}
        <Button kind="main wide" label={isBusy ? loading : label} isBusy={isBusy} />
        <Button kind="plain" {...other} />
      </form>
    </Page>
  );
}

function SignedInAs({ mail }: { readonly mail: string }) {
  const { locked } = useWords();
  return (
    <div class="field">
      <span class="label">{locked.signedInAs}</span>
      <span>{mail}</span>
    </div>
  );
}

function MailAddress() {
  const { signIn } = useWords();
  return (
    <Field id="mail" label={signIn.mail}>
      <input name="mail" type="email" autocomplete="username" required />
    </Field>
  );
}

/** What the pool has answered. It does not tell whether an address has an account. */
function Problem({ error, code }: { readonly error: unknown; readonly code: CodeWords | undefined }) {
  const words = useWords();
  const { signIn } = words;
  const name = nameOf(error);
  const silence = useSilence();
  if (error === undefined || isWrongCode(error)) return null;
  const isTooMany = /LimitExceeded|TooManyRequests/.test(name) || /attempts exceeded/i.test(String(error));
  if (isTooMany) return <Note title={signIn.tooMany} />;
  if (isRefusal(error) && code?.refused !== undefined) return <Note title={code.refused} />;
  if (isRefusal(error)) return <Note title={signIn.wrong} more={signIn.wrongHint} />;
  if (name === 'PasswordHistoryPolicyViolationException') return <Note title={signIn.usedPassword} />;
  if (name === 'UserNotConfirmedException') return <Note title={signIn.unconfirmed} />;
  if (name === 'InvalidPasswordException' || /'password' failed/.test(String(error)))
    return <Note title={signIn.badPassword} />;
  return <Note title={/network/i.test(String(error)) ? silence() : words.refused(name)} />;
}

function Password({ isNew }: { readonly isNew?: true }) {
  const { signIn } = useWords();
  const [isShown, setShown] = useState(false);
  const type = isShown ? ({ type: 'text' } as const) : ({ type: 'password' } as const);
  const autocomplete = isNew ? 'new-password' : 'current-password';
  return (
    <>
      <Field
        id="password"
        label={isNew ? signIn.newPassword : signIn.password}
        hint={isNew ? signIn.newPasswordHint : signIn.passwordHint}
      >
        <input name="password" {...type} autocomplete={autocomplete} spellcheck={false} required />
      </Field>
      <label class="choice">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} /> {signIn.show}
      </label>
    </>
  );
}
