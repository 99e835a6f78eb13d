import { useState } from 'preact/hooks';
import type { Verification } from '../../api.ts';
import { lastDayOf, lengthOf, today } from '../../dates.ts';
import { Button, Field, Note, Page, useSubmit } from '../../parts.tsx';
import type { PlatformViewProps } from '../../work.ts';
import { EndOf, useDeeds } from '../deeds.tsx';
import { useFresh } from '../fresh.tsx';
import { platformOperations } from '../operations.ts';
import { Back } from '../parts.tsx';
import { useWaitingCount } from '../things-that-wait.ts';
import { usePlatform } from '../words.tsx';
import { AccountChoice, type KnownAccount } from './account-choice.tsx';

/** The registers that administrators meet. Others are typed. */
const REGISTERS = [
  'Malaysian Medical Council',
  'Malaysian Dental Council',
  'Pharmacy Board Malaysia',
  'Malaysian Nursing Board',
  'Malaysian Allied Health Professions Council',
] as const;
const FEW_DAYS = 60;
const DAY_MS = 86_400_000;
const VERIFICATION = 'verification';

interface Facts {
  readonly name: string;
  readonly licenseAuthority: string;
  readonly licenseNumber: string;
  readonly specialty: string;
  readonly specialistRegistration: string;
  readonly organization: string;
  /** The last day, as YYYY-MM-DD. */
  readonly until: string;
}

/** Practising certificates end with the year. */
const endOfYear = () => `${today().slice(0, 4)}-12-31`;
const factsOf = (found: Verification | undefined): Facts => ({
  name: found?.name ?? '',
  licenseAuthority: found?.licenseAuthority ?? REGISTERS[0],
  licenseNumber: found?.licenseNumber ?? '',
  specialty: found?.specialty ?? '',
  specialistRegistration: found?.specialistRegistration ?? '',
  organization: found?.organization ?? '',
  until:
    found && lastDayOf(found.verificationValidUntil) > today()
      ? lastDayOf(found.verificationValidUntil)
      : endOfYear(),
});
/** The midnight at which a Malaysian day ends. */
const endOfDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00+08:00`) + DAY_MS).toISOString();

type VerifyFormProps = PlatformViewProps & { readonly renewed: Verification | undefined };

/** Enters the facts of the register, beside what patients will read. */
export function VerifyForm({ work, tellWaiting, renewed }: VerifyFormProps) {
  useWaitingCount(work, tellWaiting);
  const { verify, waiting } = usePlatform();
  const operations = platformOperations(work.api);
  const [known, setKnown] = useState<KnownAccount | undefined>(
    renewed && { accountId: renewed.accountId, found: renewed },
  );
  const [facts, setFacts] = useState(() => factsOf(renewed));
  const [question, withFresh] = useFresh(work);
  const deeds = useDeeds(work, () => {});
  const choose = (next: KnownAccount | undefined) => {
    setKnown(next);
    if (next?.found) setFacts(factsOf(next.found));
  };
  const days = facts.until === '' ? 0 : lengthOf(today(), facts.until);
  const isPast = facts.until !== '' && days < 1;
  const { onSubmit } = useSubmit(() => {
    if (!known || isPast) return;
    const { until, specialistRegistration, ...rest } = facts;
    const trimmed = Object.fromEntries(Object.entries(rest).map(([name, text]) => [name, text.trim()]));
    deeds.begin({
      of: VERIFICATION,
      send: () =>
        withFresh(() =>
          operations.verify(known.accountId, {
            ...(trimmed as typeof rest),
            ...(specialistRegistration.trim() !== '' && {
              specialistRegistration: specialistRegistration.trim(),
            }),
            verificationValidUntil: endOfDay(until),
          }),
        ),
      done: (time) => verify.done(facts.name.trim(), time),
      unsure: verify.unsure(facts.name.trim()),
    });
  });
  const isDone = deeds.latest?.name === 'done';
  const text = (name: Exclude<keyof Facts, 'until'>, max: number, more: object = {}) => (
    <Field id={`verify-${name}`} label={verify.fields[name]}>
      <input
        value={facts[name]}
        maxLength={max}
        autocomplete="off"
        required={name !== 'specialistRegistration'}
        onInput={({ currentTarget }) => setFacts({ ...facts, [name]: currentTarget.value })}
        {...more}
      />
    </Field>
  );
  return (
    <Page
      title={verify.title}
      before={<Back to="#waiting" label={waiting.title} />}
      lead={<p>{verify.lead}</p>}
    >
      {question}
      <EndOf {...{ deeds }} of={VERIFICATION} />
      {isDone ? (
        <div class="actions">
          <a class="button" href="#waiting">
            {verify.back}
          </a>
        </div>
      ) : (
        <div class="twocol">
          <form class="form" onSubmit={onSubmit}>
            <AccountChoice {...{ operations, known }} onKnown={choose} />
            <div class="pairs">
              {text('name', 120)}
              {text('licenseAuthority', 120, { list: 'registers' })}
              <datalist id="registers">
                {REGISTERS.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
              {text('licenseNumber', 60)}
              {text('specialty', 120)}
              {text('specialistRegistration', 60)}
              {text('organization', 120)}
              <Field
                id="verify-until"
                label={verify.until}
                hint={verify.untilHint}
                wrong={isPast ? verify.past : undefined}
              >
                <input
                  type="date"
                  value={facts.until}
                  required
                  onInput={({ currentTarget }) => setFacts({ ...facts, until: currentTarget.value })}
                />
              </Field>
            </div>
            {!isPast && days > 0 && days <= FEW_DAYS && (
              <Note kind="warn" title={verify.shortly(days)} more={verify.shortlyText} />
            )}
            {!known && <p class="hint">{verify.accountFirst}</p>}
            <div class="actions">
              <Button
                kind="main large"
                label={facts.name.trim() === '' ? verify.yesNobody : verify.yes(facts.name.trim())}
                isBusy={deeds.isBusy || !known}
              />
              <a class="button" href="#waiting">
                {verify.leave}
              </a>
            </div>
          </form>
          <aside class="form">
            <section class="form">
              <h2>{verify.preview}</h2>
              <div class="patient">
                <b>
                  <bdi>{facts.name}</bdi>
                </b>
                <span>{facts.specialty}</span>
                <span>{facts.organization}</span>
                <span class="hint">
                  {facts.licenseAuthority} {facts.licenseNumber}
                </span>
                {facts.specialistRegistration !== '' && (
                  <span class="hint">{facts.specialistRegistration}</span>
                )}
              </div>
            </section>
            <section class="form">
              <h2>{verify.where}</h2>
              <ol class="how">
                {verify.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <p class="hint">{verify.byHand}</p>
            </section>
          </aside>
        </div>
      )}
    </Page>
  );
}
