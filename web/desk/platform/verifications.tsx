// biome-ignore-all lint/a11y/noRedundantRoles: on phones the style makes the parts of a table blocks, which have no roles
import type { Verification } from '../api.ts';
import { Button, useLanguage } from '../parts.tsx';
import { usePlatform } from './words.tsx';

interface VerificationsProps {
  readonly verifications: readonly Verification[];
  /** In ISO 8601. */
  readonly readAt: string;
  readonly verify: (renewed?: Verification) => void;
}

const DAY_MS = 86_400_000;

/** The verifications that end soon or have just ended, and the way to a new one. */
export function Verifications({ verifications, readAt, verify }: VerificationsProps) {
  const words = usePlatform();
  const { waiting } = words;
  const { dates } = useLanguage();
  const hasEnded = ({ verificationValidUntil }: Verification) => verificationValidUntil <= readAt;
  const ended = verifications.filter(hasEnded).length;
  return (
    <section aria-labelledby="verifications">
      <h2 id="verifications">{waiting.verifications(verifications.length - ended, ended)}</h2>
      <p class="hint">{waiting.verificationsText}</p>
      <div class="actions">
        <Button label={waiting.verify} act={() => verify()} />
      </div>
      {verifications.length > 0 && (
        <table class="stack" role="table" aria-labelledby="verifications">
          <thead role="rowgroup">
            <tr role="row">
              {waiting.columns.map((label) => (
                <th key={label} scope="col" role="columnheader">
                  {label}
                </th>
              ))}
              <th scope="col" role="columnheader">
                <span class="unseen">{words.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {verifications.map((each) => {
              const label = hasEnded(each) ? waiting.verifyAgain : waiting.renew;
              const days = Math.ceil((Date.parse(each.verificationValidUntil) - Date.parse(readAt)) / DAY_MS);
              return (
                <tr role="row" key={each.id}>
                  <th scope="row" role="rowheader">
                    <bdi>{each.name}</bdi>
                    <span class="sub">{`${each.licenseAuthority} ${each.licenseNumber} · ${each.specialty}`}</span>
                  </th>
                  <td role="cell" data-label={waiting.columns[1]}>
                    <span>{each.organization}</span>
                  </td>
                  <td role="cell" data-label={waiting.columns[2]}>
                    <span>
                      <b class={hasEnded(each) ? 'bad' : 'warn'}>
                        {hasEnded(each) ? waiting.ended : waiting.inDays(days)}
                      </b>
                      <span class="sub">{dates.lastDay(each.verificationValidUntil)}</span>
                    </span>
                  </td>
                  <td role="cell">
                    <div class="actions">
                      <Button label={label} aria-label={`${label}: ${each.name}`} act={() => verify(each)} />
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
