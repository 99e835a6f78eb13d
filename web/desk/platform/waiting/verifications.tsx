import type { Verification } from '../../api.ts';
import { Button, useLanguage } from '../../parts.tsx';
import { Cell, Row, Rows, RowTitle } from '../rows.tsx';
import { usePlatform } from '../words.tsx';

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
        <Rows
          titleId="verifications"
          look=""
          columns={[...waiting.columns.map((label) => ({ label })), { label: words.actions, isUnseen: true }]}
        >
          {verifications.map((each) => {
            const label = hasEnded(each) ? waiting.verifyAgain : waiting.renew;
            const days = Math.ceil((Date.parse(each.verificationValidUntil) - Date.parse(readAt)) / DAY_MS);
            return (
              <Row key={each.id}>
                <RowTitle>
                  <bdi>{each.name}</bdi>
                  <span class="sub">{`${each.licenseAuthority} ${each.licenseNumber} · ${each.specialty}`}</span>
                </RowTitle>
                <Cell label={waiting.columns[1]}>{each.organization}</Cell>
                <Cell label={waiting.columns[2]}>
                  <b class={hasEnded(each) ? 'bad' : 'warn'}>
                    {hasEnded(each) ? waiting.ended : waiting.inDays(days)}
                  </b>
                  <span class="sub">{dates.lastDay(each.verificationValidUntil)}</span>
                </Cell>
                <Cell>
                  <div class="actions">
                    <Button label={label} aria-label={`${label}: ${each.name}`} act={() => verify(each)} />
                  </div>
                </Cell>
              </Row>
            );
          })}
        </Rows>
      )}
    </section>
  );
}
