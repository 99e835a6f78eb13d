import { useRef, useState } from 'preact/hooks';
import { readCode } from '../../../client/qr-codes.ts';
import type { Verification } from '../../api.ts';
import { Button, Field, Note, Shape, useFailure } from '../../parts.tsx';
import { Scanner } from '../../scanner.tsx';
import type { PlatformOperations } from '../operations.ts';
import { usePlatform } from '../words.tsx';

/** The account of a practitioner, with its verification if it was ever verified. */
export interface KnownAccount {
  readonly accountId: string;
  readonly found: Verification | undefined;
}

interface AccountChoiceProps {
  readonly operations: PlatformOperations;
  readonly known: KnownAccount | undefined;
  readonly onKnown: (known: KnownAccount | undefined) => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function accountIn(text: string): string | undefined {
  const code = readCode(text);
  if (code?.kind === 'account') return code.accountId;
  const id = text.trim().toLowerCase();
  return UUID.test(id) ? id : undefined;
}

/** Scans or pastes the id of an account. Only its last four characters are shown, which the practitioner reads out. */
export function AccountChoice({ operations, known, onKnown }: AccountChoiceProps) {
  const { verify } = usePlatform();
  const failure = useFailure();
  const [isScanning, setScanning] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const [error, setError] = useState<unknown>();
  const busy = useRef(false);
  const take = async (text: string) => {
    if (busy.current) return;
    const accountId = accountIn(text);
    setWrong(accountId === undefined);
    setError(undefined);
    if (accountId === undefined) return;
    busy.current = true;
    try {
      onKnown({ accountId, found: await operations.verification(accountId) });
      setScanning(false);
    } catch (caught) {
      setError(caught);
    }
    busy.current = false;
  };
  if (known)
    return (
      <div class="form">
        <p class="okline">
          <Shape name="tick" />
          <span>
            {verify.account(known.accountId.slice(-4).toUpperCase())}{' '}
            {known.found ? verify.foundBefore(known.found.name) : verify.notFound}
          </span>
        </p>
        <p class="hint">{verify.compare}</p>
        <div class="actions">
          <Button kind="plain" label={verify.otherAccount} act={() => onKnown(undefined)} />
        </div>
      </div>
    );
  return (
    <div class="form">
      {isScanning && (
        <Scanner canTake={() => !busy.current} onCode={(code) => void take(code)} says={verify.aim} />
      )}
      <Field id="account" label={verify.accountId} hint={verify.accountHint}>
        <input
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value=""
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            // The whole id stays on no screen.
            currentTarget.value = '';
            void take(value);
          }}
          onPaste={(event) => {
            event.preventDefault();
            void take(event.clipboardData?.getData('text') ?? '');
          }}
        />
      </Field>
      {isWrong && <Note kind="warn" title={verify.noAccount} />}
      {error !== undefined && <Note title={failure(error)} />}
      <div class="actions">
        <Button label={isScanning ? verify.stopScanning : verify.scan} act={() => setScanning(!isScanning)} />
      </div>
    </div>
  );
}
